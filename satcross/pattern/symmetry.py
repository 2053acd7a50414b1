"""Symmetries of grids, as permutations of their cells."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from satcross.errors import OptionError

# (row, col) -> (row, col) in a grid whose last row and column are the other two arguments.
Move = Callable[[int, int, int, int], tuple[int, int]]

_MOVES: dict[str, Move] = {
    "half turn": lambda r, c, last_r, last_c: (last_r - r, last_c - c),
    "quarter turn": lambda r, c, last_r, last_c: (c, last_r - r),
    "three quarters": lambda r, c, last_r, last_c: (last_c - c, r),
    "left-right": lambda r, c, last_r, last_c: (r, last_c - c),
    "top-bottom": lambda r, c, last_r, last_c: (last_r - r, c),
    "diagonal": lambda r, c, last_r, last_c: (c, r),
    "antidiagonal": lambda r, c, last_r, last_c: (last_c - c, last_r - r),
}
_NEEDS_SQUARE = {"quarter turn", "three quarters", "diagonal", "antidiagonal"}


class Symmetry(StrEnum):
    """Which moves leave a pattern as it is."""

    NONE = "none"
    ROTATION = "rotation"  # by half a turn: the usual one
    ROTATION90 = "rotation90"
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    BOTH = "both"  # left-right and top-bottom
    DIAGONAL = "diagonal"
    ANTIDIAGONAL = "antidiagonal"
    DIAGONALS = "diagonals"
    FULL = "full"  # all eight

    @classmethod
    def texts(cls) -> dict[Symmetry, str]:
        """What people call them."""
        return {one: _TEXTS[one] for one in cls}

    def images(self, n_rows: int, n_cols: int) -> list[tuple[int, ...]]:
        """Where each cell goes under each move, the move that does nothing first.

        Returns: a tuple for each move: by position, the position it goes to.

        Raises:
            OptionError: the symmetry turns rows into columns, and the grid is not square.
        """
        moves = _OF[self]
        if n_rows != n_cols and _NEEDS_SQUARE.intersection(moves):
            raise OptionError(
                f"{self} symmetry is for square grids, and this one is {n_cols}x{n_rows}",
                hint="choose rotation, left-right, top-bottom, both or none",
                parameter="symmetry",
            )
        return [tuple(range(n_rows * n_cols)), *(_permutation(m, n_rows, n_cols) for m in moves)]


_OF: dict[Symmetry, tuple[str, ...]] = {
    Symmetry.NONE: (),
    Symmetry.ROTATION: ("half turn",),
    Symmetry.ROTATION90: ("quarter turn", "half turn", "three quarters"),
    Symmetry.LEFT_RIGHT: ("left-right",),
    Symmetry.TOP_BOTTOM: ("top-bottom",),
    Symmetry.BOTH: ("left-right", "top-bottom", "half turn"),
    Symmetry.DIAGONAL: ("diagonal",),
    Symmetry.ANTIDIAGONAL: ("antidiagonal",),
    Symmetry.DIAGONALS: ("diagonal", "antidiagonal", "half turn"),
    Symmetry.FULL: tuple(_MOVES),
}


def _permutation(name: str, n_rows: int, n_cols: int) -> tuple[int, ...]:
    move = _MOVES[name]
    places = (move(r, c, n_rows - 1, n_cols - 1) for r in range(n_rows) for c in range(n_cols))
    return tuple(row * n_cols + col for row, col in places)


_TEXTS = {
    Symmetry.NONE: "no symmetry",
    Symmetry.ROTATION: "half-turn symmetry",
    Symmetry.ROTATION90: "quarter-turn symmetry",
    Symmetry.LEFT_RIGHT: "left-right symmetry",
    Symmetry.TOP_BOTTOM: "top-bottom symmetry",
    Symmetry.BOTH: "symmetry in both mirrors",
    Symmetry.DIAGONAL: "diagonal symmetry",
    Symmetry.ANTIDIAGONAL: "antidiagonal symmetry",
    Symmetry.DIAGONALS: "symmetry in both diagonals",
    Symmetry.FULL: "all symmetries",
}
