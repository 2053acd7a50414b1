"""Tasks in child processes: as if they were here, and never left behind."""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.processes import are_gone, children_of, descendants_of, wait_for_descendants
from support.signals import KILL
from support.tasks import BUSY_S, ends_within
from support.toy_tasks import Deaf, Failing, Improving, Never, Noisy, Numbers, Steps

import satcross as sx
from satcross.apps.counting.count import CountTask
from satcross.apps.counting.sample import Samples
from satcross.processes.channel import Codec
from satcross.results import Found, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Event, Progress, Task
from satcross.tasks.enumerate import Fills
from satcross.tasks.fill import FillTask
from satcross.tasks.process import ProcessTask

TESTS = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


@pytest.fixture(autouse=True)
def no_child_is_left(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))  # other parents have to find `support`
    before = children_of(os.getpid())
    yield
    assert children_of(os.getpid()) <= before


def small() -> sx.Puzzle:
    words = "ab ad an at be by do go he hi ho in is it la lo ma me no of oh on or so to up we"
    return sx.Puzzle(sx.Grid.parse("..\n.."), sx.WordList.from_words(words.split()))


def many_fills() -> sx.Puzzle:
    """4^16 fills."""
    words = sx.WordList.from_words(
        ["".join(letters) for letters in itertools.product("ABCD", repeat=4)],
        alphabet=sx.Alphabet("ABCD"),
    )
    return sx.Puzzle(sx.Grid.parse("\n".join(["...."] * 4)), words, distinct=False)


def endless() -> sx.Puzzle:
    """An open square that nobody fills."""
    return sx.Puzzle(sx.Grid.parse("\n".join(["." * 9] * 9)), sx.WordList.builtin())


def answers(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, Progress)]


MAKERS: dict[str, Callable[[], Task[Any, Any]]] = {
    "fill": lambda: FillTask(small(), SolverOptions(seed=3)),
    "fill eager": lambda: FillTask(small(), SolverOptions("glucose4")),
    "fill jobs": lambda: FillTask(small(), jobs=2),
    "fills": lambda: Fills(small(), SolverOptions(seed=2), limit=20),
    "fills by words": lambda: Fills(small(), distinct="words"),
    "count": lambda: CountTask(small()),
    "count exactly": lambda: CountTask(small(), method="exact"),
    "samples": lambda: Samples(small(), n=4),
    "unfillable": lambda: FillTask(sx.Puzzle(sx.Grid.parse("Q."), small().words)),
    "best": lambda: Improving(5),
    "impossible": lambda: Never(0),
    "steps": lambda: Steps(2000),
}


@pytest.mark.parametrize("name", MAKERS)
def test_events_and_results_are_those_of_this_process(name: str) -> None:
    here, there = MAKERS[name](), ProcessTask(MAKERS[name]())
    seen: dict[Task[Any, Any], list[Event]] = {here: [], there: []}
    results: list[Any] = []
    for task, events in seen.items():
        task.subscribe(events.append)
        with task:
            results.append(task.run())
    one, other = results
    assert type(one) is type(other)
    if name != "fill jobs":  # where either seed may win
        assert one == other
        assert there.best == here.best
        assert other.work == replace(one.work, elapsed_s=other.work.elapsed_s)
    if name in ("fill", "fill eager", "fills", "samples"):
        assert isinstance(other, Found)
    assert there.is_done
    assert (there.objective, there.bound) == (here.objective, here.bound)
    if "count" not in name:  # whose answers are lower bounds, ten a second
        assert answers(seen[there]) == answers(seen[here])
    if name == "steps":
        steps = [event.conflicts for event in seen[there] if isinstance(event, Progress)]
        assert steps == list(range(1, 2001))


def test_puzzles_are_not_copied() -> None:
    puzzle = small()
    with ProcessTask(Fills(puzzle, limit=3)) as task:
        seen: list[Event] = []
        task.subscribe(seen.append)
        task.run()
    fills = [event.value for event in seen if isinstance(event, Answered)]
    assert len(fills) == 3
    assert all(fill.puzzle is puzzle for fill in fills)


