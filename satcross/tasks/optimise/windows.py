"""Better fills: a window of the grid is filled anew by a join, in the best way that there is."""

from __future__ import annotations

from collections.abc import Callable

from satcross.model.fill import Fill
from satcross.solve.listing.parts import Part, PartMaker
from satcross.task import Deadline
from satcross.tasks.optimise.regions import Regions

FIRST_SLOTS = 4.0  # in the first windows
NODES = 10_000_000  # letters of a join for a window: a tenth of a second
NODES_TO_MAKE = 2_000_000  # the work of making its tables


class Windows:
    """Fills windows anew.

    Args:
        regions: which parts of the grid to free.
        maker: of the puzzle's parts.
    """

    def __init__(self, regions: Regions, maker: PartMaker) -> None:
        self._regions = regions
        self._maker = maker
        self._n_slots = min(FIRST_SLOTS, float(regions.n))

    def improve(
        self, fill: Fill, accept: Callable[[dict[int, int]], None], deadline: Deadline
    ) -> tuple[int, bool]:
        """Look for the best fill of a window.

        Args:
            fill: the best fill so far.
            accept: receives better fills, as letter code by cell.
            deadline: when to stop.

        Returns: how much work it took, in letters of a join; whether it is proved that no fill at
            all is better than the last one.
        """
        n_slots = int(self._n_slots)
        part = self.part(fill, n_slots)
        n_nodes, is_all = 0, True
        if part is not None:
            letters, _, is_all = part.best(NODES, deadline)
            n_nodes = part.join.n_nodes
            if letters:
                accept({**fill.letters, **letters})
        if is_all:
            self._n_slots = min(self._n_slots * 1.01 + 0.02, float(self._regions.n))
        elif not deadline.passed():
            self._n_slots = max(2.0, self._n_slots * 0.97)
        return NODES_TO_MAKE + n_nodes, is_all and n_slots >= self._regions.n

    def part(self, fill: Fill, n_slots: int) -> Part | None:
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
