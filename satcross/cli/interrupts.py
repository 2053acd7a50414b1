"""Signals that end the command line: Ctrl-C, SIGTERM and SIGHUP, all in the same way.

While a command's modules are imported, a signal ends the process at once: there is nothing to save.
Later the first one stops the task that runs, and what it has found is printed; where no task runs,
and when there are two signals, it is a KeyboardInterrupt, and files that are not complete are
removed. After SIGTERM and SIGHUP, whose sender does not wait for ever, the second one comes by
itself. A line on standard output is completed before the interrupt is raised.

This module is imported before all others, so it imports little.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
else:
    # What `signal` wraps. That imports `enum` and more, for 7 ms in which Ctrl-C shows a traceback.
    import _signal as signal

INTERRUPTED = 130
_ERROR = 2
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # there is no SIGHUP on Windows
_GRACE_S = 3.0  # for a task to stop and its results to be printed, after SIGTERM
_CLEANING_S = 1.0  # for files to be removed after the exception; then it is raised again
_MAX_RAISED = 4


class _State:
    """What has happened to this process.

    Fields:
        is_on: whether this process is the command line, and signals are its own.
        first: the first signal.
        n_raised: how often the exception was raised.
        is_over: whether the command has ended.
        n_held: how many writes of lines are going on.
        is_pending: whether to raise the exception after them.
    """

    def __init__(self) -> None:
        self.is_on = False
        self.first: int | None = None
        self.n_raised = 0
        self.is_over = False
        self.n_held = 0
        self.is_pending = False


_state = _State()


def start() -> None:
    """From now on, signals end this process at once, quietly, with their exit code."""
    _state.is_on = True
    sys.unraisablehook = _unraisable
    _handle(_leave)


def catch() -> None:
    """From now on, they raise KeyboardInterrupt, once. Nothing changes without `start`."""
    if _state.is_on:
        _handle(_interrupt)
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, _interrupt)


def note(number: int) -> None:
    """Take note that a signal has stopped a task."""
    if _state.is_on and _state.first is None:
        _state.first = number
        if number != signal.SIGINT:
            _alarm(_GRACE_S)


def check() -> None:
    """Raise KeyboardInterrupt if a signal came too late to stop the last task."""
    if _state.is_on and _state.first is not None:
        _raise()


def end() -> None:
    """From now on, signals are ignored: the command has ended, and its exit code is known."""
    _state.is_over = True
    if _state.is_on:
        # Not a handler of our own: Python puts back the default at its end, too early.
        _handle(signal.SIG_IGN)
    if _state.first is not None:
        _alarm(_GRACE_S)  # a pipe may be full that nobody reads
        # Not left to Python, which then puts back what SIGALRM does: to end the process by it.
        from contextlib import suppress

        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):  # none, or closed: as Python finds
                stream.flush()
    _alarm(0)


def exit_code(code: int) -> int:
    """The exit code of the process: 143 instead of 130 where SIGTERM interrupted it.

    After a signal an error is its consequence: at SIGHUP the terminal cannot be written to.
    """
    if code in (INTERRUPTED, _ERROR) and _state.first is not None:
        return 128 + _state.first
    return code


def has_interrupted() -> bool:
    """Whether KeyboardInterrupt was raised; other exceptions may have come of it."""
    return _state.n_raised > 0


def hold() -> None:
    """Do not raise the exception until `release`, unless there is a second signal."""
    _state.n_held += 1


def release(*, may_raise: bool) -> None:
    """The end of `hold`. Raises KeyboardInterrupt if a signal came meanwhile."""
    _state.n_held -= 1
    if may_raise and _state.is_pending and not _state.n_held:
        _raise()


def signals() -> tuple[int, ...]:
    """The signals that interrupt a task here; without `start` that is Ctrl-C alone."""
    return _numbers() if _state.is_on else (signal.SIGINT,)


def _numbers() -> tuple[int, ...]:
    # What is ignored, as SIGHUP by `nohup`, stays so.
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    return tuple(n for n in numbers if signal.getsignal(n) != signal.SIG_IGN)


def _handle(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    for number in _numbers():
        signal.signal(number, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    try:
        os.write(2, b"satcross: interrupted\n")
    finally:
        os._exit(128 + number)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    is_alarm = number == getattr(signal, "SIGALRM", None)
    if _state.first is None:
        _state.first = number
    if _state.is_over or _state.n_raised:
        if not is_alarm:
            return
        if _state.is_over or _state.n_raised > _MAX_RAISED:
            os._exit(128 + _state.first)
    if _state.n_held and not _state.is_pending:
        _state.is_pending = True
        _alarm(_GRACE_S)
        return
    _raise()


def _raise() -> None:
    _state.is_pending = False
    _state.n_raised += 1
    _alarm(_CLEANING_S)  # something may swallow the exception
    raise KeyboardInterrupt


def _alarm(seconds: float) -> None:
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Raise an interrupt again that came in a callback or a finalizer, where it is lost."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _alarm(0.001)
    elif not (_state.n_raised or _state.is_over):
        sys.__unraisablehook__(unraisable)
