"""The best lowest score: the largest minimum score at which there is a fill; and the next ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from satcross import Best, Fill, Reason, SolverOptions, arc_consistent
from satcross.apps.optimise.incumbent import Incumbent
from satcross.extend import (
    Deadline,
    FillValue,
    LazySession,
    LetterVars,
    Outcome,
    PreparedPuzzle,
    Session,
    Work,
    search_session,
)
from satcross.tasks.diversity import difference

FIRST_CONFLICTS = 300  # in the first attempt at a level; each later one may take twice as many
# For another fill of a level, before lower levels are tried too: fills of a dense 15x15 grid take
# some thousand.
SAME_LEVEL_CONFLICTS = 20_000


class LowestSearch:
    """Raises the lowest score, and proves that it cannot be raised further.

    A level is a value that the lowest score can have. Arc consistency alone often shows that one
    cannot be reached, so the highest level that it leaves is looked for first, by bisection. Each
    level between that and the best fill's gets an attempt of some conflicts: the middle one
    first, then the ones beside those that are still open. When all have failed, there are twice as
    many conflicts; the sessions of the levels go on from where they were.

    Where fills are left out, the best of the others is often little worse than they are. So the
    levels are then tried from the highest, with steps that double, until there is a fill.

    Args:
        best: the first fill; receives better ones and bounds.
        before: fills to leave out.
    """

    def __init__(self, best: Incumbent, before: Sequence[Fill] = ()) -> None:
        self._best = best
        self._before = before
        self._all_levels = self._levels = self._values_above()
        self._low, self._high = 0, len(self._levels)  # of the bisection
        if any((best.value_of.value(fill) or 0) >= best.bound for fill in before):
            self._low = self._high  # arc consistency leaves all levels at which there is a fill
        self._step = 1 if before else 0
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
        elif levels and self._step and self._best.fill is None:
            at = min(self._step, len(levels))
            self._step *= 2
            return levels[-at]
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
        return level_puzzle(self._best, level, self._before)

    def _values_above(self) -> list[int]:
        """The values above the best fill's that the lowest score could have, rising."""
        best = self._best
        domains, puzzle = best.prepared.domains, best.prepared.puzzle
        values: set[int] = set()
        for slot, rows, weight in zip(
            puzzle.slots, domains.words, best.value_of.weights, strict=True
        ):
            if weight:
                scores = np.unique(puzzle.table(slot).scores[rows])
                values.update((scores * weight).tolist())
        return sorted(value for value in values if best.value < value <= best.bound)


def level_puzzle(best: Incumbent, level: int, before: Sequence[Fill]) -> PreparedPuzzle:
    """The puzzle without words below a level, and without some fills.

    Args:
        best: whose puzzle it is.
        level: 0 for all words.
        before: fills to leave out.

    Returns: a puzzle whose session is None where there is no fill.
    """
    first = best.prepared
    domains = arc_consistent(first.puzzle, rows=best.value_of.rows_from(level))
    letters = LetterVars(domains)
    opened = PreparedPuzzle(first.puzzle, domains, letters, None, first.started, first.engine)
    if domains.emptied is None:
        session = search_session(
            domains, letters, seed=best.options.seed, on_progress=best.on_progress
        )
        leave_out = difference("grids", domains, letters)
        same = [fill for fill in before if (best.value_of.value(fill) or 0) >= level]
        if all(leave_out(fill, session) for fill in same):
            opened.session = session
        else:  # all letters are given
            session.close()
    return opened


class LowestFills:
    """The fills after the best one, in falling order of their lowest scores.

    One session finds all fills of a level; then the next lower level at which there is a fill is
    looked for. So the time grows with the number of fills, and not with its square.

    Args:
        prepared: the puzzle, with words in all slots, of which some count.
        value_of: what fills are worth.
        options: seed and progress.
        before: the fills so far; no other is worth more than the last one.
    """

    def __init__(
        self,
        prepared: PreparedPuzzle,
        value_of: FillValue,
        options: SolverOptions,
        before: Sequence[Fill],
    ) -> None:
        self._prepared = prepared
        self._value_of = value_of
        self._options = options
        self._before = list(before)
        self._bound = value_of.value(self._before[-1]) or 0  # of the others
        self._is_reached = True  # there was a fill of that value, so there may be more of them
        self._level: PreparedPuzzle | None = None
        self._search: LowestSearch | None = None
        self._best = self._none_yet()
        self._spent = Work(conflicts=0, decisions=0)  # for the next fill

    def _none_yet(self) -> Incumbent:
        """What is known of the others: no fill, and the bound."""
        best = Incumbent(
            self._prepared, self._value_of, None, self._options, lambda _: None, floor=-1
        )
        best.lower_bound_to(self._bound)
        return best

    def next_best(self, deadline: Deadline) -> Best[Fill] | Reason | None:
        """The best fill that is left, or the best that was found in time.

        Returns: the reason if none was found; None when there are no others.
        """
        found = self._same_level(deadline) if self._is_reached else None
        if found is None:
            found = self._lower_level(deadline)
        if isinstance(found, Best):
            self._before.append(found.value)
            self._spent = Work(conflicts=0, decisions=0)
        return found

    def _same_level(self, deadline: Deadline) -> Best[Fill] | Reason | None:
        """Another fill of the latest value; None where there is none, or it takes too long."""
        if self._level is None:
            self._level = level_puzzle(self._best, self._bound, self._before)
        level, session = self._level, self._level.session
        outcome = Outcome.UNSAT
        if isinstance(session, LazySession):
            done = session.counters
            answer = session.solve(deadline=deadline, conflicts=SAME_LEVEL_CONFLICTS)
            outcome = answer.outcome
            self._spend(
                session.counters.conflicts - done.conflicts,
                session.counters.decisions - done.decisions,
            )
            if outcome is Outcome.SAT:
                fill, value = level.fill(answer), self._bound
                if not difference("grids", level.domains, level.letters)(fill, session):
                    self._end_level(value - 1)  # no other can be unlike it
                return Best(fill, value, value, None, self._work())
            if outcome is Outcome.UNKNOWN and deadline.passed():
                return deadline.reason
        self._end_level(self._bound - (outcome is Outcome.UNSAT))
        return None

    def _end_level(self, bound: int) -> None:
        if self._level is not None:
            self._level.close()
        self._level, self._is_reached, self._bound = None, False, bound

    def _lower_level(self, deadline: Deadline) -> Best[Fill] | Reason | None:
        if self._search is None:
            self._best = self._none_yet()
            self._search = LowestSearch(self._best, self._before)
        best = self._best
        reason = self._search.run(deadline)
        if best.fill is None:
            return reason
        work = best.work(self._search.sessions)
        self._spend(work.conflicts, work.decisions)
        self._search.close()
        self._search, self._bound, self._is_reached = None, best.bound, reason is None
        return Best(best.fill, best.value, best.bound, reason, self._work())

    def _spend(self, conflicts: int, decisions: int) -> None:
        self._spent = replace(
            self._spent,
            conflicts=self._spent.conflicts + max(0, conflicts),
            decisions=self._spent.decisions + max(0, decisions),
        )

    def _work(self) -> Work:
        spent = self._spent
        return replace(self._prepared.work(), conflicts=spent.conflicts, decisions=spent.decisions)

    def close(self) -> None:
        """Close all sessions."""
        if self._level is not None:
            self._level.close()
        if self._search is not None:
            self._search.close()
