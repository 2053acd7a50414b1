"""Small spreadsheets, .xlsx and .ods, as other programs write them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from html import escape

Rows = Sequence[Sequence[str | int | None]]
_OFFICE = "http://schemas.openxmlformats.org/"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"


def xlsx(*sheets: Rows, last: str = "") -> bytes:
    """An .xlsx. Args: sheets: rows of cells; last: a cell that is not in them, as in "XFD9"."""
    numbered = list(enumerate(sheets, 1))
    rels = f'<Relationships xmlns="{_OFFICE}package/2006/relationships">'
    own = f"{_OFFICE}officeDocument/2006/relationships"
    main = f'xmlns="{_OFFICE}spreadsheetml/2006/main"'
    names = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n, _ in numbered)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_OFFICE}package/2006/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'{rels}<Relationship Id="r1" Type="{own}/officeDocument"'
        ' Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{own}"><sheets>{names}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": rels
        + "".join(
            f'<Relationship Id="r{n}" Type="{own}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n, _ in numbered
        )
        + "</Relationships>",
    }
    for n, rows in numbered:
        cells = "".join(
            f"<row r='{row}'>"
            + "".join(
                _xlsx_cell(f"{chr(64 + col)}{row}", value)
                for col, value in enumerate(values, 1)
                if value is not None
            )
            + "</row>"
            for row, values in enumerate(rows, 1)
        )
        cells += f'<row><c r="{last}"><v>1</v></c></row>' if last else ""
        text = f"<worksheet {main}><sheetData>{cells}</sheetData></worksheet>"
        parts[f"xl/worksheets/sheet{n}.xml"] = text
    return _zipped(parts)


def _xlsx_cell(name: str, value: str | int) -> str:
    if isinstance(value, int):
        return f'<c r="{name}"><v>{value}</v></c>'
    return f'<c r="{name}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def ods(rows: Rows, repeated: int = 1) -> bytes:
    """An .ods. Args: repeated: how many rows and columns the first cell is repeated for."""
    table = "".join(
        f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows
    )
    blank = '<table:table-cell table:number-columns-repeated="16384"/>'
    table += f'<table:table-row table:number-rows-repeated="1048000">{blank}</table:table-row>'
    if repeated > 1:
        table += (
            f'<table:table-row table:number-rows-repeated="{repeated}"><table:table-cell'
            f' table:number-columns-repeated="{repeated}"><text:p>x</text:p></table:table-cell>'
            "</table:table-row>"
        )
    spaces = " ".join(f'xmlns:{name}="{_OASIS}{name}:1.0"' for name in ("office", "table", "text"))
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = f'xmlns:m="{_OASIS}manifest:1.0"'
    return _zipped({
        "mimetype": kind,
        "META-INF/manifest.xml": f'<m:manifest {manifest}><m:file-entry m:full-path="/"'
        f' m:media-type="{kind}"/></m:manifest>',
        "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="A">{table}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>",
    })  # fmt: skip


def _ods_cell(value: str | int | None) -> str:
    if value is None:
        return "<table:table-cell/>"
    kind = "string" if isinstance(value, str) else "float"
    said = "" if isinstance(value, str) else f' office:value="{value}"'
    shown = f"<text:p>{escape(str(value))}</text:p>"
    return f'<table:table-cell office:value-type="{kind}"{said}>{shown}</table:table-cell>'


def _zipped(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    return made.getvalue()
