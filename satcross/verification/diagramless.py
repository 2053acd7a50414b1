"""Checks grids of diagramless and carte blanche crosswords against the lists of their entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from satcross.model.grid import BLOCK, Grid

# Of an entry: its number or 0, its letters, and the position of its first cell, if that is told.
Listed = tuple[int, tuple[str, ...], int | None]


class _Run(NamedTuple):
    start: int
    number: int
    letters: tuple[str, ...]


def list_faults(
    grid: Grid,
    across: Sequence[Listed],
    down: Sequence[Listed],
    given: Mapping[int, str],
    *,
    in_order: bool = True,
) -> list[str]:
    """How a filled grid differs from the lists of its entries; [] where it does not.

    Args:
        grid: a rectangle, with a letter in each cell that is no block.
        across, down: the entries, in the order of their clues.
        given: what some positions hold.
        in_order: whether entries without numbers are in their usual order.

    >>> listed = [(1, ("T", "O"), None)]
    >>> list_faults(Grid.parse("TO\\n##"), listed, [], {0: "T"})
    []
    >>> list_faults(Grid.parse("##\\nTO"), listed, [], {0: "T"})
    ['r1c1 holds #, not T']
    """
    faults = [
        f"{grid.cell_name(at)} holds {grid.cells[at]}, not {cell}"
        for at, cell in sorted(given.items())
        if grid.cells[at] != cell
    ]
    runs_across, runs_down = _runs(grid)
    inside = {at for runs, step in ((runs_across, 1), (runs_down, grid.n_cols)) for run in runs
              for at in range(run.start, run.start + step * len(run.letters), step)}  # fmt: skip
    for at, cell in enumerate(grid.cells):
        if cell != BLOCK and (at not in inside or cell == "."):
            faults.append(f"{grid.cell_name(at)} is in no entry, or has no letter")
    for name, runs, listed in (("across", runs_across, across), ("down", runs_down, down)):
        if any(number for number, _, _ in listed):
            there = [(run.number, run.letters) for run in runs]
            asked = [(number, letters) for number, letters, _ in listed]
            if there != asked:
                faults.append(f"the entries {name} are others, or have other numbers")
        elif in_order and [run.letters for run in runs] != [letters for _, letters, _ in listed]:
            faults.append(f"the entries {name} are others, or in another order")
        elif Counter(run.letters for run in runs) != Counter(letters for _, letters, _ in listed):
            faults.append(f"the entries {name} are others")
        is_ordered = in_order or any(number for number, _, _ in listed)
        for i, (_, letters, start) in enumerate(listed):
            those = runs[i : i + 1] if is_ordered else runs
            if start is not None and (start, letters) not in [(r.start, r.letters) for r in those]:
                faults.append(f"{''.join(letters)} does not begin at {grid.cell_name(start)}")
    return faults


def _runs(grid: Grid) -> tuple[list[_Run], list[_Run]]:
    """The runs of two cells or more across and down, in the order of their numbers."""
    height, width, cells = grid.n_rows, grid.n_cols, grid.cells

    def joined(at: int, other: int) -> bool:
        bars = grid.bars_right if other == at + 1 else grid.bars_below
        return BLOCK not in (cells[at], cells[other]) and at not in bars

    across: list[_Run] = []
    down: list[_Run] = []
    number = 0
    for row in range(height):
        for col in range(width):
            at = row * width + col
            to_right = [at]
            if not (col and joined(at - 1, at)):
                while to_right[-1] % width < width - 1 and joined(to_right[-1], to_right[-1] + 1):
                    to_right.append(to_right[-1] + 1)
            below = [at]
            if not (row and joined(at - width, at)):
                while below[-1] // width < height - 1 and joined(below[-1], below[-1] + width):
                    below.append(below[-1] + width)
            number += len(to_right) > 1 or len(below) > 1
            for places, runs in ((to_right, across), (below, down)):
                if len(places) > 1:
                    runs.append(_Run(at, number, tuple(cells[place] for place in places)))
    return across, down
