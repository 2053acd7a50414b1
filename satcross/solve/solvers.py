"""What a caller may give as a solver, beside its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable

from satcross.errors import OptionError


@runtime_checkable
class SolverObject(Protocol):
    """What an object is asked for; `get_core` and `add_atmost` too, where it has them."""

    def add_clause(self, clause: list[int]) -> object:
        """Add a clause."""

    def solve(self, assumptions: list[int]) -> bool | None:
        """Whether a model was found; None: the solver gave up."""

    def get_model(self) -> Sequence[int] | None:
        """The literals of the model."""


SolverFunction = Callable[[list[list[int]]], Iterable[int] | None]
"""Given clauses, it returns the literals of a model, or None where there is none."""

SolverLike = str | type[SolverObject] | SolverObject | SolverFunction


_NO_NAMES = ("Solver", "CryptoMinisat")  # that need other packages, or are several


def known_solver(given: object) -> object:
    """A solver as `SolverOptions` holds it: a name, also for a class of PySAT's; or what it is.

    Raises:
        OptionError: it is none.
    """
    if isinstance(given, str):
        return given
    if isinstance(given, type) and (name := name_in_pysat(given)):
        return name
    # A class has the methods that its objects have.
    if isinstance(given, SolverObject) or (callable(given) and not isinstance(given, type)):
        return given
    raise OptionError(
        f"must be a solver's name, a class or an object with add_clause, solve and get_model, or a"
        f" function of clauses, got a {type(given).__name__}",
        parameter="solver",
    )


def name_in_pysat(kind: type) -> str:
    """Our name of a class of PySAT's; "" if it has none."""
    name = kind.__name__
    if kind.__module__ != "pysat.solvers" or name in _NO_NAMES:
        return ""
    return {"MinisatGH": "minisat-gh"}.get(name, name.lower())


def name_of(solver: object) -> str:
    """What to call a solver that is no name."""
    named = solver if isinstance(solver, type) or hasattr(solver, "__name__") else type(solver)
    return str(getattr(named, "__name__", type(solver).__name__)).lower()
