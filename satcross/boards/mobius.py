"""A Möbius strip: a row goes on from the last column in the row that is as far from the bottom."""

from __future__ import annotations

from satcross.boards import ACROSS, Arrow, Geometry, Place, Way


class Mobius(Geometry):
    """The left and the right edge are joined upside down."""

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The next cell of the row; after the last one, the first of the mirrored row."""
        if way is ACROSS:
            return (row, col + 1) if col + 1 < self.n_cols else (self.n_rows - 1 - row, 0)
        return (row + 1, col) if row + 1 < self.n_rows else None

    def arrows(self) -> list[Arrow]:
        """Down one edge and up the other."""
        middle = self.n_rows / 2
        return [Arrow((0, middle), (0, 1), 1), Arrow((self.n_cols, middle), (0, -1), 1)]
