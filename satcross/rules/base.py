"""What a rule is: a value that says what else must hold in every fill of a puzzle.

A rule's file has all that satcross knows of it: its text, what it says about letters, and what
breaks it. Everything else passes rules on without knowing which there are. Only the checker of
fills knows rules by name: `satcross.verification.rules` has a function for each, which shares no
code with this package.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from satcross.checks import whole_number
from satcross.model.value import Rule, ShortForm

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satcross.rules.conditions import Clauses
    from satcross.rules.families import Families, LetterIds, WordsLeft
    from satcross.words import WordList

    Flags = Mapping[int, npt.NDArray[np.bool_]]
    """By length, which words of a list: bool (words of that length,)."""


__all__ = [
    "ConditionRule", "KeyRule", "NumberRule", "PairRule", "RootRule", "Rule", "ShortForm",
    "first_of", "texts_in",
]  # fmt: skip

SHOWN = 4  # texts of a rule, for people


def texts_in(text: str) -> tuple[str, ...]:
    """The texts that commas separate, each once, with single blanks.

    >>> texts_in("cat, ice  cream,, cat")
    ('cat', 'ice cream')
    """
    found = (" ".join(part.split()) for part in text.split(","))
    return tuple(dict.fromkeys(filter(None, found)))


def first_of(texts: Sequence[str], joiner: str) -> str:
    """Texts for people: up to four of them, or three and how many more.

    >>> first_of(["a", "b", "c", "d", "e"], "and")
    'a, b, c and 2 more'
    """
    if len(texts) <= SHOWN:
        return ", ".join(texts)
    return f"{', '.join(texts[: SHOWN - 1])} {joiner} {len(texts) - SHOWN + 1} more"


@dataclass(frozen=True, slots=True)
class NumberRule(Rule):
    """A rule whose value is a number.

    Args:
        n: the number, which the rule checks.
    """

    n: int

    @abstractmethod
    def __post_init__(self) -> None:
        """Raise OptionError if the number is out of range."""

    def value(self) -> str:
        """The number."""
        return str(self.n)

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule with this number."""
        n = whole_number(text)
        if n is None:
            raise ValueError(f"{cls.kind} needs a number")
        return cls(n)

    @classmethod
    def of_keyword(cls, value: Any) -> tuple[Self, ...]:
        """The rule with this number."""
        return (cls(value),)


class PairRule(Rule):
    """A rule that some pairs of entries exclude each other.

    Entries are in *families*, of each of which one slot may be a member.
    Entries that were both given are not compared, unless the rule says so.

    Class fields:
        of_crossings: whether only entries that have a cell in common are compared.
    """

    __slots__ = ()
    need = "pairs"
    of_crossings: ClassVar[bool] = False

    @abstractmethod
    def families(self, domains: WordsLeft, letters: LetterIds) -> Families:
        """The families of the words in `domains`."""

    @abstractmethod
    def clash(self, words: WordList, placed: Collection[str]) -> Callable[[str, str], bool]:
        """A function that says whether two words exclude each other.

        Args: words: the list; placed: words that stand in the grid, and need not be listed.
        """

    @abstractmethod
    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """Which words of a list no word of `placed` excludes."""


class KeyRule(PairRule):
    """A rule that no two entries have a key in common. Keys are made of an entry's letters.

    Class fields:
        label: its name in formulas.
        compares_given: whether two wholly given slots are compared too.
    """

    __slots__ = ()
    label: ClassVar[str]
    compares_given: ClassVar[bool] = False

    @abstractmethod
    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """A function from a word to its keys, each once; none for a word that excludes no other.

        Args: words: the list; given: words that stand in the grid, and need not be listed.
        """

    def families(self, domains: WordsLeft, letters: LetterIds) -> Families:
        """A family is a key, and a placement a word of that key in a slot."""
        from satcross.rules.families import KeyFamilies

        puzzle = domains.puzzle
        given = {puzzle.reading(s, c) for s in puzzle.slots if (c := puzzle.given_codes(s))}
        keys_of = self.keys_of(puzzle.listed, given)
        return KeyFamilies(domains, letters, self.label, keys_of, self.compares_given)

    def clash(self, words: WordList, placed: Collection[str]) -> Callable[[str, str], bool]:
        """Two words with a common key exclude each other."""
        keys_of = self.keys_of(words, placed)
        return lambda one, other: not set(keys_of(one)).isdisjoint(keys_of(other))

    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """The words with other keys than these."""
        import numpy as np

        keys_of = self.keys_of(words, placed)
        keys = {key for word in placed for key in keys_of(word)}
        return {
            n: np.array(
                [
                    keys.isdisjoint(keys_of(words.word(n, row)))
                    for row in range(len(words.table(n)))
                ],
                dtype=np.bool_,
            )
            for n in words.lengths
        }


class RootRule(KeyRule):
    """A rule whose keys are the base forms of words: see `satcross.words.lemmas`.

    Class fields:
        is_within: whether these words may stand anywhere within an entry, not only at its start.
    """

    __slots__ = ()
    is_within: ClassVar[bool] = False

    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """The words with other keys than these."""
        import numpy as np

        keys_of, alphabet = self.keys_of(words, placed), words.alphabet
        flags: Flags = {n: np.ones(len(words.table(n)), np.bool_) for n in words.lengths}
        for key in sorted({key for word in placed for key in keys_of(word)}):
            # All forms of a word begin as it does, but for an E or Y at its end; where letters have
            # several characters, these may be parts of others.
            stem = () if alphabet.has_long_letters else alphabet.codes(key[:-1])
            for length, allowed in flags.items():
                codes = words.table(length).codes
                alike = np.zeros(len(codes), np.bool_)
                last = length - len(stem)
                for at in range(last + 1 if self.is_within else min(last + 1, 1)):
                    alike |= (codes[:, at : at + len(stem)] == np.array(stem, codes.dtype)).all(1)
                for row in np.flatnonzero(alike & allowed).tolist():
                    allowed[row] = key not in keys_of(alphabet.word(codes[row].tolist()))
        return flags


class ConditionRule(Rule):
    """A rule that is a condition over letters in cells and words in slots."""

    __slots__ = ()
    need = "conditions"

    @abstractmethod
    def require(self, clauses: Clauses) -> None:
        """Add the clauses that say it; their auxiliaries are determined by the letters."""
