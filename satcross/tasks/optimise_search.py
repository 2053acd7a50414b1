"""What both goals share while they search: the best fill, the bound, the limits, the news."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from satcross.fill import Fill
from satcross.solve.protocol import Deadline, Progress, Session, SolverOptions
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.opening import Opened
from satcross.tasks.optimise_results import BestSoFar, Optimal
from satcross.tasks.optimise_worth import Worth
from satcross.tasks.results import Work

ROUNDS = "rounds"

BetterHandler = Callable[[BestSoFar], None]


class Search:
    """A search that has a fill, and looks for better ones.

    Args:
        opened: the puzzle, whose session has found the first fill.
        worth: what fills are worth.
        fill: the first fill; some slot of it counts.
        bound: no fill is worth more.
        options: seed and progress.
        deadline: when to stop.
        rounds: after how many calls of a solver to stop; None for no limit.
        on_better: is told of every fill better than the ones before, and of the first.
    """

    def __init__(
        self,
        opened: Opened,
        worth: Worth,
        fill: Fill,
        bound: int,
        options: SolverOptions,
        deadline: Deadline,
        rounds: int | None,
        on_better: BetterHandler | None,
    ) -> None:
        self.opened = opened
        self.worth = worth
        self.fill = fill
        self.value = worth.value(fill) or 0
        self.bound = max(bound, self.value)
        self.options = options
        self.deadline = deadline
        self._rounds = rounds
        self._on_better = on_better
        self._work = opened.work()
        self._tell()

    def accept(self, fill: Fill) -> bool:
        """Take a verified fill, if it is better than the best; whether it is."""
        value = self.worth.value(fill) or 0
        if value <= self.value:
            return False
        self.fill, self.value = fill, value
        self.bound = max(self.bound, value)
        self._tell()
        return True

    def lower_bound_to(self, bound: int) -> None:
        """Take note that no fill is worth more than `bound`, or than the best one."""
        self.bound = min(self.bound, max(bound, self.value))

    @property
    def proved(self) -> bool:
        """Whether the best fill is proved to be one."""
        return self.value >= self.bound

    def stopped(self) -> str:
        """Why to stop, or ""."""
        if self.deadline.passed():
            return TIME_LIMIT
        return ROUNDS if self._rounds == 0 else ""

    def start_round(self) -> None:
        """Count a call of a solver."""
        if self._rounds is not None:
            self._rounds -= 1

    def on_progress(self, progress: Progress) -> None:
        """Pass on a session's sign of life, with the value and the bound."""
        if self.options.on_progress is not None:
            phase = f"{self.worth.goal} {self.value:,} of at most {self.bound:,}"
            elapsed_s = time.monotonic() - self.opened.started
            self.options.on_progress(replace(progress, phase=phase, elapsed_s=elapsed_s))

    def add_work(self, session: Session) -> None:
        """Count what a session has done, when it is done."""
        counters = session.counters
        self._work = replace(
            self._work,
            conflicts=self._work.conflicts + max(0, counters.conflicts),
            decisions=self._work.decisions + max(0, counters.decisions),
        )

    def work(self) -> Work:
        """What was done so far, as far as it was counted."""
        return replace(self._work, elapsed_s=time.monotonic() - self.opened.started)

    def result(self) -> Optimal | BestSoFar:
        """How it stands."""
        if self.proved:
            return Optimal(self.fill, self.value, self.work())
        return BestSoFar(self.fill, self.value, self.bound, self.stopped(), self.work())

    def _tell(self) -> None:
        if self._on_better is not None:
            self._on_better(BestSoFar(self.fill, self.value, self.bound, "", self.work()))
