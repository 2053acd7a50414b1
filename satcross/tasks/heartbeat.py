"""What tasks need that are made of several steps: a `tick`, and steps that are tasks themselves."""

from __future__ import annotations

import time
from typing import Any, TypeVar

from satcross.errors import OptionError
from satcross.results import Result
from satcross.solve.protocol import SolverOptions
from satcross.task import NEVER, Deadline, DeadlinePassedError, Progress, Task
from satcross.tasks.prepared import watched

GRACE_S = 0.2

R = TypeVar("R", bound=Result[Any])


class Heartbeat:
    """A `tick` for long work: ends it after the deadline, and says from time to time where it is.

    The work has to start over then. So it has a moment longer, in which much of it ends by itself.

    Args:
        task: what works.
        options: as from `seeded`.

    Fields:
        deadline: of the present run; a call some time after it raises DeadlinePassedError.
        phase: what is being done, a word or two.
    """

    def __init__(self, task: Task[Any, Any], options: SolverOptions) -> None:
        self.deadline = NEVER
        self._end: float | None = None
        self.phase = ""
        self._task = task
        self._on_progress = options.on_progress

    def __call__(self) -> None:
        """Send progress if it is time. Raises DeadlinePassedError."""
        self.show()
        if self.deadline.passed():
            now = time.monotonic()
            self._end = self._end or now + GRACE_S
            if now >= self._end:
                raise DeadlinePassedError

    def show(self) -> None:
        """Send progress if it is time."""
        if self._on_progress is not None:
            self._on_progress(Progress(self.phase, self._task.elapsed_s))

    def begin(self, phase: str, deadline: Deadline | None = None) -> None:
        """A new phase begins, and with a deadline a new run."""
        self.phase = phase
        if deadline is not None:
            self.deadline, self._end = deadline, None
        self.show()


def run_by(deadline: Deadline, task: Task[Any, R]) -> R:
    """What a task answers by the deadline of another task, of which it is a part."""
    with task._working():
        return task._run(deadline)


def seeded(task: Task[Any, Any], options: SolverOptions | None) -> SolverOptions:
    """As `watched`, for a task that brings its own solver.

    Raises:
        OptionError: the options choose another solver or encoding.
    """
    options = watched(task, options)
    if options != SolverOptions(seed=options.seed):
        raise OptionError(
            "this task brings its own solver", hint="leave it out", parameter="solver"
        )
    return options
