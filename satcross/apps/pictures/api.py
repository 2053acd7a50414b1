"""Pictures of anything that has a grid: SVG, PNG and PDF.

This module finds out what there is to draw: `sheets` draws crosswords, and rooms what is
`Printable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from satcross import Crossword, Grid, OptionError, crossword_of
from satcross.apps.pictures.heads import author_of, title_of
from satcross.apps.pictures.nameline import below_name_line
from satcross.apps.pictures.printable import Printable, printable_of
from satcross.apps.pictures.sheets import sheets_of
from satcross.checks import member
from satcross.extend import Page, Part, Sheet, Style, checked


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
    from satcross.apps.pictures.svg import svg_text

    what = drawn_of(drawable)
    sheet = _only(_sheets(what, part_of(part), page, style, title))
    return svg_text(sheet, title=heading_on(what, title), embed_font=embed_font)


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
        drawable: what `svg_of` draws: a crossword, puzzle, fill, grid, layout, word search, …
        part: "puzzle" or "solution".
        page: the paper, or its name, as in "a4"; None for a picture of the grid alone.
        style: how the grid of a crossword looks.
        title: above a word search; a crossword has its own.
        width_px: width of the picture in pixels.
        scale: or how many pixels a point has.

    Raises: as `svg_of`; OptionError for a picture of too many pixels.
    """
    from satcross.apps.pictures.png import png_bytes

    sheet = _only(_sheets(drawn_of(drawable), part_of(part), page, style, title))
    return png_bytes(sheet, width_px=width_px, scale=scale)


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
        drawable: what `svg_of` draws: a crossword, puzzle, fill, grid, layout, word search, …
        page: the paper, or its name, as in "letter"; A4 by default.
        style: how the grid of a crossword looks.
        title: above a word search; a crossword has its own.
        parts: what is on its pages: the puzzle, and the solution if it is known, by default.

    Returns: the same bytes for the same arguments.

    Raises: as `svg_of`.
    """
    from satcross.apps.pictures.pages import has_solution
    from satcross.apps.pictures.pdf import pdf_bytes

    what = drawn_of(drawable)
    is_solved, author = True, ""
    if isinstance(what, Crossword):
        is_solved, author = has_solution(what), author_of(what)
    if parts is None:
        parts = (Part.PUZZLE, Part.SOLUTION) if is_solved else (Part.PUZZLE,)
    shown = map(part_of, parts)
    sheets = [
        sheet for part in shown for sheet in _sheets(what, part, page or Page(), style, title)
    ]
    return pdf_bytes(sheets, title=heading_on(what, title), author=author)


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
        drawable: what `svg_of` draws, but a word search: with all letters and clues.
        contact: lines below the author's name: an address, an e-mail address.
        page: the paper, or its name.
        style: how the grid looks.

    Returns: the same bytes for the same arguments.

    Raises:
        FormatError: a letter or a clue is missing, or they are longer than those of any crossword.
        OptionError: it has no grid, or there is too much in `contact`.
    """
    from satcross.apps.pictures.pdf import pdf_bytes
    from satcross.apps.pictures.submission import submission_sheets

    what = drawn_of(drawable)
    if not isinstance(what, Crossword):
        raise OptionError("must be a crossword, got WordSearch", parameter="drawable")
    paper = Page.named(page) if isinstance(page, str) else page
    sheets = submission_sheets(what, tuple(contact), paper, style or Style())
    return pdf_bytes(sheets, title=title_of(what), author=author_of(what))


def drawn_of(drawable: object) -> Crossword | Printable:
    """What there is to draw of an object. Raises OptionError when there is nothing."""
    if isinstance(drawable, Crossword):
        return drawable
    # The command line draws crosswords, and needs none of these.
    from satcross import Best, Fill, Found
    from satcross.extend import Listing, marked_fill

    what: Any = drawable
    if isinstance(what, Found | Best):
        what = what.value
    if isinstance(what, Listing):
        what = what.best
        if what is None:
            raise OptionError("there is no answer yet", hint="ask for one", parameter="drawable")
    if isinstance(what, str):
        what = Grid.parse(what)
    if isinstance(what, Crossword | Printable):
        return what
    answer, fill = what, None
    if not isinstance(what, Grid):
        fill = getattr(what, "fill", what)
        what = getattr(fill, "grid", None)
    if isinstance(what, Grid):
        crossword = crossword_of(what)
        return marked_fill(crossword, fill) if isinstance(fill, Fill) else crossword
    if (printable := printable_of(answer)) is not None:
        return printable
    raise OptionError(
        f"must be something with a grid, got {type(drawable).__name__}",
        hint="give a crossword, puzzle, fill, grid or word search",
        parameter="drawable",
    )


def part_of(part: Part | str) -> Part:
    """A part by its name. Raises OptionError if there is none."""
    return member(part, Part, "part")


def _sheets(
    what: Crossword | Printable,
    part: Part,
    page: Page | str | None,
    style: Style | None,
    title: str,
) -> list[Sheet]:
    page = Page.named(page) if isinstance(page, str) else page
    if isinstance(what, Crossword):
        return sheets_of(what, part, page=page, style=style)
    if page is not None and style is not None and style.name_line and part is Part.PUZZLE:
        return below_name_line(partial(what.sheets, title), page, what.language)
    return [*what.sheets(title, page, solution=part is Part.SOLUTION)]


def heading_on(what: Crossword | Printable, title: str, language: str | None = None) -> str:
    """What viewers show as the title."""
    if isinstance(what, Crossword):
        return title_of(what)
    return title or what.heading(language)


def _only(sheets: list[Sheet]) -> Sheet:
    if len(sheets) > 1:
        raise OptionError(
            f"the puzzle needs {len(sheets)} pages, and a picture has only one",
            hint="use a larger page, or write a .pdf",
            parameter="page",
        )
    return sheets[0]
