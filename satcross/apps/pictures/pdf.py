"""Sheets as pages of a PDF, drawn by fpdf2 with our fonts embedded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from satcross import OptionError
from satcross.apps.pictures.fonts import FAMILY, font_file, printable, text_width
from satcross.apps.pictures.shades import rgb
from satcross.apps.pictures.svg import other_fonts
from satcross.extend import Circle, Line, PlacedImage, Polygon, Rect, Shape, Sheet, Text

if TYPE_CHECKING:
    from fpdf import FPDF

_PART = {"start": 0.0, "middle": 0.5, "end": 1.0}  # of a text, left of where it is anchored
_CELL_BASELINE = 0.8  # of fpdf2's `cell`, of the font size below its top
# The file needs some date; with a fixed one, the same pages give the same bytes.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def pdf_bytes(sheets: Sequence[Sheet], *, title: str = "", author: str = "") -> bytes:
    """Sheets as a PDF file, one a page.

    Args:
        sheets: at least one.
        title, author: metadata for viewers.

    Returns: the file; the same bytes for the same arguments and the same version of fpdf2.
    """
    from fpdf import FPDF

    pdf = FPDF(unit="pt")
    pdf.set_creation_date(_NO_DATE)
    pdf.set_producer("fpdf2")
    pdf.set_creator("satcross")
    for set_text, value in ((pdf.set_title, title), (pdf.set_author, author)):
        if value:
            set_text(value)
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    shapes = [shape for sheet in sheets for shape in sheet.flat() if isinstance(shape, Text)]
    for bold, italic in sorted({(text.bold, text.italic) for text in shapes}):
        pdf.add_font(FAMILY, _style(bold, italic), font_file(bold=bold, italic=italic))
    set_other = _other_texts(pdf, sheets)
    for sheet in sheets:
        pdf.add_page(format=(sheet.width, sheet.height))
        for shape in sheet.flat():
            if not isinstance(shape, Text):
                _draw(pdf, shape)
                continue
            shown = printable(shape.text)
            if not shown:
                continue
            bold, italic, size = shape.bold, shape.italic, shape.size
            part = _PART[shape.anchor]
            left = shape.x - part * text_width(shown, size, bold=bold, italic=italic)
            pdf.set_font(FAMILY, _style(bold, italic), size)
            pdf.set_text_color(*rgb(shape.colour))
            if set_other is None or shown.isascii():
                pdf.text(left, shape.y, shown)
            else:
                set_other(shape.x, shape.y, shown, size, part)
    return bytes(pdf.output())


def _draw(pdf: FPDF, shape: Shape) -> None:
    """Draw what is no text."""
    match shape:
        case Rect(x, y, width, height, fill):
            pdf.set_fill_color(*rgb(fill))
            pdf.rect(x, y, width, height, style="F")
        case Line(x1, y1, x2, y2, width, colour):
            pdf.set_draw_color(*rgb(colour))
            pdf.set_line_width(width)
            pdf.line(x1, y1, x2, y2)
        case Polygon(points, fill):
            pdf.set_fill_color(*rgb(fill))
            pdf.polygon(points, style="F")
        case Circle(x, y, radius, width, colour):
            pdf.set_draw_color(*rgb(colour))
            pdf.set_line_width(width)
            pdf.circle(x, y, radius, style="D")
        case PlacedImage(x, y, width, height, data):
            pdf.image(BytesIO(data), x, y, width, height)


def _other_texts(
    pdf: FPDF, sheets: Sequence[Sheet]
) -> Callable[[float, float, str, float, float], None] | None:
    """What sets texts that need other fonts than ours; None if no text does.

    fpdf2 takes each character from the font that has it, and orders and shapes by HarfBuzz.

    Raises: OptionError: there is no font, or no HarfBuzz where it is needed.
    """
    fonts = list({font.path: font for sheet in sheets for font in other_fonts(sheet)}.values())
    if not fonts:
        return None
    from satcross.apps.pictures.scripts import RIGHT_TO_LEFT_MARK, is_shaped
    from satcross.extend import runs_right_to_left

    shapes = [shape for sheet in sheets for shape in sheet.flat() if isinstance(shape, Text)]
    shaped = next((shape.text for shape in shapes if is_shaped(shape.text)), "")
    if shaped and find_spec("uharfbuzz") is None:
        raise OptionError(
            f"a PDF with {shaped.strip(RIGHT_TO_LEFT_MARK)[:20]} needs the package uharfbuzz",
            hint="pip install 'satcross[scripts]'; or write .svg, .png or .html",
        )
    for font in fonts:
        pdf.add_font(font.path.stem, "", font.path)
    pdf.set_fallback_fonts([font.path.stem for font in fonts], exact_match=False)
    pdf.c_margin = 0

    def set_text(x: float, y: float, text: str, size: float, part: float) -> None:
        text = text.replace(RIGHT_TO_LEFT_MARK, "")
        way = "rtl" if runs_right_to_left(text) else None
        pdf.set_text_shaping(bool(shaped), direction=way)
        width = pdf.get_string_width(text)
        # A negative position would be one from the other side.
        pdf.set_xy(max(x - part * width, 0.0), y - _CELL_BASELINE * size)
        pdf.cell(width, size, text, align="L")
        pdf.set_text_shaping(False)

    return set_text


def _style(bold: bool, italic: bool) -> str:
    return ("B" if bold else "") + ("I" if italic else "")
