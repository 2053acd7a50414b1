"""A square grid as one line: row after row, letters in lower case, `.` for a block.

`_` is an open square; the original prints only filled grids and has no mark for it. Line breaks
are ignored, since the original wraps long lines.
Source: the output of J. Lyons, *Creating crosswords with python-constraint* (2017).
"""

from __future__ import annotations

from math import isqrt

from satcross.checks import counted
from satcross.errors import FormatError, GridError
from satcross.formats.losses import Feature, Losses
from satcross.formats.text import supported_grid
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import BLOCK, MAX_SIDE, OPEN, Grid
from satcross.model.gridtext import decode_grid

KEEPS = frozenset({Feature.LETTERS, Feature.UNFILLED})
_MARKS = {".": BLOCK, "_": OPEN}
_WRITTEN = {cell: mark for mark, cell in _MARKS.items()}


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword of a line.

    Raises:
        GridError: it has an invalid character, or its length is not a square number.
    """
    cells: list[str] = []
    for number, line in enumerate(decode_grid(data, source).split("\n"), 1):
        for column, char in enumerate(line.strip(), 1):
            cell = _MARKS.get(char) or alphabet.fold(char.upper()) or ""
            if char not in _MARKS and cell not in alphabet:
                raise GridError(
                    f"{char!r} is neither a block (.), an open cell (_) nor a letter",
                    hint="correct the cell, or use an alphabet that has this letter",
                    source=source,
                    line=number,
                    column=column,
                )
            cells.append(cell)
    n = isqrt(len(cells))
    if n * n != len(cells) or not cells:
        raise GridError(
            f"{len(cells)} cells are not a square grid",
            hint=f"the nearest squares have {n * n} and {(n + 1) ** 2} cells",
            source=source,
        )
    if n > MAX_SIDE:
        raise GridError(
            f"more than {MAX_SIDE} cells in a row or column",
            hint="check that it is a grid",
            source=source,
        )
    return crossword_of(Grid(n, n, tuple(cells)))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword's grid in one line.

    Raises:
        FormatError: the grid is not square.
    """
    if crossword.n_rows != crossword.n_cols:
        raise FormatError(
            f"the grid must be square, got {counted(crossword.n_rows, 'row')} of"
            f" {crossword.n_cols}",
            hint="use another format",
        )
    grid = supported_grid(crossword, KEEPS, losses)
    cells = (_WRITTEN.get(cell) or _small(cell) for cell in grid.cells)
    return ("".join(cells) + "\n").encode()


def _small(letter: str) -> str:
    small = letter.lower()
    return small if small.upper() == letter else letter
