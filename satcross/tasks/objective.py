"""What a fill is worth, and what a search for the best one knows so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from satcross.checks import check_choice, check_integer
from satcross.errors import OptionError
from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Reason, Work
from satcross.solve.protocol import Session, SolverOptions
from satcross.task import Answered, Bounded, Deadline, Event, Progress
from satcross.tasks.prepared import PreparedPuzzle
from satcross.words.table import Bools

Goal = Literal["lowest", "total"]
MAX_WEIGHT = 1000


@dataclass(frozen=True, slots=True, eq=False)
class FillValue:
    """Values fills by a goal.

    A slot that is wholly given does not count, since its score cannot change.

    Args:
        puzzle: whose fills.
        goal: "lowest": the lowest weighted score of a slot; "total": their sum.
        slot_weights: by slot name; 1 for slots that are not named; a slot of weight 0 does not
            count.

    Fields:
        weights: by slot index; 0 for slots that do not count.

    Raises:
        OptionError: no such slot or goal, or a weight out of range.
    """

    puzzle: Puzzle
    goal: Goal
    slot_weights: Mapping[str, int] = field(default_factory=dict)
    weights: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        check_choice(self.goal, ("lowest", "total"), "goal")
        weights = [int(puzzle.given_codes(slot) is None) for slot in puzzle.slots]
        for name, given in self.slot_weights.items():
            index = puzzle.slot(name).index
            weight = check_integer(given, "slot_weight", at_least=0, at_most=MAX_WEIGHT)
            if not weights[index] and puzzle.given_codes(puzzle.slots[index]) is not None:
                raise OptionError(
                    f"slot {puzzle.slots[index].name} is wholly given and does not count",
                    hint="leave out its weight",
                    parameter="slot_weight",
                )
            weights[index] = weight
        object.__setattr__(self, "weights", tuple(weights))

    def values(self, fill: Fill) -> list[int]:
        """The weighted scores of the slots that count."""
        return [
            weight * (entry.score or 0)
            for entry, weight in zip(fill.entries, self.weights, strict=True)
            if weight
        ]

    def value(self, fill: Fill) -> int | None:
        """What `fill` is worth; None for the lowest score when no slot counts."""
        values = self.values(fill)
        return sum(values) if self.goal == "total" else min(values, default=None)

    def best_values(self, domains: Domains) -> list[int]:
        """By slot, the best weighted score that arc consistency left; 0 for what does not count."""
        table = self.puzzle.table
        return [
            weight * int(table(slot).scores[words].max(initial=0)) if weight else 0
            for slot, words, weight in zip(
                self.puzzle.slots, domains.words, self.weights, strict=True
            )
        ]

    def bound(self, domains: Domains) -> int:
        """No fill is worth more, by the best words that arc consistency left; some slot counts."""
        best = self.best_values(domains)
        if self.goal == "total":
            return sum(best)
        return min(value for value, weight in zip(best, self.weights, strict=True) if weight)

    def rows_from(self, level: int) -> dict[int, Bools]:
        """By index of the slots that count, which words have a weighted score of `level` or more.

        Returns: bool (words of the slot's length,), as `arc_consistent` takes it.
        """
        return {
            slot.index: self.puzzle.table(slot).scores >= -(-level // weight)
            for slot, weight in zip(self.puzzle.slots, self.weights, strict=True)
            if weight
        }


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
