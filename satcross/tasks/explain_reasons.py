"""The rules of a puzzle that can be lifted one by one, and how they are told to people."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from satcross.puzzle import Puzzle


class RuleKind(Enum):
    """What a rule is about."""

    SLOT = "slot"
    LETTER = "letter"
    DISTINCT = "distinct"
    SCORE = "min-score"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that can be lifted.

    Args:
        kind: what it is about.
        index: of the slot in `Puzzle.slots`, or the position of the given letter; else -1.
    """

    kind: RuleKind
    index: int = -1

    def where(self, puzzle: Puzzle) -> str:
        """The slot or cell for people: `12A`, `r4c7`; "" for the rules about all slots."""
        if self.kind is RuleKind.SLOT:
            return puzzle.slots[self.index].name
        return puzzle.grid.cell_name(self.index) if self.kind is RuleKind.LETTER else ""


DISTINCT = Rule(RuleKind.DISTINCT)
SCORE = Rule(RuleKind.SCORE)


def reasons_text(puzzle: Puzzle, reasons: Collection[Rule], min_score: int | None = None) -> str:
    """Rules for people: `12A, 3D, the letter Q at r4c7 and minimum score 50`.

    Args:
        puzzle: whose rules.
        reasons: some of them.
        min_score: the number to name; None when it is not known.
    """
    parts = [rule.where(puzzle) for rule in reasons if rule.kind is RuleKind.SLOT]
    letters = [
        f"{puzzle.grid.cells[rule.index]} at {rule.where(puzzle)}"
        for rule in reasons
        if rule.kind is RuleKind.LETTER
    ]
    if letters:
        letters[0] = f"the letter{'s' if len(letters) > 1 else ''} {letters[0]}"
    parts += letters
    if SCORE in reasons:
        parts.append("the minimum score" if min_score is None else f"minimum score {min_score}")
    if DISTINCT in reasons:
        parts.append("that no word may stand twice")
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
