"""No two entries spell the same word in cells of several letters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import ClassVar

from satcross.rules.base import KeyRule
from satcross.words import WordList


@dataclass(frozen=True, slots=True)
class SpelledApart(KeyRule):
    """What `Puzzle.distinct` asks for beside different letters in cells, if there is a rebus.

    Args:
        strings: the texts of the cells that hold several letters.
    """

    strings: tuple[str, ...]

    kind: ClassVar[str] = "spelled-apart"
    label: ClassVar[str] = "spelled alike"
    compares_given: ClassVar[bool] = True

    def __str__(self) -> str:
        return "no word twice, however it is divided into cells"

    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """The word; nothing if it can be divided in one way only."""
        symbols = words.alphabet.symbols
        parts = [symbols(string) for string in self.strings]
        return lambda word: (word,) if any(part in symbols(word) for part in parts) else ()
