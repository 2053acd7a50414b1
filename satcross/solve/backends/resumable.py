"""A session that can always be asked again after UNKNOWN."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from satcross.cnf.formula import Formula, Tick
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.formula import formula_session
from satcross.solve.protocol import Answer, Outcome
from satcross.task import NEVER, Deadline


class ResumableSession:
    """A session whose solver is started by the first `solve`, and again where it has ended.

    What the solver itself has learnt is lost then; the clauses that were added are kept.

    Args:
        n_vars: of the formula.
        start: makes a session that holds the formula.
    """

    def __init__(self, n_vars: int, start: Callable[[], EagerSession]) -> None:
        self._n_vars = n_vars
        self._start = start
        self._n_new = 0
        self._added: list[list[int]] = []
        self._session: EagerSession | None = None

    def new_variable(self) -> int:
        """A variable that no clause has yet."""
        self._n_new += 1
        if self._session is not None:
            self._session.new_variable()
        return self._n_vars + self._n_new

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause of non-zero literals over known variables, for good."""
        self._added.append(list(clause))
        if self._session is not None:
            self._session.add_clause(clause)

    def solve(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> Answer:
        """Answer under `assumptions`, by the `deadline` or within half a second of it."""
        if deadline.passed():
            return Answer(Outcome.UNKNOWN, reason=deadline.reason)
        if self._session is None:
            self._session = self._start()
            for _ in range(self._n_new):
                self._session.new_variable()
            for clause in self._added:
                self._session.add_clause(clause)
        try:
            return self._session.solve(assumptions, deadline=deadline)
        finally:
            if self._session.has_ended:
                self.close()

    def close(self) -> None:
        """Give back memory, processes and files. May be called twice."""
        if self._session is not None:
            self._session.close()
            self._session = None


def resumable_session(
    formula: Formula, *, seed: int = 0, on_tick: Tick | None = None
) -> ResumableSession:
    """A `formula_session` without preferences that can always be asked again."""
    none = np.zeros(0, dtype=np.int32)
    return ResumableSession(
        formula.n_vars, lambda: formula_session(formula, none, seed=seed, on_tick=on_tick)
    )
