"""What becomes of a run on Dask when its scheduler or its workers die."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.pools import InlinePool
from support.random_puzzles import square
from support.signals import KILL

from satcross import enumerate_fills, run_batch
from satcross.apps.cluster import dask
from satcross.apps.cluster.best import PoolOptimise
from satcross.apps.cluster.dask import DaskPool
from satcross.apps.cluster.pools import PoolError
from satcross.apps.cluster.runs import PoolCount, PoolFills
from satcross.errors import OptionError
from satcross.model.puzzle import Puzzle

pytestmark = pytest.mark.slow
pytest.importorskip("distributed")


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler and two workers of it: the address for `connect`, and the scheduler."""
    dask = str(Path(sys.executable).with_name("dask"))
    file = folder / "scheduler.json"
    port = ("--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0")
    options = ("--nworkers", "2", "--nthreads", "1", "--no-dashboard")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(
        [dask, "scheduler", *port, "--scheduler-file", str(file)], **quiet, cwd=folder
    )  # type: ignore[call-overload]
    workers = subprocess.Popen(
        [dask, "worker", "--scheduler-file", str(file), *options], **quiet, cwd=folder
    )  # type: ignore[call-overload]
    try:
        while not file.exists():
            assert server.poll() is None
            time.sleep(0.1)
        yield f"file:{file}", server
    finally:
        server.kill()
        workers.terminate()
        server.wait()
        workers.wait()


def test_a_scheduler_that_is_killed(tmp_path: Path) -> None:
    """The run ends with one line, and another goes on with what was committed."""
    state = tmp_path / "run"
    with (
        scheduler(tmp_path) as (address, server),
        DaskPool(address) as pool,
        PoolFills(square(), pool, cube_s=0.5, state=state) as task,
    ):
        next(task)
        server.kill()
        with pytest.raises(PoolError, match=r"the scheduler of file:.* has gone"):
            list(task)
    with InlinePool() as other, PoolFills(square(), other, state=state, resume=True) as task:
        found = [str(fill) for fill in task]
    assert set(found) == {str(fill) for fill in enumerate_fills(square())}
    assert len(found) == len(set(found))


def test_a_worker_with_another_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with scheduler(tmp_path) as (address, _):
        with DaskPool(address) as pool:
            while not pool.n_workers:
                time.sleep(0.1)
        monkeypatch.setattr(dask, "__version__", "0.0.1")
        with pytest.raises(
            OptionError, match=r"has satcross .*, and this is satcross 0\.0\.1; install"
        ):
            DaskPool(address)


def test_workers_that_are_killed(tmp_path: Path) -> None:
    rng = random.Random(8)
    with (
        scheduler(tmp_path) as (address, _),
        DaskPool(address) as pool,
        PoolFills(square(), pool, cube_s=0.5) as task,
    ):
        found: list[str] = []
        for fill in task:
            found.append(str(fill))
            if len(found) in (1, 20):
                pids = pool._client.run(os.getpid, on_error="ignore")
                os.kill(pids[rng.choice(sorted(pids))], KILL)
        assert 1 <= pool.n_deaths <= 2
    assert set(found) == {str(fill) for fill in enumerate_fills(square())}
    assert len(found) == len(set(found))


def test_one_task_after_another(tmp_path: Path) -> None:
    fills = {str(fill) for fill in enumerate_fills(square())}
    jobs = [{"grid": ["..."], "seed": seed} for seed in range(3)]
    with scheduler(tmp_path) as (address, _), DaskPool(address) as pool:
        with PoolFills(square(), pool) as task:
            found = [str(fill) for fill in task]
        assert set(found) == fills
        assert len(found) == len(fills)
        with PoolCount(square(), pool) as counting:
            assert counting.run().unwrap().n == len(fills)
        with PoolOptimise(Puzzle("...", {"cat": 60, "dog": 90}), pool, goal="total") as optimising:
            assert str(optimising.run().unwrap()) == "DOG"
        assert [one["result"] for one in run_batch(jobs, pool=pool)] == ["found"] * 3
