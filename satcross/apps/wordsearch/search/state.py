"""A partial layout as arrays, so that one lookup finds the best place for a word.

For every cell, and every letter, axis and part of a word that could come there, a table has its
value: very negative where another letter stands, otherwise that of the crossings that it makes.
The value of all places of a word is then one `take` and one sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross import Grid
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.headings import HEADINGS, Heading
from satcross.apps.wordsearch.layout import WordRun
from satcross.apps.wordsearch.placements import WordPlaces, all_placements
from satcross.extend import I32, I64

F64 = npt.NDArray[np.float64]

CROSSING = 10  # value of a crossing
INTERIOR = 4  # additional value away from the ends of both words
_COLLINEAR = 5  # cost of a letter that words along one line share
CLASH = 100_000  # cost of a cell with another letter, for each word that stands there
_ENTRIES = 24_000_000  # of all index tables; beyond that only some places of each word are tried
_INNER, _END = 0, 1
_AXES = ((0, 1), (1, 1), (1, 0), (1, -1))
# From a cell to the two neighbouring lines; along the axis, they are numbered as the word's cells.
_BESIDE = (((1, 0), (-1, 0)), ((0, 1), (1, 0)), ((0, 1), (0, -1)), ((1, 0), (0, -1)))


class PlacedWords:
    """Some of the words in their places.

    Args:
        board, words, headings: as everywhere.
        collinear: let words along one line share cells, where letters agree.
        inside: let a word stand wholly within another.
        rng: for the choice of places where there are too many.
        layout: where the words stand at first, one placement each; by default nowhere.

    Fields:
        at: by word, its place (an index into `cells[word]`), or -1.
        n_used: cells in which words stand.
        by_heading: how many words run along each of `HEADINGS`.
    """

    def __init__(
        self,
        board: Grid,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        *,
        collinear: bool,
        inside: bool,
        rng: np.random.Generator,
        layout: Sequence[WordRun] = (),
    ) -> None:
        self.board, self.words = board, tuple(words)
        self.collinear, self.inside = collinear, inside
        alphabet = {c: i for i, c in enumerate(sorted({c for w in words for c in w.symbols}))}
        self._n_letters = len(alphabet)
        self._width = 8 * self._n_letters  # of a cell's row in the table: part, axis, letter
        places = _some(all_placements(board, words, headings), layout, rng)
        n = board.n_cols
        self._ring = n + 2
        self.cells: list[I64] = []  # (length, places): positions of the letters
        self.headings: list[I32] = []
        self._index: list[I64] = []
        self._ringed: list[I64] = []  # positions on the board with a ring, along the axis
        self._axes: list[I64] = []
        axis_of = np.array([_AXES.index(h.axis) for h in HEADINGS])
        backward = np.array([h.axis != (h.row, h.col) for h in HEADINGS])
        self.letters = [np.array([alphabet[c] for c in w.symbols]) for w in words]
        shared: dict[int, tuple[I64, I32, I64]] = {}
        for word, place in zip(words, places, strict=True):
            cells, ways, ringed = self._arrays(place, shared, backward)
            axes = axis_of[ways]
            part = np.full(len(word), _INNER)
            part[[0, -1]] = _END
            code = self.letters[len(self.cells)] + part * 4 * self._n_letters
            index = cells * self._width + code[:, None] + (axes * self._n_letters)[None, :]
            self.cells.append(cells)
            self.headings.append(ways)
            self._axes.append(axes)
            self._index.append(index)
            self._ringed.append(ringed)
        size = board.size
        self._letter: I64 = np.full(size, -1)
        self._count: I64 = np.zeros((4, size), dtype=np.int64)
        self._inner: I64 = np.zeros((4, size), dtype=np.int64)
        self._words: I64 = np.zeros(size, dtype=np.int64)
        self._line: I64 = np.zeros((4, (board.n_rows + 2) * self._ring), dtype=np.int64)
        self.through: list[list[int]] = [[] for _ in range(size)]
        self._table = np.zeros(size * self._width, dtype=np.int64)
        self.at = [-1] * len(words)
        self.n_used = 0
        self.by_heading = [0] * len(HEADINGS)
        for number, placement in enumerate(layout):
            self.put(number, _index(self.cells[number].T, placement))

    def _arrays(
        self,
        place: WordPlaces,
        shared: dict[int, tuple[I64, I32, I64]],
        backward: npt.NDArray[np.bool_],
    ) -> tuple[I64, I32, I64]:
        """Cells, headings and ringed cells of a word's places; shared by words of one shape."""
        if id(place) not in shared:
            ways = place.headings
            columns = np.ascontiguousarray(place.cells.T).astype(np.int64)
            rows, cols = np.divmod(columns, self.board.n_cols)
            ringed = (rows + 1) * self._ring + cols + 1
            ringed = np.where(backward[ways][None, :], ringed[::-1], ringed)
            shared[id(place)] = columns, ways, ringed
        return shared[id(place)]

    def worth(self, word: int) -> I64:
        """What each place of a word would be worth; below `-CLASH / 2` where it clashes."""
        found: I64 = self._table.take(self._index[word]).sum(axis=0)
        return found

    def worth_here(self, word: int) -> int:
        """What the place of a word that has just been removed was worth."""
        return int(self._table.take(self._index[word][:, self.at[word]]).sum())

    def n_fresh(self, word: int) -> I64:
        """By place of a word, how many cells it would use that no word uses."""
        found: I64 = self.is_empty(self.cells[word]).sum(axis=0)
        return found

    def is_empty(self, cells: I64) -> npt.NDArray[np.bool_]:
        """Whether no word stands in each of these cells."""
        empty: npt.NDArray[np.bool_] = self._letter.take(cells) < 0
        return empty

    def axes(self, word: int) -> I64:
        """By place of a word, its axis, as an index."""
        return self._axes[word]

    def parallels(self, word: int, places: I64) -> I64:
        """By place of a word, how many words of the layout would run side by side with it.

        A pair does when two cells of one have a cell of the other beside them: two neighbours in a
        row on the next line, or on diagonals one, as each touches two.
        """
        ringed, axes = self._ringed[word][:, places], self._axes[word][places]
        found: I64 = np.zeros(len(places), dtype=np.int64)
        diagonal = axes % 2 == 1
        for side in (0, 1):
            steps = np.array([b[side][0] * self._ring + b[side][1] for b in _BESIDE])
            if side == 0:
                # On SW lines the cell to the right belongs to the letter before: see the table.
                steps[3] = self._ring
            line = self._line[axes[None, :], ringed + steps[axes][None, :]]
            both = np.where(diagonal | (line[:-1] == line[1:]), line[:-1], 0)
            found += (both[0] != 0).astype(np.int64)
            found += ((both[1:] != 0) & (both[1:] != both[:-1])).sum(axis=0)
        return found

    def put(self, word: int, place: int) -> None:
        """Add a word at a place where it does not clash."""
        self.at[word] = place
        cells = self.cells[word][:, place]
        axis = int(self._axes[word][place])
        self.n_used += int((self._letter[cells] < 0).sum())
        self._letter[cells] = self.letters[word]
        self._count[axis, cells] += 1
        self._inner[axis, cells[1:-1]] += 1
        self._words[cells] += 1
        self._line[axis, self._ringed[word][:, place]] = word + 1
        for cell in cells.tolist():
            self.through[cell].append(word)
        self.by_heading[int(self.headings[word][place])] += 1
        self._refresh(cells)

    def remove(self, word: int) -> None:
        """Take a word away. `at` still says where it was, until the caller changes it."""
        place = self.at[word]
        cells = self.cells[word][:, place]
        axis = int(self._axes[word][place])
        self._count[axis, cells] -= 1
        self._inner[axis, cells[1:-1]] -= 1
        self._words[cells] -= 1
        self._line[axis, self._ringed[word][:, place]] = 0
        for cell in cells.tolist():
            through = self.through[cell]
            through.remove(word)
            if not through:
                self._letter[cell] = -1
                self.n_used -= 1
            elif self.collinear:
                self._restore_line(axis, cell, through)
        self.by_heading[int(self.headings[word][place])] -= 1
        self._refresh(cells)

    def _restore_line(self, axis: int, cell: int, through: list[int]) -> None:
        for other in through:
            if int(self._axes[other][self.at[other]]) == axis:
                row, col = divmod(cell, self.board.n_cols)
                self._line[axis, (row + 1) * self._ring + col + 1] = other + 1

    def _refresh(self, cells: I64) -> None:
        """Recompute the table's rows of these cells."""
        count, inner = self._count[:, cells].T, self._inner[:, cells].T  # (cells, axes)
        crossed = count.sum(axis=1, keepdims=True) - count
        crossed_inner = inner.sum(axis=1, keepdims=True) - inner
        worth = np.stack(
            [CROSSING * crossed + INTERIOR * crossed_inner, CROSSING * crossed], axis=1
        )
        if self.collinear:
            worth -= _COLLINEAR * (count > 0)[:, None, :]
        else:
            worth -= ((CLASH * self._words[cells])[:, None] * (count > 0))[:, None, :]
        letter = self._letter[cells]
        unused = letter < 0
        rows = np.empty((len(cells), 2, 4, self._n_letters), dtype=np.int64)
        rows[:] = (-CLASH * self._words[cells])[:, None, None, None]
        used = np.flatnonzero(~unused)
        rows[used, :, :, letter[used]] = worth[used]
        rows[unused] = 0
        self._table.reshape(-1, self._width)[cells] = rows.reshape(len(cells), -1)

    def put_free(self, word: int, chance: F64) -> bool:
        """Put a word where it is worth most, unless another word is in its way there.

        Args:
            word: one that stands nowhere.
            chance: by place, what is added to its worth.
        """
        value = self.worth(word) + chance
        place = int(value.argmax())
        if value[place] < -CLASH / 2 or self.clashing(word, place):
            return False
        self.put(word, place)
        return True

    def take(self, words: Iterable[int]) -> None:
        """Remove those of some words that have a place, and forget it."""
        for word in words:
            if self.at[word] >= 0:
                self.remove(word)
                self.at[word] = -1

    def clashing(self, word: int, place: int) -> list[int]:
        """The words that would have to be removed for a word at a place, in ascending order."""
        cells = self.cells[word][:, place].tolist()
        axis = int(self._axes[word][place])
        gone: set[int] = set()
        for cell, letter in zip(cells, self.letters[word].tolist(), strict=True):
            for other in self.through[cell]:
                same_line = int(self._axes[other][self.at[other]]) == axis
                if self._letter[cell] != letter or (same_line and not self.collinear):
                    gone.add(other)
        if self.collinear and not self.inside:
            gone |= {other for other in self.beneath(cells) if self._within(word, place, other)}
        return sorted(gone)

    def beneath(self, cells: Sequence[int]) -> set[int]:
        """The words that stand in any of these cells."""
        return {other for cell in cells for other in self.through[cell]}

    def _within(self, word: int, place: int, other: int) -> bool:
        """Whether one of two words would stand wholly within the other's cells."""
        a = set(self.cells[word][:, place].tolist())
        b = set(self.cells[other][:, self.at[other]].tolist())
        return a <= b or b <= a

    def placements(self) -> list[WordRun]:
        """Where the words stand, once every word has a place."""
        found = []
        for word, place in enumerate(self.at):
            cells: list[int] = self.cells[word][:, place].tolist()
            heading = HEADINGS[int(self.headings[word][place])]
            found.append(WordRun(word, tuple(cells), heading))
        return found


def _some(
    every: Sequence[WordPlaces], layout: Sequence[WordRun], rng: np.random.Generator
) -> list[WordPlaces]:
    """The places to be tried: all of them, or a random part with those of a layout."""
    share = _ENTRIES / max(1, sum(places.cells.size for places in every))
    if share >= 1.0:
        return list(every)
    chosen: dict[int, I64] = {}
    for places in every:
        if id(places) not in chosen:
            n_kept = max(1, int(share * len(places)))
            chosen[id(places)] = rng.permutation(len(places))[:n_kept]
    for places, placement in zip(every, layout, strict=False):
        chosen[id(places)] = np.append(chosen[id(places)], _index(places.cells, placement))
    made = {}
    for places in every:
        if id(places) not in made:
            kept = np.unique(chosen[id(places)])
            made[id(places)] = WordPlaces(places.cells[kept], places.headings[kept])
    return [made[id(places)] for places in every]


def _index(cells: npt.NDArray[np.integer[Any]], placement: WordRun) -> int:
    """Which of the places, one a row of cells, that of a word is."""
    same = (cells[:, [0, -1]] == (placement.cells[0], placement.cells[-1])).all(axis=1)
    return int(np.flatnonzero(same)[0])
