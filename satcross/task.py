"""Anytime work: run until a limit, watch, stop from anywhere, go on later.

`Task.run` works until the answer is known, the time limit passes, or `stop` is called from another
thread or a signal handler; `run` again goes on from there. Meanwhile it emits events, and `best`
and `bound` say what is known. Events and answers are plain data that can cross a process boundary:
`satcross.tasks.process` drives any task in a child process. A task can be pickled before it runs.

    with FillTask(puzzle) as task:
        task.subscribe(print)
        result = task.run(time_limit_s=1.0)
        if isinstance(result, Stopped):
            result = task.run()  # goes on with what was learnt

All limits are here: a `Deadline` is a moment, a request to stop, or both, and whatever works for
long looks at `Deadline.passed()` several times a second.
"""

from __future__ import annotations

import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Generic, Self, TypeVar

from satcross.checks import check_integer, check_time_limit
from satcross.results import Best, Found, Impossible, Reason, Result, Stopped, Work, whole

T = TypeVar("T")
R = TypeVar("R", bound=Result[Any])
C = TypeVar("C")
_UNHEARD = (signal.SIG_IGN, None)  # None: the handler is not Python's


class StopRequest:
    """A request to stop, which any thread or signal handler may make.

    It takes no lock: a signal handler runs in the midst of whatever its thread was doing.
    """

    __slots__ = ("reason",)

    def __init__(self) -> None:
        self.reason: Reason | None = None

    def make(self, reason: Reason = Reason.CANCELLED) -> None:
        """Ask to stop; the first reason counts."""
        if self.reason is None:
            self.reason = reason


