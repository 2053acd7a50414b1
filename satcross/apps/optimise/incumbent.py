"""The best fill so far, and how good another can still be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from satcross import Answered, Bounded, Fill, Progress, Reason, SolverOptions
from satcross.extend import Deadline, Event, FillValue, PreparedPuzzle, Session, Work


class Incumbent:
    """The best fill so far and the bound, for the searches of both goals.

    Args:
        prepared: the puzzle, whose session has found the first fill.
        value_of: what fills are worth.
        fill: the first fill; some slot of it counts. None where there is none yet.
        options: seed and progress.
        emit: receives an event for each better fill, the first one included, and each better bound.
        floor: without a fill, only those that are worth more than this are wanted.

    Fields:
        value: what `fill` is worth; without one, the floor.
        bound: it is proved that no fill is worth more.
        rounds_left: calls of a solver until the search stops; None for no limit.
    """

    def __init__(
        self,
        prepared: PreparedPuzzle,
        value_of: FillValue,
        fill: Fill | None,
        options: SolverOptions,
        emit: Callable[[Event], None],
        *,
        floor: int = 0,
    ) -> None:
        self.prepared = prepared
        self.value_of = value_of
        self.fill = fill
        self.value = floor if fill is None else value_of.value(fill) or 0
        self.bound = max(value_of.bound(prepared.domains), self.value)
        self.options = options
        self.rounds_left: int | None = None
        self._emit = emit
        self._work = prepared.work()
        if fill is not None:
            self._emit(Answered(fill, self.value, self.bound))

    def accept(self, fill: Fill) -> None:
        """Take a verified fill, if it is better than the best."""
        value = self.value_of.value(fill) or 0
        if value > self.value:
            self.fill, self.value = fill, value
            self.bound = max(self.bound, value)
            self._emit(Answered(fill, value, self.bound))

    def lower_bound_to(self, bound: int) -> None:
        """Take note that no fill is worth more than `bound`, or than the best one."""
        bound = max(bound, self.value)
        if bound < self.bound:
            self.bound = bound
            self._emit(Bounded(bound))

    @property
    def is_proved(self) -> bool:
        """Whether the best fill is proved to be one."""
        return self.value >= self.bound

    def stopped(self, deadline: Deadline) -> Reason | None:
        """Why to stop before the best fill is proved; None to go on."""
        if deadline.passed():
            return deadline.reason
        return Reason.ROUNDS if self.rounds_left == 0 else None

    def start_round(self) -> None:
        """Count a call of a solver."""
        if self.rounds_left is not None:
            self.rounds_left -= 1

    def on_progress(self, progress: Progress) -> None:
        """Pass on a session's progress, with the value and the bound."""
        if self.options.on_progress is not None:
            phase = f"{self.value_of.goal} {self.value:,} of at most {self.bound:,}"
            elapsed_s = time.monotonic() - self.prepared.started
            self.options.on_progress(replace(progress, phase=phase, elapsed_s=elapsed_s))

    def add_work(self, session: Session) -> None:
        """Count what a session has done, when it is closed."""
        self._work = self.work([session])

    def work(self, sessions: Iterable[Session] = ()) -> Work:
        """What was done so far, by closed sessions and by these."""
        counters = [session.counters for session in sessions]
        return replace(
            self._work,
            elapsed_s=time.monotonic() - self.prepared.started,
            conflicts=self._work.conflicts + sum(max(0, c.conflicts) for c in counters),
            decisions=self._work.decisions + sum(max(0, c.decisions) for c in counters),
        )
