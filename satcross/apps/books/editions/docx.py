"""A book as DOCX, which word processors edit; written by python-docx."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from satcross import OptionError
from satcross.apps.books.editions.content import (
    Block,
    DrawnBoard,
    HeadingBlock,
    Items,
    ListItem,
    Manuscript,
    Paragraph,
)
from satcross.apps.books.editions.text import item_text
from satcross.apps.pictures.png import png_bytes
from satcross.apps.pictures.scripts import RIGHT_TO_LEFT
from satcross.apps.pictures.words import PLAIN
from satcross.extend import MM, Square, SquareKind, Texts, zip_of

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import _Cell

_BASE = 11.0  # points of text, if no size is asked for
_LARGEST_SQUARE = 10 * MM
_LETTER, _NUMBER = 0.5, 0.26  # of a square
_BAR, _EDGE = 24, 4  # widths in eighths of a point
_SHORT = 20  # characters
_CLUE_PICTURE = 26 * MM  # its height, at most
_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # the same file for the same book


def docx_of(manuscript: Manuscript) -> bytes:
    """The edition, as a DOCX file; the same bytes for the same book.

    Raises:
        OptionError: python-docx is not installed.
    """
    try:
        import docx
    except ImportError:
        raise OptionError(
            "needs python-docx", hint="pip install 'satcross[docx]'", parameter="output"
        ) from None
    writer = _Writer(docx.Document(), manuscript)
    writer.write()
    data = io.BytesIO()
    writer.document.save(data)
    with zipfile.ZipFile(data) as archive:
        return zip_of({name: archive.read(name) for name in archive.namelist()})


class _Writer:
    """Writes blocks at the end of a document."""

    def __init__(self, document: Document, manuscript: Manuscript) -> None:
        from docx.shared import Pt

        self.document, self._manuscript, self._book = document, manuscript, manuscript.book
        book, section = self._book, document.sections[0]
        section.page_width, section.page_height = Pt(book.page.width), Pt(book.page.height)
        margin = Pt(book.page.margin)
        section.left_margin = section.right_margin = margin
        section.top_margin = section.bottom_margin = margin
        section.gutter = Pt(book.gutter * MM)
        self._width = book.page.width - 2 * book.page.margin - book.gutter * MM
        self._height = book.page.height - 2 * book.page.margin
        settings = document.settings.element
        if not book.handouts:
            settings.find(_qualified("w:zoom")).addnext(_element("w:mirrorMargins"))
        size = book.type_size or _BASE
        normal = document.styles["Normal"]
        normal.font.size, normal.font.name = Pt(size), "Arial"
        normal.paragraph_format.space_after = Pt(size / 4)
        for level, larger in ((1, 2.0), (2, 1.5), (3, 1.1)):
            style = document.styles[f"Heading {level}"]
            style.font.size, style.font.name = Pt(size * larger), "Arial"
            style.font.color.rgb = None
            style.paragraph_format.space_before = Pt(size / 2)
        about = document.core_properties
        about.title, about.author = book.title.strip(), book.author.strip()
        about.comments, about.created, about.modified = "", _DATE, _DATE
        about.language = book.language

    def write(self) -> None:
        """The whole book."""
        texts = Texts.of(self._book.language)
        is_turned = self._book.language in RIGHT_TO_LEFT
        self._blocks(self._manuscript.front, is_turned)
        if self._manuscript.contents:
            self._blocks([HeadingBlock(texts.phrases["Contents"], 2)], is_turned)
            self._blocks(map(Paragraph, self._manuscript.contents), is_turned)
        for section in self._manuscript.puzzles:
            self._blocks(section.blocks, section.right_to_left, breaks=True)
        if self._manuscript.solutions:
            self._blocks([HeadingBlock(texts.solution, 1)], is_turned, breaks=True)
        for section in self._manuscript.solutions:
            self._blocks(section.blocks, section.right_to_left)

    def _blocks(
        self, blocks: Iterable[Block], right_to_left: bool, *, breaks: bool = False
    ) -> None:
        """Writes blocks. Args: breaks: whether the first heading begins a page."""
        for block in blocks:
            match block:
                case HeadingBlock(text, level):
                    heading = self.document.add_heading(_clean(text), level)
                    heading.paragraph_format.page_break_before = breaks or None
                    breaks = False
                    self._direct(heading, right_to_left)
                case Paragraph(text):
                    self._direct(self.document.add_paragraph(_clean(text)), right_to_left)
                case Items(items) if all(map(_is_short, items)):
                    words = " · ".join(map(item_text, items))
                    self._item(ListItem("", [(words, PLAIN)]), right_to_left)
                case Items(items):
                    for item in items:
                        self._item(item, right_to_left)
                case DrawnBoard(picture=None):
                    self._board(block, right_to_left)
                case DrawnBoard(picture=picture):
                    assert picture is not None
                    from docx.shared import Pt

                    sheet = picture()
                    shown = io.BytesIO(png_bytes(sheet, scale=3))
                    scale = min(1.0, self._width / sheet.width, 0.8 * self._height / sheet.height)
                    self.document.add_picture(shown, width=Pt(sheet.width * scale))

    def _item(self, item: ListItem, right_to_left: bool) -> None:
        from docx.shared import Pt

        paragraph = self.document.add_paragraph()
        if item.label:
            paragraph.add_run(f"{_clean(item.label)} ").bold = True
        for medium, ratio in item.pictures:
            width = min(self._width / 2, _CLUE_PICTURE * ratio)
            paragraph.add_run().add_picture(io.BytesIO(medium.data), width=Pt(width))
        for text, look in item.runs:
            run = paragraph.add_run(_clean(text))
            run.bold, run.italic = look.bold or None, look.italic or None
            run.underline, run.font.strike = look.under or None, look.struck or None
            if look.level:  # setting either to None would unset the other
                setattr(run.font, "superscript" if look.level > 0 else "subscript", True)
        self._direct(paragraph, right_to_left)

    def _direct(self, paragraph: Any, right_to_left: bool) -> None:
        if right_to_left:
            paragraph.paragraph_format.element.get_or_add_pPr().append(_element("w:bidi"))
            for run in paragraph.runs:
                run.font.rtl = True

    def _board(self, board: DrawnBoard, right_to_left: bool) -> None:
        from docx.enum.table import WD_ROW_HEIGHT_RULE, WD_TABLE_ALIGNMENT
        from docx.shared import Pt

        rows, n_cols = board.rows(), board.crossword.n_cols
        largest = _LARGEST_SQUARE * (self._book.type_size or _BASE) / _BASE
        largest *= 0.6 if board.solved else 1.0
        side = min(largest, self._width / n_cols, 0.8 * self._height / max(1, len(rows)))
        table = self.document.add_table(len(rows), n_cols)
        table.alignment, table.autofit = WD_TABLE_ALIGNMENT.CENTER, False
        if right_to_left:
            table.table_direction = 1
        for column in table.columns:
            column.width = Pt(side)
        for number, (squares, row) in enumerate(zip(rows, table.rows, strict=True)):
            row.height, row.height_rule = Pt(side), WD_ROW_HEIGHT_RULE.EXACTLY
            for at, (square, cell) in enumerate(
                zip(squares, row.cells, strict=True), number * n_cols
            ):
                cell.width = Pt(side)
                cell.paragraphs[0].paragraph_format.keep_with_next = number < len(rows) - 1
                self._square(cell, square, board, at, side)
        self.document.add_paragraph()

    def _square(self, cell: _Cell, square: Square, board: DrawnBoard, at: int, side: float) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.shared import Pt

        properties = cell._tc.get_or_add_tcPr()
        is_void = square.kind is SquareKind.VOID
        if not is_void:
            edges = _element("w:tcBorders")
            bars = {"right": board.crossword.bars_right, "bottom": board.crossword.bars_below}
            for edge in ("top", "left", "bottom", "right"):
                wide = _BAR if at in bars.get(edge, ()) else _EDGE
                edges.append(_element(f"w:{edge}", val="single", sz=str(wide), color="000000"))
            properties.append(edges)
        fill = "#000000" if square.kind is SquareKind.BLOCK else ""
        if fill := square.shade or fill:
            properties.append(_element("w:shd", val="clear", fill=fill.removeprefix("#")))
        properties.append(_margins())
        if is_void or square.kind is SquareKind.BLOCK:
            return
        paragraph = cell.paragraphs[0]
        paragraph.paragraph_format.space_after = Pt(0)
        paragraph.paragraph_format.line_spacing = Pt(side * _NUMBER * 1.2)
        label = "" if board.solved else square.label
        letter = board.letter(square)
        if label or not letter:
            paragraph.add_run(_clean(label)).font.size = Pt(side * _NUMBER)
        if letter:
            if label:
                paragraph = cell.add_paragraph()
                paragraph.paragraph_format.space_after = Pt(0)
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
            paragraph.paragraph_format.line_spacing = Pt(side * (0.6 if label else 0.9))
            size = side * _LETTER / max(1.0, len(letter) / 1.5)
            paragraph.add_run(_clean(letter)).font.size = Pt(size)


def _is_short(item: ListItem) -> bool:
    """Whether an item is a word of a list, of which many are on one line."""
    return not item.label and len(item_text(item)) <= _SHORT


def _margins() -> Any:
    margins = _element("w:tcMar")
    for edge in ("top", "left", "bottom", "right"):
        margins.append(_element(f"w:{edge}", w="15", type="dxa"))
    return margins


def _element(name: str, **values: str) -> Any:
    from docx.oxml import OxmlElement

    element = OxmlElement(name)
    for key, value in values.items():
        element.set(_qualified(f"w:{key}"), value)
    return element


def _qualified(name: str) -> str:
    from docx.oxml.ns import qn

    return qn(name)


def _clean(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return "".join(
        char for char in text if char.isprintable() or char in " \u200f\u200e\u200d\u200c"
    )
