"""No two entries are read as the same word, where what stands in the cells is made of words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from satcross.rules.base import KeyRule
from satcross.rules.families import (
    EntryFamilies,
    Families,
    Key,
    LetterIds,
    Placements,
    WordsLeft,
    in_several_slots,
    numbered,
)
from satcross.words.wordtable import TreatedTable

if TYPE_CHECKING:
    from satcross.model.slots import Slot
    from satcross.words import WordList

I64 = npt.NDArray[np.int64]

LENGTH_SHIFT = 40  # a word as a number: its length above, its row below


class ReadApart(KeyRule):
    """What `Puzzle.distinct` asks for beside different letters in cells, if words are treated."""

    __slots__ = ()
    kind: ClassVar[str] = "read-apart"
    label: ClassVar[str] = "read alike"
    reads_list: ClassVar[bool] = False
    compares_given: ClassVar[bool] = True

    def __str__(self) -> str:
        return "no word twice, however it is treated"

    def keys_of(self, words: WordList, given: Collection[str]) -> Callable[[str], Collection[str]]:
        """The word."""
        return lambda word: (word,)

    def families(self, domains: WordsLeft, letters: LetterIds) -> Families:
        """A family is a word, and a placement a form of it in a slot."""
        return ReadFamilies(domains, letters, self.label)


class ReadFamilies(EntryFamilies):
    """Words that can be read in a treated slot and in another: see `satcross.rules.families`."""

    def __init__(self, domains: WordsLeft, letters: LetterIds, name: str) -> None:
        super().__init__(domains, letters, name, compares_given=True)
        self._unlisted: dict[str, int] = {}
        self._numbers = {slot.index: self._numbers_in(slot) for slot in self._slots}

    def _keys_in(self, slot: Slot, letters: Mapping[int, int]) -> Iterable[Key]:
        return (self._word(slot, letters),)

    def broken(self, letters: Mapping[int, int]) -> list[Key]:
        """The words that a treated slot and another have."""
        puzzle = self._domains.puzzle
        treated = {slot.index for slot in self._slots if puzzle.is_treated(slot)}
        return [key for key, slots in self._members(letters) if not treated.isdisjoint(slots)]

    def placements(self, keys: Collection[Key] | None = None) -> Placements:
        """The forms of each word in each slot that can hold them."""
        puzzle, domains = self._domains.puzzle, self._domains
        if keys is None:
            treated = [self._numbers[slot.index] for slot in self._slots if puzzle.is_treated(slot)]
            wanted = np.unique(np.concatenate(treated))
        else:
            wanted = np.array(sorted(self._number_of(str(key)) for key in keys), np.int64)
        width = max(map(len, self._slots))
        found: list[I64] = []
        literals: list[npt.NDArray[np.int32]] = []
        for slot in self._slots:
            self.tick()
            numbers = self._numbers[slot.index]
            rows = np.flatnonzero(np.isin(numbers, wanted))
            lengths = np.full(len(rows), len(slot))
            where = np.full(len(rows), slot.index)
            found.append(np.stack((numbers[rows], where, lengths), axis=1).astype(np.int64))
            mine = np.zeros((len(rows), width), np.int32)
            codes = domains.codes[slot.index][rows]
            mine[:, : len(slot)] = self._letters.ids[np.array(slot.cells), codes]
            literals.append(mine)
        number, slots, sizes = np.concatenate(found).T
        order = np.argsort(number, kind="stable")
        several = order[in_several_slots(numbered(number[order]), slots[order])]
        self.tick()
        kept = np.concatenate(literals)[several]
        used = np.arange(width) < sizes[several][:, None]
        return Placements(numbered(number[several]), slots[several], kept[used], sizes[several])

    def _numbers_in(self, slot: Slot) -> I64:
        """int64 (words left,): the word that each is read as."""
        domains, puzzle = self._domains, self._domains.puzzle
        rows = domains.words[slot.index].astype(np.int64)
        if not len(rows) and len(domains.codes[slot.index]):  # given, and in no list
            return np.array([self._number_of(puzzle.spelled(domains.codes[slot.index][0]))])
        table = puzzle.table(slot)
        if not isinstance(table, TreatedTable):
            return (len(slot) << LENGTH_SHIFT) + rows
        lengths = table.source_lengths[rows].astype(np.int64)
        return (lengths << LENGTH_SHIFT) + table.source_rows[rows]

    def _number_of(self, word: str) -> int:
        listed = self._domains.puzzle.listed
        row = listed.index(word)
        if row is None:
            return self._unlisted.setdefault(word, -1 - len(self._unlisted))
        length: int = listed.alphabet.size(word)
        return (length << LENGTH_SHIFT) + row
