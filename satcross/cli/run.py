"""Running a task for a command: Ctrl-C, progress, exit codes, and why it stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from satcross.cli import errors as exits
from satcross.cli import interrupts
from satcross.cli.progress import ProgressView
from satcross.results import Best, Found, Impossible, Reason, Result, Stopped
from satcross.task import Answered, Event, Task, stop_on_interrupt

R = TypeVar("R", bound=Result[Any])


def run(
    task: Task[Any, R],
    time_limit_s: float | None,
    view: ProgressView | None = None,
    answered: Callable[[Answered[Any]], None] | None = None,
) -> R:
    """What `task.run` returns; Ctrl-C and SIGTERM stop the task with what it has found.

    Args:
        task: what to run.
        time_limit_s: seconds, or None.
        view: shows its progress.
        answered: called with each answer as soon as it is found.
    """
    if view is not None:
        task.subscribe(view)

    def pass_on(event: Event) -> None:
        if answered is not None and isinstance(event, Answered):
            answered(event)

    task.subscribe(pass_on)
    interrupts.check()
    with stop_on_interrupt(task, interrupts.signals(), interrupts.note):
        return task.run(time_limit_s)


def exit_code(result: Result[Any]) -> int:
    """The exit code for an answer, the same for every command."""
    match result:
        case Found() | Best(reason=None):
            return exits.OK
        case Impossible():
            return exits.UNFILLABLE
        case Best(reason=Reason.INTERRUPTED) | Stopped(reason=Reason.INTERRUPTED):
            return exits.INTERRUPTED
        case _:
            return exits.STOPPED


def why_stopped(stopped: Stopped) -> str:
    """For people: "interrupted", or "stopped: time limit"."""
    if stopped.reason is Reason.INTERRUPTED:
        return str(stopped)
    return f"stopped: {stopped}"


def unfillable(why: str) -> str:
    """For people: that there is no fill, and why where the reason is short."""
    return f"unfillable: proved{': ' if why else ''}{why}"
