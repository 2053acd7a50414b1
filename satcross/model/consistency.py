"""Arc consistency: which words and letters remain before a solver starts.

Removes every word with a letter that its cell cannot hold, and every letter that no word of a
slot supports, until nothing changes. This is the node and arc consistency of AC-3 (Mackworth
1977), maintained on sets of letters instead of pairs of words. If words must be distinct, a slot
with one word left also removes that word from the other slots. Both engines and every encoding
start from the result, so they agree on which letters and words exist.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from bitarray import bitarray

from satcross.checks import checked
from satcross.errors import OptionError
from satcross.model.alphabet import code_kind
from satcross.model.expected import SUPPORTS, Chances
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle
from satcross.model.slots import Slot
from satcross.words.bits import SlotTable, bits_of, flags_of, letters_in, rows_of
from satcross.words.report import NOT_IN_FILL
from satcross.words.wordtable import TreatedTable, WordTable

if TYPE_CHECKING:
    import numpy as np

    from satcross.rules.entries import EntriesRule
    from satcross.words.table import I32, Bools, Codes

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Domains:
    """The words and letters that arc consistency leaves.

    Args:
        puzzle: the puzzle.
        tables: by slot, its words; for an exempt slot the one that the grid gives.
        left: by slot, which of them are left, as a bit set over its table.
        masks: by cell of the grid, the letters that it can hold, as bits; none for blocks and cells
            in no slot.
        emptied: index of the first slot that has no word left, or None. If there is one, the
            puzzle cannot be filled, and the other fields show where the algorithm stopped.

    The other attributes are made of these when they are first asked for.
    """

    puzzle: Puzzle
    tables: tuple[WordTable, ...]
    left: tuple[bitarray, ...]
    masks: tuple[int, ...]
    emptied: int | None
    _made: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def words(self) -> tuple[I32, ...]:
        """By slot, int32 (n,), ascending indices into `puzzle.table(slot)`.

        Empty for an exempt slot, since its only word is not in the list.
        """
        return self._once("words", self._words)

    @property
    def codes(self) -> tuple[Codes, ...]:
        """By slot, `Codes` (n, len(slot)): the letter codes of those words.

        For an exempt slot the one row that the grid gives.
        """
        return self._once("codes", self._codes)

    @property
    def letters(self) -> Bools:
        """Bool (cells of the grid, letters): which letters a cell can hold."""
        return self._once("letters", self._letters)

    @property
    def n_words(self) -> int:
        """The number of words left in all slots."""
        return sum(words.count() for words in self.left)

    @property
    def n_letters(self) -> int:
        """The size of the alphabet."""
        return len(self.puzzle.words.alphabet)

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of letter codes."""
        from satcross.words.table import code_dtype

        return code_dtype(self.n_letters)

    @property
    def cells(self) -> tuple[int, ...]:
        """The positions of the cells that are in a slot, row by row."""
        return tuple(sorted({cell for slot in self.puzzle.slots for cell in slot.cells}))

    @property
    def log_fills(self) -> float:
        """log10 of the expected number of fills, from the words that arc consistency leaves.

        As the estimate of a pattern has it, with the words and letters that are left
        instead of all.
        """
        return self.chances.log_fills

    @property
    def chances(self) -> Chances:
        """What of the words that are left makes fills likely or not; no slot may be empty."""
        return self._once("chances", self._chances)

    def doubt(self) -> str:
        """In words, that a fill is unlikely, and of which entries; "" where it is not."""
        return self.chances.doubt() if self.puzzle.needs <= SUPPORTS else ""

    def _chances(self) -> Chances:
        shares = []
        known: dict[tuple[int, bytes], list[list[float]]] = {}
        n_words = [left.count() for left in self.left]
        for slot, table, left, n in zip(
            self.puzzle.slots, self.tables, self.left, n_words, strict=True
        ):
            key = id(table), left.tobytes()
            if key not in known:
                bits = table.bits(self.n_letters)
                known[key] = [
                    [count / n for count in bits.counts_at(left, i)] for i in range(len(slot))
                ]
            shares.append(known[key])
        return Chances.of(self.puzzle.slots, n_words, shares)

    def distinct_groups(self) -> list[tuple[int, ...]]:
        """The slots of each length whose words must differ; a word of one cell may stand twice."""
        by_length: dict[int, list[int]] = {}
        if self.puzzle.distinct:
            for slot in self.puzzle.slots:
                # The word of an exempt slot is not in the list, and so in no other slot.
                # Words of treated slots have indices of their own, and a rule between entries.
                is_listed = not self.puzzle.is_exempt(slot) and not self.puzzle.is_treated(slot)
                if len(slot) > 1 and is_listed:
                    by_length.setdefault(len(slot), []).append(slot.index)
        return [tuple(slots) for slots in by_length.values()]

    def rivals(self) -> list[I32]:
        """By slot, the others whose words it must not have: those with words in common."""
        import numpy as np

        puzzle = self.puzzle
        rivals: list[list[int]] = [[] for _ in puzzle.slots]
        twins = puzzle.twins
        for slots in self.distinct_groups():
            table = puzzle.words.table(len(puzzle.slots[slots[0]]))
            holds = np.zeros((len(slots), len(table)), dtype=np.bool_)
            for row, index in enumerate(slots):
                holds[row, self.words[index]] = True
            for i, s in enumerate(slots):
                common = (holds[i] & holds[i + 1 :]).any(axis=1)
                for j in np.flatnonzero(common).tolist():
                    if twins.get(s) != slots[i + 1 + j]:
                        rivals[s].append(slots[i + 1 + j])
                        rivals[slots[i + 1 + j]].append(s)
        return [np.array(others, dtype=np.int32) for others in rivals]

    @classmethod
    def unfiltered(cls, puzzle: Puzzle) -> Self:
        """All words of its length that rules allow for each slot, whatever its cells can hold.

        Strings that only some cells can hold are in no others. A cell can hold every letter that a
        word of one of its slots has there, and its given letter.
        `emptied` is the first slot for whose length the list has no word; completely given words
        are not compared with each other. Proofs start here: a checker of such a formula need not
        trust arc consistency.
        """
        n_letters = len(puzzle.words.alphabet)
        tables, left = _candidates(puzzle, {})
        masks = [0] * len(puzzle.grid.cells)
        for slot in puzzle.slots:
            table, words = tables[slot.index], left[slot.index]
            if puzzle.given_only and not puzzle.is_exempt(slot):
                words &= bits_of(strings_in_place(puzzle, slot, table.codes))
            bits = table.bits(n_letters)
            for offset, cell in enumerate(slot.cells):
                masks[cell] |= bits.letters_at(words, offset, (1 << n_letters) - 1)
                if cell in puzzle.givens:
                    masks[cell] |= 1 << puzzle.givens[cell]
        emptied = next((slot.index for slot in puzzle.slots if not left[slot.index].any()), None)
        return cls(puzzle, tables, left, tuple(masks), emptied)

    @staticmethod
    def words_allowed(puzzle: Puzzle) -> dict[int, Bools]:
        """By slot, the words that the puzzle's rules allow; slots with no such rule are missing."""
        found: dict[int, Bools] = {}
        if Need.ENTRIES not in puzzle.needs and puzzle.slots is puzzle.every_slot:
            return found
        import numpy as np

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

    def _once(self, name: str, make: Callable[[], T]) -> T:
        if name not in self._made:
            self._made[name] = make()
        made: T = self._made[name]
        return made

    def _words(self) -> tuple[I32, ...]:
        is_exempt = self.puzzle.is_exempt
        return tuple(
            rows_of(words)[: 0 if is_exempt(slot) else None]
            for slot, words in zip(self.puzzle.slots, self.left, strict=True)
        )

    def _codes(self) -> tuple[Codes, ...]:
        return tuple(
            table.codes if words.count() == len(table) else table.codes[rows_of(words)]
            for table, words in zip(self.tables, self.left, strict=True)
        )

    def _letters(self) -> Bools:
        import numpy as np

        letters = np.zeros((len(self.masks), self.n_letters), np.bool_)
        for cell, mask in enumerate(self.masks):
            letters[cell, list(letters_in(mask))] = True
        return letters


