"""When two puzzles are equal, and the puzzle of a fill alone."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satcross.model.puzzle import Puzzle
    from satcross.words import WordList


class PuzzleValue:
    """A puzzle, by what it holds."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Whether the other has the same grid, rules and words, and the same slots left."""
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in ("grid", "rules", "slots", "texts", "listed")
        )

    def __hash__(self) -> int:
        return hash((self.grid, len(self.rules), self.listed))  # type: ignore[attr-defined]


def with_listed(puzzle: Puzzle, listed: WordList) -> Puzzle:
    """The same slots and rules with another list over the same alphabet, which need not do.

    For a fill that is known: no method is to look for others with such a list.
    """
    words = listed
    if strings := puzzle.texts[len(listed.alphabet) :]:
        from satcross.model.rebus import rebus_words

        words = rebus_words(listed, listed, strings, frozenset(map(len, puzzle.slots)))
    other = copy(puzzle)
    object.__setattr__(other, "listed", listed)
    object.__setattr__(other, "words", words)
    return other
