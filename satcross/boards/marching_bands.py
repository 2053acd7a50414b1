"""Marching Bands: a square of rows, and of bands one inside another."""

from __future__ import annotations

from satcross.boards import Geometry, Place, Point, Sign, Way, unusable

ROWS = Way("Rows", "R", "|", 1, "1")
BANDS = Way("Bands", "B", "", 1, "A")
_SHADE = "#d9d9d9"
_BESIDE = -0.4  # of the middle of a row's name, from the left edge
_INSET = 0.2  # of that of a band's name, from the upper left corner
_UP, _RIGHT, _DOWN, _LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)


class MarchingBands(Geometry):
    """Lights run along the rows; and clockwise along each band, from its upper left corner."""

    ways = (ROWS, BANDS)

    def __init__(self, n_rows: int, n_cols: int, numbers: tuple[int, ...] = ()) -> None:
        super().__init__(n_rows, n_cols, numbers)
        if n_rows != n_cols:
            raise unusable(
                f"bands cannot march on {n_rows} rows of {n_cols}", "write as many rows as columns"
            )

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The cell to the right, or the next one of the band."""
        if way is ROWS:
            return (row, col + 1) if col + 1 < self.n_cols else None
        step = self._step(row, col)
        return step and (row + step[0], col + step[1])

    def exit(self, way: Way, row: int, col: int) -> int:
        """The side towards the next cell."""
        return 1 if way is ROWS else (_UP, _RIGHT, _DOWN, _LEFT, None).index(self._step(row, col))

    def shade(self, row: int, col: int) -> str:
        """Every second band is shaded."""
        return _SHADE if self._band(row, col) % 2 else ""

    def signs(self) -> list[Sign]:
        """The numbers of rows are beside them, the letters of bands where they begin."""
        n = self.n_rows
        beside: list[tuple[Point, str]] = [
            ((_BESIDE, row + 0.5), ROWS.line_name(row)) for row in range(n)
        ]
        beside += [((at + _INSET, at + _INSET), BANDS.line_name(at)) for at in range(n // 2)]
        return [Sign(*sign) for sign in beside]

    def _band(self, row: int, col: int) -> int:
        """How many bands are outside it."""
        last = self.n_rows - 1
        return min(row, col, last - row, last - col)

    def _step(self, row: int, col: int) -> Place | None:
        """Towards the next cell of the band; None for its last."""
        first = self._band(row, col)
        last = self.n_rows - 1 - first
        if row == first:
            return _RIGHT if col < last else _DOWN if first < last else None
        if col == last:
            return _DOWN if row < last else _LEFT
        if row == last and col > first:
            return _LEFT
        return _UP if row > first + 1 else None
