"""No two entries are anagrams of each other: a rule that only the tests know."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from satcross.rules.base import KeyRule, ShortForm
from satcross.words import WordList


@dataclass(frozen=True, slots=True)
class NoAnagrams(KeyRule):
    """No two entries have the same letters in another order."""

    kind: ClassVar[str] = "no-anagrams"
    label: ClassVar[str] = "anagram"
    short: ClassVar[ShortForm] = ShortForm("no_anagrams", bool, False)

    def __str__(self) -> str:
        return "no anagrams"

    def value(self) -> str:
        """Nothing more is to be said."""
        return ""

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule."""
        if text:
            raise ValueError("has no value")
        return cls()

    @classmethod
    def of_keyword(cls, value: Any) -> tuple[Self, ...]:
        """The rule."""
        return (cls(),)

    def keyword_value(self) -> bool:
        """True: it is asked for."""
        return True

    def key_of(self, words: WordList, given: Collection[str]) -> Callable[[str], str]:
        """The letters in their order."""
        return lambda word: "".join(sorted(word))
