"""Any task in a child process, driven as if it were in this one.

    with ProcessTask(CountTask(puzzle)) as task:
        task.subscribe(print)
        result = task.run(time_limit_s=1.0)

The parent sends `("run", end)`, the monotonic time at which to stop, or None without a limit, and
`("stop", reason)`. The child sends `("event", event)` as often as it likes, and for each run at
last `("result", result)`.
"""

from __future__ import annotations

import pickle
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, cast

from satcross.model.puzzle import Puzzle
from satcross.processes.child import Child
from satcross.processes.inside import Channel
from satcross.results import Result, Stopped, Work
from satcross.task import Deadline, Task
from satcross.words import WordList

C = TypeVar("C")
T = TypeVar("T")
R = TypeVar("R", bound=Result[Any])

MOMENT_S = 0.2  # for a child to end the programs that it has started
_TICK_S = 0.05  # between two looks at a request to stop


class ProcessTask(Task[T, R]):
    """Run a task in a child process.

    Events arrive here, for the handlers of either task. Run again, the same child goes on with what
    it has learnt. It leaves interrupts to this process, and cannot outlive it.

    Args:
        task: one that has not run. It must not be used itself.

    Raises:
        TypeError: from `run`: the task cannot be pickled.
        SolverError: from `run`: the child cannot be started, or died. Another `ProcessTask` of the
            same task starts over.
    """

    PATIENCE_S: ClassVar = 2.0  # after its deadline, a child that has not answered is killed

    def __init__(self, task: Task[T, R]) -> None:
        super().__init__()
        self._task = task
        self._handlers = task._handlers
        self._child: Child | None = None

    @property
    def pid(self) -> int | None:
        """The child's process id; None while there is no child."""
        return None if self._child is None else self._child.pid

    def _run(self, deadline: Deadline) -> R:
        child = self._child = self._child or self.start_child(self._task, Child)
        child.send(("run", deadline.end))
        passed_at: float | None = None
        while passed_at is None or time.monotonic() < passed_at + self.PATIENCE_S:
            if passed_at is None and deadline.passed():
                passed_at = time.monotonic()
                child.send(("stop", deadline.reason))
            for message in child.receive(_TICK_S):
                if message.kind == "failed":
                    raise message.error
                kind, data = message.data
                if kind == "event":
                    self.emit(data)
                else:
                    return cast(R, data)
        self._close()
        detail = f"{deadline.reason}; the process did not stop, and was killed"
        return cast(R, Stopped(deadline.reason, Work(elapsed_s=self.elapsed_s), detail))

    def _close(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None

    @staticmethod
    def start_child(task: Task[Any, Any], start: Callable[..., C]) -> C:
        """Start the child of a task: see `satcross.tasks.process` for what it hears.

        Args:
            task: one that has not run.
            start: `Child`, or what starts one in a crew.

        Raises:
            TypeError: the task cannot be pickled.
        """
        name = type(task).__name__
        about: dict[str, Any] = {
            "purpose": f"the process of {name}",
            "moment_s": MOMENT_S,
            "share": (Puzzle, WordList),  # are large, and each fill refers to them
        }
        try:
            return start(serve, task, **about)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise TypeError(f"{name} cannot be sent to a process: {error}") from error


def serve(channel: Channel, task: Task[Any, Any]) -> None:
    """In the child: run the task as the parent asks, until it has gone."""
    task.subscribe(lambda event: channel.send(("event", event)))
    ends: queue.SimpleQueue[tuple[float | None] | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(channel, task, ends), daemon=True).start()
    with task:
        while (command := ends.get()) is not None:
            (end,) = command
            left_s = None if end is None else max(end - time.monotonic(), 0.001)
            channel.send(("result", task.run(left_s)))


def _listen(
    channel: Channel,
    task: Task[Any, Any],
    ends: queue.SimpleQueue[tuple[float | None] | None],
) -> None:
    """The child's second thread: hear commands while the task runs."""
    for kind, value in channel:
        if kind == "run":
            # A request that came when the last run had ended already was not meant for this one.
            task._request.reason = None
            ends.put((value,))
        else:
            task.stop(value)
    task.stop()  # nobody is left who could read the result
    ends.put(None)
