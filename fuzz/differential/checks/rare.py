"""Checks that start other processes, and so are made rarely."""

from __future__ import annotations

from typing import Any

from fuzz.differential.checks.base import Check, Trial, has_fills, listed, require, verdict
from satcross.apps.counting.count import CountTask
from satcross.apps.counting.sample import Samples
from satcross.apps.counting.tools import is_installed
from satcross.results import Found
from satcross.solve.protocol import SolverOptions
from satcross.tasks.enumerate import Fills
from satcross.tasks.fill import FillTask
from satcross.tasks.process import ProcessTask

WORKERS = ("minisat22", "glucose4", "cadical195", "maplechrono", "lingeling", "kissat404")


def check_ganak(trial: Trial) -> None:
    """Ganak counts the models of the formula, projected on the letters."""
    if not is_installed("ganak"):
        return
    encoding = trial.rng.choice(("support", "dawg"))
    trial.engine = f"ganak, {encoding}"
    with CountTask(trial.puzzle, SolverOptions(seed=trial.seed, encoding=encoding)) as task:
        task._method = "exact"
        task._by_frontier = lambda deadline: None  # type: ignore[method-assign]
        result: Any = task.run()
    n = len(trial.fills)
    require(isinstance(result, Found) and result.value.n == n, f"{result} instead of {n}")


def check_approximate(trial: Trial) -> None:
    """ApproxMC counts exactly where there are few fills, as here."""
    if not is_installed("approxmc"):
        return
    trial.engine = "approxmc"
    options = SolverOptions(seed=trial.seed)
    with CountTask(trial.puzzle, options, method="approximate") as task:
        result: Any = task.run()
    n = len(trial.fills)
    require(isinstance(result, Found) and result.value.n == n, f"{result} instead of {n}")


def check_unigen(trial: Trial) -> None:
    """What UniGen samples are fills."""
    if not is_installed("unigen"):
        return
    trial.engine = "unigen"
    options = SolverOptions(seed=trial.seed)
    with Samples(trial.puzzle, options, n=5, list_up_to=0, frontier_rows=0) as samples:
        found = list(samples)
    require(len(found) == (5 if trial.fills else 0), f"{len(found)} samples")
    require(all(trial.is_right(fill) for fill in found), "a wrong fill")


def check_worker(trial: Trial) -> None:
    """All fills by a solver in a child process."""
    engine = trial.of(WORKERS)
    with Fills(trial.puzzle, SolverOptions(engine, seed=trial.seed)) as fills:
        found = listed((fill.grid.cells for fill in fills), "a fill")
    require(found == trial.fills, f"found {sorted(found)}")


def check_process(trial: Trial) -> None:
    """A fill by a task in a child process, or by two seeds at once."""
    jobs = trial.rng.choice((1, 2))
    trial.engine = "two jobs" if jobs > 1 else "process"
    make = FillTask(trial.puzzle, SolverOptions(seed=trial.seed), jobs=jobs)
    with make if jobs > 1 else ProcessTask(make) as task:
        found = verdict(task.run())
    require(bool(found) == bool(trial.fills), "no fill was found")
    require(found is None or trial.is_right(found), "a wrong fill")


CHECKS = (
    Check("count, ganak", 0.002, check_ganak, has_fills),
    Check("count, approxmc", 0.001, check_approximate, has_fills),
    Check("sample, unigen", 0.001, check_unigen, has_fills),
    Check("enumerate, child process", 0.002, check_worker, has_fills),
    Check("fill, child process", 0.001, check_process, has_fills),
)
