"""Data of one format that a `Crossword` has no field for, and bars, which ipuz and .jpz share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from satcross import Crossword
from satcross.extend import Clue, Extras, Square

SIDES = "TRBL"  # top, right, bottom, left: the order in which ipuz has them
_NOTHING: Mapping[str, Any] = {}


def extras_for(owner: Crossword | Square | Clue, name: str) -> Mapping[str, Any]:
    """The extras that a file of the format `name` left with a crossword, a square or a clue."""
    return owner.extras.get(name, _NOTHING)


def extras_of(name: str, kept: Mapping[str, Any]) -> Extras:
    """The extras with this data for one format; none if there is none."""
    return MappingProxyType({name: MappingProxyType(dict(kept))}) if kept else MappingProxyType({})


def joined_notes(*texts: str) -> str:
    """The notes of a file with several places for them: each text once, a blank line between."""
    return "\n\n".join(dict.fromkeys(text for text in texts if text.strip()))


def sides_of(crossword: Crossword, position: int) -> str:
    """The sides of a square that have a bar, out of T, R, B, L."""
    has_bar = (
        position - crossword.n_cols in crossword.bars_below,
        position in crossword.bars_right,
        position in crossword.bars_below,
        position - 1 in crossword.bars_right,
    )
    return "".join(side for side, has in zip(SIDES, has_bar, strict=True) if has)


def with_bars(
    squares: Sequence[Square], n_cols: int, sides: Mapping[int, Collection[str]]
) -> Crossword:
    """A crossword with a bar between two squares if either has one on that side.

    Bars at the edge of the grid are ignored.

    Args:
        squares: row by row.
        n_cols: the number of columns.
        sides: by position, the sides with a bar, out of T, R, B, L.

    Raises:
        GridError: as `Crossword`.
    """
    n_rows = len(squares) // n_cols
    right: set[int] = set()
    below: set[int] = set()
    for position, some in sides.items():
        row, col = divmod(position, n_cols)
        if "R" in some and col + 1 < n_cols:
            right.add(position)
        if "L" in some and col:
            right.add(position - 1)
        if "B" in some and row + 1 < n_rows:
            below.add(position)
        if "T" in some and row:
            below.add(position - n_cols)
    return Crossword(n_rows, n_cols, tuple(squares), frozenset(right), frozenset(below))
