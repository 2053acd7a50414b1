"""Shared libraries with the IPASIR interface: a small one that is compiled here, and CaDiCaL's."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli import run_cli
from support.tasks import ends_within
from support.unit_propagation import models_of

import satcross as sx
from satcross.cnf.formula import Formula
from satcross.errors import OptionError, SolverError
from satcross.results import Reason
from satcross.solve.backends import worker as worker_module
from satcross.solve.backends.eager import Backend, EagerSession
from satcross.solve.backends.ipasir import IpasirBackend
from satcross.solve.backends.registry import eager_engine_name
from satcross.solve.backends.scramble import Scramble
from satcross.solve.backends.worker import WorkerBackend
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import Deadline

COMPILER = shutil.which("cc")
CADICAL = next(Path("/usr/lib").glob("*-linux-gnu/libcadical.a"), None)
pytestmark = pytest.mark.skipif(
    COMPILER is None or sys.platform == "win32", reason="there is no C compiler"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ipasir")


def library(folder: Path, how: str = "") -> str:
    """The small library, or one that misbehaves."""
    path = folder / f"lib{how.lower() or 'little'}.so"
    if not path.exists():
        source = Path(__file__).with_name("little_ipasir.c")
        options = [f"-D{how}"] if how else []
        assert COMPILER is not None
        command = [COMPILER, "-shared", "-fPIC", "-O1", *options, str(source), "-o", str(path)]
        subprocess.run(command, check=True)
    return str(path)


def cadical(folder: Path) -> str:
    compiler = shutil.which("c++")
    if CADICAL is None or compiler is None:
        pytest.skip("CaDiCaL's library (libcadical-dev) or a C++ compiler is not installed")
    path = folder / "libcadical.so"
    whole = ["-Wl,--whole-archive", str(CADICAL), "-Wl,--no-whole-archive"]
    subprocess.run([compiler, "-shared", *whole, "-o", str(path)], check=True)
    return str(path)


def session(backend: Backend, formula: Formula) -> EagerSession:
    return EagerSession("library", formula, backend, Scramble.identity(formula.n_vars))


def worker(path: str) -> WorkerBackend:
    return WorkerBackend("library", library=path)


@pytest.mark.parametrize("name", ["little", "cadical"])
def test_random_formulas_with_assumptions_and_added_clauses(name: str, folder: Path) -> None:
    path = cadical(folder) if name == "cadical" else library(folder)
    rng = random.Random(name)
    for _ in range(12):
        n = rng.randint(3, 6)
        clauses = [
            [v * rng.choice([1, -1]) for v in rng.sample(range(1, n + 1), rng.randint(2, 3))]
            for _ in range(rng.randint(2, 14))
        ]
        asked = session(IpasirBackend(path), Formula.of(clauses, n))
        for _ in range(5):
            assumptions = [
                v * rng.choice([1, -1]) for v in rng.sample(range(1, n + 1), rng.randint(0, 3))
            ]
            answer = asked.solve(assumptions, deadline=Deadline.after(60))
            wanted = models_of([*clauses, *([lit] for lit in assumptions)], n)
            assert answer.outcome is (Outcome.SAT if wanted else Outcome.UNSAT)
            if answer.outcome is Outcome.UNSAT:
                assert set(answer.core) <= set(assumptions)
                assert not models_of([*clauses, *([lit] for lit in answer.core)], n)
            clauses.append([v * rng.choice([1, -1]) for v in rng.sample(range(1, n + 1), 2)])
            asked.add_clause(clauses[-1])
        asked.close()


def test_all_fills_of_a_puzzle(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("..\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("at\nto\nox\n", encoding="utf-8")
    solver = f"ipasir:{library(folder, 'PRINTS')}"
    fills = sx.enumerate_fills("..", ["at", "to", "ox"], solver=solver)
    assert {fill.grid.lines()[0] for fill in fills} == {"AT", "TO", "OX"}
    assert fills.is_exhausted
    done = run_cli(
        "fill", str(tmp_path / "grid.txt"), "-w", str(tmp_path / "words.txt"), "--solver", solver,
    )  # fmt: skip
    assert (done.code, done.out.strip() in {"AT", "TO", "OX"}) == (0, True)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("CRASHES", "library died: signal 6"),
        ("ODD", "libodd.so answered 7, which is none of 0, 10 and 20"),
        ("LACKS", "liblacks.so has no function ipasir_init: it is no IPASIR library"),
    ],
)
def test_a_library_that_fails_is_one_line(how: str, says: str, folder: Path) -> None:
    with pytest.raises(SolverError) as raised:
        session(worker(library(folder, how)), Formula.of([[1]], 1)).solve()
    assert str(raised.value) == says


def test_no_library(folder: Path) -> None:
    text, other = folder / "text.so", folder / "other.so"
    text.write_text("no library\n", encoding="utf-8")
    data = bytearray(Path(library(folder)).read_bytes())
    data[18] ^= 0x40  # the machine in an ELF header
    other.write_bytes(data)
    for path in (text, other):
        with pytest.raises(SolverError, match=rf"^{path.name} cannot be loaded: [^\n]*$"):
            IpasirBackend(str(path))
    for name, says in (
        ("/nosuch.so", "there is no file /nosuch.so"),
        (str(folder), "is a directory"),
        ("", "ipasir: names no library"),
        ("x" * 300, "cannot be the name of a file"),
    ):
        with pytest.raises(OptionError, match=f"^solver: .*{says}"):
            eager_engine_name(SolverOptions(f"ipasir:{name}"))


def test_a_library_that_asks_whether_to_stop_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "_MOMENT_S", 60.0)
    backend = worker(library(folder, "WAITS"))
    asked = session(backend, Formula.of([[1, 2]], 2))
    for _ in range(2):
        answer = asked.solve([1], deadline=Deadline.after(0.3))
        assert (answer.outcome, answer.reason) == (Outcome.UNKNOWN, Reason.TIME_LIMIT)
        assert backend.is_resumable
        assert asked.solve().outcome is Outcome.SAT
    asked.close()


def test_a_library_that_does_not_is_killed(folder: Path) -> None:
    asked = session(worker(library(folder, "HANGS")), Formula.of([[1, 2]], 2))
    with ends_within(0.3):
        answer = asked.solve(deadline=Deadline.after(0.3))
    assert (answer.outcome, answer.reason) == (Outcome.UNKNOWN, Reason.TIME_LIMIT)
    asked.close()
