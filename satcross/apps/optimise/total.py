"""The best total: large neighbourhood search for fills, and bounds until the two meet.

It begins with beam searches for fills of the whole grid (`anew`); where none gets to the end, with
fills that have no low scores, as far as they are found soon. Then three kinds of work take turns,
each with a part of all effort:

- the grid, or a large part of it, is filled anew by *beam* search;
- a *region* is freed, the rest held by assumptions of a session that takes only fills better than
  the best one, so that every lemma is good for all that follows. The solver finds a better fill, or
  proves that the region has none, or runs out of conflicts. Regions grow when they are exhausted,
  shrink when they are too hard, and in the end are the whole grid: the proof;
- prices of letters and *clusters* of slots lower the bound, the latter proved by joins
  (`clusters`).

The joins know neither rules between entries nor a rebus: beams are left out where there are any.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np

from satcross import Progress, Reason, arc_consistent
from satcross.apps.optimise.anew import Beams, Regions
from satcross.apps.optimise.clusters import ClusterBound
from satcross.apps.optimise.incumbent import Incumbent
from satcross.extend import Deadline, LetterVars, Outcome, Session, search_session
from satcross.solve.lazy.scored import ScoredSession
from satcross.solve.listing.parts import PartMaker
from satcross.solve.refining import with_rules

# At first fills are looked for of the best words, these parts of all of them, until one takes more
# conflicts.
BEST_WORDS = (0.7, 0.5, 0.4, 0.3, 0.2, 0.1)
BEST_WORDS_CONFLICTS = 8_000
FIRST_SLOTS = 4.0  # in the first regions
REGION_CONFLICTS = 400
CLUSTER_NODES = 20_000_000  # a turn of lowering the bound: about a quarter of a second
NODES = 200  # letters of a join that take as long as a unit of the session's effort
GROWTH = 1.5  # of the conflicts for the whole grid, each time they did not do
# Of all effort, the part of each kind of work; where one is of no use, it goes to the others.
SHARES = {"beams": 0.35, "regions": 0.2, "clusters": 0.45}


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
        self._solver = with_rules(self._session, best.prepared.domains, best.prepared.letters)
        self._random = random.Random(seed)
        self._regions = Regions(best, self._random)
        self._n_slots = min(FIRST_SLOTS, float(self._regions.n))
        self._whole_conflicts = float(REGION_CONFLICTS)
        self._session.target = best.value + 1
        best.lower_bound_to(self._session.most)
        self._beams: Beams | None = None
        puzzle = best.prepared.puzzle
        maker = PartMaker(best.prepared.domains, best.value_of.weights)
        self._clusters = ClusterBound(puzzle, maker)
        if not puzzle.needs and maker.can_join:
            self._beams = Beams(self._regions, maker, seed)
        self._spent = dict.fromkeys(SHARES, 0.0)
        self._least_scores = self._ladder()

    @property
    def sessions(self) -> list[Session]:
        """The session that is open."""
        return [self._session]

    def run(self, deadline: Deadline) -> Reason | None:
        """Take turns until the best fill is proved, or a limit comes; which."""
        best = self._best
        while not best.is_proved:
            if (reason := best.stopped(deadline)) is not None:
                return reason
            best.start_round()
            self._take_turn(deadline)
        return None

    def _take_turn(self, deadline: Deadline) -> None:
        """Do some of the work that has had the least of its share."""
        if self._beams is not None and self._beams.is_starting:
            before = self._best.value
            self._search_beam(self._beams, deadline)
            if self._best.value > before:
                self._least_scores = []
            return
        if self._least_scores:
            self._climb(deadline)
            return
        useful = ["regions"]
        if self._beams is not None:
            useful.append("beams")
        if not self._clusters.is_exhausted:
            useful.append("clusters")
        kind = min(useful, key=lambda kind: self._spent[kind] / SHARES[kind])
        before = self._session.effort
        nodes = 0
        if kind == "beams" and self._beams is not None:
            nodes = self._search_beam(self._beams, deadline)
        elif kind == "clusters":
            nodes = self._clusters.lower(CLUSTER_NODES, deadline)
            self._best.lower_bound_to(self._clusters.bound)
        else:
            self._try_region(deadline)
        self._spent[kind] += 1 + self._session.effort - before + nodes / NODES

    def _search_beam(self, beams: Beams, deadline: Deadline) -> int:
        best = self._best
        best.on_progress(Progress("", 0.0))
        return beams.improve(best.fill, best.value, self._found_letters, deadline)

    def _ladder(self) -> list[int]:
        """Minimum scores that leave smaller and smaller parts of the words; rising."""
        prepared = self._best.prepared
        table = prepared.puzzle.table
        scores = [
            table(slot).scores[prepared.domains.words[slot.index]]
            for slot, weight in zip(prepared.puzzle.slots, self._best.value_of.weights, strict=True)
            if weight
        ]
        falling = np.sort(np.concatenate(scores))[::-1]
        steps = {int(falling[int(part * (len(falling) - 1))]) for part in BEST_WORDS}
        return sorted(step for step in steps if step > falling[-1])

    def _climb(self, deadline: Deadline) -> None:
        """Look for a fill with the next minimum score; it is the last one if none is found."""
        best = self._best
        least = self._least_scores.pop(0)
        puzzle = best.prepared.puzzle
        rows = {
            slot.index: puzzle.table(slot).scores >= least
            for slot, weight in zip(puzzle.slots, best.value_of.weights, strict=True)
            if weight
        }
        domains = arc_consistent(puzzle, rows=rows)
        found = False
        if domains.emptied is None:
            letters = LetterVars(domains)
            session = search_session(
                domains, letters, seed=best.options.seed, on_progress=best.on_progress
            )
            answer = session.solve(deadline=deadline, conflicts=BEST_WORDS_CONFLICTS)
            if answer.assignment is not None:
                found = True
                self._found_letters(letters.letters(answer.assignment.true_variables(letters.n)))
            session.close()
            best.add_work(session)
        if not found:
            self._least_scores = []

    def close(self) -> None:
        """Close the session."""
        self._best.add_work(self._session)
        self._session.close()

    def _found_letters(self, letters: Mapping[int, int]) -> None:
        """Take a fill that reaches the target, and want a better one."""
        self._best.accept(self._best.prepared.verified(letters))
        self._session.target = self._best.value + 1

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
                self._found_letters(best.prepared.letters_of(answer))
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
