"""From command-line arguments to a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.errors import GridError

if TYPE_CHECKING:
    from satcross.puzzle import Puzzle
    from satcross.words import WordList


def load_puzzle(
    name: str,
    words: WordList,
    *,
    distinct: bool = True,
    min_length: int = 2,
    hex_patterns: bool = True,
) -> Puzzle:
    """The puzzle of the grid called `name` (a path, `-`, or a hex pattern) with `words`.

    Raises:
        GridError: it cannot be read or is no puzzle; the error names it.
    """
    from satcross.grid import read_grid
    from satcross.puzzle import Puzzle

    grid = read_grid(name, alphabet=words.alphabet, hex_patterns=hex_patterns)
    try:
        return Puzzle(grid, words, distinct=distinct, min_length=min_length)
    except GridError as error:
        if error.source:
            raise
        source = "<stdin>" if name == "-" else name
        raise GridError(error.problem, mend=error.mend, source=source) from None
