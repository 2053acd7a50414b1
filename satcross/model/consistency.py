"""Arc consistency: which words and letters remain before a solver starts.

Removes every word with a letter that its cell cannot hold, and every letter that no word of a
slot supports, until nothing changes. This is the node and arc consistency of AC-3 (Mackworth
1977), maintained on sets of letters instead of pairs of words. If words must be distinct, a slot
with one word left also removes that word from the other slots. Both engines and every encoding
start from the result, so they agree on which letters and words exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from satcross.checks import check_fields, checked
from satcross.model.needs import ENTRIES
from satcross.model.puzzle import Puzzle
from satcross.model.slots import Slot, find_crossings
from satcross.words.table import I32, Codes, TreatedTable, code_dtype

if TYPE_CHECKING:
    from satcross.rules.entries import EntriesRule

Bool = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Domains:
    """The words and letters that arc consistency leaves.

    Args:
        puzzle: the puzzle.
        words: by slot, int32 (n,), ascending indices into `puzzle.table(slot)`. Empty
            for an exempt slot, since its only word is not in the list.
        codes: by slot, `Codes` (n, len(slot)): the letter codes of those words; for an exempt
            slot the one row that the grid gives.
        letters: bool (cells of the grid, letters): which letters a cell can hold; all False for
            blocks and cells in no slot.
        emptied: index of the first slot that has no word left, or None. If there is one, the
            puzzle cannot be filled, and the other fields show where the algorithm stopped.
    """

    puzzle: Puzzle
    words: tuple[I32, ...]
    codes: tuple[Codes, ...]
    letters: Bool
    emptied: int | None

    def __post_init__(self) -> None:
        check_fields(self, globals())

    @property
    def n_words(self) -> int:
        """The number of words left in all slots."""
        return sum(len(codes) for codes in self.codes)

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of letter codes."""
        return code_dtype(self.letters.shape[1])

    @property
    def cells(self) -> tuple[int, ...]:
        """The positions of the cells that are in a slot, row by row."""
        return tuple(sorted({cell for slot in self.puzzle.slots for cell in slot.cells}))


class Removal(NamedTuple):
    """A step of arc consistency: letters that no word of a slot supports any more.

    Args:
        slot: index of the slot.
        cell: the cell that lost the letters.
        letters: bool (letters,): the letters it lost.
    """

    slot: int
    cell: int
    letters: Bool


@checked
def arc_consistent(
    puzzle: Puzzle,
    *,
    rows: Mapping[int, Bool] | None = None,
    trace: list[Removal] | None = None,
) -> Domains:
    """The largest arc-consistent sets of words and letters of `puzzle`.

    Args:
        puzzle: the puzzle.
        rows: by slot index, bool (words of the slot's length,): the words that the slot may hold.
            Slots that are not named may hold every word; exempt slots are not restricted.
        trace: receives every step, in order.
    """
    allowed = _allowed(puzzle)
    for slot, flags in (rows or {}).items():
        allowed[slot] = allowed[slot] & flags if slot in allowed else flags
    return _Propagation(puzzle, allowed, trace).run()


def _allowed(puzzle: Puzzle) -> dict[int, Bool]:
    """By slot, the words that the puzzle's rules allow; slots with no such rule are missing."""
    found: dict[int, Bool] = {}
    if ENTRIES not in puzzle.needs and puzzle.slots is puzzle.every_slot:
        return found
    from satcross.rules.entries import EntriesRule

    named = {slot.name for slot in puzzle.every_slot}  # not cells that have lost their slots
    open_slots = [
        slot for slot in puzzle.slots if slot.name in named and puzzle.given_codes(slot) is None
    ]
    if len(open_slots) < len(puzzle.slots):  # to such cells the list has lent all letters
        one = [puzzle.spelled(codes) in puzzle.listed for codes in puzzle.words.table(1).codes]
        found = {s.index: np.array(one, np.bool_) for s in open_slots if len(s) == 1}
    for rule in puzzle.rules:
        if isinstance(rule, EntriesRule):
            for slot in open_slots:
                if not rule.is_about(slot.name):
                    continue
                mine = _flags(rule, puzzle, slot)
                found[slot.index] = mine & found.get(slot.index, mine)
    return found


