"""Grids as text: the forms that people type, and where they come from.

- `#` block, `.` or `_` open, a letter is given, one row a line (also the CS50 structures).
  `~` is a void: no cell of the puzzle. `[HEART]` is one cell that holds several letters (a rebus).
  After a cell, `|` is a bar on its right and `-` a bar below it.
- The same with the cells of a row apart by blanks, and rows apart by empty lines (Ruby Quiz 132).
- A hexadecimal block pattern on a line of its own (see `satcross.grid.hexpattern`). One line of
  nothing but the letters A to F is therefore a pattern, not a row of givens.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import GridError
from satcross.files import read_file, utf8_text
from satcross.grid.hexpattern import looks_like_hex, parse_hex
from satcross.grid.model import BLOCK, MAX_SIDE, OPEN, VOID, Grid

MAX_REBUS = 40  # letters in one cell; what is longer is a mistyped bracket


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
    rows = [_row_of(line, alphabet, source, number) for number, line in lines]
    n_cols = len(rows[0].cells)
    for (number, _), row in zip(lines, rows, strict=True):
        if len(row.cells) > MAX_SIDE or len(rows) > MAX_SIDE:
            raise GridError(
                f"more than {MAX_SIDE} cells in a row or column",
                mend="is this a grid?",
                source=source,
                line=number,
            )
        if len(row.cells) != n_cols:
            raise GridError(
                f"this row has {_cells(len(row.cells))}, the first row has {n_cols}",
                mend="make all rows equally long; use # for blocks at the ends",
                source=source,
                line=number,
                column=row.columns[n_cols] if len(row.cells) > n_cols else row.columns[-1] + 1,
            )
    bars_right: set[int] = set()
    bars_below: set[int] = set()
    for index, ((number, _), row) in enumerate(zip(lines, rows, strict=True)):
        for where, bars, n_before_end in (
            (row.bars_right, bars_right, n_cols - 1),
            (row.bars_below, bars_below, n_cols if index + 1 < len(rows) else 0),
        ):
            for offset, column in where:
                if offset >= n_before_end:
                    raise GridError(
                        "a bar at the edge of the grid",
                        mend="leave it out: the edge ends every slot",
                        source=source,
                        line=number,
                        column=column,
                    )
                bars.add(index * n_cols + offset)
    cells = tuple(cell for row in rows for cell in row.cells)
    return Grid(len(rows), n_cols, cells, frozenset(bars_right), frozenset(bars_below))


@dataclass(slots=True)
class _Row:
    """The cells of a line with their 1-based columns, and the bars as (cell, column)."""

    cells: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    bars_right: list[tuple[int, int]] = field(default_factory=list)
    bars_below: list[tuple[int, int]] = field(default_factory=list)


def _row_of(line: str, alphabet: Alphabet, source: str, number: int) -> _Row:
    row = _Row()

    def wrong(problem: str, mend: str) -> GridError:
        return GridError(problem, mend=mend, source=source, line=number, column=column)

    at = 0
    while at < len(line):
        char, column = line[at], at + 1
        at += 1
        if char.isspace():  # blanks only set cells apart
            continue
        if char in "|-":
            if not row.cells:
                raise wrong(
                    f"{char!r} is a bar of the cell before it, and there is none",
                    "write it after a cell",
                )
            (row.bars_right if char == "|" else row.bars_below).append((len(row.cells) - 1, column))
            continue
        if char == "[":
            end = line.find("]", at)
            if end < 0:
                raise wrong("'[' without ']'", "write a cell of several letters as [HEART]")
            row.cells.append(_rebus(line[at:end], alphabet, wrong))
            at = end + 1
        elif char in (BLOCK, VOID):
            row.cells.append(char)
        elif char in "._":
            row.cells.append(OPEN)
        else:
            letter = alphabet.fold(char.upper())
            if letter is None or len(letter) != 1:
                raise wrong(
                    f"{char!r} is neither a block (#), an open cell (. or _)"
                    " nor a letter of the alphabet",
                    "mend the cell or give --alphabet",
                )
            row.cells.append(letter)
        row.columns.append(column)
    return row


def _rebus(text: str, alphabet: Alphabet, wrong: Callable[[str, str], GridError]) -> str:
    letters = alphabet.normalise(text)
    if not letters:
        raise wrong(
            f"[{text[:MAX_REBUS]}] holds no letters of the alphabet",
            "write a cell of several letters as [HEART], or give --alphabet",
        )
    if len(letters) > MAX_REBUS:
        raise wrong(f"a cell of {len(letters)} letters", f"a cell holds at most {MAX_REBUS}")
    return letters


def _cells(n: int) -> str:
    return f"{n} cell{'' if n == 1 else 's'}"


def row_texts(grid: Grid) -> list[str]:
    """A grid's rows in this module's first form: cells side by side, apart only beside bars.

    >>> print(*row_texts(parse_grid("a.|b\\n[he]-.#\\n~..")), sep="\\n")
    A     .| B
    [HE]- .  #
    ~     .  .
    """
    if not grid.bars_right and not grid.bars_below:
        return ["".join(map(cell_text, row)) for row in grid.rows()]
    texts = [
        cell_text(cell)
        + ("|" if position in grid.bars_right else "")
        + ("-" if position in grid.bars_below else "")
        for position, cell in enumerate(grid.cells)
    ]
    n = grid.n_cols
    widths = [max(map(len, texts[col::n])) for col in range(n)]
    return [
        " ".join(text.ljust(width) for text, width in zip(texts[a : a + n], widths, strict=True))
        .rstrip()
        for a in range(0, len(texts), n)
    ]  # fmt: skip


def cell_text(cell: str) -> str:
    """A cell as it is written in a grid: several letters in brackets."""
    return cell if len(cell) == 1 else f"[{cell}]"


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
    if hex_patterns and looks_like_hex(name) and not Path(name).exists():
        return parse_hex(name)
    data = read_file(Path(name), GridError)
    text = _decode(data, name)
    return parse_grid(text, alphabet=alphabet, source=name, hex_patterns=hex_patterns)


def _binary(source: str) -> GridError:
    return GridError(
        "the file is binary, not a grid", mend="give rows of #, . and letters", source=source
    )


def _decode(data: bytes, source: str) -> str:
    if b"\0" in data:
        raise _binary(source)
    return utf8_text(data, source, GridError)
