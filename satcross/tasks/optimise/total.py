"""The best total: large neighbourhood search for fills, cores for the bound, one session for both.

The session takes only fills better than the best one, so every answer is a gain and every lemma is
good for all that follows. In turns:

- a *region* of the grid is freed, the rest held by assumptions. The solver finds a better fill, or
  proves that the region has none, or runs out of conflicts. Regions grow when they are exhausted,
  shrink when they are too hard, and in the end are the whole grid: the proof.
- the bound is lowered by cores of score levels (`satcross.solve.lazy.maxsat`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from satcross.model.fill import Fill
from satcross.results import Reason
from satcross.solve.lazy.maxsat import TotalBound
from satcross.solve.lazy.scored import ScoredSession
from satcross.solve.protocol import Answer, Outcome, Session
from satcross.solve.refining import RefiningSession, with_all_rules
from satcross.task import Deadline
from satcross.tasks.optimise.objective import Incumbent

FIRST_SLOTS = 4.0  # in the first regions
REGION_CONFLICTS = 100
BOUND_CONFLICTS = 100
BOUND_EFFORT = 5_000  # a turn of lowering the bound: about half a second
GROWTH = 1.5  # of the conflicts for the whole grid, each time they did not do
# Of all effort, the part that goes into the bound.
BOUND_PART = 1 / 4


class TotalSearch:
    """Finds better fills and lowers the bound until they meet.

    Args:
        best: the first fill; receives better ones and bounds.
    """

    def __init__(self, best: Incumbent) -> None:
        self._best = best
        seed = best.options.seed
        self._session = ScoredSession(
            best.prepared.domains,
            best.value_of.weights,
            seed=seed,
            on_progress=best.on_progress,
        )
        # Bounds come from the session beneath, which knows the rules between entries only as far as
        # its fills have broken them: they hold with all of them too.
        self._solver = with_all_rules(self._session, best.prepared.domains, best.prepared.letters)
        self._random = random.Random(seed)
        self._regions = Regions(best, self._random)
        self._n_slots = min(FIRST_SLOTS, float(self._regions.n))
        self._whole_conflicts = float(REGION_CONFLICTS)
        self._bound = TotalBound(self._session, seed=seed, found=self._found)
        self._bound_conflicts = float(BOUND_CONFLICTS)
        self._spent_on_bound = 0
        self._session.target = best.value + 1
        best.lower_bound_to(self._session.most)

    @property
    def sessions(self) -> list[Session]:
        """The session that is open."""
        return [self._session]

    def run(self, deadline: Deadline) -> Reason | None:
        """Take turns until the best fill is proved, or a limit comes; which."""
        best = self._best
        self._session.target = best.value + 1  # another search may have raised it
        while not best.is_proved:
            if (reason := best.stopped(deadline)) is not None:
                return reason
            best.start_round()
            before = self._session.effort
            if self._spent_on_bound < BOUND_PART * before:
                self._lower_bound(deadline)
                self._spent_on_bound += 1 + self._session.effort - before
            else:
                self._try_region(deadline)
        return None

    def close(self) -> None:
        """Close the session."""
        self._best.add_work(self._session)
        self._session.close()

    def _found(self, answer: Answer) -> None:
        """Take a fill that reaches the target, and want a better one; unless it breaks a rule."""
        if isinstance(self._solver, RefiningSession) and self._solver.refine(answer):
            return
        self._best.accept(self._best.prepared.fill(answer))
        self._session.target = self._best.value + 1

    def _lower_bound(self, deadline: Deadline) -> None:
        best, bound = self._best, self._bound
        n_cores = bound.n_cores
        outcome = bound.lower(
            deadline=deadline, conflicts=int(self._bound_conflicts), effort=BOUND_EFFORT
        )
        if outcome is Outcome.UNSAT:
            best.lower_bound_to(best.value)
        elif outcome is Outcome.UNKNOWN and bound.n_cores == n_cores and not deadline.passed():
            self._bound_conflicts *= GROWTH
        best.lower_bound_to(bound.bound)

    def _try_region(self, deadline: Deadline) -> None:
        best = self._best
        fill = best.fill if int(self._n_slots) < self._regions.n else None
        held: list[int] = []
        if fill is not None:
            free = self._regions.choose(int(self._n_slots), fill)
            held = best.prepared.letters.literals(
                {cell: code for cell, code in fill.letters.items() if cell not in free}
            )
        whole = fill is None
        conflicts = int(self._whole_conflicts) if whole else REGION_CONFLICTS
        answer = self._solver.solve(held, deadline=deadline, conflicts=conflicts)
        match answer.outcome:
            case Outcome.SAT:
                self._found(answer)
            case Outcome.UNSAT:
                if not answer.core:
                    best.lower_bound_to(best.value)
                self._n_slots = min(self._n_slots * 1.02 + 0.05, float(self._regions.n))
            case Outcome.UNKNOWN if deadline.passed():
                pass  # it says nothing about the region
            case Outcome.UNKNOWN:
                if whole:
                    self._whole_conflicts *= GROWTH
                self._n_slots = max(2.0, self._n_slots * 0.9)


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
                self._crossing[crossing.across].append(crossing.down)
                self._crossing[crossing.down].append(crossing.across)
        self._most = best.value_of.best_values(best.prepared.domains)

    def choose(self, n_slots: int, fill: Fill) -> set[int]:
        """The cells of `n_slots` slots that are connected, near a slot that could score more."""
        short = [
            1 + self._most[slot] - self._weights[slot] * (fill.entries[slot].score or 0)
            for slot in self._free
        ]
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

    def _cells(self, slots: Sequence[int]) -> set[int]:
        return {cell for slot in slots for cell in self._slots[slot].cells}
