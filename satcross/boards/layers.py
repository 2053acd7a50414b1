"""Layers one above another: the rows of grid text, divided evenly, from the first layer on."""

from __future__ import annotations

from satcross.boards import ACROSS, DOWN, Geometry, Place, Point, Way, unusable

THROUGH = Way("Through", "T", "", -1)
_GAP = 1.0  # between layers that are drawn side by side


class Layers(Geometry):
    """Lights run across and down in a layer, and through the layers."""

    ways = (ACROSS, DOWN, THROUGH)
    n_numbers = 1

    def __init__(self, n_rows: int, n_cols: int, numbers: tuple[int, ...] = ()) -> None:
        super().__init__(n_rows, n_cols, numbers)
        (n,) = numbers
        if n_rows % n:
            raise unusable(f"{n_rows} rows cannot be {n} layers", "give each layer as many rows")
        self._height = n_rows // n

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The cell to the right, below, or at the same place of the next layer."""
        if way is ACROSS:
            return (row, col + 1) if col + 1 < self.n_cols else None
        if way is DOWN:
            return (row + 1, col) if (row + 1) % self._height else None
        return (row + self._height, col) if row + self._height < self.n_rows else None

    def corner(self, row: int, col: int) -> Point:
        """The layers are side by side."""
        layer, row = divmod(row, self._height)
        return layer * (self.n_cols + _GAP) + col, row
