"""No two entries are forms of one word, according to `satcross.words.lemmas`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import ClassVar

from satcross.rules.base import RootRule, ShortForm
from satcross.words import WordList


class NoNearDuplicates(RootRule):
    """No two entries have the same base form. Wholly given entries are not compared."""

    __slots__ = ()
    kind: ClassVar[str] = "no-near-duplicates"
    label: ClassVar[str] = "near duplicate"
    comment: ClassVar[tuple[str, str]] = ("near-duplicates", "no")
    short: ClassVar[ShortForm] = ShortForm(
        "no_near_duplicates",
        bool,
        False,
        text="No two entries may be forms of one word: CAT and CATS, HOPE and HOPING.",
        label="No two of one root, as in SEAT and SEATS",
    )

    def relaxed(self) -> tuple[str, None]:
        """Near duplicates are allowed."""
        return "near duplicates", None

    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """The base form of a word, according to the list and the given words."""
        root = words.roots(given)
        return lambda word: (root(word),)
