"""Books: puzzles of any kinds as one file, with their solutions at the back.

A PDF has the pages that are printed. Other formats have a text that flows: see
`satcross.apps.books.editions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import TYPE_CHECKING

from satcross import Crossword, OptionError
from satcross.apps.books import BOOK
from satcross.apps.books.book import BASE, Book, Chapter
from satcross.apps.pictures.api import drawn_of, part_of
from satcross.apps.pictures.bankbox import written_otherwise
from satcross.apps.pictures.nameline import below_name_line
from satcross.apps.pictures.printable import Printable
from satcross.apps.pictures.sheets import sheets_of
from satcross.extend import (
    Drawing,
    Image,
    Medium,
    Part,
    Style,
    Texts,
    checked,
    outputs_of,
    with_word_bank,
    word_bank_of,
)

if TYPE_CHECKING:
    from satcross.apps.books.editions.content import Manuscript, Section
    from satcross.extend import Sheet

    Writer = Callable[[Part | None], bytes]
    """Makes a file of a book: of the puzzles alone, of their solutions alone, or of both."""

_TEXTS = frozenset({"title", "author", "copyright", "handouts", "language"})
_HAS = {
    "docx": _TEXTS | {"page", "gutter", "type_size", "grey_voids"},
    "epub": _TEXTS | {"grey_voids"},
}
"""The fields of a `Book` that mean something in a format whose text flows."""
_PICTURED = ("epub", "docx")
_NO_SOLUTION = "no solution is known"


@checked
def book_of(
    drawables: Sequence[object],
    book: Book | None = None,
    *,
    format_name: str = "pdf",
    part: Part | str | None = None,
    word_bank: bool = False,
    enumerations: bool | None = None,
) -> bytes:
    """Puzzles of any kinds as a book: with contents, and the solutions at the back.

    Args:
        drawables: each as for `svg_of`, in the order of the book.
        book: how it is made; the usual book by default.
        format_name: "pdf", "txt", "brf" (braille), "epub" or "docx".
        part: the puzzles alone, or their solutions alone; None for both.
        word_bank: whether the answers are listed below the clues, in alphabetical order.
        enumerations: as for `html_of`.

    Returns: the same bytes for the same arguments.

    Raises:
        OptionError: there is no puzzle, there is nothing to draw of one, no solution is known, or
            the format cannot hold what is asked for.
        FormatError: the clues are longer than those of any crossword.
    """
    shown = None if part is None else part_of(part)
    formats = outputs_of(BOOK)
    if format_name not in formats:
        raise OptionError(
            f"must be one of {', '.join(formats)}, got {format_name!r}", parameter="format_name"
        )
    if not drawables:
        raise OptionError("there is no puzzle", parameter="drawables")
    puzzles = tuple(map(drawn_of, drawables))
    return Puzzles(puzzles, book or Book(), word_bank, enumerations).writer(format_name)(shown)


@dataclass(frozen=True, eq=False)
class Puzzles:
    """What a book is made of. Args: as for `book_of`."""

    puzzles: Sequence[Crossword | Printable]
    book: Book
    word_bank: bool = False
    enumerations: bool | None = None
    _writers: dict[str, Writer] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, puzzle: Crossword | Printable, how: Drawing, format_name: str) -> Puzzles:
        """One puzzle, without what a book has around it, for a file of a format."""
        style = how.style or Style(language=getattr(puzzle, "language", "en"))
        grey = style.grey_voids and "grey_voids" in _HAS.get(format_name, _TEXTS)
        book = Book(title=how.title, language=style.language, grey_voids=grey)
        return cls((puzzle,), book, enumerations=style.enumerations)

    @property
    def lost(self) -> Iterator[str]:
        """What no book holds."""
        for puzzle in self.puzzles:
            if isinstance(puzzle, Crossword):
                yield from Medium.sounds_lost(puzzle)

    def writer(self, format_name: str) -> Writer:
        """Lays the book out, once for all of its files."""
        if format_name not in self._writers:
            self._writers[format_name] = self._laid_out(format_name)
        return self._writers[format_name]

    def _laid_out(self, format_name: str) -> Writer:
        puzzles, book = self.puzzles, self.book
        if format_name != "pdf":
            _check_fields(book, format_name)
            return _edition(puzzles, book, format_name, self.word_bank, self.enumerations)
        style = Style(
            language=book.language,
            enumerations=self.enumerations,
            fills_page=book.handouts,
            name_line=book.handouts,
            grey_voids=book.grey_voids,
            least_clue=None if book.type_size is None else BASE,
        )
        chapters = [
            _chapter(puzzle, number, book, style, word_bank=self.word_bank)
            for number, puzzle in enumerate(puzzles, 1)
        ]
        return partial(_pdf, chapters, book)


def _pdf(chapters: Sequence[Chapter], book: Book, part: Part | None) -> bytes:
    from satcross.apps.books.book import book_sheets, key_sheets
    from satcross.apps.pictures.pdf import pdf_bytes

    if part is Part.SOLUTION:
        sheets = key_sheets(chapters, book)
        if not sheets:
            raise OptionError(_NO_SOLUTION, hint="fill the grids first", parameter="part")
    else:
        sheets = book_sheets(chapters, book, key=part is None)
    return pdf_bytes(sheets, title=book.title, author=book.author)


def _chapter(
    what: Crossword | Printable, number: int, book: Book, style: Style, *, word_bank: bool
) -> Chapter:
    """A puzzle as part of a book. Args: number: of the puzzle, from 1; others: of `book_of`."""
    from satcross.apps.pictures.pages import has_solution, solution_pages

    name = _name_of(what, number, book)
    if not isinstance(what, Crossword):
        draw = partial(what.sheets, name, language=book.language)
        is_lined, inner = style.name_line, book.inner
        pages = below_name_line(draw, inner, book.language) if is_lined else draw(inner)
        (solution,) = what.sheets(None, solution=True, language=book.language)
        return Chapter(name, [*pages], solution)
    asked = replace(what, title=name)
    if word_bank:
        asked = with_word_bank(asked, word_bank_of(what, book.language), book.language)
    pages = sheets_of(asked, Part.PUZZLE, page=book.inner, style=style)
    if not has_solution(what):
        return Chapter(name, pages, None)
    if any(clue.annotation.strip() for clue in what.clues):
        notes = solution_pages(replace(what, title=name), book.inner, style)
        return Chapter(name, pages, None, notes)
    (solution,) = sheets_of(what, Part.SOLUTION, style=style)
    return Chapter(name, pages, solution, written=written_otherwise(what, book.language))


def _name_of(what: Crossword | Printable, number: int, book: Book) -> str:
    """The number and title of a puzzle."""
    if not isinstance(what, Crossword):
        return f"{number}. {what.heading(book.language)}"
    return f"{number}. {Texts.of(book.language).title_of(what)}"


def _check_fields(book: Book, format_name: str) -> None:
    """Raise OptionError if a field is set that means nothing in a format whose text flows."""
    usual, known = Book(), _HAS.get(format_name, _TEXTS)
    for name in (each.name for each in fields(book)):
        if name not in known and getattr(book, name) != getattr(usual, name):
            raise OptionError(
                f"a .{format_name} has no such pages",
                hint="leave it out, or write a .pdf",
                parameter=name,
            )


def _edition(
    puzzles: Sequence[Crossword | Printable],
    book: Book,
    format_name: str,
    word_bank: bool,
    enumerations: bool | None,
) -> Writer:
    """The writer of a format whose text flows. Args: as of `Puzzles`."""
    from satcross.apps.books.editions.content import Manuscript

    has_pictures = format_name in _PICTURED
    pairs = [
        puzzle.sections(_name_of(puzzle, number, book), book)
        if not isinstance(puzzle, Crossword)
        else _sections(
            puzzle, number, book, enumerations, word_bank=word_bank, has_pictures=has_pictures
        )
        for number, puzzle in enumerate(puzzles, 1)
    ]
    asked = [section for section, _ in pairs]
    solved = [section for _, section in pairs if section.blocks]
    write = _edition_writer(format_name)

    def written(part: Part | None) -> bytes:
        if part is Part.SOLUTION and not solved:
            raise OptionError(_NO_SOLUTION, hint="fill the grids first", parameter="part")
        return write(
            Manuscript(
                book,
                () if part is Part.SOLUTION else asked,
                () if part is Part.PUZZLE else solved,
            )
        )

    return written


def _edition_writer(format_name: str) -> Callable[[Manuscript], bytes]:
    if format_name == "txt":
        from satcross.apps.books.editions.text import text_of as write
    elif format_name == "brf":
        from satcross.apps.books.editions.braille import braille_of as write
    elif format_name == "epub":
        from satcross.apps.books.editions.epub import epub_of as write
    else:
        from satcross.apps.books.editions.docx import docx_of as write
    return write


def _sections(
    crossword: Crossword,
    number: int,
    book: Book,
    enumerations: bool | None,
    *,
    word_bank: bool,
    has_pictures: bool,
) -> tuple[Section, Section]:
    """A crossword, and its solution, as sections of a book whose text flows."""
    from satcross.apps.books.editions.content import Section, puzzle_blocks, solution_blocks
    from satcross.apps.pictures.scripts import is_right_to_left

    name = _name_of(crossword, number, book)
    if not has_pictures and (Image.all_of(crossword) or _has_pictures(crossword)):
        raise OptionError(
            f"{name}: text cannot show its pictures",
            hint="write a .pdf, .epub or .docx, or leave it out",
            parameter="output",
        )

    style = Style(language=book.language, grey_voids=book.grey_voids)

    def drawing(part: Part) -> Callable[[], Sheet] | None:
        is_plain = not (crossword.board or crossword.named)
        if not has_pictures or (is_plain and not crossword.kind.clues_in_grid):
            return None
        return lambda: sheets_of(crossword, part, style=style)[0]

    turned = is_right_to_left(crossword, book.language)
    bank = word_bank_of(crossword, book.language) if word_bank else []
    asked = puzzle_blocks(
        crossword, name, book,
        enumerations=enumerations, answers=bank, picture=drawing(Part.PUZZLE),
    )  # fmt: skip
    solved = solution_blocks(crossword, name, book, picture=drawing(Part.SOLUTION))
    return Section(name, asked, turned), Section(name, solved, turned)


def _has_pictures(crossword: Crossword) -> bool:
    """Whether a clue has a picture. Raises FormatError: as `Medium.all_of`."""
    return any(one.is_picture for clue in crossword.clues for one in Medium.all_of(clue))
