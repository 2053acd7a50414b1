"""All grids of a diagramless by brute force: every way to put blocks and letters in the cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import product

Cells = tuple[str, ...]
Run = tuple[int, int, Cells]  # number, first cell, letters
Lists = tuple[tuple[Run, ...], tuple[Run, ...]]  # across, down


def lists_of(cells: Cells, n_cols: int) -> Lists | None:
    """The entries of a filled grid; None where a cell is in none."""
    n_rows = len(cells) // n_cols
    lines = [[r * n_cols + c for c in range(n_cols)] for r in range(n_rows)]
    columns = [[r * n_cols + c for r in range(n_rows)] for c in range(n_cols)]
    found: list[list[list[int]]] = []
    for group in (lines, columns):
        runs: list[list[int]] = []
        for line in group:
            open_ = [[]]  # type: list[list[int]]
            for at in line:
                if cells[at] == "#":
                    open_.append([])
                else:
                    open_[-1].append(at)
            runs += [run for run in open_ if len(run) > 1]
        found.append(sorted(runs))
    if {at for runs in found for run in runs for at in run} != {
        at for at, cell in enumerate(cells) if cell != "#"
    }:
        return None
    starts = sorted({run[0] for runs in found for run in runs})
    number = {start: i for i, start in enumerate(starts, 1)}
    across, down = (
        tuple((number[run[0]], run[0], tuple(cells[at] for at in run)) for run in runs)
        for runs in found
    )
    return across, down


@cache
def every_grid(n_rows: int, n_cols: int, letters: str) -> list[tuple[Cells, Lists]]:
    """All filled grids that have an entry, with their lists."""
    every = (
        (cells, lists_of(cells, n_cols)) for cells in product("#" + letters, repeat=n_rows * n_cols)
    )
    return [(cells, lists) for cells, lists in every if lists is not None and any(lists)]


def key_of(lists: Lists, *, numbered: bool, in_order: bool) -> object:
    """What solvers know of the lists."""
    if numbered:
        return tuple(tuple((number, word) for number, _, word in runs) for runs in lists)
    words = (tuple(word for _, _, word in runs) for runs in lists)
    return tuple(words if in_order else (tuple(sorted(some)) for some in words))


def by_key(
    grids: Iterable[tuple[Cells, Lists]], *, numbered: bool, in_order: bool
) -> dict[object, list[Cells]]:
    """The grids that have the same lists, as far as solvers know them."""
    same: dict[object, list[Cells]] = defaultdict(list)
    for cells, lists in grids:
        same[key_of(lists, numbered=numbered, in_order=in_order)].append(cells)
    return same


def is_checked(cells: Cells, n_cols: int) -> bool:
    """Whether each open cell has an open neighbour in both directions."""
    n_rows = len(cells) // n_cols

    def open_(r: int, c: int) -> bool:
        return 0 <= r < n_rows and 0 <= c < n_cols and cells[r * n_cols + c] != "#"

    return all(
        (open_(r, c - 1) or open_(r, c + 1)) and (open_(r - 1, c) or open_(r + 1, c))
        for r in range(n_rows)
        for c in range(n_cols)
        if open_(r, c)
    )


def is_connected(cells: Cells, n_cols: int) -> bool:
    """Whether the open cells are in one piece."""
    left = {at for at, cell in enumerate(cells) if cell != "#"}
    todo = [left.pop()]
    while todo:
        at = todo.pop()
        near = {at - n_cols, at + n_cols}
        near |= {at - 1} if at % n_cols else set()
        near |= {at + 1} if (at + 1) % n_cols else set()
        todo += near & left
        left -= near
    return not left
