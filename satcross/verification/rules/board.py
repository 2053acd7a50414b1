"""The lights of a board that is no rectangle, found anew: a function for each geometry.

Each is given a cell and a direction, and says in which cell the light goes on, with the mark of
grid text between the two: `("|", row, col)` for a bar after that cell. Rows and columns are from 0.
The cube is walked on in space, and the rest as `docs/guide/boards.md` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from string import ascii_uppercase
from typing import Any

from satcross.errors import VerificationError
from satcross.model.grid import BLOCK, VOID, Grid
from satcross.verification.rules import Filled, Found

FAULT = "shape"

Mark = tuple[str, int, int]
Next = tuple[int, int, Mark | None] | None
"""Row, column, and the mark of a bar before it; None at an edge."""
Places = list[tuple[int, int]]
Step = Callable[[int, int, int, int, int, str], Next]
"""A function of the number of rows, of columns, of the board, a row, a column and a direction."""


def board(rule: Any) -> str:
    """The board that the rule names."""
    return str(rule.board)


def faults(rule: Any, filled: Filled) -> Found:
    """Nothing more: `verify` looks for the lights by `slots_on`."""
    return []


def slots_on(text: str, grid: Grid, min_length: int) -> dict[str, list[int]]:
    """The positions of each light by its name, by directions, then by number.

    Raises:
        VerificationError: there is no checker of such a board.
    """
    kind, n = re.match(r"([\w-]+) ?(\d*)", text).groups()  # type: ignore[union-attr]
    ended = {
        (int(row) - 1, int(col) - 1, way)
        for row, col, way in re.findall(r"r(\d+)c(\d+)([A-Z])", text)
    }
    if kind not in _STEPS:
        raise VerificationError(f"there is no checker of the board {kind}")
    letters, step = _STEPS[kind]
    bars = {("|", *divmod(at, grid.n_cols)) for at in grid.bars_right}
    bars |= {("-", *divmod(at, grid.n_cols)) for at in grid.bars_below}

    def is_open(row: int, col: int) -> bool:
        return grid.cells[row * grid.n_cols + col] not in (BLOCK, VOID)

    cells = [(row, col) for row in range(grid.n_rows) for col in range(grid.n_cols)]
    lights: list[tuple[int, int, str, Places]] = []
    for place, way in enumerate(letters):
        before: dict[tuple[int, int], tuple[int, int]] = {}
        after: dict[tuple[int, int], tuple[int, int]] = {}
        for cell in filter(lambda cell: is_open(*cell), cells):
            found = step(grid.n_rows, grid.n_cols, int(n or 0), *cell, way)
            if found is None or found[2] in bars or (*cell, way) in ended:
                continue
            if is_open(*found[:2]):
                after[cell] = found[:2]
                before[found[:2]] = cell
        for cell in filter(lambda cell: is_open(*cell), cells):
            light = [cell]
            while light[-1] in after and after[light[-1]] != cell:
                light.append(after[light[-1]])
            is_circle = after.get(light[-1]) == cell
            begins = cell not in before or (is_circle and cell == min(light))
            if begins and len(light) >= min_length and _is_in(kind, grid, *cell, way):
                lights.append((place, cell[0] * grid.n_cols + cell[1], way, light))
    return {
        name: [row * grid.n_cols + col for row, col in light]
        for name, light in _with_names(kind, grid.n_rows, letters, sorted(lights))
    }


def _with_names(
    kind: str, n: int, letters: str, lights: list[tuple[int, int, str, Places]]
) -> Iterator[tuple[str, Places]]:
    """The lights with their names: numbers, or where lines have names, A1, A2, … or 1a, 1b, …

    Args:
        n: of rows.
        lights: the place of a direction, the first cell, the direction, and all cells.
    """
    lines = _LINES.get(kind, {})
    firsts = sorted({first for _, first, way, _ in lights if way not in lines})
    for letter in letters:
        mine = [(first, light) for _, first, way, light in lights if way == letter]
        if letter not in lines:
            for first, light in mine:
                yield f"{firsts.index(first) + 1}{letter}", light
            continue
        where = lines[letter]
        seen: list[int] = []  # the lines of those before
        for (line, _), light in sorted((where(n, *light[0]), light) for _, light in mine):
            nth = seen.count(line)
            seen.append(line)
            is_number = (kind, letter) == ("marching-bands", "R")
            name = f"{line + 1}{_LETTERS[nth].lower()}"
            yield name if is_number else f"{_LETTERS[line]}{nth + 1}", light


def _cylinder(n_rows: int, n_cols: int, _: int, row: int, col: int, way: str) -> Next:
    if way in "AC":
        return row, (col + 1) % n_cols, ("|", row, col)
    return None if row == n_rows - 1 else (row + 1, col, ("-", row, col))


def _torus(n_rows: int, n_cols: int, _: int, row: int, col: int, way: str) -> Next:
    if way == "A":
        return row, (col + 1) % n_cols, ("|", row, col)
    return (row + 1) % n_rows, col, ("-", row, col)


def _mobius(n_rows: int, n_cols: int, _: int, row: int, col: int, way: str) -> Next:
    if way == "A":  # the strip of twice the length, of which the second half is upside down
        turned, there = divmod(col + 1, n_cols)
        return (n_rows - 1 - row if turned else row), there, ("|", row, col)
    return None if row == n_rows - 1 else (row + 1, col, ("-", row, col))


def _hexagon(n_rows: int, n_cols: int, _: int, row: int, col: int, way: str) -> Next:
    # Twice the distance from the left: 2 for each cell, and 1 more in every second row.
    x = 2 * col + row % 2
    x_2, row_2 = {"A": (x + 2, row), "R": (x + 1, row + 1), "L": (x - 1, row + 1)}[way]
    col_2 = (x_2 - row_2 % 2) // 2
    if not (0 <= col_2 < n_cols and row_2 < n_rows):
        return None
    return row_2, col_2, ("|" if way == "A" else "-", row, col)


def _layers(n_rows: int, n_cols: int, n: int, row: int, col: int, way: str) -> Next:
    height = n_rows // n
    z, y, x = row // height, row % height, col
    mark: Mark | None = None
    if way == "A":
        x, mark = x + 1, ("|", row, col)
    elif way == "D":
        y, mark = y + 1, ("-", row, col)
    else:
        z += 1
    inside = x < n_cols and y < height and z < n
    return (z * height + y, x, mark) if inside else None


# The faces of a cube by their place in the net: which way is out of the cube, to the right and down
# on the face, as vectors of x (to the right), y (to the back) and z (up).
_FACES = {
    (0, 1): ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    (1, 0): ((-1, 0, 0), (0, -1, 0), (0, 0, -1)),
    (1, 1): ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    (1, 2): ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    (1, 3): ((0, 1, 0), (-1, 0, 0), (0, 0, -1)),
    (2, 1): ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
}
_AXES = {"A": (0, 0, 1), "D": (1, 0, 0), "O": (0, 1, 0)}  # round which the ways turn


def _cross(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    (a, b, c), (d, e, f) = one, other
    return b * f - c * e, c * d - a * f, a * e - b * d


def _cube(n_rows: int, n_cols: int, _: int, row: int, col: int, way: str) -> Next:
    n = n_rows // 3
    face = row // n, col // n
    out, right, down = _FACES[face]
    ahead = _cross(_AXES[way], out)
    if not any(ahead):
        return None
    # The middle of the cell, in halves of a cell from the middle of the cube.
    h, v = 2 * (col % n) + 1 - n, 2 * (row % n) + 1 - n
    at = [n * o + h * r + v * d for o, r, d in zip(out, right, down, strict=True)]
    there = [a + 2 * step for a, step in zip(at, ahead, strict=True)]
    if max(map(abs, there)) > n:  # beyond the edge: down the side that lies ahead
        there = [a + step - o for a, step, o in zip(at, ahead, out, strict=True)]
        face, (out, right, down) = next(
            (place, axes) for place, axes in _FACES.items() if axes[0] == ahead
        )
    h_2 = sum(a * r for a, r in zip(there, right, strict=True))
    v_2 = sum(a * d for a, d in zip(there, down, strict=True))
    row_2, col_2 = face[0] * n + (v_2 + n - 1) // 2, face[1] * n + (h_2 + n - 1) // 2
    mark: Mark | None = None
    if abs(row_2 - row) + abs(col_2 - col) == 1:  # side by side in the net
        mark = ("|" if row == row_2 else "-", min(row, row_2), min(col, col_2))
    return row_2, col_2, mark


def _band(n: int, row: int, col: int) -> tuple[int, int]:
    """The band of a cell, and how far it is along it."""
    middle = (n - 1) / 2
    band = round(middle - max(abs(row - middle), abs(col - middle)))
    n = n - 2 * band  # the side of the band
    row, col = row - band, col - band
    if row == 0:
        return band, col
    if col == n - 1:
        return band, n - 1 + row
    return (band, 3 * (n - 1) - col) if row == n - 1 else (band, 4 * (n - 1) - row)


def _marching_bands(n_rows: int, n_cols: int, _: int, row: int, col: int, way: str) -> Next:
    if way == "R":
        return None if col == n_cols - 1 else (row, col + 1, ("|", row, col))
    band, at = _band(n_rows, row, col)
    beside = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
    for there in beside:
        inside = min(there) >= 0 and max(there) < n_rows
        if inside and _band(n_rows, *there) == (band, at + 1):
            return *there, None
    return None


def _bloom(n_rows: int, row: int, col: int) -> tuple[int, int, str]:
    """Row and column of the first petal of a cell's bloom, and its colour; "" if it is not whole.

    A colour is that of all blooms that begin in a row: M, L, D, and so on.
    """
    half = col // 3
    # Halves of odd number are the upper ones in rows of even number, and the others in the rest.
    top = row if row % 2 != half % 2 else row - 1
    is_whole = top >= 0 and top + 1 < n_rows
    return top, 3 * half, "MLD"[top % 3] if is_whole else ""


def _rows_garden(n_rows: int, n_cols: int, _: int, row: int, col: int, way: str) -> Next:
    if way == "R":
        at = col + 1
        while at < n_cols and not _bloom(n_rows, row, at)[2]:
            at += 1
        return None if at == n_cols else (row, at, ("|", row, col))
    top, left, colour = _bloom(n_rows, row, col)
    if colour != way:
        return None
    petals = [(top, left + at) for at in range(3)] + [(top + 1, left + at) for at in (2, 1, 0)]
    return *petals[(petals.index((row, col)) + 1) % 6], None


def _is_in(kind: str, grid: Grid, row: int, col: int, way: str) -> bool:
    """Whether a cell is in lights of a direction.

    On a cube two of three pass each face; blooms are of one colour.
    """
    if kind == "rows-garden":
        return way == "R" or _bloom(grid.n_rows, row, col)[2] == way
    if kind != "cube":
        return True
    n = grid.n_rows // 3
    return any(_cross(_AXES[way], _FACES[row // n, col // n][0]))


_LETTERS = [*ascii_uppercase, *map("".join, product(ascii_uppercase, repeat=2))]  # 200 rows at most
# By direction, where lines have names, the line of a cell and how far it is along it.
_LINES: dict[str, dict[str, Callable[[int, int, int], tuple[int, int]]]] = {
    "marching-bands": {"R": lambda n, row, col: (row, col), "B": _band},
    "rows-garden": {"R": lambda n, row, col: (row, col)},
}
_STEPS: dict[str, tuple[str, Step]] = {
    "cylinder": ("AD", _cylinder),
    "torus": ("AD", _torus),
    "mobius": ("AD", _mobius),
    "ring": ("CR", _cylinder),
    "hexagon": ("ARL", _hexagon),
    "layers": ("ADT", _layers),
    "cube": ("ADO", _cube),
    "marching-bands": ("RB", _marching_bands),
    "rows-garden": ("RLMD", _rows_garden),
}
