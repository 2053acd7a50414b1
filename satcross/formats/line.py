"""A square grid as one line: row after row, letters in lower case, `.` for a block.

`_` is an open square, which the original, that only prints filled grids, has no mark for. Line
breaks in it do not count, as it is wrapped where it is printed.
Source: the output of J. Lyons, *Creating crosswords with python-constraint* (2017).
"""

from __future__ import annotations

from math import isqrt

from satcross.alphabet import LATIN, Alphabet
from satcross.crossword import Crossword, crossword_of
from satcross.errors import FormatError, GridError
from satcross.formats.lettered import kept_grid, text_of
from satcross.formats.losses import Feature, Losses
from satcross.grid import BLOCK, OPEN, Grid
from satcross.grid.model import MAX_SIDE

KEEPS = frozenset({Feature.LETTERS, Feature.UNFILLED})
_MARKS = {".": BLOCK, "_": OPEN}
_WRITTEN = {cell: mark for mark, cell in _MARKS.items()}


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword of a line.

    Raises:
        GridError: it has a character that is no cell, or makes no square.
    """
    cells: list[str] = []
    for number, line in enumerate(text_of(data, source).split("\n"), 1):
        for column, char in enumerate(line.strip(), 1):
            cell = _MARKS.get(char) or alphabet.fold(char.upper())
            if cell is None or len(cell) != 1:
                raise GridError(
                    f"{char!r} is neither a block (.), an open cell (_) nor a letter",
                    mend="mend the cell or give --alphabet",
                    source=source,
                    line=number,
                    column=column,
                )
            cells.append(cell)
    n = isqrt(len(cells))
    if n * n != len(cells) or not cells:
        raise GridError(
            f"{len(cells)} cells make no square grid",
            mend=f"the nearest squares have {n * n} and {(n + 1) ** 2} cells",
            source=source,
        )
    if n > MAX_SIDE:
        raise GridError(
            f"more than {MAX_SIDE} cells in a row or column", mend="is this a grid?", source=source
        )
    return crossword_of(Grid(n, n, tuple(cells)))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword's grid in one line.

    Raises:
        FormatError: the grid is not square.
    """
    if crossword.n_rows != crossword.n_cols:
        raise FormatError(
            f"one line holds a square grid, and this one is {crossword.n_rows}x{crossword.n_cols}",
            mend="choose another format",
        )
    grid = kept_grid(crossword, KEEPS, losses)
    cells = (_WRITTEN.get(cell) or _small(cell) for cell in grid.cells)
    return ("".join(cells) + "\n").encode()


def _small(letter: str) -> str:
    small = letter.lower()
    return small if small.upper() == letter else letter