def _flags(rule: EntriesRule, puzzle: Puzzle, slot: Slot) -> Bool:
    """The words of a slot that a rule allows; of a treated one by the words that are read."""
    table = puzzle.table(slot)
    if not isinstance(table, TreatedTable):
        return rule.flags(puzzle, len(slot))
    found = np.zeros(len(table), np.bool_)
    for length in np.unique(table.source_lengths).tolist():
        mine = table.source_lengths == length
        found[mine] = rule.flags(puzzle, length)[table.source_rows[mine]]
    return found


def unfiltered(puzzle: Puzzle) -> Domains:
    """All words of its length that rules allow for each slot, whatever its cells can hold.

    Strings that only some cells can hold are in no others. A cell can hold every letter that a word
    of one of its slots has there, and its given letter.
    `emptied` is the first slot for whose length the list has no word; completely given words are
    not compared with each other. Proofs start here: a checker of such a formula need not trust
    arc consistency.
    """
    letters = np.zeros((len(puzzle.grid.cells), len(puzzle.words.alphabet)), dtype=np.bool_)
    words: list[I32] = []
    codes: list[Codes] = []
    emptied: int | None = None
    allowed = _allowed(puzzle)
    for slot in puzzle.slots:
        rows, spelled = _candidates(puzzle, slot, allowed.get(slot.index))
        if puzzle.given_only and len(rows):
            fits = strings_in_place(puzzle, slot, spelled)
            rows, spelled = rows[fits], spelled[fits]
        words.append(rows)
        codes.append(spelled)
        if emptied is None and not len(spelled):
            emptied = slot.index
        for offset, cell in enumerate(slot.cells):
            letters[cell, codes[-1][:, offset]] = True
            if cell in puzzle.givens:
                letters[cell, puzzle.givens[cell]] = True
    return Domains(puzzle, tuple(words), tuple(codes), letters, emptied)


def strings_in_place(puzzle: Puzzle, slot: Slot, codes: Codes) -> Bool:
    """Bool (n,): which rows for a slot have the strings of `given_only` in their own cells alone.

    Args: codes: (n, len(slot)).
    """
    own = np.array([puzzle.givens.get(cell, 0) for cell in slot.cells])
    strange = np.isin(codes, puzzle.given_only) & (codes != own)
    for offset, cell in enumerate(slot.cells):
        if cell in puzzle.own_texts:
            strange[:, offset] &= ~np.isin(codes[:, offset], puzzle.own_texts[cell])
    fits: Bool = ~strange.any(axis=1)
    return fits


def log_fills(domains: Domains) -> float:
    """log10 of the expected number of fills, from the words that arc consistency leaves.

    As `satcross.pattern.estimate` has it, with the words and letters that are left instead of all.
    """
    slots = domains.puzzle.slots
    n_letters = domains.letters.shape[1]
    total = 0.0
    shares = []
    for slot, codes in zip(slots, domains.codes, strict=True):
        total += log10(len(codes))
        counts = [np.bincount(codes[:, i], minlength=n_letters) for i in range(len(slot))]
        shares.append(np.array(counts, float) / len(codes))
    for crossing in find_crossings(slots):
        one = shares[crossing.slot][crossing.offset]
        other = shares[crossing.other][crossing.other_offset]
        total += log10(float(one @ other))
    return total


def _candidates(puzzle: Puzzle, slot: Slot, allowed: Bool | None) -> tuple[I32, Codes]:
    """The words that a slot may hold whatever its cells can, as in `Domains`.

    A path that has a cell twice holds words with the same letter there.

    Args: allowed: which words of its length rules allow; None for all.
    """
    table = puzzle.table(slot)
    if puzzle.is_exempt(slot):
        given = puzzle.given_codes(slot)
        return np.empty(0, dtype=np.int32), np.array([given], dtype=table.codes.dtype)
    words, codes = np.arange(len(table), dtype=np.int32), table.codes
    if allowed is not None:
        words, codes = words[allowed], codes[allowed]
    first = {cell: offset for offset, cell in reversed(list(enumerate(slot.cells)))}
    if len(first) < len(slot):
        alike = (codes == codes[:, [first[cell] for cell in slot.cells]]).all(axis=1)
        words, codes = words[alike], codes[alike]
    return words, codes