class Removal(NamedTuple):
    """A step of arc consistency: letters that no word of a slot supports any more.

    Args:
        slot: index of the slot.
        cell: the cell that lost the letters.
        letters: bool (letters,): the letters it lost.
    """

    slot: int
    cell: int
    letters: Bools


@checked
def arc_consistent(
    puzzle: Puzzle,
    *,
    rows: Mapping[int, Bools | bitarray] | None = None,
    trace: list[Removal] | None = None,
) -> Domains:
    """The largest arc-consistent sets of words and letters of `puzzle`.

    Args:
        puzzle: the puzzle.
        rows: by slot index, the words that the slot may hold: bool (words of the slot's length,),
            or a bit set of as many words. Slots that are not named may hold every word; exempt
            slots are not restricted.
        trace: receives every step, in order.

    Raises:
        OptionError: the puzzle is that of a fill that was pickled, without most of its list.
    """
    if NOT_IN_FILL in puzzle.listed.report.dropped:  # all answers would be wrong
        raise OptionError(
            "the list has only the words of a fill that was pickled",
            hint="make a puzzle of its grid, its rules and the whole list",
            parameter="words",
        )
    return _Propagation(puzzle, rows or {}, trace).run()


def _flags(rule: EntriesRule, puzzle: Puzzle, slot: Slot) -> Bools:
    """The words of a slot that a rule allows; of a treated one by the words that are read."""
    table = puzzle.table(slot)
    if not isinstance(table, TreatedTable):
        return rule.flags(puzzle, len(slot))
    import numpy as np

    found = np.zeros(len(table), np.bool_)
    for length in np.unique(table.source_lengths).tolist():
        mine = table.source_lengths == length
        found[mine] = rule.flags(puzzle, length)[table.source_rows[mine]]
    return found


