"""What a fill is worth, and what a search for the best one knows so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from satcross.checks import check_choice, check_integer
from satcross.errors import OptionError
from satcross.model.consistency import Domains
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
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
