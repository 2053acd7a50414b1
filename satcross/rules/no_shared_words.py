"""No two entries are written with the same word, as ICE CREAM and ICE AGE are."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import ClassVar

from satcross.errors import OptionError
from satcross.rules.base import NumberRule, RootRule
from satcross.words import WordList


class NoSharedWords(NumberRule, RootRule):
    """No two entries have a word of `n` letters or more in common. Wholly given ones may have.

    The words of an entry are those of its written form in the list, without small ones such as THE:
    see `satcross.words.parts`. Forms of one word are one word, as in `no-near-duplicates`.

    Args:
        n: 1 or more.

    Raises:
        OptionError: `n` is less.
    """

    __slots__ = ()
    kind: ClassVar[str] = "no-shared-words"
    label: ClassVar[str] = "shared word"
    is_within: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.n < 1:
            raise OptionError(f"{self.kind} needs a number from 1 on, got {self.n}")

    def __str__(self) -> str:
        return f"no shared words of {self.n} letters or more"

    def relaxed(self) -> tuple[str, None]:
        """Words may be shared."""
        return "shared words", None

    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """The base forms of the words that an entry is written with."""
        from satcross.words.parts import Parts

        root, alphabet = words.roots(given), words.alphabet

        def roots(word: str) -> Collection[str]:
            written = words.written(word)
            parts = Parts([word]) if written.isalpha() else Parts.of(written, alphabet)
            return sorted({root(part) for part in parts.telling(self.n)})

        return roots
