"""Solvers in a child process, which can be killed whatever the solver is doing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from satcross.cnf.formula import I32
from satcross.processes.child import Child
from satcross.results import Reason
from satcross.solve.backends.eager import AtLeast, RawAnswer
from satcross.solve.backends.pysat import serve
from satcross.solve.protocol import Counters, Outcome
from satcross.task import Deadline

_MOMENT_S = 0.3  # for a library to stop: it answers within half a second of the deadline


class WorkerBackend:
    """One of PySAT's solvers, or an IPASIR library, in a child process.

    Args:
        name: as in `pysat_session.ABILITIES`; of a library its file's.
        phases: literals to try first, where the solver takes them.
        on_tick: called some ten times a second while the solver works; what it raises ends the
            call, and the child.
        library: the path of an IPASIR library. It is asked to stop at the deadline, and killed
            where it does not.
    """

    def __init__(
        self,
        name: str,
        phases: I32 | None = None,
        on_tick: Callable[[], None] | None = None,
        library: str | None = None,
    ) -> None:
        self.counters = Counters()
        self.is_resumable = False
        self._name, self._phases = name, phases
        self._library = library
        self._on_tick = on_tick
        self._child: Child | None = None
        self._added: list[I32 | AtLeast] = []

    def add(self, flat: I32 | AtLeast) -> None:
        """Add clauses, each closed by a 0, or a sum; they are sent at the next `solve`."""
        self._added.append(flat)

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far. After an UNKNOWN the child is gone, or can go on.

        Raises:
            SolverError: the solver died, or could not do what was asked.
        """
        try:
            child = self._child = self._child or self._start()
            until = deadline
            if self._library is not None and deadline.end is not None:
                until = replace(deadline, end=deadline.end + _MOMENT_S)
            child.send((self._added, assumptions, n_vars, deadline.end))
            self._added = []
            answer = child.answer(until, self._on_tick)
        except BaseException:
            self.close()
            raise
        self.is_resumable = answer is not None
        if answer is None:
            self.close()
            return RawAnswer(Outcome.UNKNOWN, reason=deadline.reason)
        outcome, given, core, counters = answer
        self.counters = Counters(*counters)
        values = None if given is None else np.frombuffer(given, dtype=np.bool_)
        if deadline.passed():
            return RawAnswer(Outcome[outcome], values, core, deadline.reason)
        gave_up = f"{self._name} gave up"
        return RawAnswer(Outcome[outcome], values, core, Reason.GIVEN_UP, gave_up)

    def _start(self) -> Child:
        if self._library is None:
            return Child(serve, self._name, self._phases, purpose=self._name)
        from satcross.solve.backends import ipasir

        return Child(ipasir.serve, self._library, purpose=self._name)

    def close(self) -> None:
        """Kill the child and wait for its end. May be called twice."""
        self._added = []
        if self._child is not None:
            child, self._child = self._child, None
            child.close()

    def __del__(self) -> None:
        if getattr(self, "_child", None) is not None:
            self.close()
