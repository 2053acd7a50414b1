"""Stages of one grid that is being filled in, and how often its owner hears of what is found."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from satcross.grid import OPEN
from satcross.puzzle import Puzzle

UPDATE_EVERY_S = 0.1

Report = TypeVar("Report")


class Throttled(Generic[Report]):
    """Passes on what is known, ten times a second at most.

    Args:
        note: called each time with the number of what is not known.
        make: makes a report, given why the work has ended: "", as it has not.
        on_update: receives the reports.
    """

    def __init__(
        self,
        note: Callable[[int], None],
        make: Callable[[str], Report],
        on_update: Callable[[Report], None] | None,
    ) -> None:
        self._note = note
        self._make: Callable[[str], Report] = make
        self._on_update: Callable[[Report], None] | None = on_update
        self._next = 0.0

    def __call__(self, n_unknown: int) -> None:
        """Take note that `n_unknown` are not known."""
        self._note(n_unknown)
        if self._on_update is not None and time.monotonic() >= self._next:
            self._on_update(self._make(""))
            self._next = time.monotonic() + UPDATE_EVERY_S


def is_stage_of(base: Puzzle, puzzle: Puzzle) -> bool:
    """Whether the fills of `puzzle` are those of `base` that have its further letters."""
    return (
        [slot.cells for slot in base.slots] == [slot.cells for slot in puzzle.slots]
        and base.givens.items() <= puzzle.givens.items()
        and all(
            base.is_exempt(old) == puzzle.is_exempt(new)
            for old, new in zip(base.slots, puzzle.slots, strict=True)
        )
        and _outside(base) == _outside(puzzle)
    )


def _outside(puzzle: Puzzle) -> list[str]:
    """What stands in the cells that are in no slot."""
    inside = {cell for slot in puzzle.slots for cell in slot.cells}
    return [text for cell, text in enumerate(puzzle.grid.cells) if cell not in inside]


def with_exempt_letters_alone(puzzle: Puzzle) -> Puzzle:
    """`puzzle` without given letters, but for those of slots that hold a word the list lacks."""
    kept = {cell for slot in puzzle.slots if puzzle.is_exempt(slot) for cell in slot.cells}
    kept |= puzzle.givens.keys() - {cell for slot in puzzle.slots for cell in slot.cells}
    cells = tuple(
        OPEN if cell in puzzle.givens and cell not in kept else text
        for cell, text in enumerate(puzzle.grid.cells)
    )
    grid = puzzle.grid.with_cells(cells)
    return replace(puzzle, grid=grid)
