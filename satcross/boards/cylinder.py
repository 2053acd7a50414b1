"""A cylinder: rows go on from the last column to the first."""

from __future__ import annotations

from satcross.boards import ACROSS, Arrow, Geometry, Place, Way


class Cylinder(Geometry):
    """The left and the right edge are joined."""

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The next cell of the row, in a circle; or the cell below."""
        if way is ACROSS:
            return row, (col + 1) % self.n_cols
        return (row + 1, col) if row + 1 < self.n_rows else None

    def arrows(self) -> list[Arrow]:
        """Down both edges."""
        middle = self.n_rows / 2
        return [Arrow((x, middle), (0, 1), 1) for x in (0, self.n_cols)]
