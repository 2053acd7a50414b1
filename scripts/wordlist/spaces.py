"""Finds the words in entries that a list has without spaces: HADABADHAIRDAY is four words.

The best split is the most probable chain of words by the counts of single words and pairs (a
Viterbi search, as in Norvig's "Natural Language Corpus Data", 2009). Words that no dictionary has
count for less, so that BOOKBAG is split although the web has it as one word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

MAX_WORD = 15  # letters
LETTERS = frozenset("AIO")  # that are words
STRAY_LETTER = 2.5  # how much less probable others are; log10, as below
UNLISTED = 2.0  # and words in no dictionary
RARE_PAIR = 1.0  # and words of two letters that only large dictionaries have


class Chain(NamedTuple):
    """The words so far, by the last one. Args: log_p: log10; before: the last word but one."""

    log_p: float
    before: str


class Spaces:
    """Splits entries.

    Args:
        singles: Zipf value of each word.
        pairs: of each pair of words.
        listed: words of dictionaries and names.
        is_rare: whether a word of two letters is in large dictionaries only.
    """

    def __init__(
        self,
        singles: Mapping[str, float],
        pairs: Mapping[tuple[str, str], float],
        listed: frozenset[str],
        is_rare: Callable[[str], bool],
    ) -> None:
        self._singles = singles
        self._pairs = pairs
        self._listed = listed
        self._is_rare = is_rare
        self._known: dict[str, float | None] = {}

    def split(self, word: str) -> list[str]:
        """The words; the entry itself if it has letters that are no words."""
        chains: list[dict[str, Chain]] = [{} for _ in range(len(word) + 1)]
        chains[0][""] = Chain(0.0, "")
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - MAX_WORD), end):
                if chains[start]:
                    self._add(chains[start], chains[end], word[start:end])
        if not chains[-1]:
            return [word]
        parts: list[str] = []
        end = len(word)
        last = max(chains[end], key=lambda part: chains[end][part].log_p)
        while last:
            parts.append(last)
            before = chains[end][last].before
            end -= len(last)
            last = before
        return parts[::-1]

    def _add(self, shorter: dict[str, Chain], longer: dict[str, Chain], part: str) -> None:
        alone = self._alone(part)
        if alone is None:
            return
        best = Chain(-1e9, "")
        for before, chain in shorter.items():
            pair = self._pairs.get((before, part))
            log_p = alone if pair is None else max(alone, pair - self._singles[before])
            if chain.log_p + log_p > best.log_p:
                best = Chain(chain.log_p + log_p, before)
        longer[part] = best

    def _alone(self, part: str) -> float | None:
        """How probable a word is where nothing is known of the one before it; None: not at all."""
        if part not in self._known:
            zipf = self._singles.get(part)
            self._known[part] = None if zipf is None else zipf - 9 - self._penalty(part)
        return self._known[part]

    def _penalty(self, part: str) -> float:
        if len(part) == 1:
            return 0.0 if part in LETTERS else STRAY_LETTER
        if part not in self._listed:
            return UNLISTED
        return RARE_PAIR if len(part) == 2 and self._is_rare(part) else 0.0
