"""How many words of a list have some letters in some places."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from satcross.words import WordList

Bool = npt.NDArray[np.bool_]


class Supports:
    """Counts words by their letters; what was asked once is kept.

    Args:
        words: the list.
    """

    def __init__(self, words: WordList) -> None:
        self._words = words
        self._with: dict[tuple[int, int, str], Bool] = {}
        self._counts: dict[tuple[int, tuple[tuple[int, str], ...]], int] = {}

    def count(self, length: int, letters: Mapping[int, str]) -> int:
        """How many words of `length` have these letters, by offset."""
        key = length, tuple(sorted(letters.items()))
        if key not in self._counts:
            rows = np.ones(len(self._words.table(length)), dtype=np.bool_)
            for offset, letter in letters.items():
                rows &= self._rows(length, offset, letter)
            self._counts[key] = int(rows.sum())
        return self._counts[key]

    def too_few(self, length: int, letters: Mapping[int, str], least: int) -> dict[int, str]:
        """A smallest part of `letters` that fewer than `least` words of `length` have.

        Args: letters: by offset; fewer than `least` words have all of them.
        Returns: a part none of whose letters could be left out.
        """
        part = dict(letters)
        for offset in letters:
            fewer = {at: letter for at, letter in part.items() if at != offset}
            if self.count(length, fewer) < least:
                part = fewer
        return part

    def _rows(self, length: int, offset: int, letter: str) -> Bool:
        key = length, offset, letter
        if key not in self._with:
            code = self._words.alphabet.code(letter)
            self._with[key] = self._words.table(length).codes[:, offset] == code
        return self._with[key]
