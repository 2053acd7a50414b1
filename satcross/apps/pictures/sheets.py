"""Drawings of crosswords.

A `Crossword` becomes sheets of shapes (`sheets_of`): one of the grid alone; or pages, of the puzzle
with its clues, or of the solution. `svg_text`, `png_bytes` and `pdf_bytes` make files of sheets,
and `satcross.apps.pictures.api` makes them of anything that has a grid.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from satcross import Crossword
from satcross.apps.pictures.board import BORDER, bounds_of, height_with_word, with_word
from satcross.extend import CROSSWORD, Page, Part, Sheet, Style, behaviour_of

__all__ = ["Page", "Part", "Sheet", "Style", "sheets_of", "unprintable"]


def sheets_of(
    crossword: Crossword,
    part: Part = Part.SOLUTION,
    *,
    page: Page | None = None,
    style: Style | None = None,
) -> list[Sheet]:
    """The drawing of a crossword.

    Args:
        crossword: the crossword.
        part: the puzzle or its solution.
        page: the paper; None for a picture of the grid alone. A page of another kind than the
            crossword without a title says what it is.
        style: the style of the grid.

    Returns: one sheet, or several for a puzzle whose clues need several pages.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
    """
    style = style or Style()
    crossword = behaviour_of(crossword.kind).shown(crossword)
    if page is None:
        margin = max(BORDER * style.cell, 1.0)
        groups = with_word(crossword, part, margin, margin, style.cell, style)
        width = bounds_of(crossword).width * style.cell
        height = height_with_word(crossword) * style.cell
        sheet = Sheet(width + 2 * margin, height + 2 * margin, tuple(groups))
        return directed(crossword, [sheet], style.language)
    if style.name_line and part is Part.PUZZLE:
        from satcross.apps.pictures.nameline import below_name_line

        draw = partial(_on_paper, crossword, part, style)
        return below_name_line(draw, page, style.language)
    return _on_paper(crossword, part, style, page)


def _on_paper(crossword: Crossword, part: Part, style: Style, page: Page) -> list[Sheet]:
    from satcross.apps.pictures.pages import puzzle_pages, solution_pages
    from satcross.extend import Texts

    if crossword.kind is not CROSSWORD and not crossword.title.strip():
        crossword = replace(crossword, title=Texts.of(style.language).kind_title(crossword.kind))
    if part is Part.SOLUTION:
        return directed(crossword, solution_pages(crossword, page, style), style.language)
    return directed(crossword, puzzle_pages(crossword, page, style), style.language)


def directed(crossword: Crossword, sheets: list[Sheet], language: str) -> list[Sheet]:
    """The sheets of a crossword, from right to left if its letters or its language are."""
    texts = [square.solution for square in crossword.squares]
    if "".join(texts).isascii() and any(texts):
        return sheets
    from satcross.apps.pictures.scripts import is_right_to_left, mirrored

    is_turned = is_right_to_left(crossword, language)
    return [mirrored(sheet) for sheet in sheets] if is_turned else sheets


def unprintable(crossword: Crossword) -> list[str]:
    """The characters of a crossword that our fonts lack, so that PDF and PNG cannot show them."""
    from satcross.apps.pictures.fonts import missing_characters

    texts = [crossword.title, crossword.author, crossword.editor, crossword.copyright]
    texts += [crossword.publisher, crossword.date, crossword.notes]
    texts += [text for square in crossword.squares for text in (square.solution, square.label)]
    texts += [text for clue in crossword.clues for text in (clue.direction, clue.label, clue.text)]
    return missing_characters(texts)
