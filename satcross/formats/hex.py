"""The block pattern of a square grid in hexadecimal, as `model.hexpattern` describes it."""

from __future__ import annotations

from satcross.checks import counted
from satcross.errors import FormatError
from satcross.formats.losses import Feature, Losses, supported_pattern
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.gridtext import decode_grid

KEEPS = frozenset({Feature.UNFILLED})


def read(data: bytes, source: str) -> Crossword:
    """The crossword of a pattern: blocks and open squares.

    Raises:
        GridError: it is not a pattern.
    """
    return crossword_of(Grid.from_hex(decode_grid(data, source).strip(), source=source))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword's blocks. All letters are lost.

    Raises:
        FormatError: the grid is not square.
    """
    if crossword.n_rows != crossword.n_cols:
        raise FormatError(
            f"a hex pattern must be square, got"
            f" {counted(crossword.n_rows, 'row')} of {crossword.n_cols}",
            hint="use another format",
        )
    losses.note_foreign(crossword, "")
    losses.drop_unsupported(crossword, KEEPS)
    filled = [p for p, square in enumerate(crossword.squares) if square.solution]
    losses.drop_cells(crossword, Feature.LETTERS, filled)
    return (supported_pattern(crossword, KEEPS).to_hex() + "\n").encode()
