"""PySAT's solvers in this process. The only module that calls them, besides the lazy engine.

What each of them lacks was found by trying (python-sat 1.9.dev17); `Ability` says it.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from satcross.cnf.formula import I32, iter_clauses
from satcross.errors import OptionError, SolverError
from satcross.processes.inside import Channel
from satcross.solve.backends.eager import AtLeast, Backend, RawAnswer
from satcross.solve.protocol import Counters, Outcome
from satcross.task import NEVER, Deadline

# Conflicts between looks at the clock, for solvers that cannot be interrupted. After a slice the
# search takes another course. So where only a request can stop it, and no time limit, the first is
# longer, and most searches end in it.
_SLICE_CONFLICTS = 2000
_FIRST_SLICE_CONFLICTS = 5000
_TICK_S = 0.1


@dataclass(frozen=True, slots=True)
class Ability:
    """What one of PySAT's solvers can do.

    Args:
        name: its name in PySAT, and ours.
        incremental: keeps its state between calls; takes assumptions and gives cores.
        phases: takes the values to try first.
        stop: how it is stopped in this process: "interrupt", "slices" (of conflicts), or "" for
            not at all.
        renames: whether it renumbers variables, in the order in which clauses name them.
        on_windows: whether PySAT's build for Windows has it, and does not crash.
        counts: takes "at most k of these literals" beside clauses.
    """

    name: str
    incremental: bool = True
    phases: bool = True
    stop: str = "interrupt"
    renames: bool = False
    on_windows: bool = True
    counts: bool = False


ABILITIES = {
    ability.name: ability
    for ability in (
        Ability("cadical103", phases=False, stop="slices"),
        Ability("cadical153", stop="slices"),
        Ability("cadical195", stop="slices"),
        # Where it may crash, not in this process.
        Ability("cadical300", stop="" if sys.platform == "win32" else "slices", on_windows=False),
        Ability("ergo", on_windows=False),
        Ability("gluecard3", counts=True),
        Ability("gluecard4", counts=True),
        Ability("glucose3"),
        Ability("glucose4"),
        Ability("glucose42"),
        Ability("kissat404", incremental=False, phases=False, stop="", on_windows=False),
        Ability("lingeling", stop="", renames=True),
        Ability("maplechrono"),
        Ability("maplecm"),
        Ability("maplesat"),
        Ability("mergesat3"),
        Ability("minicard", counts=True),
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
        from satcross import plugins

        if "," in name:
            raise OptionError(
                f"{name!r} are several solvers, which are for one fill",
                hint="name one",
                parameter="solver",
            ) from None
        known = ", ".join(("lazy", *ABILITIES, "ipasir:FILE", *plugins.names(plugins.SOLVERS)))
        raise OptionError(
            f"there is no solver {name!r}",
            hint=f"choose one of {known}",
            parameter="solver",
        ) from None


class PysatBackend:
    """One of PySAT's solvers in this process.

    A deadline is kept only as well as the solver lets itself be stopped; `WorkerBackend` is for
    keeping it whatever the solver does.

    Args:
        name: as in `ABILITIES`.
        phases: literals to try first, where the solver takes them.
        on_tick: called some ten times a second, or between slices of work.
        is_alone: whether nothing else happens in this process, and nobody will stop the solver.
        with_proof: whether `proof` is wanted, of a CaDiCaL.

    Field:
        max_conflicts: after how many conflicts a call of `solve` ends without an answer; None for
            no limit. For solvers that are stopped in slices.

    Raises:
        OptionError: no such solver.
        SolverError: this build of PySAT lacks it.
    """

    def __init__(
        self,
        name: str,
        phases: I32 | None = None,
        *,
        on_tick: Callable[[], None] | None = None,
        is_alone: bool = False,
        with_proof: bool = False,
    ) -> None:
        self.counters = Counters()
        self.max_conflicts: int | None = None
        self.is_resumable = ability(name).incremental
        self._is_alone = is_alone
        self._with_proof = with_proof
        self._on_tick = on_tick
        self._ability = ability(name)
        self._phases = phases
        # Not yet in the solver; all of them where it is rebuilt.
        self._clauses: list[I32 | AtLeast] = []
        self._solver: Any = None

    def add(self, flat: I32 | AtLeast) -> None:
        """Add clauses, each closed by a 0, or a sum; they go to the solver at the next `solve`."""
        self._clauses.append(flat)

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far.

        Raises:
            SolverError: a deadline is given, and the solver cannot be stopped.
        """
        has_end = deadline.end is not None or deadline.request is not None
        if has_end and not (self._ability.stop or self._is_alone):
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
            return RawAnswer(Outcome.UNKNOWN, reason=deadline.reason)
        if status:
            return satisfied(self._solver.get_model())
        # None when the formula needs no assumption to be unsatisfiable.
        return RawAnswer(Outcome.UNSAT, core=tuple(self._solver.get_core() or ()))

    def proof(self) -> bytes:
        """What it has derived so far, as binary DRAT; a proof after UNSAT without assumptions.

        It holds where all clauses were added before the first call of `solve`.
        """
        import pysolvers

        solver = self._solver.solver  # whose `get_proof` makes text of it, ten times as slowly
        pysolvers.flushpr(solver.prfp)
        solver.prfile.seek(0)
        data: bytes = solver.prfile.read()
        return data

    def proof_lines(self) -> list[str]:
        """The same as lines of text."""
        found: list[str] = self._solver.get_proof()
        return found

    def close(self) -> None:
        """Give the solver's memory back."""
        self._clauses = []
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def _new(self) -> Any:
        from pysat.solvers import Solver

        try:
            if self._with_proof:
                return Solver(name=self._ability.name, with_proof=True)
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
            if self._in_one_go(solver, [], NEVER):
                return satisfied(solver.get_model())
            return RawAnswer(Outcome.UNSAT, core=assumptions)
        finally:
            solver.delete()

    def _run(self, assumptions: list[int], deadline: Deadline) -> bool | None:
        if self._ability.stop != "slices" or self._is_alone:
            return self._in_one_go(self._solver, assumptions, deadline)
        budget = _FIRST_SLICE_CONFLICTS if deadline.end is None else _SLICE_CONFLICTS
        left = self.max_conflicts
        while not deadline.passed() and left != 0:
            if left is not None:
                budget = min(budget, left)
                left -= budget
            self._solver.conf_budget(budget)
            status = solve_slice(self._solver.solver, self._ability.name, assumptions)
            if status is not None:
                return status
            budget = _SLICE_CONFLICTS
            if self._on_tick is not None:
                self._on_tick()
        return None

    def _in_one_go(self, solver: Any, assumptions: list[int], deadline: Deadline) -> bool | None:
        """Solve in its own thread, where SIGINT is left to us: see `solve_slice`."""
        if self._is_alone:
            alone: bool = solver.solve(assumptions=assumptions)
            return alone
        can_stop = self._ability.stop == "interrupt"
        return solved_in_thread(solver, assumptions, deadline, self._on_tick, can_stop=can_stop)

    def _count(self) -> None:
        stats = self._solver.accum_stats() or {}
        self.counters = Counters(
            **{
                key: stats.get(key, -1)
                for key in ("conflicts", "decisions", "propagations", "restarts")
            }
        )


