"""Running a task for a command: Ctrl-C, progress, exit codes, and why it stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from satcross.cli import errors as exits
from satcross.cli import interrupts
from satcross.cli.errors import ExitCode
from satcross.cli.progress import ProgressView
from satcross.results import Best, Found, Impossible, Reason, Result, Stopped
from satcross.task import Answered, Deadline, Event, ListingResult, Task, stop_on_interrupt

if TYPE_CHECKING:
    from satcross.model.fill import Fill
    from satcross.tasks.enumerate import Fills
    from satcross.words.table import Codes

R = TypeVar("R", bound=Result[Any])
SHORTEST_S = 1e-3  # of a time limit that other tasks have used up


def run(
    task: Task[Any, R],
    limit: float | Deadline | None,
    view: ProgressView | None = None,
    answered: Callable[[Answered[Any]], None] | None = None,
) -> R:
    """What `task.run` returns; Ctrl-C and SIGTERM stop the task with what it has found.

    Args:
        task: what to run.
        limit: seconds, or the end of several tasks together; None for no limit.
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
    if isinstance(limit, Deadline):
        left_s = limit.left_s()
        limit = None if left_s is None else max(left_s, SHORTEST_S)
    if (written := getattr(task, "certificate", None)) is not None:
        written.is_checked_later = True  # by `say_certificate`, once the answer is printed
    with stop_on_interrupt(task, interrupts.signals(), interrupts.note):
        return task.run(limit)


def run_listing(
    task: Fills,
    limit: float | Deadline | None,
    view: ProgressView,
    receive: Callable[[Codes], None],
    found: Callable[[Answered[Fill]], None] | None = None,
) -> ListingResult:
    """Run a listing. Args: receive: takes arrays of fills; found: takes fills one by one."""
    if not task.is_listed:
        return run(task, limit, view, found)
    task.receive(receive)
    if view.is_shown:
        task.count_ahead()
    return run(task, limit, view)


def exit_code(result: Result[Any]) -> int:
    """The exit code for an answer, the same for every command."""
    match result:
        case Found() | Best(reason=None):
            return ExitCode.OK
        case Impossible():
            return ExitCode.UNFILLABLE
        case Best(reason=Reason.INTERRUPTED) | Stopped(reason=Reason.INTERRUPTED):
            return ExitCode.INTERRUPTED
        case _:
            return ExitCode.STOPPED


def why_stopped(stopped: Stopped) -> str:
    """For people: "interrupted", or "stopped: time limit"."""
    if stopped.reason is Reason.INTERRUPTED:
        return str(stopped)
    return f"stopped: {stopped}"


def unfillable(why: str) -> str:
    """For people: that there is no fill, and why where the reason is short."""
    return f"unfillable: proved{': ' if why else ''}{why}"


def end(result: Result[Any], done: str = "", *, impossible: str = "unfillable") -> int:
    """Report why there is no answer, or no further one; nothing if there is. The exit code.

    Args:
        result: what came of a task.
        done: what was found before it stopped; "" for nothing.
        impossible: what to call a problem that has no solution.
    """
    match result:
        case Impossible(why):
            exits.echo_err(f"{impossible}: proved{': ' if why else ''}{why}")
        case Stopped():
            exits.echo_err("; ".join(filter(None, (done, why_stopped(result)))))
    return exit_code(result)
