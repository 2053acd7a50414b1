"""Checks grids of diagramless and carte blanche crosswords against the lists of their entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from satcross import Grid
from satcross.extend import BLOCK, OPEN, slots_of

MIN_LENGTH = 2  # cells of an entry

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
        given: what some positions hold; `OPEN` for any letter.
        in_order: whether entries without numbers are in their usual order.

    >>> listed = [(1, ("T", "O"), None)]
    >>> list_faults(Grid.parse("TO\\n##"), listed, [], {0: "T"})
    []
    >>> list_faults(Grid.parse("##\\nTO"), listed, [], {0: "T"})
    ['r1c1 holds #, not T']
    """
    faults = [
        f"{grid.cell_name(at)} holds {grid.cells[at]}, not {'a letter' if cell == OPEN else cell}"
        for at, cell in sorted(given.items())
        if grid.cells[at] != cell and (cell != OPEN or grid.cells[at] == BLOCK)
    ]
    slots = slots_of(grid, MIN_LENGTH)
    inside = {at for cells in slots.values() for at in cells}
    for at, cell in enumerate(grid.cells):
        if cell != BLOCK and (at not in inside or cell == "."):
            faults.append(f"{grid.cell_name(at)} is in no entry, or has no letter")
    for name, way, listed in (("across", "A", across), ("down", "D", down)):
        runs = [
            _Run(cells[0], int(slot.removesuffix(way)), tuple(grid.cells[at] for at in cells))
            for slot, cells in slots.items()
            if slot.endswith(way)
        ]
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
