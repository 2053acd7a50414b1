"""Many layouts of the same words on the same board, changed in lockstep.

Words may clash here: a cell holds a letter for each word that comes through, and each pair of words
that disagree there is a clash. The layouts are the last axis of every array, so that what all
places of a word would cost in all layouts is a few sums over long runs of memory, with no index at
all.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import as_strided

from satcross import Grid
from satcross.apps.clues.words import HiddenWord, contained
from satcross.apps.wordsearch.board import rectangle
from satcross.apps.wordsearch.headings import HEADINGS, Heading
from satcross.apps.wordsearch.layout import WordRun
from satcross.apps.wordsearch.placements import WordPlaces, all_placements
from satcross.extend import I64

UNIT = 64  # what a clash costs, as an integer; a power of two
_LONGEST = 40  # letters of a word, up to which its energy keeps within 16 bits
_FOLD = 32  # places looked at together for the cheapest; makes the inner loops long
_ENTRIES, _FEWEST = 4_000_000, 4  # places of a word in all layouts; layouts in any case
OUTSIDE = 8  # what a cell outside the board costs, in clashes
_POOL = 4  # pieces of noise, in numbers of places: each sample takes them from a random start


class Population:
    """Layouts of all words, which may clash.

    Args:
        board: the cells; to stand outside it costs as much as several clashes.
        words, headings: as everywhere; each word has a place.
        size: how many layouts, at most: fewer where words have very many places.
        fresh: what a used cell costs, 0 to below 1; a clash costs 1.
        temperature: of the samples; see `warm`.
        inside: whether a word may stand within another. Otherwise that is a clash.
        rng: for every random choice.

    Fields:
        at: int64 (words, size), the place of each word, an index into its `WordPlaces`.
        clashes: int64 (size,), pairs of words that disagree in a cell, for all cells.
    """

    def __init__(
        self,
        board: Grid,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        *,
        size: int,
        fresh: float,
        temperature: float,
        inside: bool,
        rng: random.Random,
    ) -> None:
        self.rng = rng
        self._words, self._n = tuple(words), board.size
        # All those of the rectangle around the board: the first cells along one heading are then
        # a rectangle too.
        self._places = all_placements(rectangle(board.n_rows, board.n_cols), words, headings)
        longest = max(map(len, self._places))
        self.size = size = max(_FEWEST, min(size, _ENTRIES // longest))
        self._numbers = np.random.default_rng(rng.getrandbits(64))
        alphabet = {c: i for i, c in enumerate(sorted({c for w in words for c in w.symbols}))}
        kind = np.int16 if max(map(len, words)) <= _LONGEST else np.int32
        self._letters = [np.array([alphabet[c] for c in w.symbols]) for w in words]
        # By letter, cell and layout, UNIT for each word that brings the letter. One more plane, by
        # cell and layout: UNIT for each word, or the price of a fresh cell. What a letter would
        # cost in a cell is the difference.
        self._planes = np.zeros((len(alphabet) + 1, self._n, size), dtype=kind)
        outside = np.flatnonzero(~np.array(board.inside))
        self._planes[-1, outside] = OUTSIDE * UNIT
        self._n_outside = len(outside)
        self._layouts = np.arange(size)
        lines = {id(p): _Lines(p, board, size, self._planes.dtype) for p in self._places}
        self._lines = [lines[id(p)] for p in self._places]
        self._starts = [
            np.append(letters, np.full_like(letters, len(alphabet)))[:, None] * self._n * size
            for letters in self._letters
        ]
        self._where: list[I64] = [np.empty((0, size), dtype=np.int64)] * len(words)
        self._noise = self._numbers.gumbel(size=(_POOL * longest, size)).astype(np.float32)
        self._nested = [[] for _ in words] if inside else _nested(words, self._places)
        self.at: I64 = np.full((len(words), size), -1)
        self.clashes: I64 = np.zeros(size, dtype=np.int64)
        self._fresh = 0
        self.warm(fresh, temperature)
        for word in sorted(range(len(words)), key=lambda word: -len(words[word])):
            self._put(word, self._sample(word))

    def warm(self, fresh: float, temperature: float) -> None:
        """Set the price of a fresh cell, and the temperature of the samples, both in clashes."""
        every, self._fresh = self._planes[-1], round(fresh * UNIT)
        every[every < UNIT] = self._fresh
        self._drawn = np.rint(self._noise * (-UNIT * temperature)).astype(every.dtype)

    def move(self, word: int) -> None:
        """Sample a new place for a word in each layout, at the current temperature."""
        self._remove(word)
        self._put(word, self._sample(word))

    def energies(self) -> npt.NDArray[np.float64]:
        """By layout, the clashes and the price of all used cells."""
        n_used = np.count_nonzero(self._planes[-1] >= UNIT, axis=0) - self._n_outside
        found: npt.NDArray[np.float64] = self.clashes + n_used * (self._fresh / UNIT)
        return found

    def resample(self, chosen: I64) -> None:
        """Let layout i become what layout `chosen[i]` is."""
        self._planes = self._planes.take(chosen, axis=2)
        moved = self._layouts - chosen
        self._where = [where.take(chosen, axis=1) + moved for where in self._where]
        self.at = self.at[:, chosen]
        self.clashes = self.clashes[chosen]

    def placements(self, layout: int) -> list[WordRun]:
        """Where the words stand in one layout."""
        at = self.at[:, layout].tolist()
        return [p.placement(word, at[word]) for word, p in enumerate(self._places)]

    def _sample(self, word: int) -> I64:
        """By layout, a place: the cheapest after noise, which samples Boltzmann's distribution."""
        lines = self._lines[word]
        self._planes.take(self._letters[word], axis=0, out=lines.costs, mode="clip")
        np.subtract(self._planes[-1], lines.costs, out=lines.costs)
        for cells, sums in lines.sums:
            np.add.reduce(cells, axis=0, out=sums, dtype=sums.dtype)
        for other, nests in self._nested[word]:
            if self.at[other, 0] >= 0:  # in all layouts or in none
                places = nests[self.at[other]]
                there = places >= 0
                lines.total[places[there], self._layouts[there]] += UNIT
        n = len(lines.total)
        start = self.rng.randrange(len(self._drawn) - n + 1)
        lines.total += self._drawn[start : start + n]
        column = lines.folded.min(axis=0).reshape(_FOLD, self.size).argmin(axis=0)
        row = lines.folded.take(column * self.size + self._layouts, axis=1).argmin(axis=0)
        found: I64 = row * _FOLD + column
        return found

    def _put(self, word: int, places: I64) -> None:
        self.at[word] = places
        cells = self._lines[word].cells.take(places, axis=1) + self._layouts
        where = self._where[word] = np.concatenate((cells, cells)) + self._starts[word]
        found, n = self._planes.reshape(-1)[where], len(cells)
        found[n:] &= -UNIT  # the price of a fresh cell is less
        self.clashes += self._n_clashes(word, found)
        self._planes.reshape(-1)[where] = found + UNIT

    def _remove(self, word: int) -> None:
        where = self._where[word]
        found, n = self._planes.reshape(-1)[where] - UNIT, len(where) // 2
        self.clashes -= self._n_clashes(word, found)
        np.maximum(found[n:], self._fresh, out=found[n:])
        self._planes.reshape(-1)[where] = found

    def _n_clashes(self, word: int, found: npt.NDArray[Any]) -> I64:
        """By layout, the clashes of a word.

        Args: found: by letter and layout, UNIT for each other word that brings it to its cell; then
            UNIT for each other word there.
        """
        n = len(found) // 2
        clashes: I64 = np.add.reduce(found[n:] - found[:n], axis=0, dtype=np.int64) // UNIT
        return clashes + self._n_nested(word) if self._nested[word] else clashes

    def _n_nested(self, word: int) -> I64:
        """By layout, how many other words one stands within, or has within it."""
        at = self.at
        found: I64 = np.zeros(self.size, dtype=np.int64)
        for other, nests in self._nested[word]:
            if at[other, 0] >= 0:
                found += nests[at[other]] == at[word]
        return found


