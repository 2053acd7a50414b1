"""The block pattern of a square grid in hexadecimal, as `satcross.grid.hexpattern` describes it."""

from __future__ import annotations

from satcross.crossword import Crossword, crossword_of
from satcross.errors import FormatError
from satcross.formats.dropping import drop_cells, drop_unkept, kept_pattern
from satcross.formats.extras import note_foreign
from satcross.formats.lettered import text_of
from satcross.formats.losses import Feature, Losses
from satcross.grid import Grid

KEEPS = frozenset({Feature.UNFILLED})


def read(data: bytes, source: str) -> Crossword:
    """The crossword of a pattern: blocks and open squares.

    Raises:
        GridError: it is no pattern.
    """
    return crossword_of(Grid.from_hex(text_of(data, source).strip(), source=source))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword's blocks. All letters are lost.

    Raises:
        FormatError: the grid is not square.
    """
    if crossword.n_rows != crossword.n_cols:
        raise FormatError(
            f"a hex pattern is square, and this grid is {crossword.n_rows}x{crossword.n_cols}",
            mend="choose another format",
        )
    note_foreign(crossword, "", losses)
    drop_unkept(crossword, KEEPS, losses)
    filled = [p for p, square in enumerate(crossword.squares) if square.solution]
    drop_cells(crossword, Feature.LETTERS, filled, losses)
    return (kept_pattern(crossword, KEEPS).to_hex() + "\n").encode()
