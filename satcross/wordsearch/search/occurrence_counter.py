"""A fast count of words that can be read where they should not.

`verify` decides about a finished square, and `occurrences` finds where the words are; this module
only counts, fast enough for a search that looks at thousands of layouts. All lines of the board
are written one after the other into one string, so that `str.count` does the work.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from satcross.cnf.formula import I32, I64
from satcross.model.grid import Grid

_GAP = "\0"  # no letter of any alphabet


class OccurrenceCounter:
    """Counts occurrences on one board.

    Args:
        board: the cells.
        listed: the words that stand on it, once each, in letters.
        forbid: the words that may stand only within a listed one.
        message: what the cells that no word uses spell, row by row.

    A word that overlaps itself is counted once where `verify` finds it twice, so that 0 is no proof
    of a right square; any other number means a wrong one, or two listed words that contain the
    same forbidden one.
    """

    def __init__(
        self, board: Grid, listed: Sequence[str], forbid: Sequence[str], message: str
    ) -> None:
        lines = _lines(board)
        gap = board.size
        self._order: I64 = np.array([cell for line in lines for cell in (*line, gap)])
        self._codes = np.full(gap + 1, ord(_GAP), dtype="<u4")
        self._inside = np.array(board.inside)
        self._message = np.array([ord(letter) for letter in message], dtype="<u4")
        self._expected = {
            text: sum(_count(text, word) for word in listed)
            for text in dict.fromkeys((*listed, *forbid))
        }

    def n_wrong(self, codes: I32) -> int:
        """How many occurrences there are beyond those that the listed words bring.

        Args:
            codes: by position, the letter (its code point), or -1 where no word stands. There are
                as many cells without a word as the message has letters.
        """
        text = self._text(codes)
        wrong = 0
        for word, expected in self._expected.items():
            wrong += max(0, _count(word, text) - expected)
        return wrong

    def wrong_cells(self, codes: I32) -> list[int]:
        """The first cells of the words that can be read too often, right ones included.

        Args: as for `n_wrong`.
        """
        text, found = self._text(codes), []
        for word, expected in self._expected.items():
            if _count(word, text) > expected:
                for letters in (word, word[::-1]):
                    at = text.find(letters)
                    while at >= 0:
                        found.append(int(self._order[at]))
                        at = text.find(letters, at + 1)
        return found

    def _text(self, codes: I32) -> str:
        """All lines of the square."""
        square = self._codes
        square[:-1] = np.where(codes < 0, ord(_GAP), codes)
        empty = np.flatnonzero(self._inside & (codes < 0))
        if len(empty) == len(self._message):
            square[empty] = self._message
        return square[self._order].tobytes().decode("utf-32-le")


def _count(word: str, text: str) -> int:
    """How often a word can be read in a text, in both directions."""
    back = word[::-1]
    return text.count(word) + (text.count(back) if back != word else 0)


def _lines(board: Grid) -> list[list[int]]:
    """The positions along every row, column and diagonal; of a mask, cells outside it too."""
    found: list[list[int]] = []
    n_rows, n_cols = board.n_rows, board.n_cols
    square = np.arange(n_rows * n_cols).reshape(n_rows, n_cols)
    found += square.tolist()
    found += square.T.tolist()
    for turned in (square, square[:, ::-1]):
        for offset in range(1 - n_rows, n_cols):
            found.append(turned.diagonal(offset).tolist())
    return found
