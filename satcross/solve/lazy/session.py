"""The lazy engine as a `Session`: CaDiCaL over the letters, the slots as a propagator."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pysolvers
from pysat.solvers import Cadical195

from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import FormulaBuilder
from satcross.consistency import Domains
from satcross.encode.cells import one_letter_per_cell
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.order import Order
from satcross.solve.lazy.propagator import TablePropagator
from satcross.solve.lazy.state import State
from satcross.solve.protocol import (
    NEVER,
    Answer,
    Counters,
    Deadline,
    Outcome,
    Progress,
    ProgressHandler,
)

# chrono: with chronological backtracking literals can outlive the level they were set on, which a
# propagator with one trail does not expect.
CONFIGURATION = {"chrono": 0}

# When the search is stopped from a callback, the solver goes on without the propagator to the end
# of its conflict budget at most: a small part of a second.
SLICE = 2000

PROGRESS_EVERY_S = 0.1


class _Cadical(Cadical195):  # type: ignore[misc]  # PySAT has no type information
    """CaDiCaL without PySAT's SIGINT handler, which jumps out of our callbacks with longjmp."""

    def solve_slice(self, assumptions: Sequence[int]) -> bool | None:
        self.prev_assumps = list(assumptions)
        answer = pysolvers.cadical195_solve_lim(self.cadical, self.prev_assumps, 0)
        self.status = None if answer == 0 else answer > 0
        return self.status


class LazySession:
    """CaDiCaL 1.9.5 over the letter variables, with the words of the slots as a propagator.

    Args:
        domains: what arc consistency left; no slot may be empty.
        letters: the variables of those letters.
        seed: of the decisions.
        on_progress: called ten times a second at most.
    """

    name = "lazy"

    def __init__(
        self,
        domains: Domains,
        letters: LetterVars,
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
    ) -> None:
        self._letters = letters
        self._n_vars = letters.n
        self._counters = Counters()
        self._n_calls = 0
        self._deadline = NEVER
        self._interrupts: list[int] = []
        self._on_progress = on_progress
        self._started = time.monotonic()
        self._reported = self._started
        state = State(domains, letters)
        self.propagator = TablePropagator(state, Order(state, seed), self._keep_on)
        self._n_cells = len(domains.cells)
        self._solver: _Cadical | None = _Cadical()
        self._solver.configure(CONFIGURATION)
        cells = FormulaBuilder()
        one_letter_per_cell(letters, cells)
        for clause in cells.build(letters.n):
            self._solver.add_clause(clause)
        self._solver.connect_propagator(self.propagator)
        for variable in range(1, letters.n + 1):
            self._solver.observe(variable)

    @property
    def counters(self) -> Counters:
        """What the solver counted so far."""
        if self._solver is not None:
            self._counters = Counters(**self._solver.accum_stats())
        return self._counters

    def new_variable(self) -> int:
        """A variable that no clause has yet; the propagator does not observe it."""
        self._n_vars += 1
        return self._n_vars

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause over known variables, for good."""
        if self._solver is not None:
            self._solver.add_clause(list(clause))

    def solve(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> Answer:
        """Answer under `assumptions`."""
        if self._solver is None:
            raise RuntimeError("the session is closed")
        self._deadline = deadline
        propagator = self.propagator
        if self._n_calls:
            propagator.order.draw_luck()
        self._n_calls += 1
        with _interrupts_noted() as interrupts:
            self._interrupts = interrupts
            status = None
            while status is None and not propagator.stopped:
                self._solver.conf_budget(SLICE)
                status = self._solver.solve_slice(assumptions)
        if propagator.stopped and status is not False:
            self.close()
            if interrupts:
                raise KeyboardInterrupt
            if propagator.error is not None:
                raise propagator.error
            return Answer(Outcome.UNKNOWN, reason="time limit")
        if status:
            values = self._solver.get_model()
            return Answer(Outcome.SAT, Assignment.of(values, max(self._n_vars, len(values))))
        return Answer(Outcome.UNSAT, core=tuple(self._solver.get_core() or ()))

    def close(self) -> None:
        """Give back the solver's memory."""
        if self._solver is not None:
            self._counters = self.counters
            self._solver.delete()
            self._solver = None

    def _keep_on(self) -> bool:
        now = time.monotonic()
        end = self._deadline.end
        if self._interrupts or (end is not None and now >= end):
            return False
        if self._on_progress is not None and now - self._reported >= PROGRESS_EVERY_S:
            self._reported = now
            self._on_progress(
                Progress(
                    "searching",
                    now - self._started,
                    conflicts=self.propagator.n_wipe_outs,
                    depth=self.propagator.deepest,
                    n_cells=self._n_cells,
                )
            )
        return True


@contextmanager
def _interrupts_noted() -> Iterator[list[int]]:
    """Note SIGINT in the list given, instead of raising in the midst of a callback."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted  # signals reach the main thread alone
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
