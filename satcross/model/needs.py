"""What a puzzle needs of a method beside words in slots, and how a method says what it can do.

`Puzzle.needs` is a set of the names below, and the `need` of each rule of the puzzle. A method that
would be wrong about a puzzle with more has a list `SUPPORTS` of what it can do, and is used only
where `puzzle.needs <= SUPPORTS`. What is on no list, such as a new need, is never ignored: a
general method does the work, or `require_support` refuses the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any

from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.model.puzzle import Puzzle
    from satcross.rules import Rule

MIN_SLOT_LENGTH = 2  # cells

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
CELLS = "cells"
"""Cells beside the rectangle, which have names: `Grid.named`."""
BOARDS = "boards"
"""Lights that are not those of the rectangle, but of a board of `satcross.boards`; a cell may be in
three."""
TREATMENTS = "treatments"
"""Slots whose cells hold what a treatment makes of a word: `Puzzle.table` has what they may hold,
and words must differ although what stands in the cells does."""
FIXED = frozenset(("", REBUS, SLOTS, CELLS, BOARDS, TREATMENTS))
"""Of rules that say what slots and cells there are and what slots may hold, which is never a reason
by itself."""
SEARCHED = frozenset(
    (PAIRS, CONDITIONS, ENTRIES, SLOTS, CELLS, BOARDS, REBUS, SPELLED_APART, TREATMENTS)
)
"""What the lazy engine keeps to: all tasks that are a search, or several, support the same."""


def distinct_in(rules: Iterable[Rule]) -> bool:
    """Whether every word may be used only once, with these rules."""
    return all(rule.kind != "allow-repeats" for rule in rules)


def min_length_in(rules: Iterable[Rule]) -> int:
    """The fewest cells of a slot, with these rules."""
    numbers = [int(rule.value()) for rule in rules if rule.kind == "min-length"]
    return max(numbers, default=MIN_SLOT_LENGTH)


def solution_word_in(rules: Iterable[Rule]) -> Any:
    """The rule `solution-word` among these; None if there is none."""
    return next((rule for rule in rules if rule.kind == "solution-word"), None)


def twins_of(puzzle: Puzzle) -> dict[int, int]:
    """By the indices of slots, that of another that may hold the same word, both ways."""
    index = {slot.name: slot.index for slot in puzzle.slots}
    found: dict[int, int] = {}
    for rule in puzzle.rules:
        for name, twin in rule.twins_in(puzzle.slots):
            found |= {index[name]: index[twin], index[twin]: index[name]}
    return found


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
    rules = [rule for rule in puzzle.rules if rule.need not in {"", *supports}]
    why = f"the rule {str(rules[0])!r}" if rules else "cells of several letters"
    raise OptionError(
        f"{task} does not support {why} yet",
        hint="fill, check, export, count and sample do",
        parameter=rules[0].parameter if rules else "",
    )
