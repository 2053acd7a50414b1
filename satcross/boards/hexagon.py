"""Hexagons: every second row, from the second on, is half a cell to the right of the others."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin, sqrt

from satcross.boards import ACROSS, Geometry, Looks, Place, Point, Way

DOWN_RIGHT = Way("Down right", "R", "-", 2)
DOWN_LEFT = Way("Down left", "L", "-", 3)
_RADIUS = 1 / sqrt(3)  # so that a cell is 1 wide
_NUMBER, _LOWER = 0.33, 0.03  # how far a number is above the middle, and a letter below it


class Hexagon(Geometry):
    """Lights run across and down to both sides."""

    ways = (ACROSS, DOWN_RIGHT, DOWN_LEFT)

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The cell to the right, or one of the two below."""
        row_after = row if way is ACROSS else row + 1
        col_after = col + 1 if way is ACROSS else col + row % 2 - (way is DOWN_LEFT)
        inside = row_after < self.n_rows and 0 <= col_after < self.n_cols
        return (row_after, col_after) if inside else None

    def sides(self, row: int, col: int) -> list[list[Point]]:
        """Six sides clockwise, from the one to the upper right."""
        x, y = self._middle(row, col)
        angles = [at * pi / 3 for at in range(7)]
        corners = [(x + _RADIUS * sin(angle), y - _RADIUS * cos(angle)) for angle in angles]
        return [list(pair) for pair in pairwise(corners)]

    def looks(self, row: int, col: int) -> Looks:
        """The number above the letter."""
        x, y = self._middle(row, col)
        return Looks((x, y + _LOWER), (x, y - _NUMBER))

    def _middle(self, row: int, col: int) -> Point:
        return col + row % 2 / 2, 1.5 * _RADIUS * row
