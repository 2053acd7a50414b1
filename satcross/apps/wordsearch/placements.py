"""All the places a word could stand in on a board, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from satcross import Grid
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.headings import HEADINGS, Heading
from satcross.apps.wordsearch.layout import WordRun
from satcross.extend import I32, I64


@dataclass(frozen=True, slots=True, eq=False)
class WordPlaces:
    """The places one word could stand in, sorted by heading, then by the first letter's cell.

    Args:
        cells: int32 (n, length), read-only: positions of the letters, in reading order.
        headings: int32 (n,), read-only: by place, the index in `HEADINGS` of the way it runs.
    """

    cells: I32
    headings: I32

    def __len__(self) -> int:
        return len(self.cells)

    def placement(self, word: int, index: int) -> WordRun:
        """Place `index` as the `WordRun` of the word with this index in its list."""
        cells: list[int] = self.cells[index].tolist()
        return WordRun(word, tuple(cells), HEADINGS[int(self.headings[index])])


def all_placements(
    board: Grid, words: Sequence[HiddenWord], headings: Sequence[Heading]
) -> tuple[WordPlaces, ...]:
    """The placements of each word, in the order of `words`.

    A palindrome that reads both ways on the same cells has one placement there, with the heading
    that comes first in `HEADINGS`. Words of one length share their arrays: 100 words on 40x40, all
    headings, are made in some milliseconds.
    """
    runs = _runs(board, headings)
    made: dict[tuple[int, bool], WordPlaces] = {}
    found: list[WordPlaces] = []
    for word in words:
        key = len(word), word.symbols == word.symbols[::-1]
        if key not in made:
            made[key] = _placements(board, *key, runs)
        found.append(made[key])
    return tuple(found)


def _runs(board: Grid, headings: Sequence[Heading]) -> dict[int, I64]:
    """By index of heading, for each cell, how many cells of the board go on from it that way."""
    n_rows, n_cols = board.n_rows, board.n_cols
    inside = np.array(board.inside, dtype=np.int64).reshape(n_rows, n_cols)
    runs: dict[int, I64] = {}
    for index in sorted({HEADINGS.index(heading) for heading in headings}):
        heading = HEADINGS[index]
        run = inside.copy()
        # Where a step leads to, seen from the cells that can take it.
        here = _part(n_rows, heading.row), _part(n_cols, heading.col)
        there = _part(n_rows, -heading.row), _part(n_cols, -heading.col)
        for _ in range(max(n_rows, n_cols)):
            longer = inside.copy()
            longer[here] = inside[here] * (1 + run[there])
            if np.array_equal(longer, run):
                break
            run = longer
        runs[index] = run.ravel()
    return runs


def _part(n: int, step: int) -> slice:
    return slice(max(0, -step), n - max(0, step))


def _placements(board: Grid, length: int, palindrome: bool, runs: dict[int, I64]) -> WordPlaces:
    parts: list[I64] = [np.empty((0, length), dtype=np.int64)]
    ways: list[I64] = [np.empty(0, dtype=np.int64)]
    seen_axes: set[tuple[int, int]] = set()
    for index, run in runs.items():
        heading = HEADINGS[index]
        if palindrome and heading.axis in seen_axes:
            continue  # the same cells, read from the other end
        seen_axes.add(heading.axis)
        starts = np.flatnonzero(run >= length)
        step = heading.row * board.n_cols + heading.col
        parts.append(starts[:, None] + step * np.arange(length))
        ways.append(np.full(len(starts), index))
    cells, headings = np.concatenate(parts).astype(np.int32), np.concatenate(ways).astype(np.int32)
    cells.flags.writeable = headings.flags.writeable = False
    return WordPlaces(cells, headings)
