"""What a fill is worth: the goals, and the weights of slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from satcross.consistency import Domains
from satcross.errors import OptionError
from satcross.fill import Fill
from satcross.puzzle import Puzzle

Goal = Literal["lowest", "total"]
MAX_WEIGHT = 1000


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """Values fills by a goal.

    A slot that is wholly given does not count, whatever its word scores: nothing can be done
    about it.

    Args:
        puzzle: whose fills.
        goal: "lowest": the lowest weighted score of a slot; "total": their sum.
        slot_weights: by slot name; 1 for slots that are not named; a slot of weight 0 does not
            count.

    Fields:
        weights: by slot index; 0 for slots that do not count.

    Raises:
        OptionError: no such slot or goal, or a weight that makes no sense.
    """

    puzzle: Puzzle
    goal: Goal
    slot_weights: Mapping[str, int] = field(default_factory=dict)
    weights: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        puzzle = self.puzzle
        if self.goal not in ("lowest", "total"):
            raise OptionError(
                f"there is no goal {self.goal!r}",
                mend="choose lowest or total",
                source="--goal",
            )
        weights = [int(puzzle.given_codes(slot) is None) for slot in puzzle.slots]
        for name, weight in self.slot_weights.items():
            try:
                index = puzzle.slot(name).index
            except KeyError:
                raise OptionError(
                    f"the grid has no slot {name!r}",
                    mend="slots are named like 12A",
                    source="--slot-weight",
                ) from None
            if not 0 <= weight <= MAX_WEIGHT:
                raise OptionError(
                    f"{weight} is no weight",
                    mend=f"give 0 to {MAX_WEIGHT}",
                    source="--slot-weight",
                )
            if not weights[index] and puzzle.given_codes(puzzle.slots[index]) is not None:
                raise OptionError(
                    f"slot {puzzle.slots[index].name} is wholly given and does not count",
                    mend="leave its weight out",
                    source="--slot-weight",
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
        table = self.puzzle.words.table
        return [
            weight * int(table(len(slot)).scores[words].max(initial=0)) if weight else 0
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
