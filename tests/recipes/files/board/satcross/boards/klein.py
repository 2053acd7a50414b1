"""A Klein bottle: columns go on from the last row to the first, and rows upside down."""

from __future__ import annotations

from satcross.boards import ACROSS, Place, Way
from satcross.boards.mobius import Mobius


class Klein(Mobius):
    """The upper and the lower edge are joined, and the others upside down."""

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The next cell; after the last row, the first."""
        return super().after(way, row, col) if way is ACROSS else ((row + 1) % self.n_rows, col)
