"""PySAT's solvers in a child process, which can be killed whatever the solver is doing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from satcross.cnf.formula import I32
from satcross.processes.child import Child
from satcross.solve.backends.eager import RawAnswer
from satcross.solve.backends.pysat import serve
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline


class WorkerBackend:
    """One of PySAT's solvers in a child process.

    Args:
        name: as in `pysat_session.ABILITIES`.
        phases: literals to try first, where the solver takes them.
        on_tick: called some ten times a second while the solver works; what it raises ends the
            call, and the child.
    """

    def __init__(
        self,
        name: str,
        phases: I32 | None = None,
        on_tick: Callable[[], None] | None = None,
    ) -> None:
        self.counters = Counters()
        self.is_resumable = False
        self._name, self._phases = name, phases
        self._on_tick = on_tick
        self._child: Child | None = None
        self._added: list[I32] = []

    def add(self, flat: I32) -> None:
        """Add clauses, each closed by a 0; they are sent at the next `solve`."""
        self._added.append(flat)

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far. After an UNKNOWN the child is gone.

        Raises:
            SolverError: the solver died, or could not do what was asked.
        """
        try:
            child = self._child = self._child or Child(
                serve, self._name, self._phases, purpose=self._name
            )
            child.send((self._added, assumptions, n_vars))
            self._added = []
            answer = child.answer(deadline, self._on_tick)
        except BaseException:
            self.close()
            raise
        if answer is None:
            self.close()
            return RawAnswer(Outcome.UNKNOWN, reason=deadline.reason)
        outcome, given, core, counters = answer
        self.counters = Counters(*counters)
        values = None if given is None else np.frombuffer(given, dtype=np.bool_)
        return RawAnswer(Outcome[outcome], values, core)

    def close(self) -> None:
        """Kill the child and wait for its end. May be called twice."""
        self._added = []
        if self._child is not None:
            child, self._child = self._child, None
            child.close()

    def __del__(self) -> None:
        if getattr(self, "_child", None) is not None:
            self.close()
