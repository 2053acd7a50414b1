"""A cube: grid text is its net, with the top and the bottom above and below the second of four.

~T~~    L left, F front, R right, B back; each face has n x n cells, so that the text has
LFRB    3n rows of 4n, and voids outside the net.
~D~~
"""

from __future__ import annotations

from satcross.boards import Geometry, Place, Way, unusable

AROUND = Way("Around", "A", "|", 1)
DOWN = Way("Down", "D", "-", 2)
OVER = Way("Over", "O", "|", 1)
_FACES = ("~T~~", "LFRB", "~D~~")
_TOP, _RIGHT, _BELOW, _LEFT = range(4)  # sides of a square
_STEPS = {_TOP: (-1, 0), _RIGHT: (0, 1), _BELOW: (1, 0), _LEFT: (0, -1)}
_EXITS = {
    "A": dict.fromkeys("LFRB", _RIGHT),
    "D": {**dict.fromkeys("TFD", _BELOW), "B": _TOP},
    "O": {"T": _RIGHT, "R": _BELOW, "D": _LEFT, "L": _TOP},
}


class Cube(Geometry):
    """Each light keeps going straight on, over edges: around the four sides; down the front, and up
    the back; over the top, down the right, and up the left.
    """

    ways = (AROUND, DOWN, OVER)

    def __init__(self, n_rows: int, n_cols: int, numbers: tuple[int, ...] = ()) -> None:
        super().__init__(n_rows, n_cols, numbers)
        self._n = n = n_rows // 3
        if (n_rows, n_cols) != (3 * n, 4 * n):
            raise unusable(
                f"a cube's net cannot have {n_rows} rows of {n_cols}",
                "write three rows of faces, of which the second has four",
            )

    def part(self, row: int, col: int) -> str:
        """Its face, or ~ outside the net."""
        return _FACES[row // self._n][col // self._n]

    def has(self, row: int, col: int) -> bool:
        """Whether it is on a face."""
        return self.part(row, col) != "~"

    def exit(self, way: Way, row: int, col: int) -> int:
        """Where lights go straight on; each way passes four of the faces."""
        return _EXITS[way.letter].get(self.part(row, col), -1)

    def passes(self, way: Way, row: int, col: int) -> bool:
        """Whether the way passes its face."""
        return self.exit(way, row, col) >= 0

    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The cell beyond that side, which may be on another face."""
        side = self.exit(way, row, col)
        if side < 0:
            return None
        down, right = _STEPS[side]
        n, last = self._n, self._n - 1
        after = row + down, col + right
        if 0 <= after[0] < 3 * n and 0 <= after[1] < 4 * n and self.has(*after):
            return after
        face, at_row, at_col = self.part(row, col), row % n, col % n
        if way is AROUND:
            return row, 0
        return {
            ("D", _BELOW): (2 * n - 1, 3 * n + last - at_col),  # to the back
            ("B", _TOP): (0, n + last - at_col),  # to the top
            ("T", _RIGHT): (n, 2 * n + last - at_row),  # to the right
            ("R", _BELOW): (2 * n + at_col, 2 * n - 1),  # to the bottom
            ("D", _LEFT): (2 * n - 1, last - at_row),  # to the left
            ("L", _TOP): (at_col, n),  # to the top
        }[face, side]

    def bar(self, way: Way, row: int, col: int) -> tuple[str, int, int]:
        """The mark between two cells that are side by side in the net; none at other edges."""
        side = self.exit(way, row, col)
        down, right = _STEPS[side]
        if self.after(way, row, col) != (row + down, col + right):
            return "", row, col
        return "|" if right else "-", min(row, row + down), min(col, col + right)
