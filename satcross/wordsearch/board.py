"""The board of a word search: a rectangle, or the cells of a picture."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from satcross.errors import GridError
from satcross.model.grid import MAX_SIDE

_SIZE = re.compile(r"(\d{1,9})[x×](\d{1,9})\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Board:
    """The cells that letters stand in.

    Args:
        n_rows, n_cols: from 1 to 200.
        inside: by position (row * n_cols + col), whether the cell belongs to the board.

    Raises:
        GridError: a size is out of range, or no cell is inside.
    """

    n_rows: int
    n_cols: int
    inside: tuple[bool, ...]

    def __post_init__(self) -> None:
        if not (1 <= self.n_rows <= MAX_SIDE and 1 <= self.n_cols <= MAX_SIDE):
            raise GridError(
                f"must have 1 to {MAX_SIDE} columns and rows, got {self.n_cols}x{self.n_rows}",
                source="board",
            )
        if len(self.inside) != self.n_rows * self.n_cols:
            raise ValueError(f"{len(self.inside)} cells for {self.n_rows} rows of {self.n_cols}")
        if not any(self.inside):
            raise GridError("the board has no cell", hint="mark its cells with #")

    @classmethod
    def rectangle(cls, n_rows: int, n_cols: int) -> Board:
        """A board without holes. Raises GridError for a size that is out of range."""
        return cls(n_rows, n_cols, (True,) * max(0, n_rows * n_cols))

    @classmethod
    def sized(cls, text: str) -> Board:
        """The rectangle that `WxH` (columns by rows, as in 24x20) names.

        Raises:
            GridError: it is not a size.
        """
        match = _SIZE.match(text)
        if match is None:
            raise GridError(f"must be columns x rows, as in 24x20, got {text!r}", source="size")
        return cls.rectangle(int(match[2]), int(match[1]))

    @classmethod
    def picture(cls, text: str, *, source: str = "mask") -> Board:
        """The board that a picture shows: `#` for a cell, `.` or a space for none.

        Lines may be of different lengths; empty ones at both ends, and columns that no line uses,
        are ignored.

        Raises:
            GridError: another character, no cell, or too many.
        """
        lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
        for number, line in enumerate(lines, 1):
            for column, char in enumerate(line, 1):
                if char not in "#. \t":
                    raise GridError(
                        f"{char!r} is neither a cell (#) nor none (.)",
                        hint="correct the picture",
                        source=source,
                        line=number,
                        column=column,
                    )
        cells = [
            (row, col) for row, line in enumerate(lines) for col, c in enumerate(line) if c == "#"
        ]
        if not cells:
            raise GridError(
                "the picture has no cell", hint="mark the board's cells with #", source=source
            )
        top, left = min(row for row, _ in cells), min(col for _, col in cells)
        n_rows = max(row for row, _ in cells) - top + 1
        n_cols = max(col for _, col in cells) - left + 1
        if n_rows > MAX_SIDE or n_cols > MAX_SIDE:
            raise GridError(
                f"more than {MAX_SIDE} cells in a row or column",
                hint="is this a picture?",
                source=source,
            )
        inside = [False] * (n_rows * n_cols)
        for row, col in cells:
            inside[(row - top) * n_cols + col - left] = True
        return cls(n_rows, n_cols, tuple(inside))

    @property
    def n_cells(self) -> int:
        """How many cells belong to the board."""
        return sum(self.inside)

    @property
    def cells(self) -> tuple[int, ...]:
        """The positions of its cells, row by row."""
        return tuple(position for position, inside in enumerate(self.inside) if inside)

    def __str__(self) -> str:
        marks = "".join("#" if inside else "." for inside in self.inside)
        n = self.n_cols
        return "\n".join(marks[start : start + n] for start in range(0, len(marks), n))


def shaped(n_rows: int, n_cols: int, holds: Callable[[float, float], bool]) -> Board:
    """The cells of a rectangle whose middles lie in a shape.

    Args:
        n_rows, n_cols: the rectangle around it.
        holds: of (x, y), each from -1 to 1 over the rectangle, y downwards.

    Raises:
        GridError: a size is out of range, or no cell is inside.
    """
    inside = [
        holds((2 * col + 1) / n_cols - 1, (2 * row + 1) / n_rows - 1)
        for row in range(n_rows)
        for col in range(n_cols)
    ]
    return Board(n_rows, n_cols, tuple(inside))
