"""No two entries are anagrams of each other: a rule that only the tests know."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import ClassVar

from satcross.rules.base import KeyRule, ShortForm
from satcross.words import WordList


class NoAnagrams(KeyRule):
    """No two entries have the same letters in another order."""

    __slots__ = ()
    kind: ClassVar[str] = "no-anagrams"
    label: ClassVar[str] = "anagram"
    short: ClassVar[ShortForm] = ShortForm("no_anagrams", bool, False)

    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """The letters in their order."""
        return lambda word: ("".join(sorted(word)),)
