"""Solvers that the caller brings: classes and objects as PySAT's, and functions.

Variables keep the names that `encode` gives them, and the solver its own order of decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from satcross.cnf.formula import I32, iter_clauses
from satcross.errors import OptionError, SolverError
from satcross.solve.backends.eager import RawAnswer
from satcross.solve.backends.pysat import ABILITIES, satisfied, solved_in_thread
from satcross.solve.protocol import Counters, Outcome
from satcross.solve.solvers import SolverFunction, SolverObject, name_in_pysat, name_of
from satcross.task import Deadline


def backend_of(solver: Any, on_tick: Callable[[], None] | None) -> ObjectBackend | FunctionBackend:
    """What runs a solver that is no name."""
    if isinstance(solver, type | SolverObject):
        return ObjectBackend(solver, on_tick)
    return FunctionBackend(solver)


def _has_clauses(solver: Any) -> bool:
    """Whether it says that it has some; not all of PySAT's solvers can say it."""
    for count in ("nof_vars", "nof_clauses"):
        with suppress(AttributeError, NotImplementedError):
            if (getattr(solver, count)() or 0) > 0:
                return True
    return False


class ObjectBackend:
    """A solver that is an object, in this process.

    Args:
        solver: the object, or a class that makes it. An object must have no clauses, and keeps
            those that it is given.
        on_tick: called some ten times a second while it solves.

    Raises:
        OptionError: the object has clauses.
    """

    def __init__(self, solver: Any, on_tick: Callable[[], None] | None = None) -> None:
        self.counters = Counters()
        self.is_resumable = True
        self._name = name_of(solver)
        self._is_ours = isinstance(solver, type)
        self._solver: Any = solver() if self._is_ours else solver
        self._on_tick = on_tick
        if not self._is_ours and _has_clauses(solver):
            raise OptionError(
                "the solver has clauses already, so that it would not answer for the puzzle",
                hint="give a new one, and what else shall hold as rules",
                parameter="solver",
            )

    def add(self, flat: I32) -> None:
        """Add clauses, each closed by a 0."""
        for clause in iter_clauses(flat):
            self._solver.add_clause(list(clause))

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far.

        Raises:
            SolverError: it cannot be stopped, and there is a time limit; or its code has raised.
        """
        can_stop = self._can_stop()
        if deadline.end is not None and not can_stop:
            raise _unstoppable(self._name)
        status = solved_in_thread(
            self._solver, list(assumptions), deadline, self._on_tick,
            can_stop=can_stop, as_error=partial(_raised, self._name),
        )  # fmt: skip
        if status is None:
            return RawAnswer(
                Outcome.UNKNOWN, reason=deadline.reason, detail=f"{self._name} gave up"
            )
        if not status:
            core = getattr(self._solver, "get_core", lambda: assumptions)()
            return RawAnswer(Outcome.UNSAT, core=tuple(core or ()))
        return _checked(self._name, self._solver.get_model())

    def _can_stop(self) -> bool:
        """Whether `interrupt` stops it: only some of PySAT's solvers have that at work."""
        inner = getattr(self._solver, "solver", None)  # of a `pysat.solvers.Solver`
        known = ABILITIES.get(name_in_pysat(type(inner)))
        return hasattr(self._solver, "interrupt") and bool(known and known.stop == "interrupt")

    def close(self) -> None:
        """Give up the solver, if this has made it."""
        if self._is_ours and self._solver is not None:
            getattr(self._solver, "delete", lambda: None)()
            self._solver = None


class FunctionBackend:
    """A solver that is a function of clauses; assumptions are clauses of one literal."""

    def __init__(self, solve: SolverFunction) -> None:
        self.counters = Counters()
        self.is_resumable = True
        self._name = name_of(solve)
        self._solve = solve
        self._clauses: list[list[int]] = []

    def add(self, flat: I32) -> None:
        """Add clauses, each closed by a 0."""
        self._clauses += map(list, iter_clauses(flat))

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far. Raises SolverError, as `ObjectBackend`."""
        if deadline.end is not None:
            raise _unstoppable(self._name)
        try:
            found = self._solve([*self._clauses, *([literal] for literal in assumptions)])
        except Exception as error:
            raise _raised(self._name, error) from error
        if found is None:
            return RawAnswer(Outcome.UNSAT, core=assumptions)
        return _checked(self._name, found)

    def close(self) -> None:
        """Forget the clauses."""
        self._clauses = []


def _raised(name: str, error: BaseException) -> SolverError:
    return SolverError(f"{name} raised {type(error).__name__}: {error}")


def _unstoppable(name: str) -> SolverError:
    return SolverError(f"{name} cannot be stopped in this process; leave out the time limit")


def _checked(name: str, model: object) -> RawAnswer:
    """The answer with a model. Raises SolverError: that is not a list of literals."""
    try:
        return satisfied(list(model))  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        problem = f"{name} gave no list of literals, but a {type(model).__name__}"
        raise SolverError(problem) from None
