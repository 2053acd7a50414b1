"""Patterns and fills at once, from a solver that holds the joint encoding."""

from __future__ import annotations

from collections.abc import Sequence

from satcross.construct.joint import JointEncoding, encode_joint
from satcross.errors import VerificationError
from satcross.model.grid import OPEN, Grid
from satcross.pattern.rules import PatternRules
from satcross.pattern.verify import pattern_faults
from satcross.results import Reason, Work
from satcross.solve.backends.resumable import ResumableSession, resumable_session
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import Deadline, DeadlinePassedError, Listing
from satcross.tasks.heartbeat import Heartbeat, seeded
from satcross.verification.crossword import verify
from satcross.words import WordList


class JointGrids(Listing[Grid]):
    """Every pattern with every fill, one by one; a `Listing`. For small grids and lists.

    Args:
        rules: of the pattern.
        words: the list.
        options: seed and progress.
        distinct: whether no word may occur twice.
        limit: how many at most; None for all.
        time_limit_s: seconds for all grids together; None for no limit.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        options: SolverOptions | None = None,
        *,
        distinct: bool = True,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self._rules, self._words, self._distinct = rules, words, distinct
        self._options = seeded(self, options)
        self._heartbeat = Heartbeat(self, self._options)
        self._encoding: JointEncoding | None = None
        self._session: ResumableSession | None = None

    def _next(self, deadline: Deadline) -> Grid | Reason | None:
        self._heartbeat.begin("pattern and fill", deadline)
        try:
            encoding = self._encoding = self._encoding or encode_joint(
                self._rules, self._words, distinct=self._distinct, tick=self._heartbeat
            )
            session = self._session = self._session or resumable_session(
                encoding.formula, seed=self._options.seed, on_tick=self._heartbeat
            )
            answer = session.solve(deadline=deadline)
        except DeadlinePassedError:
            return deadline.reason
        if answer.assignment is None:
            return answer.reason if answer.outcome is Outcome.UNKNOWN else None
        grid = encoding.grid(answer.assignment)
        self._check(grid)
        session.add_clause(encoding.exclusion(grid))
        return grid

    def _check(self, grid: Grid) -> None:
        """Raise VerificationError when a grid breaks a rule: a bug."""
        rules = self._rules
        pattern = grid.with_cells(
            [OPEN if grid.is_given(cell) else text for cell, text in enumerate(grid.cells)]
        )
        faults: Sequence[object] = pattern_faults(pattern, rules)
        faults = faults or verify(
            None, grid, self._words, distinct=self._distinct, min_length=rules.min_length
        )
        if faults:
            raise VerificationError(f"a grid that breaks a rule: {faults[0]}")

    def _work(self) -> Work:
        return Work(self.elapsed_s)

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
