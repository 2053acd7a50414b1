"""A session of any formula: for puzzles that are not crosswords."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from satcross.cnf.formula import I32, I64, Formula
from satcross.solve.backends.eager import Backend, EagerSession
from satcross.solve.backends.pysat import PysatBackend, ability
from satcross.solve.backends.scramble import Scramble

DEFAULT_SOLVER = "cadical195"

# A smaller formula is solved in this process: a child takes a fifth of a second to start, and a
# solver of few clauses comes to its next look at the clock in time.
_SMALL_CLAUSES = 20_000


def formula_session(
    formula: Formula,
    preferred: I32 | Sequence[int] = (),
    *,
    seed: int = 0,
    solver: str = DEFAULT_SOLVER,
    on_tick: Callable[[], None] | None = None,
    in_process: bool | None = None,
    order: I64 | None = None,
) -> EagerSession:
    """A session of one of PySAT's solvers that holds `formula`.

    Args:
        formula: the clauses.
        preferred: literals to try first, in an order by the seed; all others after them.
        seed: any integer; the same seed makes the same answers.
        solver: its name in `pysat_session.ABILITIES`.
        on_tick: called about ten times a second while it solves.
        in_process: whether to solve in this process; None: when the formula is small, and the
            solver can be stopped there.
        order: int64 (n,), all variables: one that has learnt nothing yet decides the last first.
            None: those of `preferred` last, and else at random, by the seed.

    Raises:
        OptionError: there is no such solver.
    """
    name = ability(solver).name
    first = np.array(preferred, dtype=np.int32)
    if order is None:
        random = np.random.Generator(np.random.PCG64(seed % (1 << 64)))
        rank = random.random(formula.n_vars)
        rank[np.abs(first) - 1] += 1.0
        # Solvers that have learnt nothing yet decide the highest name first (see `preference`).
        order = np.argsort(rank, kind="stable") + 1
    scramble = Scramble.by_order(order)
    phases = scramble.flat(first)
    backend: Backend
    if in_process is None:
        in_process = formula.n_clauses < _SMALL_CLAUSES and bool(ability(solver).stop)
    if in_process:
        backend = PysatBackend(name, phases, on_tick=on_tick)
    else:
        from satcross.solve.backends.worker import WorkerBackend  # processes take time to import

        backend = WorkerBackend(name, phases, on_tick=on_tick)
    return EagerSession(name, formula, backend, scramble)
