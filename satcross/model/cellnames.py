"""Names of cells as people write them: `r1c3`, and lists of them, in their order.

A list has names between blanks, and `r1c1-r1c5` for all cells of a straight line: a row, a column
or a diagonal, from its first end to its last.
"""

from __future__ import annotations

import re

from satcross.errors import OptionError

MAX_CELLS = 500  # in a list; two of any puzzle's longest sides

_NAME = re.compile(r"r(\d{1,9})c(\d{1,9})", re.ASCII)


def row_and_column(name: str) -> tuple[int, int] | None:
    """What a cell's name says, both from 1; None if it is not the name of a cell.

    >>> row_and_column("R2c03")
    (2, 3)
    """
    named = _NAME.fullmatch(name.strip().lower())
    return (int(named[1]), int(named[2])) if named and int(named[1]) and int(named[2]) else None


def cell_names(text: str, parameter: str = "cells") -> tuple[str, ...]:
    """The names of the cells of a list, in its order; one may occur again.

    Raises:
        OptionError: something is not a cell or a straight line of cells, or there are more than
            `MAX_CELLS`, or none. It names `parameter`.

    >>> cell_names("r5c3 r1c3-r3c1")
    ('r5c3', 'r1c3', 'r2c2', 'r3c1')
    """
    found: list[str] = []
    for part in text.split():
        ends = [row_and_column(end) for end in part.split("-")]
        if None in ends or len(ends) > 2:
            raise OptionError(
                f"{part[:40]!r} is not a cell",
                hint="write r1c3, or r1c1-r1c5 for a straight line",
                parameter=parameter,
            )
        (row, column), (last_row, last_column) = ends[0] or (0, 0), ends[-1] or (0, 0)
        down, right = last_row - row, last_column - column
        n_steps = max(abs(down), abs(right))
        if down and right and abs(down) != abs(right):
            raise OptionError(
                f"{part!r} is not a straight line",
                hint="a line is along a row, a column or a diagonal",
                parameter=parameter,
            )
        if len(found) + n_steps >= MAX_CELLS:
            raise OptionError(f"must be at most {MAX_CELLS} cells", parameter=parameter)
        down, right = (down > 0) - (down < 0), (right > 0) - (right < 0)
        found += [f"r{row + i * down}c{column + i * right}" for i in range(n_steps + 1)]
    if not found:
        raise OptionError("no cell is named", hint="write r1c3 r5c1", parameter=parameter)
    return tuple(found)


def cell_positions(
    text: str, n_rows: int, n_cols: int, parameter: str = "cells"
) -> tuple[int, ...]:
    """The positions in a grid of the cells of a list, in its order.

    Raises:
        OptionError: as for `cell_names`, or the grid has no such cell.

    >>> cell_positions("r1c1-r1c3 r2c1", 2, 3)
    (0, 1, 2, 3)
    """
    found: list[int] = []
    for name in cell_names(text, parameter):
        row, column = row_and_column(name) or (0, 0)
        if row > n_rows or column > n_cols:
            raise OptionError(
                f"there is no cell {name!r}",
                hint=f"cells are r1c1 to r{n_rows}c{n_cols}",
                parameter=parameter,
            )
        found.append((row - 1) * n_cols + column - 1)
    return tuple(found)
