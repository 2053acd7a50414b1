"""Grid text, as `satcross.grid.text` describes it: one row a line, no clues.

Letters are written in capitals. A file of letters that are not A to Z is read with the alphabet
that has them.
"""

from __future__ import annotations

from satcross.alphabet import LATIN, Alphabet
from satcross.crossword import Crossword, crossword_of
from satcross.formats.lettered import kept_grid, text_of
from satcross.formats.losses import Feature, Losses
from satcross.grid import Grid
from satcross.grid.hexpattern import looks_like_hex
from satcross.grid.text import MAX_REBUS

KEEPS = frozenset(
    {Feature.SIZE, Feature.BARS, Feature.VOIDS, Feature.REBUS, Feature.LETTERS, Feature.UNFILLED}
)


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword of a grid text.

    Raises:
        GridError: it is no grid; told with line and column.
    """
    return crossword_of(Grid.parse(text_of(data, source), alphabet=alphabet, source=source))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword's grid as text."""
    lines = kept_grid(crossword, KEEPS, losses, max_letters=MAX_REBUS).lines()
    if len(lines) == 1 and looks_like_hex(lines[0]):  # a row of the letters A to F
        lines = [" ".join(lines[0]) if len(lines[0]) > 1 else f"[{lines[0]}]"]
    return ("\n".join(lines) + "\n").encode()
