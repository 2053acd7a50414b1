"""What every task promises, checked for any one of them: limits, stopping, going on, plain data."""

from __future__ import annotations

import contextlib
import json
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from satcross.plain_data import as_data
from satcross.results import Best, Reason, Stopped
from satcross.task import Answered, Bounded, Event, Progress, Task
from satcross.tasks.process import ProcessTask

T = TypeVar("T")

BUSY_S = 30.0  # of the clock, by which a limit may be exceeded where others use all cores
CPU_S = 10.0  # of this process, for work that takes a second or less of an idle core
MAX_RUNS = 500
GROWTH = 1.3
"""Of tiny time limits. Solvers that start over in each run take 4 times as long for all runs as for
the last one; with 1.05 it was 21 times, and a child that starts slowly was started 100 times."""

Final = Callable[[Any, list[Any]], object]


def check_task(
    make: Callable[[], Task[Any, Any]], *, final: Final, limit_s: float = 0.01
) -> list[Event]:
    """Run a task in every way and check that the outcome is the same.

    It is run once to its end; stopped before it runs; run again and again with a tiny time limit;
    stopped again and again from another thread; run as a pickled copy; and run in another process.
    Results and events must be plain data.

    Args:
        make: a new task each time; one that needs at most some seconds.
        final: what has to be the same each time, from the final result and the values of all
            `Answered` events.
        limit_s: the first tiny time limit; each later one is a little longer.

    Returns: the events of the run to the end.
    """
    events: list[Event] = []
    with make() as task:
        task.subscribe(events.append)
        result = task.run()
        assert task.is_done, result
        assert task.result is result
        assert task.run() is result
        expected = final(result, answers(events))
        check_plain(result)
        check_events(task, events)
    assert task.run() is result  # also when it is closed

    def goes_on(
        how: Callable[[Task[Any, Any], float], Any], task: Task[Any, Any], growth: float = GROWTH
    ) -> None:
        heard: list[Event] = []
        with task:
            task.subscribe(heard.append)
            for n_runs in range(MAX_RUNS):
                stopped = how(task, limit_s * growth**n_runs)
                if task.is_done:
                    break
                assert_stopped(stopped)
            assert task.is_done, f"not done after {MAX_RUNS} runs: {task.result}"
            assert final(task.result, answers(heard)) == expected

    def first_stopped(task: Task[Any, Any], _: float) -> Any:
        if task.result is None:
            task.stop()
        return task.run()

    goes_on(first_stopped, make())
    goes_on(lambda task, tiny_s: task.run(tiny_s), make())
    goes_on(run_and_stop, make())
    goes_on(lambda task, _: task.run(), pickled(make()))
    # A child that has not begun two seconds after its limit is started again.
    goes_on(lambda task, tiny_s: task.run(10 * tiny_s), ProcessTask(make()), growth=2.0)
    with make() as closed:
        pass
    with pytest.raises(RuntimeError):
        closed.run()
    return events


def check_stops(
    make: Callable[[], Task[Any, Any]],
    *,
    after_s: float = 0.2,
    is_enough: Callable[[Any], object] = lambda _: True,
) -> Any:
    """Check that a task that works for long keeps a time limit, and stops when it is asked to.

    Args:
        make: a task that takes a minute at least, or never ends.
        after_s: when to stop it.
        is_enough: whether the second run did what the caller looks at; if not, there is a longer
            one.

    Returns: the result of the run that was stopped.
    """
    with make() as task:
        with ends_within(after_s):
            limited = task.run(after_s)
        assert limited.reason is Reason.TIME_LIMIT
        check_plain(limited)
        stopped = long_enough(lambda limit_s: run_and_stop(task, limit_s), is_enough, after_s)
        assert stopped.reason is Reason.CANCELLED
        check_plain(stopped)
        assert not task.is_done
    return stopped


@contextlib.contextmanager
def ends_within(limit_s: float = 0.0) -> Iterator[None]:
    """Check that what is done ends soon after a limit, or at once, on a machine however busy.

    Without that limit it must take a minute at least, so that the check means something.
    """
    started = time.monotonic()
    yield
    took_s = time.monotonic() - started
    assert took_s < limit_s + BUSY_S, f"{took_s:.2f} s"


@contextlib.contextmanager
def little_work() -> Iterator[None]:
    """Check the processor time of what is done in this process: that it is not out of proportion.

    How fast it is, is for benchmarks.
    """
    started = time.process_time()
    yield
    took_s = time.process_time() - started
    assert took_s < CPU_S, f"{took_s:.2f} s"


def long_enough(
    run: Callable[[float], T], is_enough: Callable[[T], object], limit_s: float = 0.3
) -> T:
    """The result of a run with a time limit that was enough for some work on this machine.

    Args:
        run: keeps the time limit that it is given.
        is_enough: whether the work was done; then the result counts.
        limit_s: the first limit; each later one is twice as long, up to a minute.
    """
    while True:
        with ends_within(limit_s):
            result = run(limit_s)
        if is_enough(result) or limit_s > 30:
            return result
        limit_s *= 2


def run_and_stop(task: Task[Any, Any], after_s: float) -> Any:
    """Run a task and stop it from another thread."""
    timer = threading.Timer(after_s, task.stop)
    timer.start()
    try:
        return task.run()
    finally:
        timer.cancel()
        timer.join()


def answers(events: list[Event]) -> list[Any]:
    """The values of the answers among some events."""
    return [event.value for event in events if isinstance(event, Answered)]


def assert_stopped(result: Any) -> None:
    """A result that says why it is not final, and is plain data."""
    assert isinstance(result, Stopped | Best), result
    assert result.reason is not None
    check_plain(result)


def check_plain(value: object) -> None:
    """A value that is the same after pickling, and has a form in JSON."""
    json.dumps(as_data(value), allow_nan=False)
    copy = pickled(value)
    assert copy == value or repr(copy) == repr(value)  # stores have no equality


def pickled(value: T) -> T:
    """A copy by way of pickle."""
    copy: T = pickle.loads(pickle.dumps(value))
    return copy


def check_events(task: Task[Any, Any], events: list[Event]) -> None:
    """Events are plain data, bounds and progress go one way, and the task knows the last answer."""
    bounds = [event.bound for event in events if isinstance(event, Bounded)]
    assert bounds in (sorted(bounds), sorted(bounds, reverse=True))
    elapsed = [event.elapsed_s for event in events if isinstance(event, Progress)]
    assert len(elapsed) < 12 + 12 * (max(elapsed, default=0.0) + 1)  # ten a second, and phases
    found = answers(events)
    if found:
        assert task.best is not None
    for event in events[:20]:
        check_plain(event)
