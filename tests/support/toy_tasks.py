"""Small tasks with every kind of answer, which child processes can import."""

from __future__ import annotations

import os
import time

from satcross.results import Best, Found, Impossible, Reason, Result, Stopped
from satcross.task import Answered, Bounded, Deadline, Listing, Progress, Task


class Steps(Task[int, Result[int]]):
    """Takes `n` steps, and emits each as progress; then it has found their number."""

    def __init__(self, n: int, step_s: float = 0.0) -> None:
        super().__init__()
        self.n_steps = n
        self.step_s = step_s
        self.done = 0
        self.n_closed = 0
        self.data: object = None

    def _run(self, deadline: Deadline) -> Result[int]:
        while self.done < self.n_steps:
            if deadline.passed():
                return Stopped(deadline.reason, partial=self.done)
            self.done += 1
            time.sleep(self.step_s)
            self.emit(Progress("step", self.elapsed_s, conflicts=self.done))
        return Found(self.done)

    def _close(self) -> None:
        self.n_closed += 1


class Improving(Steps):
    """The best number below a bound that comes down to meet it."""

    def _run(self, deadline: Deadline) -> Result[int]:
        while not deadline.passed():
            self.done += 1
            self.emit(Answered(self.done, objective=self.done))
            self.emit(Bounded(2 * self.n_steps - self.done))
            if self.done == self.n_steps:
                return Best(self.done, self.done, self.done)
        return Best(self.done, self.done, 2 * self.n_steps - self.done, deadline.reason)


class Never(Steps):
    """Proves at once that there is nothing."""

    def _run(self, deadline: Deadline) -> Result[int]:
        return Impossible("there is nothing")


class Noisy(Steps):
    """Writes where its parent and child talk, or where the user reads, if it can."""

    def _run(self, deadline: Deadline) -> Result[int]:
        os.write(1, b"noise")
        os.write(2, b"noise")
        print("noise", flush=True)
        return Found(len(os.read(0, 10)))


class Failing(Steps):
    """Fails in a way that no other process understands."""

    def _run(self, deadline: Deadline) -> Result[int]:
        class SecretError(Exception):
            """It cannot be pickled."""

        raise SecretError("not today")


class Deaf(Steps):
    """Never looks at its deadline."""

    def _run(self, deadline: Deadline) -> Result[int]:
        self.emit(Progress("deaf", 0.0))
        time.sleep(60)
        return Found(0)


class Numbers(Listing[int]):
    """0, 1, 2 and so on, as many as there are."""

    def __init__(
        self,
        n: int,
        *,
        limit: int | None = None,
        time_limit_s: float | None = None,
        step_s: float = 0.0,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.n_numbers = n
        self.step_s = step_s
        self.n_closed = 0

    def _next(self, deadline: Deadline) -> int | Reason | None:
        if deadline.passed():
            return deadline.reason
        if self.n_found == self.n_numbers:
            self.why = "" if self.n_numbers else "there are none"
            return None
        time.sleep(self.step_s)
        return self.n_found

    def _close(self) -> None:
        self.n_closed += 1
