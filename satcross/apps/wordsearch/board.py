"""Boards of word searches: grids of open cells, and voids where there is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from satcross import Grid, GridError
from satcross.extend import MAX_SIDE, OPEN, VOID

_SIZE = re.compile(r"(\d{1,9})[x×](\d{1,9})\Z", re.IGNORECASE)


def masked(n_rows: int, n_cols: int, inside: Iterable[bool]) -> Grid:
    """The board with some cells of a rectangle.

    Args:
        n_rows, n_cols: from 1 to 200.
        inside: by position (row * n_cols + col), whether the cell belongs to the board.

    Raises:
        GridError: a size is out of range, or no cell is inside.
    """
    if not (1 <= n_rows <= MAX_SIDE and 1 <= n_cols <= MAX_SIDE):
        raise GridError(
            f"must have 1 to {MAX_SIDE} columns and rows, got {n_cols}x{n_rows}", source="board"
        )
    cells = tuple([OPEN if is_cell else VOID for is_cell in inside])
    if OPEN not in cells:
        raise GridError("the board has no cell", hint="mark its cells with #")
    return Grid(n_rows, n_cols, cells)


def rectangle(n_rows: int, n_cols: int) -> Grid:
    """A board without holes. Raises GridError for a size that is out of range."""
    return masked(n_rows, n_cols, (True,) * max(0, n_rows * n_cols))


def sized(text: str) -> Grid:
    """The rectangle that `WxH` (columns by rows, as in 24x20) names.

    Raises:
        GridError: it is not a size.
    """
    match = _SIZE.match(text)
    if match is None:
        raise GridError(f"must be columns x rows, as in 24x20, got {text!r}", source="size")
    return rectangle(int(match[2]), int(match[1]))


def picture(text: str, *, source: str = "mask") -> Grid:
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
    cells = [(row, col) for row, line in enumerate(lines) for col, c in enumerate(line) if c == "#"]
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
    return masked(n_rows, n_cols, inside)


def shaped(n_rows: int, n_cols: int, holds: Callable[[float, float], bool]) -> Grid:
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
    return masked(n_rows, n_cols, inside)


def is_board(grid: Grid) -> bool:
    """Whether a grid has nothing but what boards have."""
    is_plain = not (grid.bars_right or grid.bars_below or grid.named or grid.board)
    return is_plain and OPEN in grid.cells and {OPEN, VOID}.issuperset(grid.cells)
