"""The session of every solver that is given the whole formula.

`EagerSession` keeps the rules of the `Session` protocol and the renaming of variables; a `Backend`
runs one solver: in this process, in a child process, or by command line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from satcross.cnf.assignment import Assignment
from satcross.cnf.formula import Formula
from satcross.errors import SolverError
from satcross.results import Reason
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Answer, Counters, Outcome
from satcross.task import NEVER, Deadline

AtLeast = tuple[Sequence[int], int]
"""Literals, and how many of them hold at least: for solvers that count."""


@dataclass(frozen=True, slots=True, eq=False)
class RawAnswer:
    """What a backend says, in its own variables.

    Args:
        outcome: which of the three.
        values: when SAT, bool by variable, entry 0 unused; variables beyond its end are false.
        core: when UNSAT, assumptions that cannot all hold.
        reason, detail: when UNKNOWN, why it stopped.
    """

    outcome: Outcome
    values: npt.NDArray[np.bool_] | None = None
    core: tuple[int, ...] = ()
    reason: Reason = Reason.TIME_LIMIT
    detail: str = ""


class Backend(Protocol):
    """One solver with a growing formula.

    Fields:
        counters: what it says of its work so far.
        is_resumable: whether it can be asked again after UNKNOWN, and goes on then. If not, it is
            closed, and has to be given all clauses again.
    """

    counters: Counters
    is_resumable: bool

    def add(self, flat: Any) -> None:
        """Add clauses, `I32`, each closed by a 0. May put the work off until `solve`.

        A solver that counts is given `AtLeast` too.
        """

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far, over `n_vars` variables."""

    def close(self) -> None:
        """Give everything back. May be called twice."""


class EagerSession:
    """A formula in a general SAT solver.

    It can be asked again after UNKNOWN and after an exception that interrupted it. A solver that
    cannot go on is started again then: what it has learnt is lost, the clauses are kept.

    Args:
        name: what the solver is called.
        formula: the clauses to begin with.
        backend: runs the solver, and is closed with the session.
        scramble: renames the variables on their way to the solver.
        sums: what must hold beside the clauses; only for a solver that counts.
    """

    def __init__(
        self,
        name: str,
        formula: Formula,
        backend: Backend,
        scramble: Scramble,
        sums: Sequence[AtLeast] = (),
    ) -> None:
        self.name = name
        self._backend = backend
        self._scramble = scramble
        self._n_vars = formula.n_vars
        self._formula = formula
        self._pieces = iter(formula.pieces())  # that the backend does not have yet
        self._sums = sums
        self._small: list[list[int]] = []  # clauses that were added one by one, not yet a formula
        self._added: list[Formula] = []  # formulas are handed over and checked at numpy's speed
        self._ended = ""  # why it may only be closed
        self._is_loaded = False

    @property
    def counters(self) -> Counters:
        """What the solver says of its work so far."""
        return self._backend.counters

    def new_variable(self) -> int:
        """A variable that no clause has yet."""
        self._n_vars += 1
        return self._n_vars

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good. Raises ValueError for a 0 or a variable that is not known."""
        self._check(clause)
        self._small.append(list(clause))

    def solve(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> Answer:
        """Answer under `assumptions`, by the `deadline` or within half a second of it.

        Raises:
            ValueError: an assumption is 0 or of a variable that is not known.
            SolverError: the solver died or answered wrongly, or the session has ended.
        """
        self._check(assumptions)
        if self._ended:
            raise SolverError(f"the session of {self.name} has ended: {self._ended}")
        if deadline.passed():
            return Answer(Outcome.UNKNOWN, reason=deadline.reason)
        can_go_on = False
        try:
            if not self._load(deadline):
                can_go_on = True
                return Answer(Outcome.UNKNOWN, reason=deadline.reason)
            raw = self._backend.solve(self._scramble.literals(assumptions), self._n_vars, deadline)
            can_go_on = raw.outcome is not Outcome.UNKNOWN or self._backend.is_resumable
        finally:
            if not can_go_on:
                self._unload()
        if raw.outcome is Outcome.UNKNOWN:
            return Answer(Outcome.UNKNOWN, reason=raw.reason, detail=raw.detail)
        if raw.outcome is Outcome.UNSAT:
            core = frozenset(raw.core)
            named = zip(self._scramble.literals(assumptions), assumptions, strict=True)
            return Answer(Outcome.UNSAT, core=tuple(lit for there, lit in named if there in core))
        return Answer(Outcome.SAT, assignment=self._assignment(raw, assumptions))

    def close(self) -> None:
        """Give back memory, processes and files. May be called twice."""
        self._ended = "closed"
        self._backend.close()

    def _put_together(self) -> None:
        """Make a formula of the clauses that were added one by one."""
        if self._small:
            self._append(Formula.of(self._small, self._n_vars))
            self._small = []  # last: an exception in between loses no clause

    def _append(self, formula: Formula) -> None:
        """Take a formula, hand it over where the solver has those before, and keep it."""
        added = self._added
        added.append(formula)
        if self._is_loaded and formula.n_clauses:
            self._backend.add(self._scramble.flat(formula.flat))
        # Each is at most half as long as the one before: few are checked, and few merged.
        while len(added) > 1 and 2 * len(added[-1].flat) > len(added[-2].flat):
            both = np.concatenate([each.flat for each in added[-2:]])
            added[-2:] = [Formula(self._n_vars, both)]

    def _load(self, deadline: Deadline) -> bool:
        """Rename the clauses and hand them over, unless that is done; False at the deadline."""
        self._put_together()
        if not self._is_loaded:
            while True:
                if deadline.passed():
                    return False
                piece = next(self._pieces, None)
                if piece is None:
                    break
                self._backend.add(self._scramble.flat(piece))
            for literals, least in self._sums:
                self._backend.add((self._scramble.literals(literals), least))
            for formula in self._added:
                self._backend.add(self._scramble.flat(formula.flat))
            self._is_loaded = True
        return True

    def _unload(self) -> None:
        """End the solver; the next call of `solve` starts it again."""
        self._backend.close()
        self._pieces = iter(self._formula.pieces())
        self._is_loaded = False

    def _assignment(self, raw: RawAnswer, assumptions: Sequence[int]) -> Assignment:
        """The solver's assignment in our variables, once it has been checked."""
        given = (
            np.zeros(0, dtype=np.bool_) if raw.values is None else raw.values[: self._n_vars + 1]
        )
        values = np.zeros(self._n_vars + 1, dtype=np.bool_)
        values[: len(given)] = given
        assignment = Assignment(self._scramble.values(values).tobytes())
        wrong = self._formula.first_falsified(assignment)
        added = [formula.first_falsified(assignment) for formula in self._added]
        holds = all(map(assignment.is_true, assumptions)) and all(
            sum(map(assignment.is_true, literals)) >= least for literals, least in self._sums
        )
        if wrong is not None or any(n is not None for n in added) or not holds:
            self._ended = "wrong answer"
            which = "a clause that was added" if wrong is None else f"clause {wrong + 1}"
            raise SolverError(
                f"{self.name} said SATISFIABLE, but its assignment does not satisfy {which}"
            )
        return assignment

    def _check(self, literals: Sequence[int]) -> None:
        for literal in literals:
            if not 0 < abs(literal) <= self._n_vars:
                raise ValueError(f"{literal} is no literal over {self._n_vars} variables")
