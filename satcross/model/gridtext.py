"""Grids as text: the notations that `satcross.model.grid` reads and writes.

- `#` block, `.` or `_` open, a letter is given, one row a line (also the CS50 structures).
  `~` is a void, not part of the puzzle. `[HEART]` is one cell with several letters (a rebus), and
  `[IJ]` with one, if the alphabet has a letter of several characters. `[C/B]` is a cell with a
  letter for each of two readings, and `[ON|OFF]` one that reads ON across and OFF down (either/or);
  `.` for one that is open. `[ON/OFF]`, of several letters, is read as `[ON|OFF]`.
  After a cell, `|` is a bar on its right and `-` a bar below it.
- The same with cells separated by blanks, and rows by empty lines (Ruby Quiz 132). A text is one
  grid: if empty lines separate only some of its rows, it is several grids, and rejected.
- A hexadecimal block pattern on its own line (see `satcross.model.hexpattern`). A single line such
  as BEAD is therefore a pattern, not a row of givens: such a row has blanks between its cells.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from satcross.checks import counted
from satcross.errors import GridError
from satcross.files import utf8_text
from satcross.model.alphabet import LATIN, UNSEEN, Alphabet
from satcross.model.hexpattern import is_read_as_hex, parse_hex
from satcross.model.marks import BLOCK, MAX_SIDE, OPEN, VOID

_CELL = re.compile(r"\[[^\]]*\]|.")
MAX_REBUS = 40  # letters in one cell; more are due to a mistyped bracket
MAX_TEXT = 2 << 20  # bytes; 200 rows of 200 cells of 40 letters


class GridParts(NamedTuple):
    """The fields of a `Grid`."""

    n_rows: int
    n_cols: int
    cells: tuple[str, ...]
    bars_right: frozenset[int] = frozenset()
    bars_below: frozenset[int] = frozenset()


def parse_grid(
    text: str, *, alphabet: Alphabet = LATIN, source: str = "grid", hex_patterns: bool = True
) -> GridParts:
    """Parse `text` in any of this module's notations.

    Args:
        text: the rows, either all or none of them separated by empty lines; empty lines around
            them and blanks at the ends of lines are ignored.
        alphabet: the letters that may be given; lower case and accents are folded.
        source: names the text in errors.
        hex_patterns: whether a single line of hexadecimal digits is a pattern; else it is a row.

    Raises:
        GridError: the text is empty or several grids, its rows differ in width, or it has an
            invalid character.
    """
    if "\0" in text:
        raise _binary(source)
    if len(text) > MAX_TEXT:
        raise _too_long(source)
    lines = [
        (number, unicodedata.normalize("NFC", line.rstrip()))
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        if line.strip()
    ]
    if not lines:
        raise GridError("the grid is empty", hint="write rows of #, . and letters", source=source)
    if hex_patterns and len(lines) == 1 and is_read_as_hex(lines[0][1].strip()):
        side, square = parse_hex(lines[0][1].strip(), source=source, line=lines[0][0])
        return GridParts(side, side, square)
    _require_one_grid([number for number, _ in lines], source)
    if len(lines) > MAX_SIDE:
        raise _too_large(source, lines[0][0])
    rows = [_row_of(line, alphabet, source, number) for number, line in lines]
    n_cols = len(rows[0].cells)
    for (number, _), row in zip(lines, rows, strict=True):
        if len(row.cells) != n_cols:
            raise GridError(
                f"this row has {_cells(len(row.cells))}, the first row has {n_cols}",
                hint="make all rows the same length; use # for blocks at the ends",
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
                        hint="remove it: the edge ends every slot",
                        source=source,
                        line=number,
                        column=column,
                    )
                bars.add(index * n_cols + offset)
    cells = tuple(cell for row in rows for cell in row.cells)
    return GridParts(len(rows), n_cols, cells, frozenset(bars_right), frozenset(bars_below))


def _require_one_grid(numbers: Sequence[int], source: str) -> None:
    """Raise GridError if empty lines separate only some of the lines with these numbers."""
    steps = [after - before for before, after in pairwise(numbers)]
    if 1 in steps and max(steps) > 1:
        at = next(at for at, step in enumerate(steps) if step > 1)
        raise GridError(
            "a second grid begins here",
            hint="put each grid in its own file, as -o NAME-{}.txt does; or delete the empty"
            " line above",
            source=source,
            line=numbers[at + 1],
        )


@dataclass(slots=True)
class _Row:
    """The cells of a line with their 1-based columns, and the bars as (cell, column)."""

    cells: list[str] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    bars_right: list[tuple[int, int]] = field(default_factory=list)
    bars_below: list[tuple[int, int]] = field(default_factory=list)


def _row_of(line: str, alphabet: Alphabet, source: str, number: int) -> _Row:
    row = _Row()

    def wrong(problem: str, hint: str) -> GridError:
        return GridError(problem, hint=hint, source=source, line=number, column=column)

    at = 0
    while at < len(line):
        char, column = line[at], at + 1
        at += 1
        if char.isspace() or char in UNSEEN:  # blanks only separate cells
            continue
        if char in "|-":
            if not row.cells:
                raise wrong(f"the bar {char!r} is not after a cell", "write it after its cell")
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
            if letter not in alphabet:
                raise wrong(
                    f"{char!r} is neither a block (#), an open cell (. or _)"
                    " nor a letter of the alphabet",
                    "correct the cell, or use an alphabet that has this letter",
                )
            row.cells.append(letter or "")
        row.columns.append(column)
        if len(row.cells) > MAX_SIDE:  # at once: the line may be long
            raise _too_large(source, number)
    return row


def _rebus(text: str, alphabet: Alphabet, wrong: Callable[[str, str], GridError]) -> str:
    if two := two_texts(text, alphabet):
        if max(map(alphabet.size, re.split("[/|]", two))) > MAX_REBUS:
            raise wrong(f"the cell has more than {MAX_REBUS} letters", "write fewer")
        return two
    letters = alphabet.normalise(text)
    if not letters:
        raise wrong(
            f"[{text[:MAX_REBUS]}] has characters outside the alphabet",
            "write a cell of several letters as [HEART], or use an alphabet that has these",
        )
    n_letters = alphabet.size(letters)
    if n_letters > MAX_REBUS:
        raise wrong(f"the cell has {n_letters} letters", f"at most {MAX_REBUS} are allowed")
    return letters


def two_texts(text: str, alphabet: Alphabet) -> str:
    """`C/B` for a letter in each of two readings, `ON|OFF` for across and down; "" for others.

    `ON/OFF`, of several letters, is read as `ON|OFF`. An open cell stands for what is not known.

    >>> [two_texts(text, LATIN) for text in ("c/b", "./.", "c|b", "on|off", "AC/DC", "CAT")]
    ['C/B', './.', 'C|B', 'ON|OFF', 'AC|DC', '']
    """
    parts = re.split("[/|]", text)
    if len(parts) != 2:
        return ""
    found = [OPEN if part == OPEN else alphabet.normalise(part) or "" for part in parts]
    if not all(found):
        return ""
    are_letters = all(one == OPEN or one in alphabet for one in found)
    return ("/" if are_letters and "/" in text else "|").join(found)


def _cells(n: int) -> str:
    return counted(n, "cell")


def row_texts(
    n_cols: int,
    cells: Sequence[str],
    bars_right: Collection[int] = (),
    bars_below: Collection[int] = (),
) -> list[str]:
    """The rows of a grid in this module's first notation, aligned in columns if there are bars.

    >>> _, n_cols, *parts = parse_grid("a.|b\\n[he]-.#\\n~..")
    >>> print(*row_texts(n_cols, *parts), sep="\\n")
    A     .| B
    [HE]- .  #
    ~     .  .
    """
    texts = [cell if len(cell) == 1 else f"[{cell}]" for cell in cells]
    starts = range(0, len(texts), n_cols)
    if not bars_right and not bars_below:
        return ["".join(texts[start : start + n_cols]) for start in starts]
    for position in range(len(texts)):
        texts[position] += "|" if position in bars_right else ""
        texts[position] += "-" if position in bars_below else ""
    widths = [max(map(len, texts[col::n_cols])) for col in range(n_cols)]
    rows = [zip(texts[start : start + n_cols], widths, strict=True) for start in starts]
    return [" ".join(text.ljust(width) for text, width in row).rstrip() for row in rows]


def readable_row(row: str) -> str:
    """The only row of a grid, its cells apart where it would be read as a hexadecimal pattern.

    >>> readable_row("BEAD"), readable_row("CATS"), readable_row("CAB"), readable_row("A")
    ('B E A D', 'CATS', 'CAB', '[A]')
    """
    if not is_read_as_hex(row):
        return row
    return " ".join(row) if len(row) > 1 else f"[{row}]"


def runs_right_to_left(text: str) -> bool:
    """Whether a text has letters that are written from right to left.

    >>> runs_right_to_left("C#T"), runs_right_to_left("#ש")
    (False, True)
    """
    return not text.isascii() and any(map(_is_right_to_left, text))


def _is_right_to_left(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("R", "AL")


def shown_rows(rows: Sequence[str]) -> list[str]:
    """Rows of `row_texts` as people read them, which `parse_grid` reads as well.

    Rows of letters that run from right to left stay in the order of reading. A mark at both ends
    makes terminals and editors that know such letters show blocks and bars from right to left,
    too; others show the grid from left to right. Blanks keep Arabic letters apart.

    >>> shown_rows(["C#T"]), shown_rows(["ש#מ"])
    (['C#T'], ['\u200fש#מ\u200f'])
    """
    if len(rows) == 1:
        rows = [readable_row(rows[0])]
    if not any(map(runs_right_to_left, rows)):
        return list(rows)
    if any(unicodedata.bidirectional(char) == "AL" for row in rows for char in row):
        rows = [row if " " in row else " ".join(_CELL.findall(row)) for row in rows]
    return [f"\u200f{row}\u200f" for row in rows]


def decode_grid(data: bytes, source: str) -> str:
    """The text in the bytes of a file. Raises GridError: it is binary, not UTF-8, or too long."""
    if b"\0" in data:
        raise _binary(source)
    if len(data) > MAX_TEXT:
        raise _too_long(source)
    return utf8_text(data, source, GridError)


def _too_large(source: str, line: int) -> GridError:
    return GridError(
        f"more than {MAX_SIDE} cells in a row or column",
        hint="check that it is a grid",
        source=source,
        line=line,
    )


def _too_long(source: str) -> GridError:
    return GridError(
        f"more than {MAX_TEXT >> 20} MB of text", hint="check that it is a grid", source=source
    )


def _binary(source: str) -> GridError:
    return GridError(
        "the file is binary, not a grid", hint="a grid is rows of #, . and letters", source=source
    )
