"""Tasks: run, stop, resume, watch and close, from any thread; listings; deadlines; Ctrl-C."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.signals import needs_interrupts
from support.tasks import BUSY_S, long_enough
from support.toy_tasks import Failing, Improving, Never, Numbers, Steps

from satcross.errors import OptionError
from satcross.results import Best, Found, Impossible, Reason, Stopped
from satcross.task import (
    NEVER,
    Answered,
    Bounded,
    Deadline,
    Event,
    Listed,
    Progress,
    StopRequest,
    Task,
    stop_on_interrupt,
)

TESTS = Path(__file__).parent
SENSELESS = [0, -1.0, float("nan"), float("inf"), True, "1"]


# Deadlines


def test_a_deadline_is_a_moment() -> None:
    assert Deadline.after(None) == NEVER
    assert NEVER.left_s() is None
    assert not NEVER.passed()
    later = Deadline.after(60)
    left_s = later.left_s()
    assert left_s is not None
    assert 60 - BUSY_S < left_s <= 60
    assert not later.passed()
    soon = Deadline.after(0.05)
    time.sleep(0.06)
    assert soon.passed()
    assert soon.left_s() == 0.0
    assert soon.reason is Reason.TIME_LIMIT


def test_a_deadline_is_a_request_too() -> None:
    request = StopRequest()
    deadline = Deadline.after(60, request)
    assert not deadline.passed()
    request.make(Reason.INTERRUPTED)
    request.make(Reason.CANCELLED)  # the first reason counts
    assert deadline.passed()
    assert deadline.reason is Reason.INTERRUPTED
    left_s = deadline.left_s()
    assert left_s is not None
    assert left_s > 50  # it is about time alone


def test_parts_of_a_deadline_keep_the_request_and_the_earlier_moment() -> None:
    request = StopRequest()
    outer = Deadline.after(60, request)
    inner, later = outer.within(1), outer.within(600)
    assert outer.within(None) is outer
    assert (inner.left_s() or 99) <= 1
    assert later == outer
    assert (Deadline(None, request).within(5).left_s() or 99) <= 5
    request.make()
    assert inner.passed()
    assert later.passed()


# Tasks


def test_the_answer_is_found_once_and_stays() -> None:
    with Steps(3) as task:
        assert (task.best, task.result, task.is_done) == (None, None, False)
        found = task.run()
        assert found == Found(3)
        assert task.result is found
        assert (task.best, task.is_done) == (3, True)
        assert task.run(1.0) is found
        assert task.done == 3
    assert task.run() is found  # closed or not


def test_every_final_answer_is_final() -> None:
    assert Never(0).run() == Impossible("there is nothing")
    task = Never(0)
    task.run()
    assert task.is_done
    best = Improving(4)
    assert best.run() == Best(4, 4, 4)
    assert best.is_done


@pytest.mark.parametrize("limit", SENSELESS)
def test_time_limits_that_make_no_sense(limit: float) -> None:
    task = Steps(1)
    with pytest.raises(OptionError, match=r"^time_limit_s: must be a number of seconds above 0"):
        task.run(limit)
    with pytest.raises(OptionError, match=r"^time_limit_s: "):
        Numbers(1, time_limit_s=limit)
    assert task.run() == Found(1)  # nothing has happened


def test_a_time_limit_stops_it_and_another_run_goes_on() -> None:
    task = Steps(10**6, step_s=0.01)
    result = long_enough(task.run, lambda _: task.done, 0.05)
    assert isinstance(result, Stopped)
    assert (result.reason, result.partial) == (Reason.TIME_LIMIT, task.done)
    assert 0 < task.done < 10**6
    assert not task.is_done
    task.n_steps = task.done + 10
    assert task.run() == Found(task.n_steps)


def test_seconds_of_work_are_those_of_the_runs() -> None:
    task = Steps(100, step_s=0.01)
    assert task.elapsed_s == 0
    task.run(0.05)
    first = task.elapsed_s
    assert 0.05 <= first < 0.05 + BUSY_S
    time.sleep(0.1)
    assert task.elapsed_s == first
    task.run(0.05)
    assert first + 0.05 <= task.elapsed_s < first + 0.05 + BUSY_S


def test_stop_from_another_thread() -> None:
    task = Steps(10**6, step_s=0.001)
    threading.Timer(0.1, task.stop).start()
    result = task.run(60)
    assert isinstance(result, Stopped)
    assert result.reason is Reason.CANCELLED
    assert task.elapsed_s < 0.1 + BUSY_S


def test_stop_before_a_run_stops_that_run_alone() -> None:
    task = Steps(5)
    task.stop(Reason.INTERRUPTED)
    assert task.run() == Stopped(Reason.INTERRUPTED, partial=0)
    assert task.run() == Found(5)


def test_stop_from_a_handler() -> None:
    task = Steps(5)

    def stop(event: Event) -> None:
        if event == Progress("step", getattr(event, "elapsed_s", 0.0), conflicts=2):
            task.stop()

    task.subscribe(stop)
    assert task.run() == Stopped(Reason.CANCELLED, partial=2)


def test_events_say_what_is_known() -> None:
    task = Improving(3)
    seen: list[tuple[object, int | None, int | None]] = []
    task.subscribe(lambda _: seen.append((task.best, task.objective, task.bound)))
    task.run()
    assert seen == [
        (1, 1, None), (1, 1, 5), (2, 2, 5), (2, 2, 4), (3, 3, 4), (3, 3, 3),
    ]  # fmt: skip
    task = Improving(3)
    task.subscribe(lambda event: task.stop() if event == Bounded(5) else None)
    assert task.run() == Best(1, 1, 5, Reason.CANCELLED)
    assert (task.best, task.objective, task.bound, task.is_done) == (1, 1, 5, False)
    task.emit(Answered(7, 7, 8))
    assert (task.best, task.objective, task.bound) == (7, 7, 8)


def test_every_handler_hears_every_event_in_the_thread_that_runs() -> None:
    task = Steps(3)
    first: list[Event] = []
    second: list[int] = []
    task.subscribe(first.append)
    task.subscribe(lambda _: second.append(threading.get_ident()))
    thread = threading.Thread(target=task.run)
    thread.start()
    thread.join()
    assert [getattr(event, "conflicts", 0) for event in first] == [1, 2, 3]
    assert second == [thread.ident] * 3


def raise_zero_division(_: object) -> None:
    raise ZeroDivisionError


def test_an_exception_in_a_handler_comes_through_and_closes_the_task() -> None:
    task = Steps(3)
    task.subscribe(raise_zero_division)
    with pytest.raises(ZeroDivisionError):
        task.run()
    assert task.n_closed == 1
    assert task.result is None
    with pytest.raises(RuntimeError, match=r"^the task is closed$"):
        task.run()
    task.close()
    assert task.n_closed == 1


def test_an_exception_in_the_work_does_the_same() -> None:
    task = Failing(0)
    with pytest.raises(Exception, match="not today"):
        task.run()
    assert task.n_closed == 1


def test_one_thread_at_a_time() -> None:
    task = Steps(10**6, step_s=0.001)
    thread = threading.Thread(target=task.run)
    thread.start()
    while not task.done:
        time.sleep(0.001)
    with pytest.raises(RuntimeError, match=r"^the task is running$"):
        task.run()
    task.stop()
    thread.join()
    assert isinstance(task.result, Stopped)
    task.subscribe(lambda _: print(task.run()))  # nor may a handler run it
    with pytest.raises(RuntimeError, match=r"^the task is running$"):
        task.run()


def test_close_while_it_runs_stops_it_and_then_gives_everything_back() -> None:
    task = Steps(10**6, step_s=0.001)
    n_closed: list[int] = []
    task.subscribe(lambda _: n_closed.append(task.n_closed))
    thread = threading.Thread(target=task.run)
    thread.start()
    while not task.done:
        time.sleep(0.001)
    task.close()
    thread.join(BUSY_S)
    assert not thread.is_alive()
    assert set(n_closed) == {0}  # never under its feet
    assert task.n_closed == 1
    assert isinstance(task.result, Stopped)
    with pytest.raises(RuntimeError, match="closed"):
        task.run()


def test_a_handler_may_close_it() -> None:
    task = Steps(5)
    task.subscribe(lambda _: task.close())
    assert task.run() == Stopped(Reason.CANCELLED, partial=1)
    assert task.n_closed == 1


def test_the_end_of_the_with_closes_it() -> None:
    with Steps(5) as task:
        pass
    assert task.n_closed == 1
    with pytest.raises(RuntimeError, match="closed"):
        task.run()


@pytest.mark.parametrize("make", [lambda: Steps(3), lambda: Numbers(3)])
def test_a_task_is_data_before_its_first_run(make: Callable[[], Task[int, Found[int]]]) -> None:
    task = make()
    task.subscribe(raise_zero_division)  # which stays behind
    copy = pickle.loads(pickle.dumps(task))
    assert copy.run() == make().run()
    with pytest.raises(ZeroDivisionError):
        task.run()


# Listings


def test_a_listing_is_an_iterator() -> None:
    numbers = Numbers(3)
    seen: list[Event] = []
    numbers.subscribe(seen.append)
    assert iter(numbers) is numbers
    assert (numbers.n_found, numbers.is_exhausted, numbers.stopped) == (0, False, None)
    assert next(numbers) == 0
    assert numbers.best == 0
    assert list(numbers) == [1, 2]
    assert seen == [Answered(0), Answered(1), Answered(2)]
    assert (numbers.n_found, numbers.is_exhausted, numbers.stopped) == (3, True, None)
    assert numbers.best == 2
    assert numbers.n_closed == 1
    assert list(numbers) == []
    assert numbers.run() == Found(Listed(3, True))  # the iteration has answered


def test_run_goes_through_the_rest() -> None:
    numbers = Numbers(4)
    assert next(numbers) == 0
    seen: list[Event] = []
    numbers.subscribe(seen.append)
    assert numbers.run() == Found(Listed(4, True))
    assert seen == [Answered(1), Answered(2), Answered(3)]
    assert numbers.best == 3  # and not what `Found` has
    assert numbers.is_done


def test_nothing_to_list_is_impossible() -> None:
    assert Numbers(0).run() == Impossible("there are none")
    numbers = Numbers(0)
    assert list(numbers) == []
    assert (numbers.is_exhausted, numbers.why) == (True, "there are none")
    assert numbers.result == Impossible("there are none")


def test_the_limit_of_answers() -> None:
    numbers = Numbers(3, limit=2)
    assert numbers.run() == Found(Listed(2, False))
    assert numbers.stopped is Reason.LIMIT
    assert numbers.is_done
    numbers = Numbers(2, limit=2)
    assert list(numbers) == [0, 1]
    assert (numbers.is_exhausted, numbers.stopped) == (False, Reason.LIMIT)  # nobody has asked
    for wrong in (0, -1, 1.5, "3"):
        with pytest.raises(OptionError, match=r"^limit: must be "):
            Numbers(3, limit=wrong)  # type: ignore[arg-type]


def test_a_run_that_was_stopped_can_be_followed_by_another_or_by_iterating() -> None:
    numbers = Numbers(10**6, limit=30, step_s=0.02)
    result = long_enough(numbers.run, lambda _: numbers.n_found, 0.05)
    assert isinstance(result, Stopped)
    n = numbers.n_found
    assert result == Stopped(Reason.TIME_LIMIT, partial=Listed(n, False))
    assert 0 < n < 30
    assert numbers.stopped is Reason.TIME_LIMIT
    assert next(numbers) == n
    numbers.stop()
    assert numbers.run() == Stopped(Reason.CANCELLED, partial=Listed(n + 1, False))
    assert numbers.run() == Found(Listed(30, False))


def test_the_time_limit_of_an_iteration_begins_with_it() -> None:
    def listed_late(limit_s: float) -> tuple[Numbers, list[int]]:
        numbers = Numbers(10**6, time_limit_s=limit_s, step_s=0.005)
        time.sleep(limit_s + 0.02)
        return numbers, list(numbers)

    numbers, found = long_enough(listed_late, lambda both: len(both[1]) > 1, 0.1)
    assert len(found) > 1
    assert numbers.stopped is Reason.TIME_LIMIT
    assert isinstance(numbers.result, Stopped)
    numbers = Numbers(10**6, time_limit_s=0.05, step_s=0.005)
    assert isinstance(numbers.run(60), Stopped)  # the sooner of the two
    assert numbers.elapsed_s < 0.05 + BUSY_S


def test_stop_ends_an_iteration() -> None:
    numbers = Numbers(10**6, step_s=0.001)
    found = 0
    for number in numbers:
        found = number
        if number == 5:
            numbers.stop()
    assert found == 5
    assert (numbers.stopped, numbers.n_closed) == (Reason.CANCELLED, 1)
    assert numbers.result == Stopped(Reason.CANCELLED, partial=Listed(6, False))
    numbers = Numbers(3)
    numbers.stop()
    assert list(numbers) == []


def test_close_ends_an_iteration() -> None:
    numbers = Numbers(10**6)
    for number in numbers:
        if number == 5:
            numbers.close()
    assert (numbers.n_found, numbers.stopped, numbers.n_closed) == (6, Reason.CANCELLED, 1)
    assert numbers.advance(NEVER) is None
    assert next(numbers, None) is None
    numbers = Numbers(2)
    assert list(numbers) == [0, 1]
    numbers.close()
    assert numbers.stopped is None  # it was through before


def test_close_from_another_thread_ends_the_iteration_there() -> None:
    numbers = Numbers(10**6, step_s=0.001)
    thread = threading.Thread(target=lambda: list(numbers))
    thread.start()
    while not numbers.n_found:
        time.sleep(0.001)
    numbers.close()
    thread.join(BUSY_S)
    assert not thread.is_alive()
    assert numbers.n_closed == 1


def test_an_exception_in_a_handler_ends_an_iteration() -> None:
    numbers = Numbers(3)
    numbers.subscribe(raise_zero_division)
    with pytest.raises(ZeroDivisionError):
        next(numbers)
    assert numbers.n_closed == 1
    assert list(numbers) == []


def test_a_listing_can_be_part_of_another_task() -> None:
    numbers = Numbers(3)
    request = StopRequest()
    deadline = Deadline.after(60, request)
    assert numbers.advance(deadline) == 0
    request.make(Reason.INTERRUPTED)
    assert numbers.advance(deadline) is None
    assert numbers.stopped is Reason.INTERRUPTED
    assert [numbers.advance(NEVER) for _ in range(3)] == [1, 2, None]
    assert numbers.is_exhausted
    assert not numbers.stopped


# Ctrl-C


def run_script(code: str, n_signals: int = 1) -> tuple[int, str]:
    """(exit code, output) of a script that gets SIGINT after each of its lines "now"."""
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=TESTS,
    ) as process:
        assert process.stdout is not None
        for _ in range(n_signals):
            assert process.stdout.readline() == "now\n"
            process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    return process.returncode, said


SCRIPT = """
    import signal, threading, time
    from satcross.task import stop_on_interrupt
    from support.toy_tasks import Steps

    before = {handler}
    signal.signal(signal.SIGINT, before)
    task = Steps(10**6, step_s=0.01)
    waits = threading.Event()

    def say(event):
        if task.done == 1:
            print("now", flush=True)
            {then}

    task.subscribe(say)
    with stop_on_interrupt(task):
        result = task.run({limit})
    print(result, result.reason.name)
    print(signal.getsignal(signal.SIGINT) is before)
