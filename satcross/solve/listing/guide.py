"""Advice for the search: which letters others have found promising who look at the whole grid.

The search works on one fill at a time, and in dense grids it learns late that what it has chosen in
one part leaves no words to another. Dives (`satcross.solve.listing.dives`) set the letters first
that most words agree on. A beam (`satcross.solve.listing.beam`) goes on with thousands of partial
fills side by side, ranked by how many words each leaves. Both prove nothing, and often end before
the last cell; but near the partial fill that came farthest there are often whole ones. So after
some conflicts the search gets its letters, and prefers them. This changes the order of its
decisions and nothing else: what it learns and proves stays right, and it keeps the rules that dives
and beams do not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satcross.model.consistency import Domains
from satcross.model.needs import Need
from satcross.task import Deadline, DeadlinePassedError

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel._kernel import Join
    from satcross.solve.listing.dives import Advice, Dives
    from satcross.words.table import I64

SUPPORTS = frozenset({Need.PAIRS, Need.CONDITIONS, Need.ENTRIES})
"""Puzzles whose slots hold words of the list as they are; rules are left to the search."""

DIVE_EVERY = 1000  # conflicts from one turn of the dives to the next: a fifth of a second or so
# Words that dives may look at for each conflict, which takes about as long as the conflict. Half of
# that after `DIVE_MOST` conflicts, and less where dives end early: a proof is more likely there.
# At most the words of all slots by `DIVE_SHARE`: in tiny grids conflicts are quick.
DIVE_ROWS = 20_000
DIVE_SHARE = 4
DIVE_MOST = 4000
# Conflicts before a beam, two seconds or so; twice as many before the next.
BEAM_AFTER = 8000
TEMPERATURE = 1000.0  # in points: far above all scores, so that every word counts alike
NOISE = 0.2  # of what a prefix promises, in natural logarithms of its words
FIRST_CELLS = 10_000_000  # of all partial fills of the first search together


class _Made(NamedTuple):
    """The whole puzzle as a part, without its tables, and what prefixes promise."""

    join: Join
    cells: tuple[int, ...]
    worth: list[I64]


class Guide:
    """Dives into a puzzle, and beam searches over it, each twice as wide as the last one.

    Args:
        domains: what arc consistency left; no slot may be empty.
        seed: of the noise.

    Fields:
        at: from how many conflicts on it may be asked again.
    """

    def __init__(self, domains: Domains, seed: int) -> None:
        self._domains = domains
        self._seed = seed
        self._dive_rows = min(DIVE_ROWS, domains.n_words // DIVE_SHARE)
        self._n = 0
        self._made: _Made | None = None
        self._dives: Dives | None = None
        self.begin(0)

    def begin(self, n_conflicts: int) -> None:
        """Count from here: the search for the next fill begins after `n_conflicts`."""
        self.at = n_conflicts + DIVE_EVERY
        self._dive_most = n_conflicts + DIVE_MOST
        self._beam_after = BEAM_AFTER
        self._beam_at = n_conflicts + BEAM_AFTER

    def next(self, n_conflicts: int, deadline: Deadline) -> Advice | None:
        """Advice for the search; None if there is none, time is up or memory is short.

        Args: n_conflicts: of the search so far.
        """
        is_for_beam = n_conflicts >= self._beam_at
        if is_for_beam:
            self._beam_after *= 2
            self._beam_at = n_conflicts + self._beam_after
        self.at = n_conflicts + DIVE_EVERY
        try:
            if is_for_beam:
                return self._search_beam(deadline)
            return self._dive(self._dive_rows // (1 + (n_conflicts > self._dive_most)), deadline)
        except (DeadlinePassedError, MemoryError):
            return None

    def _dive(self, n_rows: int, deadline: Deadline) -> Advice | None:
        """What dives find that came farther than all before. Args: n_rows: for each conflict."""
        from satcross.solve.listing.dives import Dives, can_dive

        if not can_dive(self._domains):
            return None
        self._dives = self._dives or Dives(self._domains, self._seed)
        return self._dives.next(round(DIVE_EVERY * n_rows * self._dives.reach**3), deadline)

    def _search_beam(self, deadline: Deadline) -> Advice | None:
        """What another beam search finds."""
        made = self._made = self._made or self._make(deadline)
        return self._search(made, deadline) if made is not None else None

    def _search(self, made: _Made, deadline: Deadline) -> Advice | None:
        # No fill that is found soon needs it.
        from satcross.solve.listing.beam import MOST_CELLS, OPEN, Beam
        from satcross.solve.listing.dives import Advice

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
