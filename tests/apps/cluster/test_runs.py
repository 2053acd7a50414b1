"""Pools give what one process gives, whatever happens to workers and coordinators."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.pools import SerialPool
from support.processes import are_gone, wait_for_descendants
from support.random_puzzles import square
from support.signals import KILL

from satcross import Found, Impossible, WordList, enumerate_fills, run_batch
from satcross.apps.cluster import connect
from satcross.apps.cluster.best import PoolOptimise
from satcross.apps.cluster.campaign import LEAST_CUBE_S, budget_of, life_of
from satcross.apps.cluster.local import LocalPool
from satcross.apps.cluster.runs import PoolCount, PoolFills
from satcross.apps.counting.count import CountKind
from satcross.errors import OptionError
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Reason, Stopped

TINY_S = 0.02  # a budget that makes many cubes


@pytest.fixture(scope="module")
def fills() -> set[str]:
    return {str(fill) for fill in enumerate_fills(square())}


def test_all_fills_once(fills: set[str]) -> None:
    with LocalPool(2) as pool, PoolFills(square(), pool, cube_s=TINY_S) as task:
        found = [str(fill) for fill in task]
    assert set(found) == fills
    assert len(found) == len(fills)
    assert task.is_exhausted


def test_counts_are_exact(fills: set[str]) -> None:
    with LocalPool(2) as pool, PoolCount(square(), pool, cube_s=TINY_S) as task:
        result = task.run()
    assert isinstance(result, Found)
    assert (result.value.n, result.value.kind) == (len(fills), CountKind.EXACT)


@pytest.mark.parametrize("cluster", [None, "local:2"])
def test_a_pool_takes_one_task_after_another_on_any_puzzle(
    cluster: str | None, fills: set[str]
) -> None:
    alone = Puzzle("...", {"cat": 60, "cot": 70, "dog": 90})
    jobs = [{"grid": ["..."], "seed": seed} for seed in range(3)]
    with connect(cluster) as pool:
        with PoolCount(square(), pool, cube_s=TINY_S) as counting:
            assert counting.run().unwrap().n == len(fills)
        with PoolFills(alone, pool) as task:
            assert {str(fill) for fill in task} == {"CAT", "COT", "DOG"}
        with PoolFills(square(), pool, limit=1, cube_s=TINY_S) as task:
            assert {str(fill) for fill in task} <= fills
        with PoolOptimise(alone, pool, goal="total") as optimising:
            assert str(optimising.run().unwrap()) == "DOG"
        assert [one["result"] for one in run_batch(jobs, pool=pool)] == ["found"] * 3


def test_killed_workers_lose_nothing(fills: set[str]) -> None:
    with LocalPool(2) as pool, PoolFills(square(), pool, cube_s=TINY_S) as task:
        rng = random.Random(5)
        found: list[str] = []
        n_killed = 0
        for fill in task:
            found.append(str(fill))
            if n_killed < 3 and len(found) >= (1, 5, 9)[n_killed]:
                pids = sorted(child.pid for child in pool._crew.children)
                if pids:  # else the next ones are just being started
                    os.kill(rng.choice(pids), KILL)
                    n_killed += 1
    assert n_killed == 3
    assert set(found) == fills
    assert len(found) == len(fills)


CHILD = """
import sys
sys.path[:0] = {path!r}
from support.random_puzzles import square
from satcross.apps.cluster.local import LocalPool
from satcross.apps.cluster.runs import PoolFills
if __name__ == "__main__":
    with LocalPool(2) as pool:
        with PoolFills(square(), pool, cube_s=0.01, state={state!r}, resume={resume}) as task:
            for fill in task:
                print(str(fill).replace(chr(10), "/"), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_no_worker_outlives_a_killed_coordinator(tmp_path: Path) -> None:
    script = tmp_path / "child.py"
    path = [str(Path(__file__).parents[2]), *sys.path]
    script.write_text(CHILD.format(path=path, state=str(tmp_path / "run"), resume=False))
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as coordinator:
        assert coordinator.stdout is not None
        coordinator.stdout.readline()
        pids = wait_for_descendants(coordinator.pid, 2)
        coordinator.kill()
    assert are_gone(pids)


def test_a_killed_coordinator_goes_on_where_it_was(tmp_path: Path, fills: set[str]) -> None:
    state = str(tmp_path / "run")
    path = [str(Path(__file__).parents[2]), *sys.path]
    for attempt in range(30):
        script = tmp_path / "child.py"
        resume = (tmp_path / "run" / "ledger.sqlite").exists()
        script.write_text(CHILD.format(path=path, state=state, resume=resume))
        child = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        if attempt < 2:
            child.stdout.readline()
            time.sleep(0.02)
            child.kill()
            child.communicate()
            continue
        lines = child.communicate()[0].splitlines()
        assert child.returncode == 0
        assert {line.replace("/", "\n") for line in lines} == fills
        assert len(lines) == len(fills)
        return


def test_in_order_and_limited(tmp_path: Path, fills: set[str]) -> None:
    runs: list[list[str]] = []
    for _ in range(2):
        with LocalPool(2) as pool:
            task = PoolFills(
                square(), pool, cube_s=5.0, state=tmp_path / "run", ordered=True, resume=bool(runs)
            )
            with task:
                runs.append([str(fill) for fill in task])
    assert runs[0] == runs[1]
    assert set(runs[0]) == fills
    with LocalPool(1) as pool, PoolFills(square(), pool, limit=3) as task:
        assert len(list(task)) == 3
        assert task.stopped is Reason.LIMIT


def test_no_fill() -> None:
    words = WordList.from_words(["abc", "bca", "cab"])
    puzzle = Puzzle(Grid.parse("...\n...\n..."), words)
    with LocalPool(2) as pool, PoolFills(puzzle, pool) as task:
        assert isinstance(task.run(), Impossible)


def test_a_stop_leaves_what_is_known() -> None:
    with LocalPool(1) as pool, PoolCount(square(), pool, cube_s=TINY_S) as task:
        result = task.run(0.001)
        assert isinstance(result, Stopped)
        assert result.partial is not None
        assert isinstance(task.run(), Found)


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    for address in ("nothing", "local:x", "file:/nowhere", "slurm:profile.yaml"):
        with pytest.raises(OptionError):
            connect(address)
    with LocalPool(1) as pool, pytest.raises(OptionError, match="nothing to resume"):
        PoolFills(square(), pool, resume=True)


def test_cubes_have_more_time_while_many_are_open() -> None:
    assert budget_of(5.0, 3, 8) == 5.0
    assert budget_of(5.0, 64, 8) == 40.0
    assert budget_of(5.0, 3, 0) == 15.0
    pool = SerialPool(2)
    with PoolCount(square(), pool, cube_s=TINY_S) as task:
        assert isinstance(task.run(), Found)
    budgets = [args[2] for args in pool.ran]
    assert budgets[0] > TINY_S
    assert min(budgets) >= TINY_S
    assert budgets[-1] < budgets[0]


def test_cubes_have_less_time_where_workers_die() -> None:
    assert life_of(2, 60.0, 0) == math.inf
    assert life_of(2, 60.0, 6) == 20.0
    assert budget_of(5.0, 64, 2, life_of(2, 60.0, 6)) == 5.0
    assert budget_of(5.0, 64, 2, life_of(2, 60.0, 1)) == 30.0
    assert budget_of(5.0, 64, 2, life_of(2, 1.0, 50)) == LEAST_CUBE_S
    pool = SerialPool(2)
    pool.n_deaths = 1000
    with PoolCount(square(), pool, cube_s=5.0) as task:
        assert isinstance(task.run(), Found)
    assert {args[2] for args in pool.ran} == {LEAST_CUBE_S}
