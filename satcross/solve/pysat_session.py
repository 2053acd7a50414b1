"""PySAT's solvers in this process. The only module that calls them, besides the lazy engine.

What each of them lacks was found by trying (python-sat 1.9.dev17); `Ability` says it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from satcross.cnf.formula import I32, iter_clauses
from satcross.errors import OptionError, SolverError
from satcross.solve.eager import RawAnswer
from satcross.solve.protocol import Counters, Deadline, Outcome

_SLICE_CONFLICTS = 2000  # between looks at the clock, for solvers that cannot be interrupted


@dataclass(frozen=True, slots=True)
class Ability:
    """What one of PySAT's solvers can do.

    Args:
        name: its name in PySAT, and ours.
        incremental: keeps its state between calls; takes assumptions and gives cores.
        phases: takes the values to try first.
        stop: how it is stopped in this process: "interrupt", "slices" (of conflicts), or "" for
            not at all.
        renames: whether it numbers variables anew, in the order in which clauses name them.
    """

    name: str
    incremental: bool = True
    phases: bool = True
    stop: str = "interrupt"
    renames: bool = False


ABILITIES = {
    ability.name: ability
    for ability in (
        Ability("cadical103", phases=False, stop="slices"),
        Ability("cadical153", stop="slices"),
        Ability("cadical195", stop="slices"),
        Ability("cadical300", stop="slices"),
        Ability("ergo"),
        Ability("gluecard3"),
        Ability("gluecard4"),
        Ability("glucose3"),
        Ability("glucose4"),
        Ability("glucose42"),
        Ability("kissat404", incremental=False, phases=False, stop=""),
        Ability("lingeling", stop="", renames=True),
        Ability("maplechrono"),
        Ability("maplecm"),
        Ability("maplesat"),
        Ability("mergesat3"),
        Ability("minicard"),
        Ability("minisat-gh"),
        Ability("minisat22"),
        Ability("minisatep"),
    )
}


def ability(name: str) -> Ability:
    """What the solver called `name` can do. Raises OptionError when there is none."""
    try:
        return ABILITIES[name]
    except KeyError:
        raise OptionError(
            f"there is no solver {name!r}",
            mend=f"choose one of lazy, {', '.join(ABILITIES)}",
            source="--solver",
        ) from None


class PysatBackend:
    """One of PySAT's solvers in this process.

    A deadline is kept only as well as the solver lets itself be stopped; `WorkerBackend` is for
    keeping it whatever the solver does.

    Args:
        name: as in `ABILITIES`.
        phases: literals to try first, where the solver takes them.

    Raises:
        OptionError: no such solver.
        SolverError: this build of PySAT lacks it.
    """

    def __init__(self, name: str, phases: I32 | None = None) -> None:
        self.counters = Counters()
        self._ability = ability(name)
        self._phases = phases
        self._clauses: list[I32] = []  # not yet in the solver; all of them where it is rebuilt
        self._solver: Any = None

    def add(self, flat: I32) -> None:
        """Add clauses, each closed by a 0; they go to the solver at the next `solve`."""
        self._clauses.append(flat)

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far.

        Raises:
            SolverError: a deadline is given, and the solver cannot be stopped.
        """
        if deadline.end is not None and not self._ability.stop:
            raise SolverError(
                f"{self._ability.name} cannot be stopped in this process; run it in a child process"
            )
        if not self._ability.incremental:
            return self._solve_afresh(assumptions)
        if self._solver is None:
            self._solver = self._new()
            if self._ability.renames and n_vars:
                # One clause that always holds names all variables, those to decide first in front.
                self._solver.add_clause([*range(n_vars, 0, -1), -n_vars])
            _load(self._solver, self._clauses)
            if self._phases is not None and self._ability.phases:
                self._solver.set_phases(self._phases.tolist())
        else:
            _load(self._solver, self._clauses)
        self._clauses = []
        status = self._run(list(assumptions), deadline)
        self._count()
        if status is None:
            return RawAnswer(Outcome.UNKNOWN, reason="time limit")
        if status:
            return _satisfied(self._solver.get_model())
        # None when the formula needs no assumption to be unsatisfiable.
        return RawAnswer(Outcome.UNSAT, core=tuple(self._solver.get_core() or ()))

    def close(self) -> None:
        """Give the solver's memory back."""
        self._clauses = []
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def _new(self) -> Any:
        from pysat.solvers import Solver

        try:
            return Solver(name=self._ability.name)
        except Exception as error:  # PySAT has no common base for its errors
            raise SolverError(f"PySAT cannot start {self._ability.name}: {error}") from error

    def _solve_afresh(self, assumptions: tuple[int, ...]) -> RawAnswer:
        """Solve with a new solver, assumptions as unit clauses: all of them are the core."""
        solver = self._new()
        try:
            _load(solver, self._clauses)
            for literal in assumptions:
                solver.add_clause([literal])
            if solver.solve():
                return _satisfied(solver.get_model())
            return RawAnswer(Outcome.UNSAT, core=assumptions)
        finally:
            solver.delete()

    def _run(self, assumptions: list[int], deadline: Deadline) -> bool | None:
        solver = self._solver
        left_s = deadline.left_s()
        if left_s is None:
            found: bool = solver.solve(assumptions=assumptions)
            return found
        if self._ability.stop == "interrupt":
            timer = threading.Timer(left_s, solver.interrupt)
            timer.start()
            try:
                status: bool | None = solver.solve_limited(
                    assumptions=assumptions, expect_interrupt=True
                )
            finally:
                timer.cancel()
                timer.join()
            solver.clear_interrupt()
            return status
        while not deadline.passed():
            solver.conf_budget(_SLICE_CONFLICTS)
            status = solver.solve_limited(assumptions=assumptions)
            if status is not None:
                return status
        return None

    def _count(self) -> None:
        stats = self._solver.accum_stats() or {}
        self.counters = Counters(
            **{
                key: stats.get(key, -1)
                for key in ("conflicts", "decisions", "propagations", "restarts")
            }
        )


def _load(solver: Any, clauses: Sequence[I32]) -> None:
    for flat in clauses:
        # The quickest loop there is over a Python call that answers nothing.
        deque(map(solver.add_clause, iter_clauses(flat)), maxlen=0)


def _satisfied(model: Sequence[int]) -> RawAnswer:
    literals = np.array(model, dtype=np.int64)
    values = np.zeros(int(np.abs(literals).max(initial=0)) + 1, dtype=np.bool_)
    values[literals[literals > 0]] = True
    return RawAnswer(Outcome.SAT, values)
