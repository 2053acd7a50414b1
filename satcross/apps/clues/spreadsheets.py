"""Lists in spreadsheets, .xlsx and .ods, as lines of text; read by python-calamine."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

from satcross import OptionError, WordListError

_MAX_BYTES = 32 << 20  # of all parts, unpacked
MAX_CELLS = 1_000_000  # of a sheet; the library holds the whole rectangle
_DAMAGE = (RuntimeError, NotImplementedError, OSError, ValueError, EOFError, zlib.error)
_XLSX, _ODS = "xl/workbook.xml", "content.xml"
_PLACE = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')  # of a cell in .xlsx
_ROW = re.compile(rb"<(?:\w+:)?table-row\b([^>]*)>(.*?)</(?:\w+:)?table-row>", re.DOTALL)
_CELL = re.compile(rb"<(?:\w+:)?table-cell\b([^>]*[^/>])>")  # of .ods, with content
_REPEATED = re.compile(rb'number-(?:rows|columns)-repeated="([0-9]{1,9})"')


def is_spreadsheet(data: bytes) -> bool:
    """Whether the bytes of a file are those of an .xlsx or .ods."""
    if not data.startswith(b"PK\3\4"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = set(packed.namelist())
            if _XLSX in names:
                return True
            is_open = {_ODS, "mimetype"} <= names and packed.getinfo("mimetype").file_size < 100
            return is_open and b"spreadsheet" in packed.read("mimetype")
    except (zipfile.BadZipFile, *_DAMAGE):
        return False


def lines_of_spreadsheet(data: bytes, source: str) -> list[str]:
    """The rows of the first sheet that has any, their cells with tabs between them.

    Raises:
        OptionError: python-calamine is not installed.
        WordListError: the file is damaged, too large, has a password, or has no text.
    """
    try:
        import python_calamine as calamine
    except ImportError:
        raise OptionError(
            "spreadsheets need python-calamine",
            hint="pip install 'satcross[sheets]', or save it as CSV",
            source=source,
        ) from None
    _check_size(data, source)
    try:
        with calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            for at in range(len(book.sheet_names)):
                # From the first row on, so that the numbers of lines are those of rows.
                rows = book.get_sheet_by_index(at).to_python(skip_empty_area=False)
                if any(any(map(_shown, row)) for row in rows):
                    return ["\t".join(map(_shown, row)).rstrip("\t") for row in rows]
    except (calamine.CalamineError, zipfile.BadZipFile) as problem:
        raise _unreadable(f"the spreadsheet cannot be read: {problem}", source) from None
    raise WordListError("the spreadsheet is empty", hint="write one word a row", source=source)


def _unreadable(problem: str, source: str) -> WordListError:
    hint = "open it in its program, and save it as CSV"
    return WordListError(" ".join(problem.split())[:200], hint=hint, source=source)


def _check_size(data: bytes, source: str) -> None:
    """Refuse what would not fit in memory, before the library reads it. Raises WordListError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            if sum(part.file_size for part in parts) > _MAX_BYTES:
                raise _unreadable("the spreadsheet is too large", source)
            read = [packed.read(part) for part in parts if _is_sheet(part.filename)]
    except (zipfile.BadZipFile, *_DAMAGE) as problem:
        raise _unreadable(f"the spreadsheet is damaged: {problem}", source) from None
    if max(map(_n_cells, read), default=0) > MAX_CELLS:
        raise _unreadable(f"the spreadsheet has more than {MAX_CELLS:,} cells", source)


def _is_sheet(name: str) -> bool:
    return name == _ODS or (name.startswith("xl/worksheets/") and name.endswith(".xml"))


def _n_cells(sheet: bytes) -> int:
    """How many cells a sheet's rectangle has, or the rows that it repeats."""
    places = _PLACE.findall(sheet)
    n_cols = max((_column(letters) for letters, _ in places), default=0)
    n_rows = max((int(number) for _, number in places), default=0)
    return max(n_cols * n_rows, sum(_repeated_cells(sheet)))


def _column(letters: bytes) -> int:
    n = 0
    for letter in letters:
        n = 26 * n + letter - ord("A") + 1
    return n


def _repeated_cells(sheet: bytes) -> Iterator[int]:
    for about, cells in _ROW.findall(sheet):
        yield _times(about) * sum(map(_times, _CELL.findall(cells)))


def _times(about: bytes) -> int:
    found = _REPEATED.search(about)
    return int(found[1]) if found else 1


def _shown(value: object) -> str:
    """A cell as text on one line."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())
