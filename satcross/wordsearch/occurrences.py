"""Every place where words can be read in a square that may still have empty cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from satcross.cnf.formula import I32, I64
from satcross.model.grid import Grid
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.layout import Layout

EMPTY = -1


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A word that can be read.

    Args:
        text: its letters.
        cells: their positions, in reading order.
        heading: which way it runs.
    """

    text: str
    cells: tuple[int, ...]
    heading: Heading


class Scanner:
    """Finds words on a board, in all eight directions.

    Args:
        board: the cells.
        texts: the words; duplicates count once.

    A palindrome that reads both ways on the same cells is found once.
    """

    def __init__(self, board: Grid, texts: Iterable[str]) -> None:
        self._n_rows, self._n_cols = board.n_rows, board.n_cols
        # One ring of empty cells, so that no word runs on from one edge at the other.
        self._width = board.n_cols + 2
        self._words = {text: np.array([ord(c) for c in text]) for text in dict.fromkeys(texts)}

    def find(self, letters: Mapping[int, str]) -> list[Occurrence]:
        """The occurrences in the cells that have letters.

        Args:
            letters: by position.

        Returns: by word in the order given, then by heading, then by first cell. (100 words on
            40x40: some 20 ms.)
        """
        square = self._square(letters)
        starts: dict[int, I64] = {}
        found: list[Occurrence] = []
        for text, codes in self._words.items():
            first = int(codes[0])
            if first not in starts:
                starts[first] = np.flatnonzero(square == first)
            if not len(starts[first]):
                continue
            palindrome = text == text[::-1]
            for heading in HEADINGS[:4] if palindrome else HEADINGS:
                step = heading.row * self._width + heading.col
                at = starts[first]
                for index in range(1, len(codes)):
                    # Only what has matched so far goes on, so it is never beyond the ring.
                    at = at[square[at + index * step] == codes[index]]
                    if not len(at):
                        break
                for start in at.tolist():
                    row, col = divmod(start, self._width)
                    cells = tuple(
                        (row - 1 + i * heading.row) * self._n_cols + col - 1 + i * heading.col
                        for i in range(len(text))
                    )
                    found.append(Occurrence(text, cells, heading))
        return found

    def _square(self, letters: Mapping[int, str]) -> I32:
        square = np.full((self._n_rows + 2) * self._width, EMPTY, dtype=np.int32)
        cells = np.fromiter(letters, dtype=np.int64, count=len(letters))
        rows, cols = np.divmod(cells, self._n_cols)
        values = [ord(letter) for letter in letters.values()]
        square[(rows + 1) * self._width + cols + 1] = values
        return square


def unexplained(layout: Layout, occurrences: Iterable[Occurrence]) -> list[Occurrence]:
    """The occurrences that no word of the layout explains: those within no word's cells.

    Args:
        layout: the words in their places.
        occurrences: as `Scanner.find` gives them.
    """
    through: dict[int, list[frozenset[int]]] = {}
    for placement in layout.placements:
        held = frozenset(placement.cells)
        for cell in placement.cells:
            through.setdefault(cell, []).append(held)
    return [
        found
        for found in occurrences
        if not any(held.issuperset(found.cells) for held in through.get(found.cells[0], ()))
    ]
