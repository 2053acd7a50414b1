"""A Rows Garden: rows of petals, of which six at a time are a bloom.

Grid text has the petals from left to right. Three at a time are half of a bloom, those of the first
row the upper half; from the left every second bloom begins a row lower, so that the first and the
last row have voids there.

~~~...~~~...~~~
...............
...............
~~~...~~~...~~~
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from satcross.boards import Geometry, Looks, Place, Point, Sign, Way, unusable

ROWS = Way("Rows", "R", "|", 1, "A")
LIGHT = Way("Light", "L", "", -1)
MEDIUM = Way("Medium", "M", "", -1)
DARK = Way("Dark", "D", "", -1)
_BLOOMS = (MEDIUM, LIGHT, DARK)  # by the row in which they begin
_SHADES = {LIGHT: "", MEDIUM: "#d9d9d9", DARK: "#a6a6a6"}
_HALF = 3  # petals
_SIDE = 1.9  # of a petal, in sides of a cell, so that there is room for a letter
_HEIGHT = _SIDE * sqrt(3) / 2
_BESIDE = 0.45  # of the middle of a row's name, from the middle of its first petal's left side
_NUMBER = 0.45  # of the way from a petal's middle to its corner


class RowsGarden(Geometry):
    """Rows run from left to right, over the voids of the first and the last; blooms clockwise."""

    ways = (ROWS, LIGHT, MEDIUM, DARK)

    def __init__(self, n_rows: int, n_cols: int, numbers: tuple[int, ...] = ()) -> None:
        super().__init__(n_rows, n_cols, numbers)
        if n_rows % 2 or n_cols % (2 * _HALF) != _HALF or n_cols == _HALF:
            raise unusable(
                f"a Rows Garden cannot have {n_rows} rows of {n_cols}",
                "write an even number of rows of 9, 15, 21 … cells",
            )

    def _top(self, row: int, col: int) -> int:
        """The row in which the cell's bloom begins."""
        return row - (row + 1 + col // _HALF) % 2

    def has(self, row: int, col: int) -> bool:
        """Whether its bloom is whole."""
        return 0 <= self._top(row, col) < self.n_rows - 1

    def passes(self, way: Way, row: int, col: int) -> bool:
        """Blooms are of three colours."""
        return way is ROWS or way is _BLOOMS[self._top(row, col) % 3]

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The next petal of the row that there is, or of the bloom."""
        if way is ROWS:
            rest = (at for at in range(col + 1, self.n_cols) if self.has(row, at))
            after = next(rest, None)
            return None if after is None else (row, after)
        if not (self.has(row, col) and self.passes(way, row, col)):
            return None
        is_upper, place = row == self._top(row, col), col % _HALF
        if is_upper:
            return (row, col + 1) if place < _HALF - 1 else (row + 1, col)
        return (row, col - 1) if place else (row - 1, col)

    def part(self, row: int, col: int) -> str:
        """Its bloom."""
        return f"{self._top(row, col)} {col // _HALF}"

    def shade(self, row: int, col: int) -> str:
        """That of its bloom."""
        return _SHADES[_BLOOMS[self._top(row, col) % 3]]

    def sides(self, row: int, col: int) -> list[list[Point]]:
        """Three sides clockwise; the second is the one to the right."""
        left, middle, right = (_SIDE * (col + at) / 2 for at in range(3))
        top, bottom = _HEIGHT * row, _HEIGHT * (row + 1)
        corners = (
            [(left, bottom), (middle, top), (right, bottom), (left, bottom)]
            if (row + col) % 2
            else [(left, top), (right, top), (middle, bottom), (left, top)]
        )
        return [list(pair) for pair in pairwise(corners)]

    def looks(self, row: int, col: int) -> Looks:
        """The letter in the middle, the number towards the first corner."""
        corners = [side[0] for side in self.sides(row, col)]
        x, y = (sum(part) / 3 for part in zip(*corners, strict=True))
        to_x, to_y = corners[0]
        return Looks((x, y), (x + (to_x - x) * _NUMBER, y + (to_y - y) * _NUMBER))

    def signs(self) -> list[Sign]:
        """Before each row."""
        firsts = [line[0] for line in self.lines(ROWS)]
        return [
            Sign((_SIDE * (col + 0.5) / 2 - _BESIDE, _HEIGHT * (row + 0.5)), ROWS.line_name(row))
            for row, col in firsts
        ]
