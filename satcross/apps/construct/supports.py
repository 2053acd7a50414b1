"""How many words of a list have some letters in some places, by bit sets."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from satcross import WordList


class Supports:
    """Counts the words of a list that have some letters in some places; each count is kept.

    Args:
        words: the list.
    """

    def __init__(self, words: WordList) -> None:
        self._words = words
        self._with: dict[tuple[int, int, str], int] = {}
        self._counts: dict[tuple[int, tuple[tuple[int, str], ...]], int] = {}

    def count(self, length: int, letters: Mapping[int, str]) -> int:
        """How many words of `length` have these letters, by offset."""
        key = length, tuple(sorted(letters.items()))
        found = self._counts.get(key)
        if found is None:
            if key[1]:
                rows = -1
                for offset, letter in key[1]:
                    rows &= self._rows(length, offset, letter)
                found = rows.bit_count()
            else:
                found = len(self._words.table(length))
            self._counts[key] = found
        return found

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

    def _rows(self, length: int, offset: int, letter: str) -> int:
        """The words with a letter in a place, as bits of a number."""
        key = length, offset, letter
        found = self._with.get(key)
        if found is None:
            codes = self._words.table(length).codes[:, offset]
            bits = np.packbits(codes == self._words.alphabet.code(letter))
            found = self._with[key] = int.from_bytes(bits.tobytes(), "big")
        return found
