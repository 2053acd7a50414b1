"""A session of any formula: for puzzles that are not crosswords."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from satcross.cnf.formula import I32, Formula
from satcross.solve.eager import Backend, EagerSession
from satcross.solve.pysat_session import PysatBackend, ability
from satcross.solve.scramble import Scramble
from satcross.solve.worker import WorkerBackend

DEFAULT_SOLVER = "cadical195"

# A smaller formula is solved in this process: a child takes a fifth of a second to start, and a
# solver of few clauses comes to its next look at the clock in time.
_SMALL_CLAUSES = 20_000


def formula_session(
    formula: Formula,
    liked: I32,
    *,
    before: Sequence[int] = (),
    seed: int = 0,
    solver: str = DEFAULT_SOLVER,
    on_tick: Callable[[], None] | None = None,
    in_process: bool | None = None,
) -> EagerSession:
    """A session of one of PySAT's solvers that holds `formula`.

    Args:
        formula: the clauses.
        liked: int32 literals to try first, in an order that the seed draws; all others after them.
        before: literals to try before those.
        seed: any integer; the same seed makes the same answers.
        solver: its name in `pysat_session.ABILITIES`.
        on_tick: called some ten times a second while a child process solves.
        in_process: whether to solve in this process; None: when the formula is small.

    Raises:
        OptionError: there is no such solver.
    """
    name = ability(solver).name
    random = np.random.Generator(np.random.PCG64(seed % (1 << 64)))
    rank = random.random(formula.n_vars)
    rank[np.abs(liked) - 1] += 1.0
    first = np.array(before, dtype=np.int32)
    rank[np.abs(first) - 1] += 2.0
    # Solvers that have learnt nothing yet decide the highest name first (see `preference`).
    scramble = Scramble.by_order(np.argsort(rank, kind="stable") + 1)
    phases = scramble.flat(np.concatenate((first, liked)))
    backend: Backend
    if in_process if in_process is not None else formula.n_clauses < _SMALL_CLAUSES:
        backend = PysatBackend(name, phases)
    else:
        backend = WorkerBackend(name, phases, on_tick=on_tick)
    return EagerSession(name, formula, backend, scramble)
