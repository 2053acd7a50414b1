"""No two entries are forms of one word, according to `satcross.words.lemmas`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, ClassVar

from satcross.rules.base import KeyRule, ShortForm

if TYPE_CHECKING:
    from satcross.rules.base import Flags
    from satcross.words import WordList


class NoNearDuplicates(KeyRule):
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
        from satcross.words.lemmas import roots_among

        root = roots_among(words, given)
        return lambda word: (root(word),)

    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """The words that have no base form in common with one of these."""
        import numpy as np

        from satcross.words.lemmas import roots_among

        root, alphabet = roots_among(words, placed), words.alphabet
        flags: Flags = {n: np.ones(len(words.table(n)), np.bool_) for n in words.lengths}
        for base in sorted({root(word) for word in placed}):
            # All forms of a word begin as it does, but for an E or Y at its end; where letters have
            # several characters, these may be parts of others.
            stem = () if alphabet.has_long_letters else alphabet.codes(base[:-1])
            for length, allowed in flags.items():
                if length < len(stem):
                    continue
                codes = words.table(length).codes
                alike = (codes[:, : len(stem)] == np.array(stem, codes.dtype)).all(axis=1)
                for row in np.flatnonzero(alike & allowed).tolist():
                    allowed[row] = root(alphabet.word(codes[row].tolist())) != base
        return flags