@dataclass(frozen=True, slots=True)
class Deadline:
    """When work must stop.

    Args:
        end: a moment on the monotonic clock; None for none.
        request: a request to stop before that; None where nobody can make one.
    """

    end: float | None = None
    request: StopRequest | None = field(default=None, compare=False)

    @classmethod
    def after(cls, seconds: float | None, request: StopRequest | None = None) -> Deadline:
        """The deadline `seconds` from now; None means no limit."""
        return cls(None if seconds is None else time.monotonic() + seconds, request)

    def within(self, seconds: float | None) -> Deadline:
        """This deadline, or `seconds` from now if that is sooner."""
        if seconds is None:
            return self
        end = time.monotonic() + seconds
        return Deadline(end if self.end is None else min(end, self.end), self.request)

    def share(self, n: int) -> Deadline:
        """One of `n` equal shares of the time that is left, from now; this one without a limit."""
        left = self.left_s()
        return self.within(None if left is None else left / n)

    def left_s(self) -> float | None:
        """Seconds left, never below 0; None without a limit. A request to stop is not in it."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def passed(self) -> bool:
        """Whether to stop now."""
        if self.request is not None and self.request.reason is not None:
            return True
        return self.end is not None and time.monotonic() >= self.end

    @property
    def reason(self) -> Reason:
        """Why work stops at this deadline, once it has passed."""
        return (self.request and self.request.reason) or Reason.TIME_LIMIT


NEVER = Deadline()


class DeadlinePassedError(TimeoutError):
    """Raised in the midst of work that has nothing to return at its deadline."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A sign of life, ten times a second at most.

    Args:
        phase: what is being done, a word or two.
        elapsed_s: seconds since the task began.
        conflicts: conflicts so far, -1 when unknown.
        depth: cells decided or implied at the deepest point so far, -1 when unknown.
        n_cells: how many there are to fill.
        n_found: answers so far, of which there is no event for each; -1 where there is.
        n_wanted: how many are wanted, or how many there are; -1 when not known.
    """

    phase: str
    elapsed_s: float
    conflicts: int = -1
    depth: int = -1
    n_cells: int = -1
    n_found: int = -1
    n_wanted: int = -1


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """An answer: the next of an enumeration, or a better one of an optimisation.

    Args:
        value: checked, as in `Found`.
        objective: what it is worth, where the task has an objective.
        bound: it is proved that nothing is better than this; None where nothing is proved.
    """

    value: T
    objective: int | None = None
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Early(Generic[T]):
    """What is known before the answer is, where that takes long; it is checked, but not counted."""

    value: T


@dataclass(frozen=True, slots=True)
class Bounded:
    """A better bound: it is proved that nothing is better than `bound`."""

    bound: int


Event = Progress | Answered[Any] | Early[Any] | Bounded
EventHandler = Callable[[Event], None]
ProgressHandler = Callable[[Progress], None]


class Task(ABC, Generic[T, R]):
    """Work that can be run for a while, watched, stopped and resumed. See the module.

    `T` is what is looked for, as in `Fill`, and `R` the union of the answers that `run` can give. A
    subclass has `_run`, which does the work, keeps what it has learnt in fields, and returns
    `Stopped` or `Best` with a reason when the deadline has passed. What it opens for all runs, as a
    solver or a process, it gives to `_hold`.

    One thread at a time can run a task; `stop` and `close` may come from any other, or from a
    handler. After an exception, a handler's included, the task is closed.

    Fields:
        best: the latest or best answer; None while there is none.
        objective: what `best` is worth, where the task has an objective.
        bound: it is proved that nothing is better; None while nothing is proved.
        result: what the last `run` returned; None before.
    """

    def __init__(self) -> None:
        self.best: T | None = None
        self.objective: int | None = None
        self.bound: int | None = None
        self.result: R | None = None
        self._handlers: list[EventHandler] = []
        self._request = StopRequest()
        self._is_closed = False  # no further run
        self._is_released = False  # `_close` was called
        self._spent_s = 0.0  # by the runs that have ended
        self._since: float | None = None  # when the present one began
        self._holds: list[Any] = []
        self._lock = threading.Lock()  # held by the run, and by `_close`

    @abstractmethod
    def _run(self, deadline: Deadline) -> R:
        """Work until the deadline; called again to go on."""

    def _hold(self, part: C) -> C:
        """Have a part, which has a method `close`, closed with the task."""
        self._holds.append(part)
        return part

    def _close(self) -> None:
        """Give back what it holds, the latest first. Called once."""
        while self._holds:
            self._holds.pop().close()

    @property
    def is_done(self) -> bool:
        """Whether the answer is final: running on would not change it."""
        if isinstance(self.result, Best):
            return self.result.is_proved
        return isinstance(self.result, Found | Impossible)

    @property
    def elapsed_s(self) -> float:
        """Seconds of work so far, without the time between two runs."""
        since = self._since
        return self._spent_s + (0.0 if since is None else time.monotonic() - since)

    def run(self, time_limit_s: float | None = None) -> R:
        """Work until the answer is known, the time has passed, or `stop` was called.

        Args:
            time_limit_s: seconds for this call, kept within half a second; None for no limit.

        Returns: the answer. When it is final, further calls return it again.

        Raises:
            OptionError: a time limit that is not above 0.
            RuntimeError: the task is closed, or is running in another thread.
        """
        check_time_limit(time_limit_s)
        if self.result is not None and self.is_done:
            return self.result
        with self._working():
            try:
                result = self._run(Deadline.after(time_limit_s, self._request))
            finally:
                self._request.reason = None
            self.result = result
            match result:
                case Best(value, objective, bound):
                    self.best, self.objective, self.bound = value, objective, bound
                case Found(value) if not isinstance(value, Listed):
                    self.best = value
        return result

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Keep other threads out, and close what was broken off, or closed meanwhile."""
        if self._is_closed:
            raise RuntimeError("the task is closed")
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("the task is running")
        self._since = time.monotonic()
        try:
            yield
        except BaseException:
            self._is_closed = True
            raise
        finally:
            self._spent_s, self._since = self.elapsed_s, None
            self._lock.release()
            if self._is_closed:
                self._release()

    def stop(self, reason: Reason = Reason.CANCELLED) -> None:
        """Stop the `run` that is going on, or else the next one. From any thread."""
        self._request.make(reason)

    def subscribe(self, handler: EventHandler) -> None:
        """Call `handler` with every event, in the thread that runs the task."""
        self._handlers.append(handler)

    def emit(self, event: Event) -> None:
        """Take note of an event and pass it on."""
        match event:
            case Answered(value, objective, bound):
                self.best = value
                self.objective = objective
                self.bound = bound if bound is not None else self.bound
            case Bounded(bound):
                self.bound = bound
        for handler in self._handlers:
            handler(event)

    def close(self) -> None:
        """Give back what the task holds. May be called twice, and from any thread.

        A run that is going on is stopped, and gives everything back when it ends.
        """
        self._is_closed = True
        self.stop()
        self._release()

    def _release(self) -> None:
        # Where the lock is held, by a run or by another `close`, its holder does this.
        if self._lock.acquire(blocking=False):
            try:
                if not self._is_released:
                    self._is_released = True
                    self._close()
            finally:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        state = {name: whole(value) for name, value in self.__dict__.items()}
        return {**state, "_handlers": [], "_lock": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Listed:
    """How far a listing came.

    Args:
        n: how many answers it gave.
        is_exhausted: whether it is proved that there are no others.
    """

    n: int
    is_exhausted: bool


ListingResult = Found[Listed] | Impossible | Stopped


class Listing(Task[T, ListingResult], Iterator[T]):
    """A task with many answers, which is also an iterator over them.

    As an iterator it works as long as the next answer takes; when the iteration ends, the listing
    is closed and has its `result`. `run` goes through the rest; after `Stopped` it can be called
    again, or the iteration go on. Either way each answer is an event. A subclass has `_next`.

    Args:
        limit: how many answers at most; None for all.
        time_limit_s: seconds for the whole iteration, from its first `next` on, or for each `run`;
            None for no limit.

    Fields, final when the iteration has ended:
        n_found: how many answers there were so far.
        is_exhausted: it is proved that there are no others.
        stopped: why it ended otherwise; None while it has not.
        why: why there is no answer at all, in a few words.
        evidence: the same, as `Impossible` has it.
    """

    def __init__(self, limit: int | None = None, time_limit_s: float | None = None) -> None:
        super().__init__()
        check_time_limit(time_limit_s)
        self.n_found = 0
        self.is_exhausted = False
        self.stopped: Reason | None = None
        self.why = "every possibility was ruled out"
        self.evidence: object = None
        self._limit = None if limit is None else check_integer(limit, "limit", at_least=1)
        self._time_limit_s = time_limit_s
        self._deadline: Deadline | None = None

    @abstractmethod
    def _next(self, deadline: Deadline) -> T | Reason | None:
        """The next answer; why there was no time for it; or None when there is none.

        Instead of a reason it may raise DeadlinePassedError.
        """

    def _work(self) -> Work:
        """What the answers cost so far."""
        return Work(self.elapsed_s)

    def __repr__(self) -> str:
        state = "no more" if self.is_exhausted else str(self.stopped or "more may come")
        return f"<{type(self).__name__}: {self.n_found:,} found, {state}>"

    def _repr_html_(self) -> str:
        """For notebooks: how many there were, and a picture of the latest."""
        from html import escape

        draw = getattr(self.best, "_repr_svg_", None)
        return f"<p>{escape(repr(self)[1:-1])}</p>" + (draw() if draw is not None else "")

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        if self._is_closed:
            raise StopIteration
        if self._deadline is None:
            self._deadline = Deadline.after(self._time_limit_s, self._request)
        with self._working():
            found = self.advance(self._deadline)
        if found is None:
            self.result = self._ending()
            self.close()
            raise StopIteration
        return found

    def advance(self, deadline: Deadline) -> T | None:
        """The next answer by the deadline of a task that this one is part of.

        Returns: None when there is none: `is_exhausted` or `stopped` says why. It can be called
            again after `stopped`.
        """
        if not self._may_advance():
            return None
        try:
            found = self._next(deadline)
        except DeadlinePassedError:
            found = deadline.reason
        if found is None:
            self.is_exhausted = True
            return None
        if isinstance(found, Reason):
            self.stopped = found
            return None
        self.n_found += 1
        self.emit(Answered(found))
        return found

    def _may_advance(self) -> bool:
        """Whether there may be another answer; else `is_exhausted` or `stopped` says why not."""
        if self.is_exhausted:
            return False
        self.stopped = None  # of the run before
        if self._is_closed:
            self.stopped = Reason.CANCELLED
        elif self.n_found == self._limit:
            self.stopped = Reason.LIMIT
        return self.stopped is None

    def _run(self, deadline: Deadline) -> ListingResult:
        deadline = deadline.within(self._time_limit_s)
        while self.advance(deadline) is not None:
            pass
        return self._ending()

    def _ending(self) -> ListingResult:
        listed = Listed(self.n_found, self.is_exhausted)
        if self.is_exhausted and not self.n_found:
            return Impossible(self.why, self._work(), self.evidence)
        if self.is_exhausted or self.stopped is Reason.LIMIT:
            return Found(listed, self._work())
        return Stopped(self.stopped or Reason.CANCELLED, self._work(), partial=listed)

    def close(self) -> None:
        """Give back what the listing holds; it has no more answers then."""
        if not self.is_exhausted:
            self.stopped = self.stopped or Reason.CANCELLED
        super().close()


@contextmanager
def stop_on_interrupt(
    task: Task[Any, Any],
    signals: Sequence[int] = (signal.SIGINT,),
    noted: Callable[[int], None] | None = None,
) -> Iterator[None]:
    """While this lasts, Ctrl-C stops the task, with what it has; a second one acts as before.

    Elsewhere than in the main thread, which alone gets signals, nothing changes; nor for a signal
    that is ignored.

    Args:
        task: what to stop.
        signals: which signals do so, such as SIGTERM too.
        noted: called with the number of the signal that did.
    """
    is_main = threading.current_thread() is threading.main_thread()
    found = {number: signal.getsignal(number) for number in signals if is_main}
    before = {number: handler for number, handler in found.items() if handler not in _UNHEARD}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(number: int, frame: FrameType | None) -> None:
        restore()
        task.stop(Reason.INTERRUPTED)
        if noted is not None:
            noted(number)

    try:
        for number in before:
            signal.signal(number, stop)
        yield
    finally:
        restore()
