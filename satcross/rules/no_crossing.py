"""No two of some words cross: they have no cell in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.model.cellnames import normal_name
from satcross.rules.base import PairRule, first_of, texts_in

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.rules.base import Flags
    from satcross.rules.families import Families, LetterIds, WordsLeft
    from satcross.words import WordList

EVERY = "slot"


class CrossingRule(PairRule):
    """A rule that no two words of a set cross. Wholly given entries are not compared.

    Class fields:
        label: its name in formulas.
    """

    __slots__ = ()
    label: ClassVar[str]
    reads_list: ClassVar[bool] = False
    of_crossings: ClassVar[bool] = True

    @abstractmethod
    def words_of(self, alphabet: Alphabet) -> Collection[str]:
        """The words, in letters of an alphabet."""

    def families(self, domains: WordsLeft, letters: LetterIds) -> Families:
        """A family is a cell with a letter, and a placement a word of the set through it."""
        from satcross.rules.families import CrossingFamilies

        words = self.words_of(domains.puzzle.listed.alphabet)
        return CrossingFamilies(domains, letters, self.label, words)

    def clash(self, words: WordList, placed: Collection[str]) -> Callable[[str, str], bool]:
        """Two words of the set exclude each other where they cross."""
        mine = self.words_of(words.alphabet)
        return lambda one, other: one in mine and other in mine

    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """All words: any may stand somewhere else."""
        import numpy as np

        return {n: np.ones(len(words.table(n)), np.bool_) for n in words.lengths}


@dataclass(frozen=True, slots=True)
class NoCrossing(CrossingRule):
    """No two of these words cross.

    Args:
        words: as they are written.

    Raises:
        OptionError: there are none.
    """

    words: tuple[str, ...]

    kind: ClassVar[str] = "no-crossing"
    label: ClassVar[str] = "crossing"

    def __post_init__(self) -> None:
        if not self.words:
            raise _bad("no-crossing needs words", "write 'no-crossing slot: cat, dog'")

    def __str__(self) -> str:
        return f"no crossing of {first_of(self.words, 'and')}"

    def value(self) -> str:
        """The words."""
        return f"{EVERY}: {', '.join(self.words)}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule of words, as in "slot: cat, ice cream"."""
        slots, colon, words = text.partition(":")
        if normal_name(slots) != EVERY or not colon:
            raise _bad(
                f"no-crossing is about all slots, got {text[:40]!r}",
                "write 'no-crossing slot: cat, dog'",
            )
        return cls(texts_in(words))

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with the words' letters only."""
        found: list[str] = []
        for text in self.words:
            word = alphabet.normalise(text)
            if not word:
                hint = "leave it out"
                if text.startswith("@"):
                    hint = "only --rule reads a list; write its words"
                raise _bad(f"{text[:40]!r} has letters that the alphabet lacks", hint)
            found.append(word)
        return type(self)(tuple(dict.fromkeys(found)))

    def words_of(self, alphabet: Alphabet) -> Collection[str]:
        """These words."""
        return frozenset(self.words)


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="rules")
