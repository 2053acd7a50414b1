"""The ways to put some words back onto a board, searched depth first.

Each word has some places that agree with the words that stand. Which of these places agree with
each other is worked out once, as bits; choosing a place for one word is then one `&` for all
others.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from satcross.apps.wordsearch.search.state import CLASH, PlacedWords

_PLACES = 40  # of a word that are tried
NODES = 1_000  # partial layouts that are looked at
_WAITING = 4  # what a word costs that stands nowhere, and for each of its letters 1
_PLACE_NOISE, _ORDER_NOISE = 3.0, 1.0  # weight of chance in cells, for places and for their order


def waiting_cost(state: PlacedWords, words: Sequence[int]) -> int:
    """Cost of words without a place, in units of one cell too many or too few."""
    return sum(_WAITING + len(state.words[word]) for word in words)


@dataclass(frozen=True, slots=True)
class _Way:
    """A place of one of the words: its index among its places, and its new cells as bits."""

    place: int
    new: int


class ReinsertionSearch:
    """The places of some words, and which of them agree.

    Args:
        state: without these words.
        words: to put back.
        needed: how many more cells the words must then take.
        sparing: whether places with few new cells are tried first, or those with many.
        rng: for the choice and the order of places.
    """

    def __init__(
        self,
        state: PlacedWords,
        words: Sequence[int],
        needed: int,
        *,
        sparing: bool,
        rng: random.Random,
    ) -> None:
        self._state, self._words, self._needed = state, tuple(words), needed
        self._sign, self._rng = 1 if sparing else -1, rng
        self._chance = np.random.default_rng(rng.getrandbits(32))
        self._ways: list[_Way] = []
        self._mine: list[int] = []  # by word, the bits of its ways
        self._most: list[int] = []  # and the most new cells of one of them
        self._agree: list[int] = []  # by way, the ways of other words that can stand beside it
        self._costs = [waiting_cost(state, [word]) for word in words]
        self._list_ways()
        self.n_nodes = 0  # partial layouts looked at
        self._path = [-1] * len(words)
        self._bound, self._found = 0, list[tuple[int, ...]]()

    def cheapest(self, bound: int) -> list[dict[int, int]]:
        """The cheapest ways to put the words back that were found, all of one cost.

        Args:
            bound: of the cost: cells too many or too few, and words that stay away.

        Returns: places by word, -1 for one that stays away; nothing when all cost more than
            `bound`. Words that would stand within another are not noticed here.
        """
        self._bound = bound
        self._look(list(range(len(self._words))), (1 << len(self._ways)) - 1, 0, sum(self._most), 0)
        return [dict(zip(self._words, places, strict=True)) for places in self._found]

    def _list_ways(self) -> None:
        bits: dict[int, int] = {}  # of cells in which no word stands
        covering: dict[int, int] = {}  # by cell, the ways over it
        writing: dict[tuple[int, int], int] = {}  # and by letter
        along: dict[tuple[int, int], int] = {}  # by cell and axis, where lines must not be shared
        marks: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]] = []
        for word in self._words:
            letters = self._state.letters[word].tolist()
            mine, most = 0, 0
            for place, cells, empty, axis in self._some_places(word):
                way = 1 << len(self._ways)
                mine |= way
                new = 0
                written, run = [], []
                for cell, letter, is_empty in zip(cells, letters, empty, strict=True):
                    if is_empty:
                        new |= 1 << bits.setdefault(cell, len(bits))
                        written.append((cell, letter))
                        covering[cell] = covering.get(cell, 0) | way
                        writing[cell, letter] = writing.get((cell, letter), 0) | way
                    if not self._state.collinear:
                        run.append((cell, axis))
                        along[cell, axis] = along.get((cell, axis), 0) | way
                marks.append((written, run))
                self._ways.append(_Way(place, new))
                most = max(most, new.bit_count())
            self._mine.append(mine)
            self._most.append(most)
        for written, run in marks:
            bad = 0
            for cell, letter in written:
                bad |= covering[cell] & ~writing[cell, letter]
            for key in run:
                bad |= along[key]
            self._agree.append(~bad)

    def _some_places(self, word: int) -> list[tuple[int, list[int], list[bool], int]]:
        """Places that agree with what stands: index, cells, which of these are empty, axis."""
        state = self._state
        places = np.flatnonzero(state.worth(word) > -CLASH // 2)
        cells = state.cells[word][:, places]
        empty = state.is_empty(cells)
        if len(places) > _PLACES:
            value = self._chance.random(len(places)) * _PLACE_NOISE + self._sign * empty.sum(axis=0)
            kept = np.argpartition(value, _PLACES)[:_PLACES]
            places, cells, empty = places[kept], cells[:, kept], empty[:, kept]
        axes = state.axes(word)[places]
        return list(
            zip(places.tolist(), cells.T.tolist(), empty.T.tolist(), axes.tolist(), strict=True)
        )

    def _look(self, left: list[int], allowed: int, covered: int, rest: int, waiting: int) -> None:
        """All ways that begin with some choices.

        Args:
            left: indices of the words without one.
            allowed: ways that agree with all choices.
            covered: bits of the cells that these fill.
            rest: the most cells that the others can fill.
            waiting: cost of those that stay without a place.
        """
        self.n_nodes += 1
        missing = self._needed - covered.bit_count()
        if not left:
            self._note(abs(missing) + waiting)
            return
        if waiting - missing > self._bound:
            return
        word = min(left, key=lambda index: (allowed & self._mine[index]).bit_count())
        others = [index for index in left if index != word]
        rest -= self._most[word]
        floor = waiting + self._needed - rest
        options = []
        bits = allowed & self._mine[word]
        while bits:
            low = bits & -bits
            bits ^= low
            way = low.bit_length() - 1
            union = covered | self._ways[way].new
            n_cells = union.bit_count()
            if floor - n_cells <= self._bound:
                value = n_cells * self._sign + _ORDER_NOISE * self._rng.random()
                options.append((value, way, n_cells, union))
        options.sort()
        for _, way, n_cells, union in options:
            if floor - n_cells <= self._bound:  # which may have become less
                self._path[word] = self._ways[way].place
                self._look(others, allowed & self._agree[way], union, rest, waiting)
                if self.n_nodes > NODES:
                    return
        if waiting + self._costs[word] <= self._bound:
            self._path[word] = -1
            self._look(others, allowed, covered, rest, waiting + self._costs[word])

    def _note(self, cost: int) -> None:
        if cost < self._bound:
            self._bound = cost
            self._found.clear()
        if cost == self._bound:
            self._found.append(tuple(self._path))
