"""Sheets as pages of a PDF, drawn by fpdf2 with our fonts embedded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from satcross.drawing.fonts import FAMILY, font_file, printable, text_width
from satcross.drawing.shapes import Circle, Line, Polygon, Rect, Sheet, Text, rgb

# The file needs some date; with a fixed one, the same pages give the same bytes.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def pdf_bytes(
    sheets: Sequence[Sheet], *, title: str = "", author: str = "", subject: str = ""
) -> bytes:
    """Sheets as a PDF file, one a page.

    Args:
        sheets: at least one.
        title, author, subject: metadata for viewers.

    Returns: the file; the same bytes for the same arguments and the same version of fpdf2.
    """
    from fpdf import FPDF

    pdf = FPDF(unit="pt")
    pdf.set_creation_date(_NO_DATE)
    pdf.set_producer("fpdf2")
    pdf.set_creator("satcross")
    texts = (pdf.set_title, title), (pdf.set_author, author), (pdf.set_subject, subject)
    for set_text, value in texts:
        if value:
            set_text(value)
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    shapes = [shape for sheet in sheets for shape in sheet.flat() if isinstance(shape, Text)]
    for bold, italic in sorted({(text.bold, text.italic) for text in shapes}):
        pdf.add_font(FAMILY, _style(bold, italic), font_file(bold=bold, italic=italic))
    for sheet in sheets:
        pdf.add_page(format=(sheet.width, sheet.height))
        for shape in sheet.flat():
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
                case Text(x, y, text, size, anchor, bold, italic, colour):
                    shown = printable(text)
                    if not shown:
                        continue
                    part = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
                    left = x - part * text_width(shown, size, bold=bold, italic=italic)
                    pdf.set_font(FAMILY, _style(bold, italic), size)
                    pdf.set_text_color(*rgb(colour))
                    pdf.text(left, y, shown)
    return bytes(pdf.output())


def _style(bold: bool, italic: bool) -> str:
    return ("B" if bold else "") + ("I" if italic else "")
