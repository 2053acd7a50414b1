"""Pictures of crosswords as SVG, PNG and PDF.

A `Crossword` becomes sheets of shapes (`sheets_of`), which each of the writers draws:

- `svg_of`, `png_of`: one sheet: the grid alone, or with `page` the whole page;
- `pdf_of`: pages: the puzzle with its clues, and the solution.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.drawing.board import BORDER, board, bounds_of
from satcross.drawing.heads import author_of, title_of
from satcross.drawing.shapes import Sheet
from satcross.drawing.style import Page, Part, Style, page_named
from satcross.errors import OptionError
from satcross.model.crossword import Crossword

__all__ = [
    "Page", "Part", "Sheet", "Style", "page_named", "pdf_of", "png_of", "sheets_of", "svg_of",
    "unprintable",
]  # fmt: skip


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
        page: the paper; None for a picture of the grid alone.
        style: the style of the grid.

    Returns: one sheet, or several for a puzzle whose clues need several pages.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
    """
    style = style or Style()
    if page is None:
        margin = max(BORDER * style.cell, 1.0)
        grid = board(crossword, part, margin, margin, style.cell, style)
        bounds = bounds_of(crossword)
        width, height = bounds.width * style.cell, bounds.height * style.cell
        return [Sheet(width + 2 * margin, height + 2 * margin, (grid,))]
    from satcross.drawing.pages import puzzle_pages, solution_page

    if part is Part.SOLUTION:
        return [solution_page(crossword, page, style)]
    return puzzle_pages(crossword, page, style)


def svg_of(
    crossword: Crossword,
    part: Part = Part.SOLUTION,
    *,
    page: Page | None = None,
    style: Style | None = None,
    embed_font: bool = False,
) -> str:
    """A crossword as SVG text.

    Args:
        crossword, part, page, style: see `sheets_of`.
        embed_font: whether to embed the glyphs of our fonts; needs fontTools.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
        OptionError: the puzzle needs several pages.
    """
    from satcross.drawing.svg import svg_text

    sheet = _only(sheets_of(crossword, part, page=page, style=style))
    return svg_text(sheet, title=title_of(crossword), embed_font=embed_font)


def png_of(
    crossword: Crossword,
    part: Part = Part.SOLUTION,
    *,
    page: Page | None = None,
    style: Style | None = None,
    width_px: int | None = None,
    scale: float | None = None,
) -> bytes:
    """A crossword as a PNG file.

    Args:
        crossword, part, page, style: see `sheets_of`.
        width_px: width of the picture in pixels.
        scale: pixels per point; instead of `width_px`.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
        OptionError: the puzzle needs several pages, or the picture has too many pixels.
    """
    from satcross.drawing.png import png_bytes

    sheet = _only(sheets_of(crossword, part, page=page, style=style))
    return png_bytes(sheet, width_px=width_px, scale=scale)


def pdf_of(
    crossword: Crossword,
    parts: Sequence[Part] | None = None,
    *,
    page: Page | None = None,
    style: Style | None = None,
) -> bytes:
    """A crossword as a PDF file.

    Args:
        crossword: the crossword.
        parts: the parts to print; by default the puzzle, and the solution if it is known.
        page: the paper; A4 by default.
        style: the style of the grid.

    Returns: the file; the same bytes for the same arguments.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
    """
    from satcross.drawing.pages import has_solution
    from satcross.drawing.pdf import pdf_bytes

    if parts is None:
        parts = (Part.PUZZLE, Part.SOLUTION) if has_solution(crossword) else (Part.PUZZLE,)
    paper = page or Page()
    sheets = [
        sheet for part in parts for sheet in sheets_of(crossword, part, page=paper, style=style)
    ]
    return pdf_bytes(sheets, title=title_of(crossword), author=author_of(crossword))


def unprintable(crossword: Crossword) -> list[str]:
    """The characters of a crossword that our fonts lack, so that PDF and PNG cannot show them."""
    from satcross.drawing.fonts import missing_characters

    texts = [crossword.title, crossword.author, crossword.editor, crossword.copyright]
    texts += [crossword.publisher, crossword.date, crossword.notes]
    texts += [text for square in crossword.squares for text in (square.solution, square.label)]
    texts += [text for clue in crossword.clues for text in (clue.direction, clue.label, clue.text)]
    return missing_characters(texts)


def _only(sheets: list[Sheet]) -> Sheet:
    if len(sheets) > 1:
        raise OptionError(
            f"the puzzle needs {len(sheets)} pages, and a picture has only one",
            hint="use a larger page, or write a .pdf",
            parameter="page",
        )
    return sheets[0]