def strings_in_place(puzzle: Puzzle, slot: Slot, codes: Codes) -> Bools:
    """Bool (n,): which rows for a slot have the strings of `given_only` in their own cells alone.

    Args: codes: (n, len(slot)).
    """
    import numpy as np

    own = np.array([puzzle.givens.get(cell, 0) for cell in slot.cells])
    strange = np.isin(codes, puzzle.given_only) & (codes != own)
    for offset, cell in enumerate(slot.cells):
        if cell in puzzle.own_texts:
            strange[:, offset] &= ~np.isin(codes[:, offset], puzzle.own_texts[cell])
    fits: Bools = ~strange.any(axis=1)
    return fits


def _candidates(
    puzzle: Puzzle, rows: Mapping[int, Bools | bitarray]
) -> tuple[tuple[WordTable, ...], tuple[bitarray, ...]]:
    """The words that slots may hold whatever their cells can: `tables` and `left` of `Domains`.

    A path that has a cell twice holds words with the same letter there.

    Args: rows: as for `arc_consistent`.
    """
    n_letters = len(puzzle.words.alphabet)
    allowed = Domains.words_allowed(puzzle)
    tables: list[WordTable] = []
    left: list[bitarray] = []
    for slot in puzzle.slots:
        table = puzzle.table(slot)
        is_exempt = puzzle.is_exempt(slot)
        if is_exempt:
            given = array(code_kind(n_letters), puzzle.given_codes(slot) or ())
            table = WordTable(len(slot), given, array("i", [0]))
        bits = table.bits(n_letters)
        words = bits.all_words()
        if not is_exempt:
            for some in (allowed.get(slot.index), rows.get(slot.index)):
                if some is not None:
                    words &= some if isinstance(some, bitarray) else bits_of(some)
            first = {cell: offset for offset, cell in reversed(list(enumerate(slot.cells)))}
            for offset, cell in enumerate(slot.cells):
                if first[cell] != offset:
                    words &= bits.alike(first[cell], offset)
        tables.append(table)
        left.append(words)
    return tuple(tables), tuple(left)