"""


@needs_interrupts
def test_ctrl_c_stops_the_task_with_what_it_has() -> None:
    code = SCRIPT.format(handler="signal.default_int_handler", limit=60, then="")
    assert run_script(code) == (0, "interrupted INTERRUPTED\nTrue\n")


@needs_interrupts
def test_a_second_ctrl_c_raises_as_ever() -> None:
    code = SCRIPT.format(
        handler="signal.default_int_handler",
        limit=60,
        then="""
            while signal.getsignal(signal.SIGINT) is not before:  # as after the first signal
                waits.wait(0.01)
            print("now", flush=True)
            waits.wait(20)
        """,
    )
    exit_code, said = run_script(code, 2)
    assert exit_code != 0
    assert said.endswith("KeyboardInterrupt\n")


@needs_interrupts
def test_where_interrupts_are_ignored_they_stay_so() -> None:
    code = SCRIPT.format(handler="signal.SIG_IGN", limit=0.5, then="")
    assert run_script(code) == (0, "time limit TIME_LIMIT\nTrue\n")


def test_elsewhere_than_in_the_main_thread_nothing_changes() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[object] = []

    def work() -> None:
        task = Steps(2)
        with stop_on_interrupt(task):
            task.run()
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
    assert signal.getsignal(signal.SIGINT) is before
