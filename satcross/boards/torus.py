"""A torus: rows go on from the last column to the first, and columns from the last row."""

from __future__ import annotations

from satcross.boards import ACROSS, Arrow, Place, Way
from satcross.boards.cylinder import Cylinder


class Torus(Cylinder):
    """Opposite edges are joined."""

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The next cell of the row or column, in a circle."""
        return super().after(way, row, col) if way is ACROSS else ((row + 1) % self.n_rows, col)

    def arrows(self) -> list[Arrow]:
        """One head on the sides, two above and below."""
        middle = self.n_cols / 2
        return super().arrows() + [Arrow((middle, y), (1, 0), 2) for y in (0, self.n_rows)]
