"""Solvers in child processes: the same answers, killed in time, and never left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.processes import has_ended, is_alive
from support.tasks import ends_within

from satcross.cnf.formula import Formula
from satcross.errors import SolverError
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.scramble import Scramble
from satcross.solve.backends.worker import WorkerBackend
from satcross.solve.protocol import Outcome
from satcross.task import Deadline

SOLVER = "glucose4"


def pigeons(n: int) -> Formula:
    """n + 1 pigeons in n holes: unsatisfiable, and out of reach for n = 12."""
    pigeon, hole = np.indices((n + 1, n))
    var = pigeon * n + hole + 1
    clauses = [row.tolist() for row in var]
    clauses += [
        [-int(var[p, h]), -int(var[q, h])] for h in range(n) for p in range(n + 1) for q in range(p)
    ]
    return Formula.of(clauses)


def many_clauses(n: int) -> Formula:
    rng = np.random.default_rng(3)
    block = np.zeros((n, 4), dtype=np.int32)
    block[:, :3] = rng.integers(1, 200_000, (n, 3))
    return Formula(200_000, block.ravel())


def worker(formula: Formula, solver: str = SOLVER) -> tuple[EagerSession, WorkerBackend]:
    backend = WorkerBackend(solver)
    return EagerSession(solver, formula, backend, Scramble.identity(formula.n_vars)), backend


def pid_of(backend: WorkerBackend) -> int:
    assert backend._child is not None
    return backend._child.pid


# AddressSanitizer would catch SIGSEGV. On Windows this ends a process with that exit code.
ABORT = signal.SIGABRT


@pytest.fixture
def closing() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("solver", [SOLVER, "cadical195", "kissat404", "lingeling"])
def test_answers_cores_and_added_clauses(solver: str, closing: contextlib.ExitStack) -> None:
    session, backend = worker(Formula.of([[1, 2], [-1, 3]], n_vars=4), solver)
    closing.callback(session.close)
    answer = session.solve([-3])
    assert answer.outcome is Outcome.SAT
    assert answer.assignment is not None
    assert answer.assignment.n_vars == 4
    assert answer.assignment.true_variables(3) == [2]
    core = session.solve([-3, 4, 1]).core
    assert {1, -3} <= set(core) <= {1, -3, 4}
    pid = pid_of(backend)
    new = session.new_variable()
    session.add_clause([-new, -2])
    assert session.solve([new, -1]).outcome is Outcome.UNSAT
    assert session.solve([new]).outcome is Outcome.SAT
    session.add_clause([])
    assert session.solve().outcome is Outcome.UNSAT
    assert pid_of(backend) == pid, "one child serves all calls"
    session.close()
    assert not is_alive(pid)
    session.close()


def test_counters_come_from_the_child(closing: contextlib.ExitStack) -> None:
    session, _ = worker(pigeons(5))
    closing.callback(session.close)
    assert session.counters.conflicts == -1
    assert session.solve().outcome is Outcome.UNSAT
    assert session.counters.conflicts > 10


@pytest.mark.parametrize("solver", ["lingeling", "kissat404", "cadical195"])
def test_the_deadline_is_kept_whatever_the_solver_does(
    solver: str, closing: contextlib.ExitStack
) -> None:
    session, backend = worker(pigeons(12), solver)
    closing.callback(session.close)
    started = time.monotonic()
    with ends_within(0.8):
        answer = session.solve(deadline=Deadline.after(0.8))
    assert answer.outcome is Outcome.UNKNOWN
    assert time.monotonic() - started > 0.7
    assert backend._child is None


def test_the_deadline_is_kept_while_the_formula_is_loaded(closing: contextlib.ExitStack) -> None:
    session, _ = worker(many_clauses(1_500_000))
    closing.callback(session.close)
    with ends_within(0.4):
        answer = session.solve(deadline=Deadline.after(0.4))
    assert answer.outcome is Outcome.UNKNOWN


def test_an_exception_in_the_tick_ends_call_and_child(closing: contextlib.ExitStack) -> None:
    """The session starts another child when it is asked again, and gives it all clauses."""
    interrupts = [KeyboardInterrupt]

    def interrupt() -> None:
        if interrupts:
            raise interrupts.pop()

    backend = WorkerBackend(SOLVER, on_tick=interrupt)
    formula = pigeons(12)
    session = EagerSession(SOLVER, formula, backend, Scramble.identity(formula.n_vars))
    closing.callback(session.close)
    for variable in range(1, formula.n_vars + 1, 2):  # more than are kept one by one
        session.add_clause([variable, -variable])
    session.add_clause([session.new_variable()])
    with pytest.raises(KeyboardInterrupt):
        session.solve()
    assert backend._child is None
    assert session.solve(deadline=Deadline.after(0.3)).outcome is Outcome.UNKNOWN
    assert backend._child is None
    session.add_clause([1])
    session.add_clause([-1])
    assert session.solve().outcome is Outcome.UNSAT


def test_a_child_that_dies_is_an_error(closing: contextlib.ExitStack) -> None:
    backend: WorkerBackend

    def kill() -> None:
        os.kill(pid_of(backend), ABORT)

    backend = WorkerBackend(SOLVER, on_tick=kill)
    formula = pigeons(12)
    session = EagerSession(SOLVER, formula, backend, Scramble.identity(formula.n_vars))
    closing.callback(session.close)
    how = "exit code" if sys.platform == "win32" else "signal"
    with pytest.raises(SolverError, match=f"^{SOLVER} died: {how} {ABORT:d}"):
        session.solve()


def test_an_error_in_the_child_is_told(closing: contextlib.ExitStack) -> None:
    session, _ = worker(Formula.of([[1]]), "glucose99")
    closing.callback(session.close)
    with pytest.raises(SolverError, match=r"glucose99 failed: .*there is no solver 'glucose99'"):
        session.solve()


def test_closing_before_solving_starts_nothing() -> None:
    session, backend = worker(Formula.of([[1]]))
    session.close()
    assert backend._child is None


def test_the_child_has_a_session_of_its_own_and_dies_when_dropped() -> None:
    session, backend = worker(Formula.of([[1]]))
    assert session.solve().outcome is Outcome.SAT
    pid = pid_of(backend)
    if sys.platform != "win32":
        assert os.getsid(pid) == pid != os.getsid(0)
        os.kill(pid, signal.SIGINT)
    assert session.solve().outcome is Outcome.SAT
    del session, backend
    assert has_ended(pid)


@pytest.mark.parametrize("ignored", ["", "signal.signal(signal.SIGIO, signal.SIG_IGN)"])
def test_no_child_outlives_a_killed_parent(ignored: str, tmp_path: Path) -> None:
    code = """
        import signal, sys
        from satcross.cnf.formula import Formula
        from satcross.solve.backends.eager import EagerSession
        from satcross.solve.protocol import Deadline
        from satcross.solve.backends.scramble import Scramble
        from satcross.solve.backends.worker import WorkerBackend
        from test_worker import pigeons

        formula = pigeons(12)

        def tick():
            print(backend._child.pid, flush=True)

        IGNORED
        backend = WorkerBackend("lingeling", on_tick=tick)
        EagerSession("x", formula, backend, Scramble.identity(formula.n_vars)).solve()
    """
    code = code.replace("IGNORED", ignored if hasattr(signal, "SIGIO") else "")
    here = Path(__file__).resolve()
    path = os.pathsep.join([str(here.parent), str(here.parents[2]), str(here.parents[3])])
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
    )
    assert parent.stdout is not None
    lines = [int(parent.stdout.readline()) for _ in range(8)]  # the solver is at work by then
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert has_ended(lines[0])