@pytest.mark.parametrize("rebus", [(), ("HEART",)])
def test_the_fill_of_a_large_grid_travels_in_a_small_frame(rebus: tuple[str, ...]) -> None:
    rows = [
        "".join("#" if (r % 4 == 3 and c % 4 == 3) else "." for c in range(21)) for r in range(21)
    ]
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(rows)), sx.WordList.builtin(), rebus=rebus)
    fill = sx.Fill(puzzle, {cell: cell % 26 for slot in puzzle.slots for cell in slot.cells})
    here, there = Codec(), Codec()
    first = here.first(FillTask(puzzle), (sx.Puzzle, sx.WordList))
    frame = here.frame(Answered(fill))
    assert sum(map(len, frame)) < 20_000
    assert sum(map(len, first)) > 1_000_000
    (received,) = there.feed(b"".join(first))
    task = there.take_first(received)
    assert len(there._objects) == len(here._objects) == 2 + bool(rebus)
    assert isinstance(task, FillTask)
    (event,) = there.feed(b"".join(frame))
    assert event.value.puzzle is task._puzzle
    assert event.value.grid == fill.grid
    back = here.feed(b"".join(there.frame(event)))[0].value
    assert back == fill
    assert back.puzzle is puzzle
    assert back.entries == fill.entries


def test_plain_pickles_of_answers_are_whole() -> None:
    result = sx.fill(small())
    assert isinstance(result, Found)
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert again.fill.entries == result.fill.entries
    assert again.fill.puzzle == small()


@pytest.mark.parametrize(
    "make", [lambda: FillTask(endless()), lambda: CountTask(many_fills(), method="exact"),
             lambda: Fills(many_fills()), lambda: Steps(10**6, step_s=0.001)]
)  # fmt: skip
def test_stop_comes_through_at_once(make: Callable[[], Task[Any, Any]]) -> None:
    with ProcessTask(make()) as task:
        task.subscribe(lambda _: started.set())
        started = threading.Event()
        stopped_at: list[float] = []

        def stop() -> None:
            started.wait(60)
            time.sleep(0.3)
            stopped_at.append(time.monotonic())
            task.stop(Reason.INTERRUPTED)

        thread = threading.Thread(target=stop)
        thread.start()
        result = task.run(120)
        took_s = time.monotonic() - stopped_at[0]
        thread.join()
    assert isinstance(result, Stopped)
    assert result.reason is Reason.INTERRUPTED
    assert not result.detail
    assert took_s < BUSY_S


def test_time_limits_are_kept_from_the_start_on() -> None:
    with ProcessTask(FillTask(endless())) as task, ends_within(2.0):
        result = task.run(2.0)
    assert isinstance(result, Stopped)
    assert result.reason is Reason.TIME_LIMIT


def test_another_run_goes_on_in_the_same_child() -> None:
    with ProcessTask(Steps(600, step_s=0.005)) as task:
        assert task.pid is None
        task.subscribe(lambda event: task.stop() if event.conflicts == 3 else None)  # type: ignore[union-attr]
        first = task.run()
        pid = task.pid
        assert isinstance(first, Stopped)
        task.stop(Reason.INTERRUPTED)
        second = task.run()
        assert isinstance(second, Stopped)
        assert second.reason is Reason.INTERRUPTED
        assert task.run() == Found(600)
        assert task.pid == pid
        assert isinstance(first.partial, int)
        assert isinstance(second.partial, int)
        assert 3 <= first.partial <= second.partial < 600
    assert task.pid is None


def test_a_stop_that_came_too_late_is_not_meant_for_the_next_run() -> None:
    with ProcessTask(Numbers(10**6, limit=10**6, time_limit_s=0.3, step_s=0.001)) as task:
        for _ in range(3):  # the listing's own time limit ends each
            result = task.run(60)
            assert isinstance(result, Stopped)
            assert result.reason is Reason.TIME_LIMIT
            child = task._child
            assert child is not None
            child.send(("stop", Reason.CANCELLED))
            child.receive(0.05)


def test_counting_goes_on_where_it_was() -> None:
    with ProcessTask(CountTask(many_fills(), method="exact")) as task:
        task.subscribe(lambda event: task.stop() if isinstance(event, Answered) else None)
        counts = []
        for _ in range(3):
            result = task.run()
            assert isinstance(result, Stopped)
            counts.append(getattr(result.partial, "n", 0))
    assert counts == sorted(set(counts))
    assert counts[0] > 0


def test_a_killed_child_is_an_error_and_another_begins_anew() -> None:
    inner = Steps(10**6, step_s=0.01)
    with ProcessTask(inner) as task:
        task.subscribe(
            lambda event: (
                os.kill(task.pid or 0, KILL) if getattr(event, "conflicts", 0) == 3 else None
            )
        )
        with pytest.raises(sx.SolverError, match=r"^the process of Steps died: signal 9$"):
            task.run()
        with pytest.raises(RuntimeError, match="closed"):
            task.run()
        assert task.pid is None
    inner._handlers.clear()
    inner.n_steps = 100
    with ProcessTask(inner) as task:
        assert task.run() == Found(100)


