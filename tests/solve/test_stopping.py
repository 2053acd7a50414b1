"""A request to stop, and Ctrl-C, end every engine's search soon."""

from __future__ import annotations

import shlex
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.pigeons import PIGEONS, pigeon_hole
from support.signals import interrupt_ourselves
from support.tasks import BUSY_S

from benchmarks.lists import parity_words
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Reason, Stopped
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.formula import formula_session
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import Deadline, Task, stop_on_interrupt
from satcross.tasks.fill import FillTask
from satcross.words import WordList


def hard_puzzle() -> Puzzle:
    """Unfillable, and no resolution proof of it is short."""
    words = WordList.from_words([(word, 50) for word in parity_words(6, 7)])
    return Puzzle(Grid.parse("\n".join(["." * 6] * 7)), words)


def seconds_to_stop(task: Task[Any, Any], stop: Callable[[], None]) -> float:
    """Run a task, and call `stop` after a while from another thread."""
    asked_at: list[float] = []

    def ask() -> None:
        asked_at.append(time.monotonic())
        stop()

    timer = threading.Timer(0.25, ask)
    timer.start()
    try:
        task.run()
    finally:
        timer.join()
    return time.monotonic() - asked_at[0]


@pytest.mark.parametrize("solver", ["lazy", "cadical195", "glucose4", "kissat404", "lingeling"])
def test_a_fill_is_stopped_from_another_thread(solver: str, lazy_kernel: str) -> None:
    with FillTask(hard_puzzle(), SolverOptions(solver=solver)) as task:
        assert seconds_to_stop(task, task.stop) < BUSY_S
        assert isinstance(task.result, Stopped)
        assert task.result.reason is Reason.CANCELLED


def test_an_external_solver_is_stopped_from_another_thread() -> None:
    command = shlex.join([sys.executable, "-c", "import time; time.sleep(60)", "{cnf}"])
    with FillTask(hard_puzzle(), SolverOptions(command=command)) as task:
        assert seconds_to_stop(task, task.stop) < BUSY_S
        assert isinstance(task.result, Stopped)


@pytest.mark.parametrize("solver", ["lazy", "glucose4"])
def test_several_jobs_are_stopped_from_another_thread(solver: str) -> None:
    with FillTask(hard_puzzle(), SolverOptions(solver=solver), jobs=2) as task:
        assert seconds_to_stop(task, task.stop) < BUSY_S
        assert isinstance(task.result, Stopped)


class Pigeons(Task[None, Stopped]):
    """A session that is asked for what no solver finds."""

    def __init__(self, session: EagerSession) -> None:
        super().__init__()
        self._session = session

    def _run(self, deadline: Deadline) -> Stopped:
        answer = self._session.solve(deadline=deadline)
        assert answer.outcome is Outcome.UNKNOWN
        return Stopped(answer.reason)

    def _close(self) -> None:
        self._session.close()


IN_PROCESS = ["cadical103", "cadical153", "cadical195", "cadical300", "glucose4", "minisat22"]


def pigeons(solver: str) -> Pigeons:
    formula = pigeon_hole(PIGEONS)
    scramble = Scramble.identity(formula.n_vars)
    return Pigeons(EagerSession(solver, formula, PysatBackend(solver), scramble))


@pytest.mark.parametrize("solver", IN_PROCESS)
def test_a_solver_in_this_process_is_stopped_from_another_thread(solver: str) -> None:
    with pigeons(solver) as task:
        assert seconds_to_stop(task, task.stop) < BUSY_S
        assert task.result == Stopped(Reason.CANCELLED)


@pytest.mark.parametrize("solver", IN_PROCESS)
def test_an_interrupt_stops_a_solver_in_this_process(solver: str) -> None:
    """PySAT's own handler would raise `pysolvers.error` from the midst of the solver."""
    with pigeons(solver) as task, stop_on_interrupt(task):
        assert seconds_to_stop(task, interrupt_ourselves) < BUSY_S
        assert task.result == Stopped(Reason.INTERRUPTED)


@pytest.mark.parametrize("solver", IN_PROCESS)
def test_an_interrupt_that_nobody_handles_is_raised(solver: str) -> None:
    with pigeons(solver) as task, pytest.raises(KeyboardInterrupt):
        seconds_to_stop(task, interrupt_ourselves)


def test_what_cannot_be_stopped_here_runs_in_a_child_process() -> None:
    formula = pigeon_hole(PIGEONS)
    session = formula_session(formula, np.zeros(0, dtype=np.int32), solver="lingeling")
    with Pigeons(session) as task:
        assert seconds_to_stop(task, task.stop) < BUSY_S
