"""The lazy engine as a `Session`: CaDiCaL over the letters, the slots as a propagator."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pysolvers
from pysat.solvers import Cadical195

from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import FormulaBuilder
from satcross.consistency import Domains
from satcross.encode.cells import one_letter_per_cell
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.clock import SearchClock
from satcross.solve.lazy.engine import make_state
from satcross.solve.lazy.order import Order
from satcross.solve.lazy.propagator import TablePropagator
from satcross.solve.lazy.state import State
from satcross.solve.protocol import (
    NEVER,
    Answer,
    Counters,
    Deadline,
    Outcome,
    ProgressHandler,
)

# chrono: with chronological backtracking literals can outlive the level they were set on, which a
# propagator with one trail does not expect.
CONFIGURATION = {"chrono": 0}

# When the search is stopped from a callback, the solver goes on without the propagator to the end
# of its conflict budget at most: a small part of a second.
SLICE = 2000


class _Cadical(Cadical195):  # type: ignore[misc]  # PySAT has no type information
    """CaDiCaL without PySAT's SIGINT handler, which jumps out of our callbacks with longjmp."""

    def solve_slice(self, assumptions: Sequence[int]) -> bool | None:
        self.prev_assumps = list(assumptions)
        answer = pysolvers.cadical195_solve_lim(self.cadical, self.prev_assumps, 0)
        self.status = None if answer == 0 else answer > 0
        return self.status

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
            `one_letter_per_cell` and the lemmas. All letters are observed, and so frozen: it
            eliminates none, and every step is RUP.
    """

    lemmas: tuple[tuple[int, list[int]], ...] = ()
    drat: bytes = b""

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


class LazySession:
    """CaDiCaL 1.9.5 over the letter variables, with the words of the slots as a propagator.

    It does more than the protocol asks: after UNKNOWN it may be asked again, and keeps what it has
    learnt; `solve` can be limited by conflicts; `fixed_letters` says what is true in every fill.

    Args:
        domains: what arc consistency left; no slot may be empty.
        letters: the variables of those letters.
        seed: of the decisions.
        on_progress: called ten times a second at most.
        proof: whether to keep what `proof` gives.

    Field:
        n_calls: how often it was asked; all but the first time its decisions are drawn anew.
    """

    name = "lazy"

    def __init__(
        self,
        domains: Domains,
        letters: LetterVars,
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
        proof: bool = False,
    ) -> None:
        self._n_vars = letters.n
        self._counters = Counters()
        self.n_calls = 0
        self._interrupts: list[int] = []
        self._clock = SearchClock(len(domains.cells), on_progress)
        state = make_state(domains, letters)
        self.propagator = self.make_propagator(state, Order(state, seed))
        if proof:
            self.propagator.lemmas = []
        self._solver: _Cadical | None = _Cadical(with_proof=proof)
        self._solver.configure(CONFIGURATION)
        cells = FormulaBuilder()
        one_letter_per_cell(letters, cells)
        for clause in cells.build(letters.n):
            self._solver.add_clause(clause)
        self._solver.connect_propagator(self.propagator)
        for variable in range(1, letters.n + 1):
            self._solver.observe(variable)

    def make_propagator(self, state: State, order: Order) -> TablePropagator:
        """What is connected to the solver; a session with more constraints has another."""
        return TablePropagator(state, order, self._keep_on)

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

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
    ) -> Answer:
        """Answer under `assumptions`.

        Args:
            assumptions: literals that shall hold, this time.
            deadline: when to stop; checked once a decision level.
            conflicts: after how many conflicts to stop, at least 1; None for no limit.
        """
        if self._solver is None:
            raise RuntimeError("the session is closed")
        self._clock.deadline = deadline
        propagator = self.propagator
        propagator.stopped = False
        if self.n_calls:
            propagator.order.draw_luck()
        self.n_calls += 1
        left = conflicts
        with _interrupts_noted() as interrupts:
            self._interrupts = interrupts
            status = None
            while status is None and not propagator.stopped and left != 0:
                budget = SLICE if left is None else min(SLICE, left)
                self._solver.conf_budget(budget)
                status = self._solver.solve_slice(assumptions)
                left = None if left is None else left - budget
        if interrupts:
            self.close()
            signal.raise_signal(signal.SIGINT)  # now to whom it was meant for
            return Answer(Outcome.UNKNOWN, reason="interrupted")
        if propagator.stopped and status is not False:
            # A model that was accepted in silence means nothing; all that was learnt is right.
            if propagator.error is not None:
                self.close()
                raise propagator.error
            return Answer(Outcome.UNKNOWN, reason="time limit")
        if status is None:
            return Answer(Outcome.UNKNOWN, reason="conflict limit")
        if status:
            values = self._solver.get_model()
            return Answer(Outcome.SAT, Assignment.of(values, max(self._n_vars, len(values))))
        return Answer(Outcome.UNSAT, core=tuple(self._solver.get_core() or ()))

    def fixed_letters(self) -> list[int]:
        """Letter literals that follow from the words and the clauses added, as far as is known.

        Returns: literals true in every fill, in the order in which they were found. A cell with a
            true letter need not have its false ones here. More may be here after each `solve`.
        """
        return self.propagator.state.root()

    def proof(self) -> LazyProof:
        """What was learnt so far, for a session made with `proof=True` that is not closed."""
        if self._solver is None or self.propagator.lemmas is None:
            raise RuntimeError("the session is closed, or keeps no proof")
        return LazyProof(tuple(self.propagator.lemmas), self._solver.drat())

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
    """Note SIGINT in the list given, instead of raising in the midst of a callback."""
    noted: list[int] = []
    in_main = threading.current_thread() is threading.main_thread()  # which alone gets signals
    if not in_main or signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
