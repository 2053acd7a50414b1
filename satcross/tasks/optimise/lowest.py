"""The best lowest score: the largest minimum score at which there is a fill."""

from __future__ import annotations

import numpy as np

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.results import Reason
from satcross.solve.protocol import LazySession, Outcome, Session
from satcross.solve.refining import search_session
from satcross.task import Deadline
from satcross.tasks.optimise.objective import Incumbent
from satcross.tasks.prepared import PreparedPuzzle

FIRST_CONFLICTS = 300  # in the first attempt at a level; each later one may take twice as many


class LowestSearch:
    """Raises the lowest score, and proves that it cannot be raised further.

    A level is a value that the lowest score can have. Arc consistency alone often shows that one
    cannot be reached, so the highest level that it leaves is looked for first, by bisection. Each
    level between that and the best fill's gets an attempt of some conflicts: the middle one
    first, then the ones beside those that are still open. When all have failed, there are twice as
    many conflicts; the sessions of the levels go on from where they were.

    Args:
        best: the first fill; receives better ones and bounds.
    """

    def __init__(self, best: Incumbent) -> None:
        self._best = best
        self._all_levels = self._levels = self._values_above()
        self._low, self._high = 0, len(self._levels)  # of the bisection
        self._conflicts = FIRST_CONFLICTS
        self._in_vain: set[int] = set()
        self._open: dict[int, PreparedPuzzle] = {}

    @property
    def sessions(self) -> list[Session]:
        """The sessions that are open."""
        return [level.session for level in self._open.values() if level.session is not None]

    def run(self, deadline: Deadline) -> Reason | None:
        """Go on until the best fill is proved, or a limit comes; which."""
        best = self._best
        while self._low < self._high:
            if (reason := best.stopped(deadline)) is not None:
                return reason
            self._bisect()
        while self._levels:
            while (level := self._next_level()) is not None:
                if (reason := best.stopped(deadline)) is not None:
                    return reason
                if not self._attempt(level, deadline) and not deadline.passed():
                    self._in_vain.add(level)
                self._levels = [level for level in self._levels if best.value < level <= best.bound]
                for level in [level for level in self._open if level not in self._levels]:
                    self._close(level)
            self._conflicts *= 2
            self._in_vain = set()
        best.lower_bound_to(best.value)
        return None

    def close(self) -> None:
        """Close all sessions."""
        for level in list(self._open):
            self._close(level)

    def _close(self, level: int) -> None:
        prepared = self._open.pop(level)
        prepared.close()
        if prepared.session is not None:
            self._best.add_work(prepared.session)

    def _bisect(self) -> None:
        """Halve the levels that may be the highest arc consistent one."""
        middle = (self._low + self._high) // 2
        rows = self._best.value_of.rows_from(self._all_levels[middle])
        if arc_consistent(self._best.prepared.puzzle, rows=rows).emptied is None:
            self._low = middle + 1
        else:
            self._high = middle
            self._levels = self._all_levels[:middle]
            self._refuted(self._all_levels[middle])

    def _next_level(self) -> int | None:
        """The level to attempt next: the middle one of those below all that failed, else of
        those above them."""
        levels, tried = self._levels, self._in_vain
        if tried:
            levels = [level for level in levels if level < min(tried)] or [
                level for level in levels if level > max(tried)
            ]
        return levels[len(levels) // 2] if levels else None

    def _attempt(self, level: int, deadline: Deadline) -> bool:
        """Look for a fill without scores below `level`; whether it was found or refuted."""
        best = self._best
        prepared = self._open.get(level)
        if prepared is None:
            prepared = self._open[level] = self._prepare(level)
        session = prepared.session
        if not isinstance(session, LazySession):
            self._refuted(level)
            return True
        best.start_round()
        answer = session.solve(deadline=deadline, conflicts=self._conflicts)
        match answer.outcome:
            case Outcome.SAT:
                best.accept(prepared.fill(answer))
                return True
            case Outcome.UNSAT:
                self._refuted(level)
                return True
            case Outcome.UNKNOWN:
                return False

    def _refuted(self, level: int) -> None:
        below = [lower for lower in self._all_levels if self._best.value < lower < level]
        self._best.lower_bound_to(below[-1] if below else self._best.value)

    def _prepare(self, level: int) -> PreparedPuzzle:
        best, first = self._best, self._best.prepared
        domains = arc_consistent(first.puzzle, rows=best.value_of.rows_from(level))
        letters = LetterVars(domains)
        session = None
        if domains.emptied is None:
            session = search_session(
                domains, letters, seed=best.options.seed, on_progress=best.on_progress
            )
        return PreparedPuzzle(first.puzzle, domains, letters, session, first.started, first.engine)

    def _values_above(self) -> list[int]:
        """The values above the best fill's that the lowest score could have, rising."""
        best = self._best
        domains, puzzle = best.prepared.domains, best.prepared.puzzle
        values: set[int] = set()
        for slot, rows, weight in zip(
            puzzle.slots, domains.words, best.value_of.weights, strict=True
        ):
            if weight:
                scores = np.unique(puzzle.words.table(len(slot)).scores[rows])
                values.update((scores * weight).tolist())
        return sorted(value for value in values if best.value < value <= best.bound)
