"""What becomes of a run when something goes wrong: a right answer, or one line that says why not.

Nothing is counted twice, nothing is lost, and "there are no more" is said only when it is true.
"""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import faulty_work
from support.pools import InlinePool
from support.random_puzzles import square

from satcross import Found, WordList, __version__, enumerate_fills
from satcross.apps.cluster import campaign as campaigns
from satcross.apps.cluster import local, pools
from satcross.apps.cluster.campaign import Campaign
from satcross.apps.cluster.ledger import Ledger
from satcross.apps.cluster.local import LocalPool
from satcross.apps.cluster.pools import PoolError, WorkerDiedError
from satcross.apps.cluster.runs import PoolCount, PoolFills
from satcross.apps.cluster.work import CubeResult
from satcross.errors import OptionError, SolverError
from satcross.model.puzzle import Puzzle
from satcross.processes import child
from satcross.solve.protocol import SolverOptions


@pytest.fixture(scope="module")
def fills() -> set[str]:
    return {str(fill) for fill in enumerate_fills(square())}


def counted(function: Callable[..., Any], pool: pools.Pool, **keywords: Any) -> int:
    """What all cubes of the square count together, by a function of `faulty_work`."""
    campaign = Campaign(square(), SolverOptions(), pool, function, **keywords)
    campaign.begin()
    while not campaign.is_done:
        campaign.step(0.1)
    total = campaign.ledger.total()
    campaign.close()
    return total


def test_a_cube_that_kills_its_workers_is_divided(fills: set[str]) -> None:
    with LocalPool(2) as pool:
        assert counted(faulty_work.count_and_die, pool) == len(fills)


def test_a_worker_that_cannot_be_started_is_named_and_the_next_one_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise SolverError("a worker could not be started")

    with monkeypatch.context() as none_start:
        none_start.setattr(child.Crew, "start", refuse)
        with pytest.raises(SolverError, match="could not be started"), LocalPool(1) as pool:
            pool.submit(abs, -1)
        pool = LocalPool(1)
        with pytest.raises(SolverError):
            pool.submit(abs, -1)
    with pool:
        pool.submit(abs, -2)
        done: list[pools.CallDone] = []
        while len(done) < 2:
            done += pool.ended(10)
        assert [each.value for each in done] == [1, 2]


def test_too_many_deaths_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_MOST_DEATHS", 1)
    with LocalPool(1) as pool, pytest.raises(PoolError, match="2 workers of this machine died"):
        counted(faulty_work.count_and_die, pool)


def test_a_cube_that_cannot_be_divided_fails_with_one_line() -> None:
    puzzle = Puzzle("..", WordList.from_words(["ab", "ba"]))
    with (
        InlinePool(None, lambda function, args: [MemoryError("no more")]) as pool,
        PoolCount(puzzle, pool) as task,
        pytest.raises(SolverError, match=r"^a cube failed 3 times: MemoryError: no more$"),
    ):
        task.run()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory")
def test_a_cube_that_needs_too_much_memory_is_divided(fills: set[str]) -> None:
    with LocalPool(2) as pool:
        assert counted(faulty_work.count_in_little_memory, pool) == len(fills)