def serve(channel: Channel, name: str, phases: I32 | None) -> None:
    """In the child of a `WorkerBackend`: answer its requests until they end."""
    answer_all(channel, PysatBackend(name, phases, is_alone=True))


def answer_all(channel: Channel, backend: Backend) -> None:
    """Let a backend answer the requests of a `WorkerBackend` until they end."""
    for added, assumptions, n_vars, end in channel:
        for flat in added:
            backend.add(flat)
        raw = backend.solve(assumptions, n_vars, Deadline(end))
        n = backend.counters
        counters = n.conflicts, n.decisions, n.propagations, n.restarts
        # Plain data: a small array takes as long to pickle as all the rest.
        values = None if raw.values is None else raw.values.tobytes()
        channel.send((raw.outcome.name, values, raw.core, counters))


def solved_in_thread(
    solver: Any,
    assumptions: list[int],
    deadline: Deadline,
    on_tick: Callable[[], None] | None,
    *,
    can_stop: bool,
    as_error: Callable[[BaseException], BaseException] = lambda error: error,
) -> bool | None:
    """What a solver answers, in a thread of its own, while this one goes on hearing signals.

    Args:
        solver: as PySAT's are.
        assumptions: its literals.
        deadline: when to stop it.
        on_tick: called some ten times a second.
        can_stop: whether `interrupt` stops it.
        as_error: what to raise where it has raised something.
    """
    answers: list[bool | None] = []
    errors: list[BaseException] = []
    # Not `Thread.join`: interrupted by an exception, it takes the thread for ended (3.11).
    is_done = threading.Event()

    def solve() -> None:
        try:
            # Both do the same; but a solver that expects `interrupt` lets other threads run.
            if can_stop:
                answers.append(solver.solve_limited(assumptions, expect_interrupt=True))
            else:
                answers.append(solver.solve(assumptions=assumptions))
        except BaseException as error:
            errors.append(error)
        finally:
            is_done.set()

    thread = threading.Thread(target=solve)
    thread.start()
    try:
        while not is_done.wait(_TICK_S):
            if can_stop and deadline.passed():
                solver.interrupt()
            if on_tick is not None:
                on_tick()
    finally:
        while not is_done.is_set():  # a signal handler has raised, and may do so again
            with suppress(KeyboardInterrupt):
                if can_stop:
                    solver.interrupt()
                is_done.wait()
    thread.join()
    if can_stop:
        solver.clear_interrupt()
    if errors:
        raise as_error(errors[0])
    return answers[0]


def solve_slice(solver: Any, name: str, assumptions: list[int]) -> bool | None:
    """What `solve_limited` of PySAT's CaDiCaL does, but without a handler of SIGINT.

    In the main thread PySAT would set its own, which jumps out of the solver with `longjmp`, past
    our handlers and callbacks, and leaves the solver in an undefined state.

    Args:
        solver: PySAT's class for one of them, such as `pysat.solvers.Cadical195`.
        name: as in `ABILITIES`.
        assumptions: literals.
    """
    import pysolvers

    solver.prev_assumps = assumptions
    answer: int = getattr(pysolvers, f"{name}_solve_lim")(solver.cadical, assumptions, 0)
    status = None if answer == 0 else answer > 0
    solver.status = status
    return status


def _load(solver: Any, clauses: Sequence[I32 | AtLeast]) -> None:
    for flat in clauses:
        if isinstance(flat, tuple):
            literals, least = flat
            solver.add_atmost([-literal for literal in literals], len(literals) - least)
            continue
        # The quickest loop there is over a Python call that answers nothing.
        deque(map(solver.add_clause, iter_clauses(flat)), maxlen=0)


def satisfied(model: Sequence[int]) -> RawAnswer:
    """The answer with these literals."""
    literals = np.array(model, dtype=np.int64)
    values = np.zeros(int(np.abs(literals).max(initial=0)) + 1, dtype=np.bool_)
    values[literals[literals > 0]] = True
    return RawAnswer(Outcome.SAT, values)