class _Propagation:
    """One run of the algorithm, with its queue of slots to revise."""

    def __init__(
        self,
        puzzle: Puzzle,
        rows: Mapping[int, Bools | bitarray],
        trace: list[Removal] | None,
    ) -> None:
        self.puzzle = puzzle
        self.rows = rows
        self.trace = trace
        self.n_letters = len(puzzle.words.alphabet)
        every = (1 << self.n_letters) - 1
        self.masks = [0] * len(puzzle.grid.cells)
        self.of_cell: dict[int, list[int]] = {}
        for slot in puzzle.slots:
            for cell in slot.cells:
                self.of_cell.setdefault(cell, []).append(slot.index)
                self.masks[cell] = every
        if puzzle.given_only:
            free = every & ~sum({1 << code for code in puzzle.given_only})
            for cell in self.of_cell:
                own = sum({1 << code for code in puzzle.own_texts.get(cell, ())})
                self.masks[cell] = free | own
        for cell, code in puzzle.givens.items():
            if cell in self.of_cell:
                self.masks[cell] = 1 << code
        # By slot, its number of words and its cells' letters when it was last revised.
        self.counts = [-1] * len(puzzle.slots)
        self.seen = [[every] * len(slot) for slot in puzzle.slots]
        self._present: dict[int, list[int]] = {}

    def run(self) -> Domains:
        self.tables, self.left = _candidates(self.puzzle, self.rows)
        emptied = self._fixpoint()
        return Domains(self.puzzle, self.tables, self.left, tuple(self.masks), emptied)

    def _fixpoint(self) -> int | None:
        queue = {slot.index: None for slot in self.puzzle.slots}  # an ordered set
        distinct, twins = self.puzzle.distinct, self.puzzle.twins
        spent: set[int] = set()  # slots whose only word has been removed from the others
        while queue:
            index = next(iter(queue))
            del queue[index]
            changed = self._revise(self.puzzle.slots[index])
            if not self.counts[index]:
                return index
            for cell in changed:
                queue.update((other, None) for other in self.of_cell[cell] if other != index)
            if distinct and self.counts[index] == 1 and index not in spent:
                spent.add(index)
                queue.update((other, None) for other in self._remove_from_others(index, twins))
        return None

    def _revise(self, slot: Slot) -> list[int]:
        """Make a slot's words and its cells' letters agree; returns the cells that lost letters."""
        words, bits = self.left[slot.index], self.tables[slot.index].bits(self.n_letters)
        seen = self.seen[slot.index]
        for offset, cell in enumerate(slot.cells):
            letters = self.masks[cell]
            if letters != seen[offset]:
                bits.keep(words, offset, letters, seen[offset] & ~letters)
                seen[offset] = letters
        n = words.count()
        if n == self.counts[slot.index]:
            return []
        self.counts[slot.index] = n
        present = self._letters_in(bits, words, slot)
        changed: list[int] = []
        for offset, cell in enumerate(slot.cells):
            lost = self.masks[cell] & ~present[offset]
            if lost:
                if self.trace is not None:
                    self.trace.append(Removal(slot.index, cell, flags_of(lost, self.n_letters)))
                self.masks[cell] &= present[offset]
                changed.append(cell)
            seen[offset] = self.masks[cell]
        return changed

    def _letters_in(self, bits: SlotTable, words: bitarray, slot: Slot) -> list[int]:
        """By offset, letters that the words have; those that its cells have lost are left out."""
        whole = self.counts[slot.index] == len(bits)
        if whole and id(bits) in self._present:
            return self._present[id(bits)]
        every = (1 << self.n_letters) - 1
        present = [
            bits.letters_at(words, offset, every if whole else self.masks[cell])
            for offset, cell in enumerate(slot.cells)
        ]
        if whole:
            self._present[id(bits)] = present
        return present

    def _remove_from_others(self, index: int, twins: Mapping[int, int]) -> list[int]:
        """Remove the only word of slot `index` from the other slots; returns those that had it."""
        puzzle, table = self.puzzle, self.tables[index]
        slot = puzzle.slots[index]
        touched: list[int] = []
        if len(slot) == 1 or puzzle.is_treated(slot):
            return touched
        row = self.left[index].index(1)
        for other in puzzle.slots:
            if other.index == index or len(other) != len(slot) or puzzle.is_treated(other):
                continue
            if twins and twins.get(index) == other.index:
                continue
            its_table, its_words = self.tables[other.index], self.left[other.index]
            # Listed words are compared by index, and words that the list lacks by their letters.
            is_same = its_table is table or (
                puzzle.is_exempt(slot) and puzzle.is_exempt(other) and its_table.raw == table.raw
            )
            if is_same and its_words[row]:
                its_words[row] = False
                touched.append(other.index)
        return touched
