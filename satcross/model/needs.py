"""What a puzzle needs of a method beside words in slots, and how a method says what it can do.

`Puzzle.needs` is a set of these, and the `need` of each rule of the puzzle. A method that
would be wrong about a puzzle with more has a list `SUPPORTS` of what it can do, and is used only
where `puzzle.needs <= SUPPORTS`. What is on no list, such as a new need, is never ignored: a
general method does the work, or `satcross.model.value.require_support` refuses the puzzle.
"""

from __future__ import annotations

from enum import StrEnum

MIN_SLOT_LENGTH = 2  # cells


class Need(StrEnum):
    """What a puzzle may need; a rule of another package may have a need of its own, a text."""

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
    """Lights that are not those of the rectangle, but of a board of `satcross.boards`; a cell may
    be in three."""
    TREATMENTS = "treatments"
    """Slots whose cells hold what a treatment makes of a word: `Puzzle.table` has what they may
    hold, and words must differ although what stands in the cells does."""


SEARCHED = frozenset(Need)
"""What the lazy engine keeps to: all tasks that are a search, or several, support the same."""
