"""Arc consistency: what slots and letters are left before any solver starts.

Removes every word with a letter that its cell cannot hold, and every letter that no word of a
slot brings, until nothing changes. This is the node and arc consistency of AC-3 (Mackworth 1977),
kept on sets of letters instead of pairs of words. A slot that is down to one word also takes that
word from the other slots, when words must be distinct. Both engines and every encoding start from
the result, so they agree on which letters and words exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from satcross.puzzle import Puzzle, Slot
from satcross.words.table import I32, U8

Bool = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Domains:
    """The words and letters that arc consistency leaves.

    Args:
        puzzle: whose they are.
        words: by slot, int32 (n,), rising indices in `puzzle.words.table(len(slot))`. An exempt
            slot has none here: its one word is not in the list.
        codes: by slot, uint8 (n, len(slot)): the letter codes of those words; for an exempt slot
            the one row that the grid gives.
        letters: bool (cells of the grid, letters): which letters a cell can hold; all False for
            blocks and cells in no slot.
        emptied: index of the first slot that was left without a word, or None. When there is one
            the puzzle cannot be filled, and the other fields are as far as they came.
    """

    puzzle: Puzzle
    words: tuple[I32, ...]
    codes: tuple[U8, ...]
    letters: Bool
    emptied: int | None

    @property
    def n_words(self) -> int:
        """Words left, all slots together."""
        return sum(len(codes) for codes in self.codes)

    @property
    def cells(self) -> tuple[int, ...]:
        """The positions of the cells that lie in a slot, row by row."""
        return tuple(sorted({cell for slot in self.puzzle.slots for cell in slot.cells}))


class Removal(NamedTuple):
    """A step of arc consistency: letters that no word of a slot brings any more.

    Args:
        slot: index of the slot.
        cell: the cell that lost them.
        letters: bool (letters,): which ones.
    """

    slot: int
    cell: int
    letters: Bool


def arc_consistent(
    puzzle: Puzzle,
    *,
    rows: Mapping[int, Bool] | None = None,
    trace: list[Removal] | None = None,
) -> Domains:
    """The largest arc-consistent sets of words and letters of `puzzle`.

    Args:
        puzzle: whose they are.
        rows: by slot index, bool (words of the slot's length,): the words that the slot may hold
            at all; every word of the list for slots that are not named, and for exempt ones.
        trace: receives every step, in order.
    """
    return _Work(puzzle, rows or {}, trace).run()


def unfiltered(puzzle: Puzzle) -> Domains:
    """All words of its length for each slot, whatever its cells can hold.

    A cell has every letter that some word of one of its slots brings there, and the given one.
    `emptied` is the first slot for whose length the list has no word; wholly given words are not
    compared with each other. A formula made from these needs no arc consistency to be believed.
    """
    letters = np.zeros((len(puzzle.grid.cells), len(puzzle.words.alphabet)), dtype=np.bool_)
    words: list[I32] = []
    codes: list[U8] = []
    emptied: int | None = None
    for slot in puzzle.slots:
        table = puzzle.words.table(len(slot))
        given = puzzle.given_codes(slot)
        if given is not None and puzzle.is_exempt(slot):
            words.append(np.empty(0, dtype=np.int32))
            codes.append(np.array([given], dtype=np.uint8))
        else:
            words.append(np.arange(len(table), dtype=np.int32))
            codes.append(table.codes)
            if emptied is None and not len(table):
                emptied = slot.index
        for offset, cell in enumerate(slot.cells):
            letters[cell, codes[-1][:, offset]] = True
            if cell in puzzle.givens:
                letters[cell, puzzle.givens[cell]] = True
    return Domains(puzzle, tuple(words), tuple(codes), letters, emptied)


class _Work:
    """One run of the algorithm, with its queue of slots to look at again."""

    def __init__(
        self, puzzle: Puzzle, rows: Mapping[int, Bool], trace: list[Removal] | None
    ) -> None:
        self.puzzle = puzzle
        self.rows = rows
        self.trace = trace
        n_letters = len(puzzle.words.alphabet)
        self.letters = np.zeros((len(puzzle.grid.cells), n_letters), dtype=np.bool_)
        self.words: list[I32] = []
        self.codes: list[U8] = []
        self.of_cell: dict[int, list[int]] = {}
        for slot in puzzle.slots:
            for cell in slot.cells:
                self.of_cell.setdefault(cell, []).append(slot.index)
                self.letters[cell] = True
        if puzzle.given_only:
            self.letters[:, list(puzzle.given_only)] = False
        for cell, code in puzzle.givens.items():
            if cell in self.of_cell:
                self.letters[cell] = np.arange(n_letters) == code
        self._present: dict[int, Bool] = {}

    def run(self) -> Domains:
        puzzle = self.puzzle
        for slot in puzzle.slots:
            table = puzzle.words.table(len(slot))
            if puzzle.is_exempt(slot):
                given = puzzle.given_codes(slot)
                self.words.append(np.empty(0, dtype=np.int32))
                self.codes.append(np.array([given], dtype=np.uint8))
            elif slot.index in self.rows:
                rows = np.flatnonzero(self.rows[slot.index])
                self.words.append(rows.astype(np.int32))
                self.codes.append(table.codes[rows])
            else:
                self.words.append(np.arange(len(table), dtype=np.int32))
                self.codes.append(table.codes)
        emptied = self._fixpoint()
        return Domains(puzzle, tuple(self.words), tuple(self.codes), self.letters, emptied)

    def _fixpoint(self) -> int | None:
        queue = {slot.index: None for slot in self.puzzle.slots}  # an ordered set
        spent: set[int] = set()  # slots whose single word has been taken from the others
        while queue:
            index = next(iter(queue))
            del queue[index]
            changed = self._revise(self.puzzle.slots[index])
            if not len(self.codes[index]):
                return index
            for cell in changed:
                queue.update((other, None) for other in self.of_cell[cell] if other != index)
            if self.puzzle.distinct and len(self.codes[index]) == 1 and index not in spent:
                spent.add(index)
                queue.update((other, None) for other in self._take_from_others(index))
        return None

    def _revise(self, slot: Slot) -> list[int]:
        """Bring a slot's words and its cells' letters in line; the cells that lost letters."""
        codes = self.codes[slot.index]
        keep: Bool | None = None
        for offset, cell in enumerate(slot.cells):
            letters = self.letters[cell]
            if not letters.all():
                fits = letters.take(codes[:, offset])
                keep = fits if keep is None else keep & fits
        if keep is not None and not keep.all():
            codes = np.ascontiguousarray(codes[keep])
            self.codes[slot.index] = codes
            if len(self.words[slot.index]):
                self.words[slot.index] = self.words[slot.index][keep]
        present = self._letters_in(codes, len(slot))
        changed: list[int] = []
        for offset, cell in enumerate(slot.cells):
            lost = self.letters[cell] & ~present[offset]
            if lost.any():
                if self.trace is not None:
                    self.trace.append(Removal(slot.index, cell, lost))
                self.letters[cell] &= present[offset]
                changed.append(cell)
        return changed

    def _letters_in(self, codes: U8, length: int) -> Bool:
        """Bool (length, letters): which letters the words have at each offset."""
        whole = codes is self.puzzle.words.table(length).codes
        if whole and length in self._present:
            return self._present[length]
        present = np.zeros((length, self.letters.shape[1]), dtype=np.bool_)
        for offset in range(length):
            present[offset, codes[:, offset]] = True
        if whole:
            self._present[length] = present
        return present

    def _take_from_others(self, index: int) -> list[int]:
        """Take the one word of slot `index` from the other slots of its length."""
        row = self.codes[index][0]
        touched: list[int] = []
        for other in self.puzzle.slots:
            if other.index == index or len(other) != len(row) or len(row) == 1:
                continue
            codes = self.codes[other.index]
            same = (codes == row).all(axis=1)
            if same.any():
                self.codes[other.index] = np.ascontiguousarray(codes[~same])
                if len(self.words[other.index]):
                    self.words[other.index] = self.words[other.index][~same]
                touched.append(other.index)
        return touched
