"""The slots of a puzzle: those of its grid, and those that rules add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from satcross.errors import GridError, OptionError
from satcross.model.cellnames import normal_name
from satcross.model.grid import Grid
from satcross.model.slots import Slot, find_slots
from satcross.model.value import Rule, min_length_in

MAX_THROUGH = 200  # slots through a cell; every two of them cross there


def every_slot_of(grid: Grid, rules: Sequence[Rule]) -> tuple[Slot, ...]:
    """The lights of a grid, then the slots that rules add.

    Raises:
        GridError: there are none.
        OptionError: two have the same name, or too many pass a cell.
    """
    min_length = min_length_in(rules)
    slots: list[Slot] = list(find_slots(grid, min_length))
    named = grid.beside_at.keys()
    taken = {normal_name(slot.name) for slot in slots}
    if both := sorted(taken & named):
        raise OptionError(f"a slot and a cell are called {both[0]!r}", hint="rename the cell")
    for rule in rules:
        for name, cells in list(rule.slots_in(grid, slots)):
            known = normal_name(name)
            if known in taken:
                raise OptionError(f"there are two slots {name!r}", hint="rename one of them")
            if known in named:
                raise OptionError(
                    f"a slot and a cell are called {name!r}", hint="rename one of them"
                )
            taken.add(known)
            slots.append(Slot(len(slots), name, cells))
    through = Counter(cell for slot in slots for cell in {*slot.cells})
    cell, n = max(through.items(), key=lambda item: item[1], default=(0, 0))
    if n > MAX_THROUGH:
        raise OptionError(
            f"{grid.cell_name(cell)} is in {n:,} slots, and a cell may be in {MAX_THROUGH} at most",
            hint="leave out some of them",
            parameter="extra_slots",
        )
    for rule in rules:
        slots = list(rule.with_extra_cells(slots, grid))
    if not slots:
        run = {1: "one open cell", 2: "two or more open cells"}.get(
            min_length, f"{min_length} or more open cells"
        )
        raise GridError("the grid has no slot", hint=f"it needs a run of {run}, across or down")
    return tuple(slots)
