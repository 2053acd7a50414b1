"""Better fills: the whole grid, or a large window of it, is filled anew by beam search."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from satcross.model.fill import Fill
from satcross.solve.listing.beam import Beam
from satcross.solve.listing.parts import PartMaker
from satcross.task import Deadline
from satcross.tasks.optimise.windows import NODES_TO_MAKE, Windows

# How many partial fills the first searches keep, and at which temperatures: parts of what a slot
# is worth at best. Little is lost where a narrow one does not get to the end.
FIRST_WIDTHS = (500, 2_000, 8_000)
FIRST_TEMPERATURES = (0.1, 0.2)
MAX_WIDTH = 32_000  # some 100 MB on a 15x15
TEMPERATURES = (0.05, 0.3)  # of the searches after those: the range
WINDOW_WIDTH = 4_000
WINDOW_SLOTS = (0.15, 0.5)  # of all slots, the parts that windows free: the range
WINDOWS = 8  # between two searches of the whole grid
LETTER_NODES = 15  # letters of a join that take as long as a letter of a beam
POTENTIAL_NODES = 20  # the same of a node of a trie: its potential is worked out in rounds


class Beams:
    """Fills the grid anew.

    Args:
        maker: of the puzzle's parts.
        windows: of the grid.
        seed: of temperatures.

    Fields:
        is_starting: whether some of the first searches are still to come.
    """

    def __init__(self, maker: PartMaker, windows: Windows, seed: int) -> None:
        self._maker = maker
        self._windows = windows
        self._random = random.Random(seed)
        self._seed = seed
        self._slots = range(len(maker.values))
        counted = [most for most in map(maker.most, self._slots) if most]
        self._most = sum(counted) / max(1, len(counted))
        self._first = [(width, part) for width in FIRST_WIDTHS for part in FIRST_TEMPERATURES]
        self._width = FIRST_WIDTHS[-1]
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
            part = self._maker.make(self._slots, value + 1)
        else:
            temperature = self._random.uniform(*TEMPERATURES)
            if fill is not None and self._windows_left:
                self._windows_left -= 1
                width, letters = WINDOW_WIDTH, fill.letters
                n_slots = self._random.uniform(*WINDOW_SLOTS) * len(self._slots)
                part = self._windows.part(fill, max(2, round(n_slots)))
            else:
                self._windows_left = WINDOWS
                width = self._width = min(2 * self._width, MAX_WIDTH)
                part = self._maker.make(self._slots, value + 1)
        if part is None or not part.cells:
            return NODES_TO_MAKE
        beam = Beam(part.tables, temperature=temperature * self._most, width=width, seed=self._seed)
        found = beam.run(deadline)
        if found is not None and found[1] >= (part.join.least or 0):
            accept({**letters, **dict(zip(part.cells, found[0].tolist(), strict=True))})
        n_in_tries = sum(len(trie.mask) for trie in part.tables.tries)
        return NODES_TO_MAKE + POTENTIAL_NODES * n_in_tries + LETTER_NODES * beam.n_nodes
