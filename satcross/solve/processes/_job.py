"""A child process of `processes.jobs`, from the inside: one piece of work, and its messages.

Each message is a line of JSON, on its own pipe: any number of `["news", …]`, then
`["answer", …]`, or `["failed", "…"]` with the reason. A child that dies omits the last one.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, NoReturn, TypeVar

from satcross.errors import SatcrossError
from satcross.solve.processes.child import die_with_parent

T = TypeVar("T")

Send = Callable[[Any], None]
"""Sends news, any JSON data, to the parent."""

Work = Callable[[T, int, Send], Any]
"""What a job does, given the task of all jobs and its own number; returns JSON data."""

if sys.platform != "win32":
    HELD = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM}
    """Blocked while a job is forked off, in which the parent's handlers would run otherwise."""

LAST_MOMENT_S = 0.2  # for a job to end what it has started


def obey_parent(lifeline: int, *, gentle: bool) -> None:
    """Leave interrupts to the parent; end when it asks, and when it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        for number in (signal.SIGTERM, signal.SIGIO):
            signal.signal(number, _unwind if gentle else signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)
    die_with_parent(lifeline)


def _unwind(_number: int, _frame: FrameType | None) -> None:
    """Let every `finally` end what it has to; but not for long."""
    if sys.platform != "win32":
        for number in (signal.SIGTERM, signal.SIGIO):
            signal.signal(number, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, LAST_MOMENT_S)
    raise SystemExit


def do_and_end(work: Work[T], task: T, number: int, answers: int) -> NoReturn:
    """Do the work, write the messages to a pipe, and end the process."""

    def send(kind: str, data: Any) -> None:
        line = memoryview(json.dumps([kind, data]).encode() + b"\n")
        while line:
            line = line[os.write(answers, line) :]

    def tell(news: Any) -> None:
        try:
            send("news", news)
        except BrokenPipeError:
            os._exit(1)  # the parent is gone

    try:
        said = "answer", work(task, number, tell)
    except MemoryError:
        said = "failed", "out of memory"
    except SatcrossError as error:
        said = "failed", str(error)
    except Exception as error:
        said = "failed", f"{type(error).__name__}: {error}"
    with suppress(BrokenPipeError):
        send(*said)
    os._exit(0)  # without a clean-up, which can take long


def main() -> None:
    """Do the work that comes on standard input, for the number in the arguments."""
    lifeline, number = int(sys.argv[1]), int(sys.argv[2])
    gentle = sys.argv[3] == "gentle"
    obey_parent(lifeline, gentle=gentle)
    answers = os.dup(1)
    os.dup2(2, 1)
    work, task = pickle.load(sys.stdin.buffer)
    do_and_end(work, task, number, answers)


if __name__ == "__main__":
    main()