def test_last_words_are_told() -> None:
    with ProcessTask(Steps(10**6, step_s=0.001)) as task:
        task.subscribe(lambda _: os.kill(task.pid or 0, signal.SIGABRT))
        with pytest.raises(sx.SolverError, match="died: signal 6"):
            task.run()


def test_a_child_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessTask, "PATIENCE_S", 0.2)
    with ProcessTask(Deaf(0)) as task:
        task.subscribe(lambda _: task.stop())
        with ends_within(0.2):
            result = task.run(40)
        assert isinstance(result, Stopped)
        assert result.reason is Reason.CANCELLED
        assert str(result) == "cancelled; the process did not stop, and was killed"
        assert task.pid is None
        assert isinstance(task.run(0.1), Stopped)  # by a new one


def test_what_it_prints_is_in_nobodys_way(capfd: pytest.CaptureFixture[str]) -> None:
    with ProcessTask(Noisy(0)) as task:
        assert task.run() == Found(0)
    assert capfd.readouterr() == ("", "")


def test_exceptions_of_the_task_are_those_of_the_child() -> None:
    with (
        ProcessTask(FillTask(small(), SolverOptions("glucose99"))) as task,
        pytest.raises(sx.OptionError, match="no solver 'glucose99'") as caught,
    ):
        task.run()
    assert (caught.value.parameter, caught.value.hint[:13]) == ("solver", "choose one of")
    with (
        ProcessTask(Failing(0)) as failing,
        pytest.raises(sx.SolverError, match=r"^SecretError: not today$"),
    ):
        failing.run()


def test_exceptions_in_handlers_come_through() -> None:
    def refuse(_: object) -> None:
        raise ZeroDivisionError

    with ProcessTask(Steps(10**6, step_s=0.001)) as task:
        task.subscribe(refuse)
        with pytest.raises(ZeroDivisionError):
            task.run()
        assert task.pid is None


def test_the_handlers_of_the_task_itself_hear_the_events() -> None:
    seen: list[Progress] = []
    with ProcessTask(FillTask(small(), SolverOptions(on_progress=seen.append))) as task:
        task.run()
    assert seen[0].phase == "arc consistency"


def test_what_cannot_be_sent() -> None:
    task = Steps(1)
    task.data = threading.Lock()
    with (
        ProcessTask(task) as sent,
        pytest.raises(TypeError, match=r"^Steps cannot be sent to a process: "),
    ):
        sent.run()


def test_from_a_thread_and_closed_from_another() -> None:
    results: list[object] = []
    with ProcessTask(Steps(10**6, step_s=0.001)) as task:
        started = threading.Event()
        task.subscribe(lambda _: started.set())
        thread = threading.Thread(target=lambda: results.append(task.run()))
        thread.start()
        assert started.wait(60)
        pid = task.pid
        task.close()
        thread.join(BUSY_S)
        assert not thread.is_alive()
    assert isinstance(results[0], Stopped)
    assert are_gone({pid or 0}, within_s=0)


PARENTS = {
    "at work": "FillTask(puzzle)",
    "with children": "FillTask(puzzle, SolverOptions('glucose4'))",
    "with jobs": "FillTask(puzzle, jobs=2)",
    "with a program": "FillTask(puzzle, SolverOptions(command='sleep 60'))",
}


@pytest.mark.parametrize(
    ("name", "number"),
    [*((name, KILL) for name in PARENTS), ("with a program", signal.SIGTERM)],
)
def test_none_outlives_a_killed_parent(name: str, number: int) -> None:
    code = f"""
        import satcross as sx
        from satcross.solve.protocol import SolverOptions
        from satcross.tasks.fill import FillTask
        from satcross.tasks.process import ProcessTask

        grid = "\\n".join(["." * 9] * 9)
        puzzle = sx.Puzzle(sx.Grid.parse(grid), sx.WordList.builtin(min_score=42))
        ProcessTask({PARENTS[name]}).run()
    """
    n = {"at work": 1, "with children": 2}.get(name, 3)
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)]) as parent:
        pids = wait_for_descendants(parent.pid, n)
        time.sleep(0.2)
        parent.send_signal(number)
    assert are_gone(pids)


def test_none_outlives_a_parent_between_two_runs() -> None:
    code = """
        import time
        from satcross.tasks.process import ProcessTask
        from support.toy_tasks import Steps

        task = ProcessTask(Steps(10**6, step_s=0.001))
        task.subscribe(lambda _: task.stop())
        task.run()
        print("now", flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        pids = descendants_of(parent.pid)
        assert len(pids) == 1
        parent.send_signal(KILL)
    assert are_gone(pids)