def test_a_worker_that_hangs_is_replaced(
    fills: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(faulty_work.FOLDER, str(tmp_path))
    monkeypatch.setattr(campaigns, "OVERDUE_S", 2.0)
    with LocalPool(1) as pool:
        assert counted(faulty_work.count_and_hang_once, pool, cube_s=0.1) == len(fills)
    assert (tmp_path / "hung").exists()


class Clock:
    """A clock that goes on by a little whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 0.2
        return self.now


@pytest.mark.parametrize("seed", range(5))
def test_calls_that_hang_fail_and_come_twice(
    seed: int, fills: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pool that cannot renew calls: others take them, and what comes late changes nothing."""
    rng = random.Random(f"faults {seed}")
    monkeypatch.setattr(campaigns, "OVERDUE_S", 0.0)
    monkeypatch.setattr(campaigns, "time", Clock())
    n_hung = 0

    def fault(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
        dice = rng.random()
        nonlocal n_hung
        if args[2] is not None and len(args[1]) < 3:
            if dice < 0.15:
                return [MemoryError()]
            if dice < 0.25:
                return [WorkerDiedError("it is dead")]
            if dice < 0.4 or not n_hung:
                n_hung += 1
                return []
            if dice < 0.6:
                args = (*args[:2], 1e-9)
        outcome = function(*args)
        return [outcome, outcome]

    with InlinePool(rng, fault) as pool, PoolFills(square(), pool, cube_s=5.0) as task:
        found = [str(fill) for fill in task]
    assert task.is_exhausted
    assert len(found) == len(set(found))
    assert set(found) == fills
    assert n_hung


def test_two_workers_that_disagree_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two results of one cube is not the same."""
    monkeypatch.setattr(Campaign, "_late", lambda self, budget_s: 0.0)  # all are given out anew
    seen: dict[Any, int] = {}

    def fault(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
        outcome = function(*args)
        n = seen[args[1]] = seen.get(args[1], 0) + 1
        return [outcome if n == 1 else CubeResult(99, "n=99", b"", 0.0)]

    with (
        InlinePool(None, fault) as pool,
        PoolCount(square(), pool, cube_s=60.0) as task,
        pytest.raises(SolverError, match="two workers disagree"),
    ):
        task.run()


@pytest.mark.parametrize("what", ["list", "release"])
def test_a_worker_with_another_list_or_release_is_refused(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(InlinePool):
        """Its second worker has other data."""

        def give(self, payload: bytes) -> str:
            digest = super().give(payload)
            if what == "release":
                payload = payload.replace(__version__.encode(), b"0.0.1", 1)
                digest = pools.digest_of(payload)
            else:
                words = WordList.from_words(["abc", "bca", "cab"])
                payload = pools.payload_of((Puzzle("...\n...\n...", words), SolverOptions()))
            pools._objects.pop(digest, None)
            monkeypatch.setitem(pools._payloads, digest, payload)
            return digest

    state = tmp_path / "run"
    message = {
        "list": "a worker has received another puzzle or word list",
        "release": f"a worker has satcross {__version__}, and this is satcross 0.0.1; install",
    }[what]
    with (
        Other() as other,
        PoolCount(square(), other, state=state) as task,
        pytest.raises(PoolError, match=message),
    ):
        task.run()
    with InlinePool() as pool, PoolCount(square(), pool, state=state, resume=True) as task:
        result = task.run()
    assert isinstance(result, Found)
    assert result.value.n == len(list(enumerate_fills(square())))


def test_a_full_disk_loses_nothing(
    tmp_path: Path, fills: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run ends with one line; with more room it goes on, and nothing is done again or lost."""
    state = tmp_path / "run"
    problems: list[str] = []
    for n_pages in range(6, 200):
        with InlinePool(random.Random(n_pages), dividing) as pool:
            task = PoolFills(square(), pool, cube_s=100.0, state=state, resume=state.exists())
            task._campaign.ledger._database.execute(f"PRAGMA max_page_count={n_pages}")
            with task:
                try:
                    found = [str(fill) for fill in task]
                    break
                except OptionError as error:
                    problems.append(str(error))
    ledger = state / "ledger.sqlite"
    why = f"{ledger}: the ledger cannot be written: database or disk is full; what is in it stays"
    assert len(problems) > 1
    assert [problem for problem in problems if not problem.startswith(why)] == []
    assert set(found) == fills
    assert len(found) == len(fills)


def dividing(function: Callable[..., Any], args: tuple[Any, ...]) -> list[Any]:
    """Calls without time for cubes that are large."""
    digest, path, budget_s = args
    return [function(digest, path, 1e-9 if len(path) < 3 and budget_s is not None else None)]


def test_a_ledger_that_another_process_holds(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, {"puzzle": "x"})
    ledger._database.execute("PRAGMA busy_timeout=10")
    other = sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OptionError, match="the ledger cannot be written: database is locked"):
        ledger.commit(1, 1, "d", b"", 0.0)
    other.execute("ROLLBACK")
    assert ledger.commit(1, 1, "d", b"", 0.0)
    ledger.close()
