"""A grid as a table of cells: a row a line, commas between cells, `#` for a block, `.` for open."""

from __future__ import annotations

from satcross.errors import GridError
from satcross.formats.losses import Feature, Losses
from satcross.formats.text import supported_grid
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import BLOCK, MAX_SIDE, OPEN, Grid
from satcross.model.gridtext import decode_grid

KEEPS = frozenset({Feature.SIZE, Feature.LETTERS, Feature.UNFILLED})


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword of a table.

    Raises:
        GridError: a cell is wrong, the rows differ in length, or there are too many.
    """
    lines = [line.strip() for line in decode_grid(data, source).split("\n") if line.strip()]
    rows = [[_cell(cell, alphabet, source) for cell in line.split(",")] for line in lines]
    if not rows or len({len(row) for row in rows}) > 1:
        raise GridError("the rows differ in length", hint="write #", source=source)
    n_rows, n_cols = len(rows), len(rows[0])
    if max(n_rows, n_cols) > MAX_SIDE:
        raise GridError(
            f"more than {MAX_SIDE} cells in a row or column",
            hint="check that it is a grid",
            source=source,
        )
    return crossword_of(Grid(n_rows, n_cols, tuple(cell for row in rows for cell in row)))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword's grid as a table."""
    grid = supported_grid(crossword, KEEPS, losses)
    n = grid.n_cols
    lines = [",".join(grid.cells[at : at + n]) for at in range(0, len(grid.cells), n)]
    return ("\n".join(lines) + "\n").encode()


def _cell(text: str, alphabet: Alphabet, source: str) -> str:
    text = text.strip().upper()
    if text in (BLOCK, OPEN):
        return text
    cell = alphabet.fold(text) if len(text) == 1 else None
    if cell is None or len(cell) != 1:
        raise GridError(
            f"{text[:20]!r} is neither a block (#), an open cell (.) nor a letter",
            hint="correct the cell, or use an alphabet that has this letter",
            source=source,
        )
    return cell
