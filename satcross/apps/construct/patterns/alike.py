"""Which patterns count as one."""

from __future__ import annotations

from enum import StrEnum

from satcross import Symmetry


class Alike(StrEnum):
    """Which patterns count as one, and are given once."""

    EXACTLY = "exactly"  # the same cells
    TRANSPOSED = "transposed"  # across and down may change places: the same fills fit both
    TURNED = "turned"  # turned or mirrored in any way


def alike_images(alike: Alike, n_rows: int, n_cols: int) -> list[tuple[int, ...]]:
    """The moves, as for `images`, whose patterns count as one."""
    match alike:
        case Alike.EXACTLY:
            return Symmetry.NONE.images(n_rows, n_cols)
        case Alike.TRANSPOSED:
            return (Symmetry.DIAGONAL if n_rows == n_cols else Symmetry.NONE).images(n_rows, n_cols)
        case Alike.TURNED:
            return all_images(n_rows, n_cols)


def all_images(n_rows: int, n_cols: int) -> list[tuple[int, ...]]:
    """`images` of every symmetry that a grid of this size can have: eight for a square, or four."""
    return (Symmetry.FULL if n_rows == n_cols else Symmetry.BOTH).images(n_rows, n_cols)
