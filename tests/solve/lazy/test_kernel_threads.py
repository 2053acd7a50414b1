"""Several threads: the kernel searches without the interpreter lock, one call at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from benchmarks.lists import parity_words
from satcross.model.consistency import arc_consistent
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Reason, Stopped
from satcross.solve.lazy.engine import kernel, make_search
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.search import PAUSED
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Event
from satcross.tasks.enumerate import Fills
from satcross.tasks.fill import FillTask
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel.compiled import Search

compiled_only = pytest.mark.skipif(
    kernel() != "compiled", reason="the extension module is not built"
)
NO_LIMIT = 1 << 62


def endless_puzzle() -> Puzzle:
    """Unfillable, and no resolution proof of it is short."""
    words = WordList.from_words([(word, 50) for word in parity_words(8, 9)])
    return Puzzle(Grid.parse("\n".join(["." * 8] * 9)), words)


def endless_search() -> Search:
    return make_search(TableProblem.of(arc_consistent(endless_puzzle())), 0)


@compiled_only
def test_another_thread_works_while_one_searches() -> None:
    """It sees how far a call of `run` has come, which it cannot where that holds the lock."""
    search = endless_search()
    n_each = 100
    seen = threading.Event()

    def search_on() -> None:
        for _ in range(2000):
            if seen.is_set():
                break
            assert search.run(n_each, NO_LIMIT) == PAUSED

    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(search_on)
        while not call.done():
            if search.n_conflicts % n_each:
                seen.set()
        call.result()
    assert seen.is_set()


@compiled_only
def test_a_search_takes_one_call_at_a_time() -> None:
    """Calls from a second thread are refused, as long as the first one searches."""
    search = endless_search()
    refused = threading.Event()
    refusals: list[str] = []

    def search_on() -> None:
        for _ in range(2000):
            if refused.is_set():
                break
            assert search.run(100, NO_LIMIT) == PAUSED

    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(search_on)
        while not call.done():
            try:
                search.true_variables()
            except RuntimeError as error:
                refusals.append(str(error))
                refused.set()
        call.result()
    assert set(refusals) == {"the search is in use: one call at a time, from one thread"}
    assert search.run(5, NO_LIMIT) == PAUSED
    assert search.n_conflicts % 100 == 5


@compiled_only
def test_a_call_within_a_call_is_refused() -> None:
    search = endless_search()

    def clause() -> Iterator[int]:
        yield 1
        search.run(1, 1)

    for call in (search.add_clause, search.assume):
        with pytest.raises(RuntimeError, match="in use"):
            call(clause())
    assert search.run(5, NO_LIMIT) == PAUSED
    assert search.n_conflicts == 5


def fills(seed: int, meet: Callable[[], object] = lambda: None) -> list[str]:
    def answered(event: Event) -> None:
        if isinstance(event, Answered):
            meet()

    with Fills(open_puzzle(), SolverOptions(seed=seed), limit=20, distinct=4) as task:
        task.subscribe(answered)
        return [str(fill) for fill in task]


def open_puzzle() -> Puzzle:
    return Puzzle(Grid.parse("\n".join(["....."] * 5)), WordList.builtin(min_score=32))


@compiled_only
def test_tasks_in_two_threads_give_what_they_give_alone() -> None:
    """Each waits for the other at every answer, so that neither ends before both have begun."""
    barrier = threading.Barrier(2, timeout=60)
    alone = [fills(seed) for seed in (1, 2)]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda seed: fills(seed, barrier.wait), (1, 2)))
    assert together == alone
    assert alone[0] != alone[1]
    assert len(alone[0]) == 20


@compiled_only
def test_a_task_is_stopped_from_another_thread_in_the_midst_of_a_search() -> None:
    """The puzzle keeps the search busy for ever otherwise."""
    task = FillTask(endless_puzzle())
    searching = threading.Event()
    task.subscribe(lambda _: searching.set())
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(task.run)
        searching.wait(60)
        task.stop()
        result = call.result()
    assert isinstance(result, Stopped)
    assert result.reason is Reason.CANCELLED
