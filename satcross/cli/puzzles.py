"""From command-line arguments to a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.errors import GridError

if TYPE_CHECKING:
    from satcross.alphabet import Alphabet
    from satcross.crossword import Crossword
    from satcross.grid import Grid
    from satcross.puzzle import Puzzle
    from satcross.words import WordList

_GRIDS = ("text", "hex")  # the formats that `read_grid` tells apart by itself
_HEAD = 64  # bytes that tell what a file is whose name does not


def load_grid(
    name: str, alphabet: Alphabet, *, hex_patterns: bool = True
) -> tuple[Grid, Crossword | None]:
    """The grid called `name`: a path, `-`, or a hex pattern; and the crossword around it.

    Returns: the grid, whose given letters are what the file says of the solution; and, for
        crossword files, the rest of what they say; None for grid text.

    Raises:
        GridError, FormatError: it cannot be read, or holds letters of another alphabet.
    """
    from satcross.grid import read_grid

    if name == "-" or _format_of(name) in _GRIDS:
        return read_grid(name, alphabet=alphabet, hex_patterns=hex_patterns), None
    from satcross.crossword import grid_of
    from satcross.formats.reading import load_crossword

    loaded = load_crossword(name, alphabet=alphabet)
    return grid_of(loaded.crossword, alphabet=alphabet, source=loaded.source), loaded.crossword


def _format_of(name: str) -> str:
    from satcross.formats.registry import format_name_of

    named = format_name_of(name)
    if named is not None:
        return named
    try:
        with Path(name).open("rb") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError):
        return "text"  # whose reader says what is wrong
    from satcross.formats.reading import sniffed

    return sniffed(head)


def load_puzzle(
    name: str,
    words: WordList,
    *,
    distinct: bool = True,
    min_length: int = 2,
    rebus: Sequence[str] | None = None,
    max_shared_substring: int | None = None,
    no_near_duplicates: bool = False,
    hex_patterns: bool = True,
) -> Puzzle:
    """The puzzle of the grid called `name` (see `load_grid`) with `words`.

    Args: as `Puzzle` has them.

    Raises:
        OptionError: an option makes no sense.
        GridError, FormatError: it cannot be read or is no puzzle; the error names it.
    """
    grid, _ = load_grid(name, words.alphabet, hex_patterns=hex_patterns)
    return puzzle_of(
        grid,
        words,
        source=name,
        distinct=distinct,
        min_length=min_length,
        rebus=rebus,
        max_shared_substring=max_shared_substring,
        no_near_duplicates=no_near_duplicates,
    )


def puzzle_of(
    grid: Grid,
    words: WordList,
    *,
    source: str,
    distinct: bool = True,
    min_length: int = 2,
    rebus: Sequence[str] | None = None,
    max_shared_substring: int | None = None,
    no_near_duplicates: bool = False,
) -> Puzzle:
    """The puzzle of a grid from the file called `source` with `words`.

    Raises: as `load_puzzle`.
    """
    from satcross.puzzle import Puzzle

    try:
        return Puzzle(
            grid,
            words,
            distinct=distinct,
            min_length=min_length,
            rebus=tuple(rebus or ()),
            max_shared_substring=max_shared_substring,
            no_near_duplicates=no_near_duplicates,
        )
    except GridError as error:
        if error.source:
            raise
        name = "<stdin>" if source == "-" else source
        raise GridError(error.problem, mend=error.mend, source=name) from None
