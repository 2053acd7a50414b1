"""Fills next to a fill: a cell gets another letter, and both its slots other words.

Such fills are found with a few operations on bit sets, where the engine takes a search. On an
ordinary 15x15 with a large list they show hundreds of letters that the first fill does not have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bitarray import bitarray
from bitarray.util import any_and

from satcross.solve.lazy.problem import TableProblem


class Swaps:
    """Neighbours of fills.

    Args:
        problem: its tables and crossings.
    """

    def __init__(self, problem: TableProblem) -> None:
        self.problem = problem
        self._tables = problem.tables
        self._start = problem.start
        self._cells = problem.slots
        self._links = problem.links
        self._ids: list[list[int]] = problem.cells.ids.tolist()

    def near(
        self, letters: Mapping[int, int], wanted: bytearray, fixed: Collection[int]
    ) -> Iterator[dict[int, int]]:
        """Fills with a wanted letter, each unlike `letters` in one cell and the slots through it.

        Args:
            letters: a fill: letter code by grid position.
            wanted: by variable, not 0 for the letters to look for; read again before each fill.
            fixed: cells that keep their letters.

        Yields: letters that spell a word of the list in every slot. A word may stand twice.
        """
        fits = self._fits(letters, fixed)
        for cell in letters:
            variables = self._ids[cell]
            through = [slot for slot, _ in self._links[cell]]
            for code, variable in enumerate(variables):
                if not variable or not wanted[variable]:
                    continue
                found = dict(letters)
                for slot, support in self._links[cell]:
                    row = (fits[slot, cell] & support[code]).find(1)
                    if row < 0:
                        break
                    found.update(zip(self._cells[slot], self._tables[slot].word(row), strict=True))
                else:
                    if through:
                        yield found

    def words(
        self, letters: Mapping[int, int], slot: int, fixed: Collection[int]
    ) -> Iterator[Sequence[int]]:
        """The words that may stand in a slot of a fill while all other cells stay.

        Yields: letter codes, words of best score first. The word, or one it makes in a crossing,
            may stand in the grid already.
        """
        words = self._start[slot]
        for bits in self._allowed(letters, slot, fixed):
            words = words if bits is None else words & bits
        for row in words.search(1):
            yield self._tables[slot].word(row)

    def _fits(
        self, letters: Mapping[int, int], fixed: Collection[int]
    ) -> dict[tuple[int, int], bitarray]:
        """By slot and cell of it, the words that fit the crossings at all its other cells."""
        return {
            (slot, cell): words
            for slot, cells in enumerate(self._cells)
            for cell, words in zip(
                cells,
                _all_but_one(self._start[slot], self._allowed(letters, slot, fixed)),
                strict=True,
            )
        }

    def _allowed(
        self, letters: Mapping[int, int], slot: int, fixed: Collection[int]
    ) -> list[bitarray | None]:
        """By offset, the words whose letter there the crossing slot can take; None for all."""
        allowed: list[bitarray | None] = []
        support = self._tables[slot].support
        for offset, cell in enumerate(self._cells[slot]):
            words: bitarray | None = None
            if cell in fixed:
                words = support[offset][letters[cell]]
            else:
                for other, _ in self._links[cell]:
                    if other != slot:
                        bits = self._crossing(letters, other, cell)
                        for code in range(bits.bit_length()):
                            if bits >> code & 1:
                                row = support[offset][code]
                                words = row if words is None else words | row
            allowed.append(words)
        return allowed

    def _crossing(self, letters: Mapping[int, int], slot: int, cell: int) -> int:
        """The letters as bits that `cell` can hold when the rest of `slot` stays."""
        words = self._start[slot]
        own_support: Sequence[bitarray] = ()
        for other, support in zip(self._cells[slot], self._tables[slot].support, strict=True):
            if other == cell:
                own_support = support
            else:
                words = words & support[letters[other]]
        return sum(1 << a for a, having in enumerate(own_support) if any_and(words, having))


def _all_but_one(start: bitarray, sets: list[bitarray | None]) -> list[bitarray]:
    """For each place, `start` and all sets but the one there."""
    before = [start]
    for bits in sets[:-1]:
        before.append(before[-1] if bits is None else before[-1] & bits)
    after: bitarray | None = None
    for place in range(len(sets) - 1, -1, -1):
        if after is not None:
            before[place] = before[place] & after
        bits = sets[place]
        if bits is not None:
            after = bits if after is None else after & bits
    return before
