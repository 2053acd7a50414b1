"""Grids as text: the forms that people type, and where they come from.

- `#` block, `.` or `_` open, a letter is given, one row a line (also the CS50 structures).
- The same with the cells of a row apart by blanks, and rows apart by empty lines (Ruby Quiz 132).
- A hexadecimal block pattern on a line of its own (see `satcross.grid.hexpattern`). One line of
  nothing but the letters A to F is therefore a pattern, not a row of givens.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import GridError
from satcross.grid.hexpattern import looks_like_hex, parse_hex
from satcross.grid.model import BLOCK, MAX_SIDE, OPEN, Grid


def parse_grid(
    text: str, *, alphabet: Alphabet = LATIN, source: str = "grid", hex_patterns: bool = True
) -> Grid:
    """Read a grid from `text` in any of this module's forms.

    Args:
        text: the rows; empty lines and blanks at the end of lines do not count.
        alphabet: which letters may be given; lower case and accents are folded to them.
        source: names the text in errors.
        hex_patterns: whether a lone line of hexadecimal digits is a pattern; else it is a row.

    Raises:
        GridError: empty text, rows of different width, or a character that is no cell.
    """
    if "\0" in text:
        raise _binary(source)
    lines = [
        (number, unicodedata.normalize("NFC", line.rstrip()))
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if line.strip()
    ]
    if not lines:
        raise GridError("the grid is empty", mend="give rows of #, . and letters", source=source)
    if hex_patterns and len(lines) == 1 and looks_like_hex(lines[0][1].strip()):
        return parse_hex(lines[0][1].strip(), source=source, line=lines[0][0])
    rows = [_cells_of(line) for _, line in lines]
    n_cols = len(rows[0])
    cells: list[str] = []
    for (number, _), row in zip(lines, rows, strict=True):
        if len(row) > MAX_SIDE or len(rows) > MAX_SIDE:
            raise GridError(
                f"more than {MAX_SIDE} cells in a row or column",
                mend="is this a grid?",
                source=source,
                line=number,
            )
        for column, char in row:
            cells.append(_cell(char, alphabet, source, number, column))
        if len(row) != n_cols:
            raise GridError(
                f"this row has {_cells(len(row))}, the first row has {n_cols}",
                mend="make all rows equally long; use # for blocks at the ends",
                source=source,
                line=number,
                column=row[n_cols][0] if len(row) > n_cols else row[-1][0] + 1,
            )
    return Grid(len(rows), n_cols, tuple(cells))


def _cells_of(line: str) -> list[tuple[int, str]]:
    """The (1-based column, character) of each cell: blanks only set cells apart."""
    return [(column, char) for column, char in enumerate(line, 1) if not char.isspace()]


def _cells(n: int) -> str:
    return f"{n} cell{'' if n == 1 else 's'}"


def _cell(char: str, alphabet: Alphabet, source: str, line: int, column: int) -> str:
    if char == BLOCK:
        return BLOCK
    if char in "._":
        return OPEN
    letter = alphabet.fold(char.upper())
    if letter is None or len(letter) != 1:
        raise GridError(
            f"{char!r} is neither a block (#), an open cell (. or _) nor a letter of the alphabet",
            mend="mend the cell or give --alphabet",
            source=source,
            line=line,
            column=column,
        )
    return letter


def read_grid(name: str, *, alphabet: Alphabet = LATIN, hex_patterns: bool = True) -> Grid:
    """Read a grid from a file, from standard input, or from a hex pattern given as it is.

    Args:
        name: a path; `-` for standard input; or a hexadecimal pattern, when no such file exists.
        alphabet: which letters may be given.
        hex_patterns: whether to read patterns, from files too.

    Raises:
        GridError: it cannot be read, or is no grid.
    """
    if name == "-":
        text = _decode(sys.stdin.buffer.read(), "<stdin>")
        return parse_grid(text, alphabet=alphabet, source="<stdin>", hex_patterns=hex_patterns)
    try:
        data = Path(name).read_bytes()
    except FileNotFoundError:
        if hex_patterns and looks_like_hex(name):
            return parse_hex(name)
        raise GridError("there is no such file", mend="check the path", source=name) from None
    except IsADirectoryError:
        raise GridError("this is a directory", mend="name a file in it", source=name) from None
    except PermissionError:
        raise GridError("no permission to read the file", source=name) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise GridError(f"the file cannot be read: {reason}", source=name) from None
    text = _decode(data, name)
    return parse_grid(text, alphabet=alphabet, source=name, hex_patterns=hex_patterns)


def _binary(source: str) -> GridError:
    return GridError(
        "the file is binary, not a grid", mend="give rows of #, . and letters", source=source
    )


def _decode(data: bytes, source: str) -> str:
    if b"\0" in data:
        raise _binary(source)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise GridError(
            "the file is not UTF-8 text", mend="save it as UTF-8", source=source, line=line
        ) from None
