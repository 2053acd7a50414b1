"""Word searches as pictures, pages and books draw them: see `satcross.apps.pictures.printable`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satcross import Crossword
from satcross.apps.pictures.printable import Printable
from satcross.apps.pictures.scripts import RIGHT_TO_LEFT
from satcross.apps.wordsearch.drawing import message_note, sheets_of, unprintable
from satcross.apps.wordsearch.files import is_file, searches_of
from satcross.apps.wordsearch.page import html_of
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.extend import Page, Sheet, Square, SquareKind, Texts

if TYPE_CHECKING:
    from satcross.apps.books.book import Book
    from satcross.apps.books.editions.content import Section

__all__ = ["is_file", "printable_of", "printables_in"]


def printable_of(what: object) -> Printable | None:
    """A word search as it is drawn; None for anything else."""
    return PrintedSearch(what) if isinstance(what, WordSearch) else None


def printables_in(data: bytes, source: str) -> list[Printable]:
    """The word searches in a file. Raises as `searches_of`."""
    return [PrintedSearch(made) for made in searches_of(data, source)]


@dataclass(frozen=True)
class PrintedSearch(Printable):
    """A word search."""

    made: WordSearch

    @property
    def language(self) -> str:
        return self.made.language

    def _said_in(self, language: str | None) -> WordSearch:
        return self.made if language is None else replace(self.made, language=language)

    def heading(self, language: str | None = None) -> str:
        title = " ".join(self.made.title.split())
        return title or Texts.of(language or self.made.language).phrases["Word search"]

    def sheets(
        self,
        title: str | None,
        page: Page | None = None,
        *,
        solution: bool = False,
        language: str | None = None,
    ) -> Sequence[Sheet]:
        made = self._said_in(language)
        shown = title if title is None else title or made.title
        return sheets_of(made, title=shown, page=page, solution=solution)

    def page_to_solve(
        self, title: str, language: str | None, *, reports: bool, post_to: str
    ) -> str:
        return html_of(self._said_in(language), title=title, reports=reports, post_to=post_to)

    def unprintable(self, title: str) -> list[str]:
        return unprintable(self.made, title)

    def sections(self, name: str, book: Book) -> tuple[Section, Section]:
        """The puzzle, and where its words are."""
        from satcross.apps.books.editions.content import (
            Block,
            DrawnBoard,
            HeadingBlock,
            Paragraph,
            Section,
            naming,
            place,
            plain_items,
        )

        made = self._said_in(book.language)
        texts, board = Texts.of(book.language), made.layout.board
        turned = made.is_right_to_left or book.language in RIGHT_TO_LEFT
        size, letters = range(board.n_rows * board.n_cols), made.shown

        def shown(cells: set[int]) -> DrawnBoard:
            squares = tuple(
                Square(solution=letters[at] if at in cells else "", given=True)
                if at in letters
                else Square(SquareKind.VOID)
                for at in size
            )
            return DrawnBoard(Crossword(board.n_rows, board.n_cols, squares), solved=True)

        def said(solution: bool) -> list[Paragraph]:
            note = message_note(made, solution=solution)
            return [Paragraph(note)] if note else []

        asked: list[Block] = [
            HeadingBlock(name, 2), *naming(book), shown(set(size)), *said(False),
            HeadingBlock(texts.words, 3),
            plain_items(made.list_items()),
        ]  # fmt: skip
        placed = zip(made.layout.words, made.layout.placements, strict=True)
        ends = [
            f"{word.written}: {place(cells[0], board.n_cols, book.language)} \u2013"
            f" {place(cells[-1], board.n_cols, book.language)}"
            for word, cells in ((word, placement.cells) for word, placement in placed)
        ]
        solved: list[Block] = [
            HeadingBlock(name, 2),
            shown({*made.layout.letters}),
            *said(True),
            plain_items(ends),
        ]
        return Section(name, asked, turned), Section(name, solved, turned)
