"""The words that some slots may hold: a list of their own, as for a theme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.rules.base import first_of, texts_in
from satcross.rules.entries import EntriesRule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satcross.model.value import PuzzleValue


@dataclass(frozen=True, slots=True)
class OwnWords(EntriesRule):
    """Some slots hold one of some words, which must be in the puzzle's list as well.

    Args:
        words: as they are written.

    Raises:
        OptionError: there are none.
    """

    words: tuple[str, ...]

    kind: ClassVar[str] = "word-list"

    def __post_init__(self) -> None:
        if not self.words:
            raise _bad(f"{self.kind} needs words", f"write '{self.kind} 12A 14D: cat, dog'")

    def __str__(self) -> str:
        where = ", ".join(self.slots) or "all slots"
        return f"{first_of(self.words, 'and')} in {where}"

    def value(self) -> str:
        """The slots, and the words."""
        return f"{self.named()}: {', '.join(self.words)}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule of slots and words, as in "12A 14D: cat, ice cream"; "slot" stands for all."""
        slots, words = cls.parts_of(text)
        return cls(slots, texts_in(words))

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule with words as the list has them: letters only."""
        rule = super(OwnWords, self).bound_to(puzzle)
        found: list[str] = []
        for text in self.words:
            word = puzzle.listed.alphabet.normalise(text)
            if not word:
                problem = f"{text[:40]!r} has letters that the alphabet lacks"
                is_file = text.startswith("@")
                hint = "only --rule reads a list; write its words" if is_file else "leave it out"
                raise _bad(problem, hint)
            found.append(word)
        return type(self)(rule.slots, tuple(dict.fromkeys(found)))

    def allowed(self, puzzle: PuzzleValue, length: int) -> npt.NDArray[np.bool_]:
        """These words, in all ways to put them into cells."""
        import numpy as np

        from satcross.words.table import row_as_bytes, rows_as_bytes

        table = puzzle.words.table(length).codes
        found = {
            row_as_bytes(codes, table.dtype)
            for word in self.words
            for codes in puzzle.spellings(word)
            if len(codes) == length
        }
        return np.array([row in found for row in rows_as_bytes(table)], dtype=np.bool_)


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="rules")
