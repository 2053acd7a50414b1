"""Parts of a grid to fill anew, for large neighbourhood search."""

from __future__ import annotations

import random
from collections.abc import Sequence

from satcross.model.fill import Fill
from satcross.tasks.optimise.objective import Incumbent


class Regions:
    """Chooses parts of the grid to fill again.

    Args:
        best: whose grid, and what its slots could score at best.
        random: what chooses.

    Fields:
        n: how many slots are not wholly given.
    """

    def __init__(self, best: Incumbent, random: random.Random) -> None:
        puzzle = best.prepared.puzzle
        self._weights = best.value_of.weights
        self._slots = puzzle.slots
        self._random = random
        self._free = [slot.index for slot in puzzle.slots if puzzle.given_codes(slot) is None]
        self.n = len(self._free)
        self._crossing: dict[int, list[int]] = {slot.index: [] for slot in puzzle.slots}
        for crossing in puzzle.crossings:
            if crossing.cell not in puzzle.givens:
                self._crossing[crossing.slot].append(crossing.other)
                self._crossing[crossing.other].append(crossing.slot)
        self._most = best.value_of.best_values(best.prepared.domains)

    def choose(self, n_slots: int, fill: Fill) -> set[int]:
        """The cells of `n_slots` slots that are connected, near a slot that could score more."""
        values = self.values(fill, self._free)
        short = [1 + self._most[slot] - n for slot, n in zip(self._free, values, strict=True)]
        first = self._random.choices(self._free, short)[0]
        chosen = [first]
        frontier = list(self._crossing[first])
        while len(chosen) < n_slots:
            if not frontier:  # the connected part of the grid is smaller
                rest = [slot for slot in self._free if slot not in chosen]
                frontier = [self._random.choice(rest)]
            slot = frontier.pop(self._random.randrange(len(frontier)))
            if slot not in chosen:
                chosen.append(slot)
                frontier += self._crossing[slot]
        return self._cells(chosen)

    def values(self, fill: Fill, slots: Sequence[int]) -> list[int]:
        """What slots add to the total of a fill."""
        return [self._weights[slot] * (fill.entries[slot].score or 0) for slot in slots]

    def _cells(self, slots: Sequence[int]) -> set[int]:
        return {cell for slot in slots for cell in self._slots[slot].cells}
