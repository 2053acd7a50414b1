"""Fills next to a fill: a cell gets another letter, and both its slots other words.

Such fills are found with a few operations on bit sets, where the engine takes a search. On an
ordinary 15x15 with a large list they show hundreds of letters that the first fill does not have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bitarray import bitarray

from satcross.solve.lazy.state import State


class Swaps:
    """Neighbours of fills.

    Args:
        state: whose tables and crossings are used; its trail is not.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self._tables = state.tables
        self._start = state.start
        self._cells = state.cells
        self._links = state.links
        self._ids = state.ids
        self._letters_of = state.letters_of
        self._n_letters = state.n_letters

    def near(
        self, letters: Mapping[int, int], wanted: bytearray, fixed: Collection[int]
    ) -> Iterator[dict[int, int]]:
        """Fills with a wanted letter, each unlike `letters` in one cell and the slots through it.

        Args:
            letters: a fill: letter code by grid position.
            wanted: by variable, not 0 for the letters to look for; read anew before each fill.
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
                    found.update(zip(self._cells[slot], self._row(slot, row), strict=True))
                else:
                    if through:
                        yield found

    def words(
        self, letters: Mapping[int, int], slot: int, fixed: Collection[int]
    ) -> Iterator[bytes]:
        """The words that may stand in a slot of a fill while all other cells stay.

        Yields: letter codes, words of best score first. The word, or one it makes in a crossing,
            may stand in the grid already.
        """
        words = self._start[slot]
        for bits in self._allowed(letters, slot, fixed):
            words = words if bits is None else words & bits
        for row in words.search(1):
            yield self._row(slot, row)

    def _row(self, slot: int, row: int) -> bytes:
        length = len(self._cells[slot])
        return self._tables[slot].letters[row * length : (row + 1) * length]

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
                        for code in self._letters_of(self._crossing(letters, other, cell)):
                            row = support[offset][code]
                            words = row if words is None else words | row
            allowed.append(words)
        return allowed

    def _crossing(self, letters: Mapping[int, int], slot: int, cell: int) -> int:
        """The letters as bits that `cell` can hold when the rest of `slot` stays."""
        words = self._start[slot]
        table = self._tables[slot]
        shift = 0
        for offset, other in enumerate(self._cells[slot]):
            if other == cell:
                shift = offset * self._n_letters
            else:
                words = words & table.support[offset][letters[other]]
        return table.masks(words) >> shift & ((1 << self._n_letters) - 1)


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
