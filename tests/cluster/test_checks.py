"""A check of cubes by a pool gives the answer of the check by one process."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.pools import InlinePool
from support.random_puzzles import no_square

from satcross import Found, Impossible
from satcross.cluster.checks import PoolCheck, check_cube
from satcross.cluster.local import LocalPool
from satcross.cluster.pools import WorkerDiedError
from satcross.cluster.proofs import PoolProof
from satcross.errors import DimacsError, SolverError
from satcross.proof import CheckResult, ProofCheck, Rejected, check_cover
from satcross.results import Reason, Stopped


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checks") / "proof"

    def call(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
        digest, path, budget_s = args
        return [function(digest, path, budget_s if path else 1e-9)]

    with InlinePool(fault=call) as pool, PoolProof(no_square(), pool, folder) as task:
        result = task.run()
    assert isinstance(result, Found)
    assert (result.value.n_cubes or 0) > 5
    return folder


@pytest.fixture
def proof(right: Path, tmp_path: Path) -> Path:
    shutil.copytree(right, tmp_path / "proof")
    return tmp_path / "proof"


def caught(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
    try:
        return [function(*args)]
    except DimacsError as error:
        return [error]


def by_pool(folder: Path, pool: Any) -> CheckResult:
    with pool, PoolCheck(folder / "puzzle.cnf", folder / "cover.txt", pool) as task:
        match task.run():
            case Impossible(evidence=Rejected() as wrong):
                return wrong
            case Found() | Stopped() as result:
                return result
    raise AssertionError


def agree(folder: Path, seed: int) -> CheckResult | str:
    """Both ways give one answer, or one error."""
    pool = InlinePool(random.Random(seed), caught)
    outcomes: list[CheckResult | str] = []
    checks: list[Callable[[], CheckResult]] = [
        lambda: check_cover(folder / "puzzle.cnf", folder / "cover.txt"),
        lambda: by_pool(folder, pool),
    ]
    for check in checks:
        try:
            outcomes.append(check())
        except DimacsError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]
    return outcomes[0]


def test_a_right_proof(proof: Path) -> None:
    result = agree(proof, 0)
    assert isinstance(result, Found)
    assert result.value.n_cubes > 5


def test_processes(proof: Path) -> None:
    alone = check_cover(proof / "puzzle.cnf", proof / "cover.txt")
    assert by_pool(proof, LocalPool(2)) == alone
    (proof / "cubes/3.drat").write_text("0\n")
    (proof / "cubes/5.drat").write_text("0\n")
    wrong = check_cover(proof / "puzzle.cnf", proof / "cover.txt")
    assert isinstance(wrong, Rejected)
    assert by_pool(proof, LocalPool(2)) == wrong
    (proof / wrong.cube).write_text("")
    (proof / "cubes/3.drat").write_text("1 x 0\n")
    with pytest.raises(DimacsError, match=r"cubes/3.drat:1: 'x' is not a literal; give integers"):
        by_pool(proof, LocalPool(2))


@pytest.mark.parametrize("seed", range(25))
def test_damage(seed: int, proof: Path) -> None:
    """Of several mistakes it is the first, in whatever order the cubes are checked."""
    rng = random.Random(seed)
    files = sorted((proof / "cubes").iterdir())
    for file in rng.sample(files, rng.randint(0, 3)):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        del lines[rng.randrange(len(lines)) :]
        file.write_text("".join(lines) + rng.choice(("0\n", "", "0", "1 0\n0\n")))
    if rng.random() < 0.2:
        rng.choice(files).unlink()
    cover = proof / "cover.txt"
    lines = cover.read_text(encoding="utf-8").splitlines(keepends=True)
    if rng.random() < 0.5:
        del lines[rng.randrange(len(lines))]
    if rng.random() < 0.2:
        lines.insert(rng.randrange(len(lines)), rng.choice(("1 0 0\n", "cube 0\n", "0\n")))
    cover.write_text("".join(lines))
    agree(proof, seed)


def test_damage_is_found(proof: Path) -> None:
    n_rejected = 0
    for file in sorted((proof / "cubes").iterdir())[:8]:
        data = file.read_bytes()
        file.write_text("0\n")
        result = agree(proof, 1)
        if isinstance(result, Rejected):
            assert result.cube == file.stem
            n_rejected += 1
        file.write_bytes(data)
    assert n_rejected


def test_a_time_limit_and_a_stop(proof: Path) -> None:
    cnf, cover = proof / "puzzle.cnf", proof / "cover.txt"
    with InlinePool() as pool, PoolCheck(cnf, cover, pool) as task:
        assert task.run(1e-9) == Stopped(Reason.TIME_LIMIT, partial=ProofCheck(0, 0, 0))
        task.stop(Reason.INTERRUPTED)
        stopped = task.run()
        assert isinstance(stopped, Stopped)
        assert stopped.reason is Reason.INTERRUPTED
        assert isinstance(task.run(), Found)

    def late(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
        """A worker whose time passed; the cube is checked again."""
        if rng.random() < 0.4:
            return [Stopped(Reason.TIME_LIMIT)]
        return [function(*args)]

    rng = random.Random(1)
    result = by_pool(proof, InlinePool(rng, late))
    assert result == check_cover(cnf, cover)


def test_workers_that_die(proof: Path) -> None:
    def die(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
        assert function is check_cube
        return [WorkerDiedError("3 workers died of it") if args[1] == 2 else function(*args)]

    with pytest.raises(SolverError, match=r"^cube 3 was not checked: 3 workers died of it$"):
        by_pool(proof, InlinePool(fault=die))
