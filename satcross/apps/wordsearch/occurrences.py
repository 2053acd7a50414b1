"""Every place where words can be read in a square that may still have empty cells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain

import numpy as np

from satcross import Grid
from satcross.apps.wordsearch.headings import HEADINGS, Heading
from satcross.apps.wordsearch.layout import WordSearchLayout

_GAP = "\0"  # no letter of any alphabet


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

    All lines of the board are written one after the other into one string, so that `str.find` does
    the work.

    Args:
        board: the cells.
        texts: the words; duplicates count once.

    A palindrome that reads both ways on the same cells is found once.
    """

    def __init__(self, board: Grid, texts: Iterable[str]) -> None:
        self._texts, self._n_cells = tuple(dict.fromkeys(texts)), board.size
        axes = [_lines(board, heading) for heading in HEADINGS[:4]]
        self._cells = [*chain(*axes)]
        self._order = np.array(self._cells)
        self._first = [0, *accumulate(map(len, axes))]  # by axis, where its lines begin

    def find(self, letters: Mapping[int, str]) -> list[Occurrence]:
        """The occurrences in the cells that have letters.

        Args:
            letters: by position.

        Returns: by word in the order given, then by heading, then by first cell. (100 words on
            40x40: some 3 ms.)
        """
        square = np.full(self._n_cells + 1, ord(_GAP), dtype="<u4")
        square[list(letters)] = [ord(letter) for letter in letters.values()]
        lines = square[self._order].tobytes().decode("utf-32-le")
        found: list[Occurrence] = []
        for text in self._texts:
            here = [(way, tuple(cells)) for way, cells in self._read(lines, text)]
            if (back := text[::-1]) != text:
                for way, cells in self._read(lines, back):
                    here.append((way + len(HEADINGS) // 2, tuple(cells[::-1])))
            found += (Occurrence(text, cells, HEADINGS[way]) for way, cells in sorted(here))
        return found

    def _read(self, lines: str, text: str) -> Iterator[tuple[int, list[int]]]:
        """Where a text is read forwards: the axis, and the cells."""
        at = lines.find(text)
        while at >= 0:
            yield bisect_right(self._first, at) - 1, self._cells[at : at + len(text)]
            at = lines.find(text, at + 1)


def _lines(board: Grid, heading: Heading) -> list[int]:
    """The positions along every line of an axis; after each line the number of all of them.

    Where the board is no rectangle, cells outside it too.
    """
    square = np.arange(board.size).reshape(board.n_rows, board.n_cols)
    if heading.col < 0:
        square = square[:, ::-1]
    if heading.row and heading.col:
        offsets = range(1 - board.n_rows, board.n_cols)
        lines = [square.diagonal(offset).tolist() for offset in offsets]
    else:
        lines = (square if heading.col else square.T).tolist()
    return [cell for line in lines for cell in (*line, board.size)]


def unexplained(layout: WordSearchLayout, occurrences: Iterable[Occurrence]) -> list[Occurrence]:
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
