"""Advice for the search: which letters a beam search over the whole grid has found promising.

The search works on one fill at a time, and in dense grids it learns late that what it has chosen in
one part leaves no words to another. A beam goes on with thousands of partial fills side by side,
ranked by how many words each leaves. It proves nothing, and often ends before the last cell; but
near the partial fill that came farthest there are often whole ones. So after some conflicts the
search gets the letters of that partial fill, and prefers them. This changes the order of its
decisions and nothing else: what it learns and proves stays right, and it keeps the rules that a
beam does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satcross.model.consistency import Domains
from satcross.model.needs import Need
from satcross.task import Deadline, DeadlinePassedError

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel._kernel import Join
    from satcross.words.table import I64

SUPPORTS = frozenset({Need.PAIRS, Need.CONDITIONS, Need.ENTRIES})
"""Puzzles whose slots hold words of the list as they are; rules are left to the search."""

TEMPERATURE = 1000.0  # in points: far above all scores, so that every word counts alike
NOISE = 0.2  # of what a prefix promises, in natural logarithms of its words
FIRST_CELLS = 10_000_000  # of all partial fills of the first search together


class Advice(NamedTuple):
    """What a beam search has found.

    Args:
        letters: letter code by cell, of the partial fill that came farthest.
        is_whole: whether that has all cells.
    """

    letters: dict[int, int]
    is_whole: bool


class _Made(NamedTuple):
    """The whole puzzle as a part, without its tables, and what prefixes promise."""

    join: Join
    cells: tuple[int, ...]
    worth: list[I64]


class Guide:
    """Beam searches over a puzzle, each twice as wide as the last one.

    Args:
        domains: what arc consistency left; no slot may be empty.
        seed: of the noise.
    """

    def __init__(self, domains: Domains, seed: int) -> None:
        self._domains = domains
        self._seed = seed
        self._n = 0
        self._made: _Made | None = None

    def next(self, deadline: Deadline) -> Advice | None:
        """What another beam search finds; None for nothing, where time is up or memory short."""
        try:
            made = self._made = self._made or self._make(deadline)
            return self._search(made, deadline) if made is not None else None
        except (DeadlinePassedError, MemoryError):
            return None

    def _search(self, made: _Made, deadline: Deadline) -> Advice | None:
        # No fill that is found soon needs it.
        from satcross.solve.listing.beam import MOST_CELLS, OPEN, Beam

        width = min(FIRST_CELLS << self._n, MOST_CELLS) // len(made.cells)
        beam = Beam(
            made.join, made.worth, width=width, seed=(self._seed, self._n),
            noise=NOISE * TEMPERATURE,
        )  # fmt: skip
        if not beam.run(deadline):
            return None
        self._n += 1
        row, _ = beam.best()
        letters = {
            cell: code for cell, code in zip(made.cells, row.tolist(), strict=True) if code != OPEN
        }
        return Advice(letters, beam.is_whole)

    def _make(self, deadline: Deadline) -> _Made | None:
        """What all searches begin with; None where there are no cells."""
        from satcross.solve.listing.beam import potentials
        from satcross.solve.listing.parts import PartMaker

        puzzle = self._domains.puzzle
        maker = PartMaker(self._domains, [1] * len(puzzle.slots))
        if not maker.can_join:
            return None
        part = maker.make(range(len(puzzle.slots)), 0, order=maker.order, deadline=deadline)
        if part is None or not part.cells:
            return None
        return _Made(part.join, part.cells, potentials(part.tables, TEMPERATURE, deadline))