class _Lines:
    """The places of words of one length, as lines through a (letters, cells, layouts) array.

    Fields:
        cells: int64 (letters, places), the cells, times the number of layouts.
        costs: what each letter of a word would cost in each cell; to be filled in.
        sums: pairs of views; the sum of the first along its first axis belongs in the second.
        total: (places, layouts), what the second ones are parts of.
        folded: the same memory, `_FOLD` places in a row, and at the end some that cost too much.
    """

    def __init__(self, places: WordPlaces, board: Grid, size: int, kind: np.dtype[Any]) -> None:
        n_places, length = places.cells.shape
        self.cells = np.ascontiguousarray(places.cells.T.astype(np.int64) * size)
        self.costs = np.zeros((length, board.size, size), dtype=kind)
        self.folded = np.full((-(-n_places // _FOLD), _FOLD * size), np.iinfo(kind).max, dtype=kind)
        self.total = self.folded.reshape(-1, size)[:n_places]
        self.sums = []
        plane, cell, item = self.costs.strides
        for way in np.unique(places.headings).tolist():
            # The first cells along one heading are a rectangle, row by row.
            run = np.flatnonzero(places.headings == way)
            first, last = places.cells[run[[0, -1]], 0].tolist()
            n_rows = last // board.n_cols - first // board.n_cols + 1
            shape = n_rows, len(run) // n_rows * size
            step = HEADINGS[way].row * board.n_cols + HEADINGS[way].col
            starts = as_strided(
                self.costs.reshape(-1, size)[first:],
                (length, *shape),
                (plane + step * cell, board.n_cols * cell, item),
            )
            self.sums.append((starts, self.total[run[0] : run[-1] + 1].reshape(shape)))


def _nested(
    words: Sequence[HiddenWord], places: Sequence[WordPlaces]
) -> list[list[tuple[int, I64]]]:
    """By word, the others that it could stand within, or they within it, once for each way to.

    With each comes, by place of the other, the place of the word that goes with it; -1 for none.
    """
    nested: list[list[tuple[int, I64]]] = [[] for _ in words]
    for short, long in contained(words):
        text, n = words[short].symbols, len(words[short])
        place_of = {}
        for place, (first, last) in enumerate(places[short].cells[:, [0, -1]].tolist()):
            place_of[first, last] = place
            if text == text[::-1]:
                place_of[last, first] = place
        for start in range(len(words[long]) - n + 1):
            part = words[long].symbols[start : start + n]
            if part not in (text, text[::-1]):
                continue
            ends = places[long].cells[:, [start, start + n - 1]]
            ends = ends if part == text else ends[:, ::-1]
            within = np.array([place_of.get((a, b), -1) for a, b in ends.tolist()])
            around = np.full(len(places[short]), -1)
            held = np.flatnonzero(within >= 0)
            around[within[held]] = held
            nested[short].append((long, within))
            nested[long].append((short, around))
    return nested
