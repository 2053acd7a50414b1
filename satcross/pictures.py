"""Pictures of anything that has a grid: SVG, PNG and PDF; and pages to solve: HTML.

The drawing of crosswords is `satcross.drawing`, and that of word searches
`satcross.wordsearch.drawing`. This module only finds out what there is to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from satcross import drawing
from satcross.checks import checked, member
from satcross.drawing import html, submission
from satcross.drawing.style import Page, Part, Style, page_named
from satcross.errors import OptionError
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.results import Best, Found
from satcross.task import Listing
from satcross.wordsearch import drawing as wordsearch_drawing
from satcross.wordsearch import page as wordsearch_page
from satcross.wordsearch.puzzle import WordSearch


@checked
def svg_of(
    drawable: object,
    part: Part | str = Part.SOLUTION,
    *,
    page: Page | str | None = None,
    style: Style | None = None,
    title: str = "",
    embed_font: bool = False,
) -> str:
    """A picture as SVG text.

    Args:
        drawable: a crossword, puzzle, fill, grid, pattern, layout or word search; the result of a
            task, whose value is drawn; an enumeration, whose latest answer is; or a grid as text.
        part: "puzzle" or "solution".
        page: the paper, or its name, as in "a4"; None for a picture of the grid alone.
        style: how the grid of a crossword looks.
        title: above a word search; a crossword has its own.
        embed_font: whether the letters of our fonts are in it.

    Raises:
        OptionError: there is nothing to draw, or the page would be several.
        FormatError: the clues are longer than those of any crossword.

    >>> "<svg" in svg_of("C.T")
    True
    """
    what, part, page = _what(drawable), _part(part), _page(page)
    if isinstance(what, WordSearch):
        is_solution = part is Part.SOLUTION
        drawn = wordsearch_drawing.svg_of(what, title=title, page=page, solution=is_solution)
        return drawn.decode()
    return drawing.svg_of(what, part, page=page, style=style, embed_font=embed_font)


@checked
def png_of(
    drawable: object,
    part: Part | str = Part.SOLUTION,
    *,
    page: Page | str | None = None,
    style: Style | None = None,
    title: str = "",
    width_px: int | None = None,
    scale: float | None = None,
) -> bytes:
    """A picture as a PNG file.

    Args:
        drawable, part, page, style, title: as for `svg_of`.
        width_px: width of the picture of a crossword in pixels.
        scale: or how many pixels a point has.

    Raises: as `svg_of`; OptionError for a picture of too many pixels.
    """
    what, part, page = _what(drawable), _part(part), _page(page)
    if isinstance(what, WordSearch):
        is_solution = part is Part.SOLUTION
        return wordsearch_drawing.png_of(what, title=title, page=page, solution=is_solution)
    return drawing.png_of(what, part, page=page, style=style, width_px=width_px, scale=scale)


@checked
def pdf_of(
    drawable: object,
    parts: tuple[Part | str, ...] | None = None,
    *,
    page: Page | str | None = None,
    style: Style | None = None,
    title: str = "",
) -> bytes:
    """A PDF file to print.

    Args:
        drawable, page, style, title: as for `svg_of`; the page is A4 by default.
        parts: what is on its pages: the puzzle, and the solution if it is known, by default.

    Returns: the same bytes for the same arguments.

    Raises: as `svg_of`.
    """
    what, page = _what(drawable), _page(page)
    shown = None if parts is None else tuple(_part(part) for part in parts)
    if isinstance(what, WordSearch):
        only_solution = shown == (Part.SOLUTION,)
        return wordsearch_drawing.pdf_of(what, title=title, page=page, solution_only=only_solution)
    return drawing.pdf_of(what, shown, page=page, style=style)


@checked
def submission_of(
    drawable: object,
    *,
    contact: Sequence[str] = (),
    page: Page | str = "letter",
    style: Style | None = None,
) -> bytes:
    """A manuscript for the crossword editors of The New York Times, as a PDF file.

    Args:
        drawable: as for `svg_of`, but a word search: with all letters and clues.
        contact: lines below the author's name: an address, an e-mail address.
        page, style: as for `svg_of`.

    Returns: the same bytes for the same arguments.

    Raises:
        FormatError: a letter or a clue is missing, or they are longer than those of any crossword.
        OptionError: it has no grid, or there is too much in `contact`.
    """
    what = _what(drawable)
    if isinstance(what, WordSearch):
        raise OptionError("must be a crossword, got WordSearch", parameter="drawable")
    paper = page_named(page) if isinstance(page, str) else page
    return submission.submission_of(what, contact=tuple(contact), page=paper, style=style)


@checked
def html_of(
    drawable: object,
    *,
    answers: bool = True,
    title: str = "",
    language: str | None = None,
    enumerations: bool | None = None,
) -> str:
    """A page to solve in a browser: one HTML file that needs no other.

    Args:
        drawable: as for `svg_of`.
        answers: whether the solution of a crossword is in the page, for checking and revealing.
        title: instead of that of the crossword, or above a word search.
        language: of all that the page says, as "de"; None for English, or that of the word search.
        enumerations: whether clues end with the lengths of their answers; None for British grids
            only. A word search takes neither True nor False.

    Returns: the same text for the same arguments.

    Raises:
        OptionError: there is nothing to solve in it, or there are no texts in the language.

    >>> "<!doctype html>" in html_of("C.T")
    True
    """
    what = _what(drawable)
    if isinstance(what, WordSearch):
        if enumerations is not None:
            raise OptionError("a word search has no clues", parameter="enumerations")
        spoken = what if language is None else replace(what, language=language)
        return wordsearch_page.html_of(spoken, title=title)
    return html.html_of(
        what, answers=answers, title=title, language=language or "en", enumerations=enumerations
    )


def _what(drawable: object) -> Crossword | WordSearch:
    """What there is to draw of an object. Raises OptionError when there is nothing."""
    what: Any = drawable
    if isinstance(what, Found | Best):
        what = what.value
    if isinstance(what, Listing):
        what = what.best
        if what is None:
            raise OptionError("there is no answer yet", hint="ask for one", parameter="drawable")
    if isinstance(what, str):
        what = Grid.parse(what)
    if isinstance(what, Crossword | WordSearch):
        return what
    if not isinstance(what, Grid):
        fill = getattr(what, "fill", what)
        what = getattr(fill, "grid", None)
    if isinstance(what, Grid):
        return crossword_of(what)
    raise OptionError(
        f"must be something with a grid, got {type(drawable).__name__}",
        hint="give a crossword, puzzle, fill, grid or word search",
        parameter="drawable",
    )


def _part(part: Part | str) -> Part:
    return member(part, Part, "part")


def _page(page: Page | str | None) -> Page | None:
    return page_named(page) if isinstance(page, str) else page
