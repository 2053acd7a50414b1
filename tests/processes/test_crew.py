"""Children that work at the same time: what they say, how they fail, and that none is left."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from support.processes import (
    all_that_is_said,
    are_gone,
    children_of,
    deaf,
    many_ways,
    open_files,
    with_a_program,
)
from support.signals import KILL
from support.tasks import ends_within

from satcross.errors import SolverError
from satcross.processes.child import Child, Crew, How, Message, how_to_start

TESTS = Path(__file__).parents[1]
BOTH: list[How] = ["fork", "spawn"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def start(
    crew: Crew, work: Callable[..., Any], task: Any, numbers: Iterable[int], **how: Any
) -> None:
    """Start children that do the same with different numbers."""
    for number in numbers:
        crew.start(number, work, task, number, purpose="a job", **how)


@pytest.mark.parametrize("how", BOTH)
def test_what_they_say_arrives_and_one_that_fails_does_not_spoil_it(
    how: How, capfd: pytest.CaptureFixture[str]
) -> None:
    before = children_of(os.getpid())
    expected: dict[int, list[tuple[str, Any]]] = {
        0: [("answer", {"square": 0})],
        1: [("answer", {"square": 1})],
        2: [("news", "later"), ("answer", "late")],
        3: [("failed", "signal 9")],
        4: [("failed", "exit code 7, last words")],
        5: [("failed", "out of memory")],
        6: [("failed", "no luck")],
        7: [("failed", "ZeroDivisionError: again")],
        8: [("failed", "exit code 1" if how == "fork" else "exit code 1, left")],
    }
    if how == "spawn":  # which takes its time
        expected = {number: expected[number] for number in (1, 3, 4, 8)}
    with Crew() as crew:
        start(crew, many_ways, "news", expected, how=how)
        assert len({child.pid for child in crew.children}) == len(expected)
        assert crew.working
        messages = all_that_is_said(crew)
    assert children_of(os.getpid()) <= before
    assert capfd.readouterr() == ("", "")
    for number, said in expected.items():
        heard = [
            (one.kind, one.reason if one.kind == "failed" else one.data)
            for one in messages
            if one.number == number
        ]
        assert heard == [("news", f"news {number}"), *said]


@pytest.mark.parametrize(("how", "moment_s"), [("fork", 0.0), ("fork", 0.2), ("spawn", 0.2)])
def test_the_end_of_the_with_is_the_end_of_them_all(how: How, moment_s: float) -> None:
    with contextlib.ExitStack() as end:
        crew = end.enter_context(Crew())
        start(crew, deaf, 60.0, range(2), how=how, moment_s=moment_s)
        heard: list[Message] = []
        while len(heard) < 2:
            heard += crew.listen(5.0)
        pids = {child.pid for child in crew.children}
        assert {report.data for report in heard} == pids
        assert crew.listen(0.01) == []
        with ends_within(moment_s):
            end.close()
    assert not pids & children_of(os.getpid())
    crew.close()


def test_those_that_have_a_moment_end_the_programs_that_they_started() -> None:
    with contextlib.ExitStack() as end:
        crew = end.enter_context(Crew())
        start(crew, with_a_program, "60", [0, 1], how="fork", moment_s=30.0)
        heard: list[Message] = []
        while len(heard) < 2:
            heard += crew.listen(5.0)
        with ends_within():
            end.close()
    assert are_gone({report.data for report in heard}, within_s=0)


@pytest.mark.parametrize("how", BOTH)
@pytest.mark.parametrize(("work", "moment_s"), [("stuck", 0.0), ("with_a_program", 10.0)])
def test_none_outlives_a_killed_parent(how: How, work: str, moment_s: float) -> None:
    code = f"""
        import sys, time
        sys.path.insert(0, {str(TESTS)!r})
        from satcross.processes.child import Crew
        from support.processes import {work}

        crew = Crew()
        for n in range(2):
            crew.start(
                n, {work}, "60", n, purpose="a job", how={how!r}, moment_s={moment_s}
            )
        heard = []
        while len(heard) < 2:
            heard += crew.listen(5.0)
        pids = [child.pid for child in crew.children]
        print(*pids, *(report.data for report in heard), flush=True)
        time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pids = {int(word) for word in parent.stdout.readline().split()}
        assert len(pids) == (4 if moment_s else 2)
        assert not are_gone(pids, within_s=0.1)
        parent.send_signal(KILL)
    assert are_gone(pids)


def test_a_copy_has_no_lifeline_of_another() -> None:
    """Or the other would live as long as the copy."""
    with Child(deaf, 60.0, 0, purpose="a test") as other, Crew() as crew:
        others = {f"/proc/self/fd/{end}" for end in other._ends}
        pipes = {str(Path(end).readlink()) for end in others}
        assert len(pipes) == 3
        start(crew, open_files, "", [0], how="fork")
        (message,) = all_that_is_said(crew)
        assert message.kind == "answer"
        assert not pipes & set(message.data)


@pytest.mark.parametrize("seed", range(6))
def test_none_outlives_a_parent_that_is_killed_at_any_moment(seed: int) -> None:
    code = f"""
        import sys
        sys.path.insert(0, {str(TESTS)!r})
        from satcross.processes.child import Crew
        from support.processes import stuck

        crew = Crew()
        for n in range(4):
            crew.start(n, stuck, "", n, purpose="a job", how="fork" if n == 3 else "spawn")
        while True:
            crew.listen(5.0)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)]) as parent:
        pids: set[int] = set()
        end = time.monotonic() + random.Random(seed).uniform(0.1, 1.0)
        while time.monotonic() < end:
            pids |= children_of(parent.pid)
        parent.send_signal(signal.SIGSTOP)  # so that none is missed
        pids |= children_of(parent.pid)
        parent.send_signal(KILL)
    assert are_gone(pids)


def test_one_that_cannot_start_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    real, n_calls = os.fork, [0]

    def fork() -> int:
        n_calls[0] += 1
        if n_calls[0] != 2:
            return real()
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", fork)
    n_files = len(list(Path("/proc/self/fd").iterdir()))
    with Crew() as crew:
        start(crew, many_ways, "", [0], how="fork")
        with pytest.raises(SolverError, match=r"^cannot start a job: .* temporarily unavailable"):
            start(crew, many_ways, "", [1], how="fork")
        start(crew, many_ways, "", [6], how="fork")
        last = {one.number: one for one in all_that_is_said(crew) if one.kind != "news"}
    assert last[0].data == {"square": 0}
    assert last[6].reason == "no luck"
    assert len(last) == 2
    assert len(list(Path("/proc/self/fd").iterdir())) == n_files


def test_jobs_are_forked_only_where_there_is_no_other_thread() -> None:
    code = "from satcross.processes import child; print(child.how_to_start())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ("fork\n" if sys.platform == "linux" else "spawn\n")
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        assert how_to_start() == "spawn"
    finally:
        waiting.set()
        thread.join()


def test_the_signals_of_the_parent_stay_as_they_were() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGIO)]
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with Crew() as crew:
        start(crew, many_ways, "", [0], how="fork")
        all_that_is_said(crew)
    after = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGIO)]
    assert after == before
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == mask