class _Propagation:
    """One run of the algorithm, with its queue of slots to revise."""

    def __init__(
        self, puzzle: Puzzle, rows: Mapping[int, Bool], trace: list[Removal] | None
    ) -> None:
        self.puzzle = puzzle
        self.rows = rows
        self.trace = trace
        n_letters = len(puzzle.words.alphabet)
        self.letters = np.zeros((len(puzzle.grid.cells), n_letters), dtype=np.bool_)
        self.words: list[I32] = []
        self.codes: list[Codes] = []
        self.of_cell: dict[int, list[int]] = {}
        for slot in puzzle.slots:
            for cell in slot.cells:
                self.of_cell.setdefault(cell, []).append(slot.index)
                self.letters[cell] = True
        if puzzle.given_only:
            self.letters[:, list(puzzle.given_only)] = False
            for cell, texts in puzzle.own_texts.items():
                self.letters[cell, list(texts)] = cell in self.of_cell
        for cell, code in puzzle.givens.items():
            if cell in self.of_cell:
                self.letters[cell] = np.arange(n_letters) == code
        self._present: dict[int, Bool] = {}

    def run(self) -> Domains:
        puzzle = self.puzzle
        for slot in puzzle.slots:
            words, codes = _candidates(puzzle, slot, self.rows.get(slot.index))
            self.words.append(words)
            self.codes.append(codes)
        emptied = self._fixpoint()
        return Domains(puzzle, tuple(self.words), tuple(self.codes), self.letters, emptied)

    def _fixpoint(self) -> int | None:
        queue = {slot.index: None for slot in self.puzzle.slots}  # an ordered set
        distinct, twins = self.puzzle.distinct, self.puzzle.twins
        spent: set[int] = set()  # slots whose only word has been removed from the others
        while queue:
            index = next(iter(queue))
            del queue[index]
            changed = self._revise(self.puzzle.slots[index])
            if not len(self.codes[index]):
                return index
            for cell in changed:
                queue.update((other, None) for other in self.of_cell[cell] if other != index)
            if distinct and len(self.codes[index]) == 1 and index not in spent:
                spent.add(index)
                queue.update((other, None) for other in self._remove_from_others(index, twins))
        return None

    def _revise(self, slot: Slot) -> list[int]:
        """Make a slot's words and its cells' letters agree; returns the cells that lost letters."""
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
        present = self._letters_in(codes, slot)
        changed: list[int] = []
        for offset, cell in enumerate(slot.cells):
            lost = self.letters[cell] & ~present[offset]
            if lost.any():
                if self.trace is not None:
                    self.trace.append(Removal(slot.index, cell, lost))
                self.letters[cell] &= present[offset]
                changed.append(cell)
        return changed

    def _letters_in(self, codes: Codes, slot: Slot) -> Bool:
        """Bool (length, letters): which letters the words have at each offset."""
        table = self.puzzle.table(slot)
        whole = codes is table.codes
        if whole and id(table) in self._present:
            return self._present[id(table)]
        present = np.zeros((len(slot), self.letters.shape[1]), dtype=np.bool_)
        for offset in range(len(slot)):
            present[offset, codes[:, offset]] = True
        if whole:
            self._present[id(table)] = present
        return present

    def _remove_from_others(self, index: int, twins: Mapping[int, int]) -> list[int]:
        """Remove the only word of slot `index` from the other slots; returns those that had it."""
        row = self.codes[index][0]
        word = self.words[index]
        touched: list[int] = []
        if len(row) == 1 or self.puzzle.is_treated(self.puzzle.slots[index]):
            return touched
        for other in self.puzzle.slots:
            if other.index == index or len(other) != len(row) or self.puzzle.is_treated(other):
                continue
            if twins and twins.get(index) == other.index:
                continue
            words, codes = self.words[other.index], self.codes[other.index]
            if len(word) and len(words):  # both listed: by index, which rises
                place = int(np.searchsorted(words, word[0]))
                if place == len(words) or words[place] != word[0]:
                    continue
                self.words[other.index] = np.delete(words, place)
                self.codes[other.index] = np.delete(codes, place, axis=0)
                touched.append(other.index)
            elif not len(word) and not len(words) and len(codes) and (codes[0] == row).all():
                self.codes[other.index] = codes[:0]
                touched.append(other.index)
        return touched
