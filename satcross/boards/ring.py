"""A ring: each row is a circle, the first the outermost, and each column a sector."""

from __future__ import annotations

from math import cos, pi, sin

from satcross.boards import Geometry, Looks, Place, Point, Way

CIRCULAR = Way("Circular", "C", "|", 1)
RADIAL = Way("Radial", "R", "-", 2)
_HOLE = 0.6  # the least radius of the hole, in sides of a cell
_NARROWEST = 0.85  # the least width of a cell, at the middle of the innermost circle
_STEP = pi / 48  # of arcs, which are drawn as straight lines
_INSET = 0.18  # of a number's middle from the outer corner

# How far a letter is from the middle, away from the number; and upwards, as in squares it is low.
_ASIDE, _UP = 0.06, 0.04


class Ring(Geometry):
    """Circular lights run clockwise and go on from the last sector to the first, at the top;
    radial ones run inwards.
    """

    ways = (CIRCULAR, RADIAL)

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The next cell clockwise, or the one inside it."""
        if way is CIRCULAR:
            return row, (col + 1) % self.n_cols
        return (row + 1, col) if row + 1 < self.n_rows else None

    def sides(self, row: int, col: int) -> list[list[Point]]:
        """The outer arc, the side that comes next clockwise, the inner arc, the other side."""
        outer, inner, start, end = self._borders(row, col)
        n = max(1, round((end - start) / _STEP))
        angles = [start + (end - start) * at / n for at in range(n + 1)]
        above = [_at(outer, angle) for angle in angles]
        below = [_at(inner, angle) for angle in reversed(angles)]
        return [above, [above[-1], below[0]], below, [below[-1], above[0]]]

    def looks(self, row: int, col: int) -> Looks:
        """The letter in the middle; the number in the outer corner where the cell begins."""
        outer, inner, start, end = self._borders(row, col)
        radius = outer - _INSET
        number = min(start + (_INSET + 0.02) / radius, (start + end) / 2)
        middle = (outer + inner) / 2 - _ASIDE
        x, y = _at(middle, (start + end) / 2 + _ASIDE / middle)
        return Looks((x, y - _UP), _at(radius, number))

    def _borders(self, row: int, col: int) -> tuple[float, float, float, float]:
        """The outer and the inner radius; the angles, clockwise from the top."""
        hole = max(_HOLE, _NARROWEST * self.n_cols / (2 * pi) - 0.5)
        inner = hole + self.n_rows - 1 - row
        return inner + 1, inner, 2 * pi * col / self.n_cols, 2 * pi * (col + 1) / self.n_cols


def _at(radius: float, angle: float) -> Point:
    return radius * sin(angle), -radius * cos(angle)
