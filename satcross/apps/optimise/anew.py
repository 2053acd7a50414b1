"""Parts of a grid that are filled anew, for fills with a higher total: `Regions` chooses them.

`Beams` fills the whole grid or a large part of it, a *window*, by beam search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from satcross import Fill
from satcross.apps.optimise.incumbent import Incumbent
from satcross.extend import Deadline
from satcross.solve.listing.parts import PartMaker, PuzzlePart

NODES_TO_MAKE = 2_000_000  # the work of making its tables
# How many partial fills searches of the whole grid keep, and at which temperatures: parts of what a
# slot is worth at best. The first ones take a second or two, and the next ones go on from the last.
FIRST = ((500, 0.1), (4_000, 0.1), (32_000, 0.03), (32_000, 0.1))
TEMPERATURES = (0.01, 0.15)  # of the searches after those: the range
ROWS = 0.3  # of those, the part that goes row by row
WINDOW_WIDTH = 30_000
WINDOW_SLOTS = (0.15, 0.5)  # of all slots, the parts that windows free: the range
WINDOWS = 8  # between two searches of the whole grid
LETTER_NODES = 2  # letters of a join that take as long as a letter of a beam
POTENTIAL_NODES = 20  # the same of a node of a trie: its potential is worked out in rounds


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
        return {cell for slot in chosen for cell in self._slots[slot].cells}

    def values(self, fill: Fill, slots: Sequence[int]) -> list[int]:
        """What slots add to the total of a fill."""
        return [self._weights[slot] * (fill.entries[slot].score or 0) for slot in slots]


class Beams:
    """Fills the grid anew.

    Args:
        regions: which parts of the grid to free.
        maker: of the puzzle's parts.
        seed: of temperatures.
    """

    def __init__(self, regions: Regions, maker: PartMaker, seed: int) -> None:
        self._regions = regions
        self._maker = maker
        self._random = random.Random(seed)
        self._seed = seed
        self._slots = range(len(maker.values))
        counted = [most for most in map(maker.most, self._slots) if most]
        self._most = sum(counted) / max(1, len(counted))
        self._first = list(FIRST)
        self._width = FIRST[-1][0]
        self._windows_left = WINDOWS

    @property
    def is_starting(self) -> bool:
        """Whether some of the first searches are still to come."""
        return bool(self._first)

    def improve(
        self,
        fill: Fill | None,
        value: int,
        accept: Callable[[dict[int, int]], None],
        deadline: Deadline,
    ) -> int:
        """Look for a better fill, once.

        Args:
            fill: the best fill so far, if there is one.
            value: its total, or the floor.
            accept: receives a better fill, as letter code by cell.
            deadline: when to stop.

        Returns: how much work it took, in letters of a join.
        """
        letters: Mapping[int, int] = {}
        if self._first:
            width, temperature = self._first.pop(0)
            part = self._maker.make(self._slots, value + 1, order=self._maker.order)
        else:
            temperature = self._random.uniform(*TEMPERATURES)
            if fill is not None and self._windows_left:
                self._windows_left -= 1
                width, letters = WINDOW_WIDTH, fill.letters
                n_slots = self._random.uniform(*WINDOW_SLOTS) * len(self._slots)
                part = self._window(fill, max(2, round(n_slots)))
            else:
                self._windows_left = WINDOWS
                width = self._width = 2 * self._width
                by_rows = self._random.random() < ROWS
                part = self._maker.make(
                    self._slots, value + 1, order="rows" if by_rows else self._maker.order
                )
        if part is None or not part.cells:
            return NODES_TO_MAKE
        beam = part.beam(temperature * self._most, width=width, seed=self._seed)
        if beam.run(deadline) and beam.is_whole:
            row, total = beam.best()
            if total >= (part.join.least or 0):
                accept({**letters, **dict(zip(part.cells, row.tolist(), strict=True))})
        n_in_tries = sum(len(trie.mask) for trie in part.tables.tries)
        return NODES_TO_MAKE + POTENTIAL_NODES * n_in_tries + LETTER_NODES * beam.n_nodes

    def _window(self, fill: Fill, n_slots: int) -> PuzzlePart | None:
        """A window of some slots, for fills better than this one; None if there are none."""
        free = self._regions.choose(n_slots, fill)
        through = self._maker.through
        slots = sorted({slot for cell in free for slot, _ in through[cell]})
        return self._maker.make(
            slots,
            1 + sum(self._regions.values(fill, slots)),
            held={cell: code for cell, code in fill.letters.items() if cell not in free},
            taken=self._taken(fill, set(slots)),
        )

    def _taken(self, fill: Fill, inside: set[int]) -> dict[int, list[int]]:
        """By length, the words of the slots outside of a window, where words must differ."""
        taken: dict[int, list[int]] = {}
        if fill.puzzle.distinct:
            for slot in fill.puzzle.slots:
                if slot.index not in inside and len(slot) > 1:
                    word = self._maker.word(slot.index, [fill.letters[cell] for cell in slot.cells])
                    taken.setdefault(len(slot), []).append(word)
        return taken
