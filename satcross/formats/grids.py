"""Grids from files of any format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from satcross.formats.registry import format_name_of
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid, read_grid

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword

# What reads crossword files is imported where it is used: a fill of grid text needs none of it.

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
    if name == "-" or _format_of(name) in _GRIDS:
        return read_grid(name, alphabet=alphabet, hex_patterns=hex_patterns), None
    from satcross.formats.reading import load_crossword
    from satcross.model.crossword import grid_of

    loaded = load_crossword(name, alphabet=alphabet)
    return grid_of(loaded.crossword, alphabet=alphabet, source=loaded.source), loaded.crossword


def _format_of(name: str) -> str:
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
