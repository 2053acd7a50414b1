"""What a puzzle needs of a method beside words in slots, and how a method says what it can do.

`Puzzle.needs` is a set of the names below, and the `need` of each rule of the puzzle. A method that
would be wrong about a puzzle with more has a list `SUPPORTS` of what it can do, and is used only
where `puzzle.needs <= SUPPORTS`. What is on no list, such as a new need, is never ignored: a
general method does the work, or `require_support` refuses the puzzle.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.model.puzzle import Puzzle

REBUS = "rebus"
"""Cells may hold several letters."""
SPELLED_APART = "spelled apart"
"""Words must differ however they are divided into such cells."""
PAIRS = "pairs"
"""Rules between entries: `satcross.rules.PairRule`."""
CONDITIONS = "conditions"
"""Conditions over letters and words: `satcross.rules.ConditionRule`."""
ENTRIES = "entries"
"""Words of the list that some slots may not hold; arc consistency leaves them out."""
SLOTS = "slots"
"""Slots along any path: a cell may be in more than two, or twice in one, or in no light."""


def require_support(puzzle: Puzzle, task: str, supports: Set[str]) -> None:
    """Reject a puzzle for which a task would give wrong answers.

    Args:
        puzzle: what is asked about.
        task: its name for people: "explain".
        supports: what it can do.

    Raises:
        OptionError: the puzzle needs more; it names what.
    """
    if puzzle.needs <= supports:
        return
    rules = [rule for rule in puzzle.rules if rule.need not in supports]
    why = f"the rule {str(rules[0])!r}" if rules else "cells of several letters"
    raise OptionError(
        f"{task} does not support {why} yet",
        hint="fill, check, export, count and sample do",
    )
