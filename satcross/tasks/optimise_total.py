"""The best total: large neighbourhood search for fills, cores for the bound, one session for both.

The session takes only fills better than the best one, so every answer is a gain and every lemma is
good for all that follows. In turns:

- a *region* of the grid is freed, the rest held by assumptions. The solver finds a better fill, or
  proves that the region has none, or runs out of conflicts. Regions grow when they are exhausted,
  shrink when they are too hard, and in the end are the whole grid: the proof.
- the bound is lowered by cores of score levels (`satcross.solve.maxsat`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from satcross.fill import Fill
from satcross.solve.maxsat import TotalBound
from satcross.solve.protocol import Answer, Outcome
from satcross.solve.scored import ScoredSession
from satcross.tasks.optimise_search import Search

FIRST_SLOTS = 4.0  # in the first regions
REGION_CONFLICTS = 100
BOUND_CONFLICTS = 100
BOUND_EFFORT = 5_000  # a turn of lowering the bound: about half a second
GROWTH = 1.5  # of the conflicts for the whole grid, each time they did not do
# Of all effort, the part that goes into the bound.
BOUND_PART = 1 / 4


def search_total(search: Search) -> None:
    """Find better fills and lower the bound until they meet, or a limit comes."""
    opened = search.opened
    session = ScoredSession(
        opened.domains,
        search.worth.weights,
        seed=search.options.seed,
        on_progress=search.on_progress,
    )
    try:
        _Total(search, session).run()
    finally:
        search.add_work(session)
        session.close()


class _Total:
    """One search, with what it has learnt of the size of regions."""

    def __init__(self, search: Search, session: ScoredSession) -> None:
        self.search = search
        self.session = session
        self.random = random.Random(search.options.seed)
        self.regions = Regions(search, self.random)
        self.n_slots = min(FIRST_SLOTS, float(self.regions.n))
        self.whole_conflicts = float(REGION_CONFLICTS)
        self.bound = TotalBound(session, seed=search.options.seed, found=self.found)
        self.bound_conflicts = float(BOUND_CONFLICTS)
        self.spent_on_bound = 0
        session.objective.target = search.value + 1

    def found(self, answer: Answer) -> None:
        """Take a fill that reaches the target, and want a better one."""
        self.search.accept(self.search.opened.fill(answer))
        self.session.objective.target = self.search.value + 1

    def run(self) -> None:
        """Take turns until there is nothing left to do."""
        search = self.search
        search.lower_bound_to(self.session.most)
        while not search.proved and not search.stopped():
            search.start_round()
            before = self.session.effort
            if self.spent_on_bound < BOUND_PART * before:
                self._lower_bound()
                self.spent_on_bound += 1 + self.session.effort - before
            else:
                self._try_region()

    def _lower_bound(self) -> None:
        search = self.search
        n_cores = self.bound.n_cores
        outcome = self.bound.lower(
            deadline=search.deadline, conflicts=int(self.bound_conflicts), effort=BOUND_EFFORT
        )
        if outcome is Outcome.UNSAT:
            search.lower_bound_to(search.value)
        elif outcome is Outcome.UNKNOWN and self.bound.n_cores == n_cores:
            self.bound_conflicts *= GROWTH
        search.lower_bound_to(self.bound.bound)

    def _try_region(self) -> None:
        search, session = self.search, self.session
        whole = int(self.n_slots) >= self.regions.n
        held: list[int] = []
        if not whole:
            free = self.regions.draw(int(self.n_slots), search.fill)
            held = search.opened.letters.literals(
                {cell: code for cell, code in search.fill.letters.items() if cell not in free}
            )
        conflicts = int(self.whole_conflicts) if whole else REGION_CONFLICTS
        answer = session.solve(held, deadline=search.deadline, conflicts=conflicts)
        match answer.outcome:
            case Outcome.SAT:
                self.found(answer)
            case Outcome.UNSAT:
                if not answer.core:
                    search.lower_bound_to(search.value)
                self.n_slots = min(self.n_slots * 1.02 + 0.05, float(self.regions.n))
            case Outcome.UNKNOWN:
                if whole:
                    self.whole_conflicts *= GROWTH
                self.n_slots = max(2.0, self.n_slots * 0.9)


class Regions:
    """Draws parts of the grid to fill anew.

    Args:
        search: whose grid, and what its slots could score at best.
        random: what draws.

    Fields:
        n: how many slots are not wholly given.
    """

    def __init__(self, search: Search, random: random.Random) -> None:
        puzzle = search.opened.puzzle
        self._worth = search.worth
        self._slots = puzzle.slots
        self._random = random
        self._free = [slot.index for slot in puzzle.slots if puzzle.given_codes(slot) is None]
        self.n = len(self._free)
        self._crossing: dict[int, list[int]] = {slot.index: [] for slot in puzzle.slots}
        for crossing in puzzle.crossings:
            if crossing.cell not in puzzle.givens:
                self._crossing[crossing.across].append(crossing.down)
                self._crossing[crossing.down].append(crossing.across)
        self._most = search.worth.best_values(search.opened.domains)

    def draw(self, n_slots: int, fill: Fill) -> set[int]:
        """The cells of `n_slots` slots that hang together, near a slot that could score more."""
        short = [
            1 + self._most[slot] - self._worth.weights[slot] * (fill.entries[slot].score or 0)
            for slot in self._free
        ]
        first = self._random.choices(self._free, short)[0]
        chosen = [first]
        frontier = list(self._crossing[first])
        while len(chosen) < n_slots:
            if not frontier:  # the part of the grid that hangs together is smaller
                rest = [slot for slot in self._free if slot not in chosen]
                frontier = [self._random.choice(rest)]
            slot = frontier.pop(self._random.randrange(len(frontier)))
            if slot not in chosen:
                chosen.append(slot)
                frontier += self._crossing[slot]
        return self._cells(chosen)

    def _cells(self, slots: Sequence[int]) -> set[int]:
        return {cell for slot in slots for cell in self._slots[slot].cells}
