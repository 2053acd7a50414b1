"""The lazy engine as a `LazySession`: CaDiCaL over the letters, the slots as a propagator."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pysolvers
from pysat.solvers import Cadical195

from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import FormulaBuilder
from satcross.encoding.cells import one_letter_per_cell
from satcross.results import Reason
from satcross.solve.backends.pysat import solve_slice
from satcross.solve.cadical.propagator import Guarded, TablePropagator
from satcross.solve.lazy import engine
from satcross.solve.lazy.clock import SearchClock
from satcross.solve.lazy.order import Order
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.protocol import Answer, Counters, Outcome
from satcross.task import NEVER, Deadline, ProgressHandler

# chrono: with chronological backtracking literals can outlive the level they were set on, which a
# propagator with one trail does not expect.
CONFIGURATION = {"chrono": 0}

# When the search is stopped from a callback, the solver goes on without the propagator to the end
# of its conflict budget at most: a small part of a second.
SLICE = 2000


class _Cadical(Cadical195):  # type: ignore[misc]  # PySAT has no type information
    """CaDiCaL whose proof can be read."""

    def drat(self) -> bytes:
        """What was written of a proof so far; `get_proof` takes long to make text of it."""
        pysolvers.flushpr(self.prfp)
        self.prfile.seek(0)
        written: bytes = self.prfile.read()
        return written


@dataclass(frozen=True, slots=True)
class LazyProof:
    """How a lazy session came to its answer.

    Args:
        lemmas: the propagator's clauses, each with the slot whose words it follows from.
        drat: what CaDiCaL derived and deleted, in binary DRAT. Its own clauses are those of
            `one_letter_per_cell`, the lemmas and `added`. All letters are observed, and so frozen:
            it eliminates none but auxiliaries of `added`, by resolution, and every step is RUP.
        added: the clauses of `add_clause`, in order.
        n_auxiliaries: how many variables there are after the letters.
    """

    lemmas: tuple[tuple[int, list[int]], ...] = ()
    drat: bytes = b""
    added: tuple[list[int], ...] = ()
    n_auxiliaries: int = 0

    def steps(self) -> Iterator[tuple[bool, list[int]]]:
        """The steps of `drat`: whether each deletes its clause, and the clause.

        A step is `a` or `d`, the literals as numbers 2 v, or 2 v + 1 for -v, and 0. A number is
        written seven bits a byte, the lowest first, the eighth bit set where more follow.
        """
        deletes: bool | None = None
        clause: list[int] = []
        number = shift = 0
        for byte in self.drat:
            if deletes is None:
                deletes = byte == ord("d")
            elif byte & 0x80:
                number |= (byte & 0x7F) << shift
                shift += 7
            elif byte or shift:
                number |= byte << shift
                clause.append(-(number >> 1) if number & 1 else number >> 1)
                number = shift = 0
            else:
                yield deletes, clause
                deletes, clause = None, []


class CadicalSession:
    """CaDiCaL 1.9.5 over the letter variables, with the words of the slots as a propagator.

    Args:
        problem: what to solve; no slot may be without a word.
        seed: of the decisions.
        on_progress: called ten times a second at most.
        proof: whether to keep what `proof` gives.
    """

    name = "lazy"

    def __init__(
        self,
        problem: TableProblem,
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
        proof: bool = False,
    ) -> None:
        self.problem = problem
        self._n_vars = problem.cells.n
        self._counters = Counters()
        self._is_first = True
        self._interrupts: list[int] = []
        self._clock = SearchClock(problem.n_cells, on_progress)
        state = engine.make_state(problem)
        order = Order(state, seed)
        self.hints = order.hints
        self.propagator = TablePropagator(state, order, self._keep_on)
        self._added: list[list[int]] | None = None
        if proof:
            self.propagator.lemmas = []
            self._added = []
        self._solver: _Cadical | None = _Cadical(with_proof=proof)
        self._solver.configure(CONFIGURATION)
        cells = FormulaBuilder()
        one_letter_per_cell(problem.cells, cells)
        for clause in cells.build(problem.cells.n):
            self._solver.add_clause(clause)
        self._solver.connect_propagator(Guarded(self.propagator))
        for variable in range(1, problem.cells.n + 1):
            self._solver.observe(variable)

    @property
    def counters(self) -> Counters:
        """What the solver counted so far."""
        if self._solver is not None:
            self._counters = Counters(**self._solver.accum_stats())
        return self._counters

    @property
    def slot_activity(self) -> Sequence[int]:
        """By slot, how many conflicts and reasons came from it."""
        return self.propagator.activity

    def new_variable(self) -> int:
        """A variable that no clause has yet; the propagator does not observe it."""
        self._n_vars += 1
        return self._n_vars

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause over known variables, for good."""
        if self._solver is not None:
            if self._added is not None:
                self._added.append(list(clause))
            self._solver.add_clause(list(clause))

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        keep_noise: bool = False,
    ) -> Answer:
        """Answer under `assumptions`: see `LazySession.solve`."""
        if self._solver is None:
            raise RuntimeError("the session is closed")
        self._clock.deadline = deadline
        propagator = self.propagator
        propagator.stopped = False
        if not (self._is_first or keep_noise):
            propagator.order.resample_noise()
        self._is_first = False
        left = conflicts
        with _interrupts_noted() as interrupts:
            self._interrupts = interrupts
            status = None
            while status is None and not propagator.stopped and left != 0:
                budget = SLICE if left is None else min(SLICE, left)
                self._solver.conf_budget(budget)
                status = solve_slice(self._solver, "cadical195", list(assumptions))
                left = None if left is None else left - budget
        if propagator.error is not None:
            self.close()
        if interrupts:
            try:
                for number in interrupts:
                    signal.raise_signal(number)  # now to whom it was meant for
            except BaseException:
                self.close()
                raise
            return Answer(Outcome.UNKNOWN, reason=Reason.INTERRUPTED)
        if propagator.error is not None:
            raise propagator.error
        if propagator.stopped and status is not False:
            # A model that was accepted in silence means nothing; all that was learnt is right.
            return Answer(Outcome.UNKNOWN, reason=deadline.reason)
        if status is None:
            return Answer(Outcome.UNKNOWN, reason=Reason.CONFLICTS)
        if status:
            values = self._solver.get_model()
            return Answer(Outcome.SAT, Assignment.of(values, max(self._n_vars, len(values))))
        return Answer(Outcome.UNSAT, core=tuple(self._solver.get_core() or ()))

    def fixed_letters(self) -> list[int]:
        """Letter literals that follow without assumptions: see `LazySession.fixed_letters`."""
        return self.propagator.state.root()

    def proof(self) -> LazyProof:
        """What was learnt so far, for a session made with `proof=True` that is not closed."""
        if self._solver is None or self.propagator.lemmas is None or self._added is None:
            raise RuntimeError("the session is closed, or keeps no proof")
        n_auxiliaries = self._n_vars - self.problem.cells.n
        lemmas = tuple(self.propagator.lemmas)
        return LazyProof(lemmas, self._solver.drat(), tuple(self._added), n_auxiliaries)

    def close(self) -> None:
        """Give back the solver's memory."""
        if self._solver is not None:
            self._counters = self.counters
            self._solver.delete()
            self._solver = None

    def _keep_on(self) -> bool:
        propagator = self.propagator
        return not self._interrupts and self._clock.keep_on(
            propagator.n_wipe_outs, propagator.deepest
        )


@contextmanager
def _interrupts_noted() -> Iterator[list[int]]:
    """Record signals in a list, instead of raising an exception inside a callback."""
    noted: list[int] = []
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():  # which alone gets signals
        before = {number: signal.getsignal(number) for number in _INTERRUPTING}
        before = {number: handler for number, handler in before.items() if callable(handler)}
    try:
        for number in before:
            signal.signal(number, lambda number, _frame: noted.append(number))
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# Those for which a program may have a handler that raises.
_INTERRUPTING = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")
    if hasattr(signal, name)
]
