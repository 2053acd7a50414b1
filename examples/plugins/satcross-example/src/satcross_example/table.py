"""A crossword as a Markdown table: a row for each row of the grid, `#` for blocks, `.` for open."""

from __future__ import annotations

from satcross import Crossword, FormatError, Grid, GridError, crossword_of
from satcross.extend import MAX_SIDE, Feature, Format, Losses, SquareKind

KEEPS = frozenset({Feature.SIZE, Feature.UNFILLED, Feature.LETTERS})


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a table.

    Raises:
        FormatError: it is not such a table. Whatever the bytes are, nothing else is raised.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise FormatError("the file is not UTF-8", source=source) from None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    if len(rows) < 3 or set("".join(rows[1])) > set("-"):  # the head and the line below it
        raise FormatError("the file has no table", hint="see README.md", source=source)
    cells = [cell.upper() for row in rows[2:] for cell in row]
    sides = {len(row) for row in rows[2:]}
    bad = [cell for cell in cells if len(cell) != 1 or not (cell.isalpha() or cell in "#.")]
    if len(sides) > 1 or bad:
        raise FormatError(
            f"{bad[0][:20]!r} is no cell" if bad else "the rows differ in length", source=source
        )
    if max(*sides, len(rows) - 2) > MAX_SIDE:
        raise FormatError(f"more than {MAX_SIDE} cells in a row or column", source=source)
    try:
        return crossword_of(Grid(len(rows) - 2, sides.pop(), tuple(cells)))
    except GridError as error:
        raise FormatError(error.problem, source=source) from None


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as a table; what has no place in it is reported to `losses`."""
    losses.drop_unsupported(crossword, KEEPS)
    marks = [
        square.solution[:1] or "." if square.kind is SquareKind.OPEN else "#"
        for square in crossword.squares
    ]
    n = crossword.n_cols
    lines = ["|" + "   |" * n, "|" + " - |" * n]
    lines += ["| " + " | ".join(marks[at : at + n]) + " |" for at in range(0, len(marks), n)]
    return losses.encoded("\n".join(lines) + "\n")


FORMAT = Format("table", "Markdown table", (".mdtable",), read, write, KEEPS)
