"""Families of which at most one slot may be a member, and the letters that make it one.

Rules between entries compare more than the letters of slots of equal length. Each is a set of
*families*: a run of letters, a base form, a string. A *placement* is a way for a slot to belong to
a family: the letters that its cells must hold for it. `satcross.encoding.families` has the clauses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from satcross.words.table import I32, Codes, codes_of, string_of, strings_of

if TYPE_CHECKING:
    from satcross.model.slots import Slot
    from satcross.model.value import PuzzleValue

Int = npt.NDArray[np.int64]
Key = Hashable
Tick = Callable[[], None]

_NONE = np.zeros(0, dtype=np.int64)
TICK_EVERY = 1000  # words or families


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """Placements of some families, by family, then by slot.

    Args:
        family: int64 (n,): the family's number, ascending from 0.
        slot: int64 (n,): the slot's index, ascending within a family.
        literals: int32: the letter variables of all placements, concatenated.
        lengths: int64 (n,): the number of letter variables of each placement.
    """

    family: Int
    slot: Int
    literals: I32
    lengths: Int

    def __len__(self) -> int:
        return len(self.family)

    def take(self, keep: npt.NDArray[np.bool_]) -> Placements:
        """Some of them; families keep their numbers."""
        return Placements(
            self.family[keep],
            self.slot[keep],
            self.literals[np.repeat(keep, self.lengths)],
            self.lengths[keep],
        )


class WordsLeft(Protocol):
    """The words that are left to the slots of a puzzle: `satcross.model.consistency.Domains`."""

    @property
    def puzzle(self) -> PuzzleValue:
        """The puzzle."""

    @property
    def words(self) -> tuple[I32, ...]:
        """By slot, their rows in its table."""

    @property
    def codes(self) -> tuple[Codes, ...]:
        """By slot, their letter codes."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of letter codes."""


class LetterIds(Protocol):
    """The letter variables: `satcross.encoding.letters.LetterVars`."""

    @property
    def ids(self) -> I32:
        """By cell and letter code, the variable; 0 where the letter is impossible."""


class Families(Protocol):
    """The families of one rule between entries.

    Fields:
        name: the rule's name in formulas.
        compares_given: whether two completely given slots are compared, too.
        tick: called several times a second while placements are made; an exception ends the work.
    """

    name: str
    compares_given: bool
    tick: Tick

    def broken(self, letters: Mapping[int, int]) -> list[Key]:
        """The families with more than one slot in a fill (letter code by cell), in order."""

    def placements(self, keys: Collection[Key] | None = None) -> Placements:
        """All placements of some families, by default of all that several slots can belong to."""


def no_tick() -> None:
    """Do nothing: the `tick` of work that nobody interrupts."""


class EntryFamilies(ABC):
    """What the kinds of `Families` share.

    Args:
        domains: the words.
        letters: the letter variables.
        name: the rule's name.
        compares_given: as in `Families`.
    """

    def __init__(
        self, domains: WordsLeft, letters: LetterIds, name: str, *, compares_given: bool = False
    ) -> None:
        self.name = name
        self.compares_given = compares_given
        self.tick: Tick = no_tick
        self._domains = domains
        self._letters = letters
        self._slots = [slot for slot in domains.puzzle.slots if slot.n_letters > 1]

    @abstractmethod
    def _keys_in(self, slot: Slot, letters: Mapping[int, int]) -> Iterable[Key]:
        """The families to which a slot belongs in a fill."""

    @abstractmethod
    def placements(self, keys: Collection[Key] | None = None) -> Placements:
        """See `Families`."""

    def _members(self, letters: Mapping[int, int]) -> Iterator[tuple[Key, Collection[int]]]:
        """The families with more than one slot in a fill, and the indices of these."""
        seen: dict[Key, dict[int, None]] = {}
        for slot in self._slots:
            for key in self._keys_in(slot, letters):
                seen.setdefault(key, {})[slot.index] = None
        return ((key, slots) for key, slots in seen.items() if len(slots) > 1)

    def broken(self, letters: Mapping[int, int]) -> list[Key]:
        """See `Families`; slots that are all given are not compared unless the rule says so."""
        exempt = frozenset() if self.compares_given else wholly_given(self._domains.puzzle)
        return [key for key, slots in self._members(letters) if not exempt.issuperset(slots)]

    def _word(self, slot: Slot, letters: Mapping[int, int]) -> str:
        """What a slot is read as in a fill."""
        return self._domains.puzzle.reading(slot, [letters[cell] for cell in slot.cells])


class RunFamilies(EntryFamilies):
    """Runs of `n` letters: a placement is an offset at which the run can be in a slot."""

    def __init__(self, domains: WordsLeft, letters: LetterIds, n: int) -> None:
        super().__init__(domains, letters, "shared run")
        self._n = n
        self._size = domains.dtype.itemsize
        self._slots = [slot for slot in self._slots if slot.n_letters >= n]
        self._index: tuple[npt.NDArray[np.bytes_], Int, Int] | None = None

    def _keys_in(self, slot: Slot, letters: Mapping[int, int]) -> Iterable[Key]:
        word = string_of([letters[cell] for cell in slot.entry_cells], self._size)
        length = self._n * self._size
        starts = range(0, len(word) - length + 1, self._size)
        return (word[start : start + length] for start in starts)

    def placements(self, keys: Collection[Key] | None = None) -> Placements:
        """The places of the runs: wherever a word of a slot has one."""
        runs, slots, offsets = self._places()
        if keys is None:
            family = numbered(runs)
        else:
            wanted = np.array(sorted(keys), dtype=f"S{self._n * self._size}")  # type: ignore[type-var]
            first = np.searchsorted(runs, wanted)
            counts = np.searchsorted(runs, wanted, side="right") - first
            rows = np.repeat(first - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
            family = np.repeat(np.arange(len(wanted)), counts)
            runs, slots, offsets = runs[rows], slots[rows], offsets[rows]
        several = in_several_slots(family, slots)
        runs, slots, offsets = runs[several], slots[several], offsets[several]
        family = numbered(family[several])
        self.tick()
        codes = codes_of(runs, self._n)
        width = max((len(slot) for slot in self._slots), default=0)
        cells = np.zeros((len(self._domains.puzzle.slots), width), dtype=np.int64)
        for slot in self._slots:
            cells[slot.index, : len(slot)] = slot.cells
        places = cells[slots[:, None], offsets[:, None] + np.arange(self._n)]
        return Placements(
            family,
            slots,
            self._letters.ids[places, codes].ravel(),
            np.full(len(slots), self._n, dtype=np.int64),
        )

    def _places(self) -> tuple[npt.NDArray[np.bytes_], Int, Int]:
        """Each run with its possible slots and offsets, sorted by run, slot and offset."""
        if self._index is None:
            n = self._n
            runs: list[npt.NDArray[np.bytes_]] = [np.zeros(0, dtype=f"S{n * self._size}")]
            where: list[tuple[int, int, int]] = [(0, 0, 0)]
            for slot in self._slots:
                self.tick()
                codes = self._domains.codes[slot.index]
                for offset in range(slot.n_letters - n + 1):
                    runs.append(np.unique(strings_of(codes[:, offset : offset + n])))
                    where.append((slot.index, offset, len(runs[-1])))
            counts = np.array([count for _, _, count in where], dtype=np.int64)
            slots = np.repeat(np.array([slot for slot, _, _ in where], dtype=np.int64), counts)
            offsets = np.repeat(np.array([at for _, at, _ in where], dtype=np.int64), counts)
            all_runs = np.concatenate(runs)
            self.tick()
            order = np.argsort(all_runs, kind="stable")
            self.tick()
            self._index = all_runs[order], slots[order], offsets[order]
        return self._index


class KeyFamilies(EntryFamilies):
    """No two entries have a key in common: the base form of a word, or the word itself.

    A family is a key, a placement a word with that key in a slot.

    Args: keys_of: the keys of a spelled word; none if no other word can have one of them.
    """

    def __init__(
        self,
        domains: WordsLeft,
        letters: LetterIds,
        name: str,
        keys_of: Callable[[str], Collection[str]],
        compares_given: bool,
    ) -> None:
        super().__init__(domains, letters, name, compares_given=compares_given)
        self._keys_of = keys_of
        self._index: dict[str, list[tuple[int, int]]] | None = None

    def _keys_in(self, slot: Slot, letters: Mapping[int, int]) -> Iterable[Key]:
        return self._keys_of(self._word(slot, letters))

    def placements(self, keys: Collection[Key] | None = None) -> Placements:
        """The words of each family in each slot that can hold them."""
        index = self._words()
        chosen = sorted(index) if keys is None else sorted(str(key) for key in keys)
        family: list[int] = []
        slots: list[int] = []
        rows: list[npt.NDArray[np.int32]] = []
        n_families = 0
        for number, key in enumerate(chosen):
            if number % TICK_EVERY == 0:
                self.tick()
            places = index.get(key, [])
            if len({slot for slot, _ in places}) < 2:
                continue
            for slot, row in places:
                cells = self._domains.puzzle.slots[slot].cells
                codes = self._domains.codes[slot][row]
                family.append(n_families)
                slots.append(slot)
                rows.append(self._letters.ids[list(cells), codes])
            n_families += 1
        return Placements(
            np.array(family, dtype=np.int64),
            np.array(slots, dtype=np.int64),
            np.concatenate([np.zeros(0, dtype=np.int32), *rows]),
            np.array([len(row) for row in rows], dtype=np.int64),
        )

    def _words(self) -> dict[str, list[tuple[int, int]]]:
        """By key, (slot, row) of the words with that key."""
        if self._index is None:
            index: dict[str, list[tuple[int, int]]] = {}
            puzzle, domains = self._domains.puzzle, self._domains
            known: dict[bytes | str, Collection[str]] = {}
            for slot in self._slots:
                is_treated = puzzle.is_treated(slot) and len(domains.words[slot.index])
                for row, codes in enumerate(domains.codes[slot.index]):
                    if row % TICK_EVERY == 0:
                        self.tick()
                    held: bytes | str = codes.tobytes()
                    if is_treated:
                        held = puzzle.reading_in(slot, int(domains.words[slot.index][row]))
                    if held not in known:
                        word = held if isinstance(held, str) else puzzle.spelled(codes.tolist())
                        known[held] = self._keys_of(word)
                    for key in known[held]:
                        index.setdefault(key, []).append((slot.index, row))
            self._index = index
        return self._index


class CrossingFamilies(EntryFamilies):
    """No two words of a set have a cell in common.

    A family is a cell with a letter, as (position, code), and a placement a word of the set in a
    slot through it: of two entries that cross at most one may be such a word.

    Args: words: the set.
    """

    def __init__(
        self, domains: WordsLeft, letters: LetterIds, name: str, words: Collection[str]
    ) -> None:
        super().__init__(domains, letters, name)
        self._words = words
        self._rows: dict[int, Int] = {}
        self._by_length: dict[int, npt.NDArray[np.bytes_]] | None = None

    def _keys_in(self, slot: Slot, letters: Mapping[int, int]) -> Iterable[Key]:
        is_of_set = self._word(slot, letters) in self._words
        return [(cell, letters[cell]) for cell in slot.entry_cells] if is_of_set else ()

    def broken(self, letters: Mapping[int, int]) -> list[Key]:
        """See `Families`; by cell."""
        return sorted(super().broken(letters))  # type: ignore[type-var]

    def placements(self, keys: Collection[Key] | None = None) -> Placements:
        """The words of the set through each cell of the families, in each of its slots."""
        domains, n_codes = self._domains, len(self._domains.puzzle.texts)
        wanted = None
        if keys is not None:
            pairs = np.array(list(keys), dtype=np.int64).reshape(-1, 2)
            wanted = pairs[:, 0] * n_codes + pairs[:, 1]
        families, slots, starts = [_NONE], [_NONE], [_NONE]
        literals = [np.zeros(0, dtype=np.int32)]
        n_literals = 0
        sizes = np.array([len(slot) for slot in domains.puzzle.slots], dtype=np.int64)
        for slot in self._slots:
            self.tick()
            codes = domains.codes[slot.index][self._rows_of(slot)]
            literals.append(self._letters.ids[np.array(slot.cells), codes].ravel())
            start = n_literals + np.arange(len(codes)) * len(slot)
            n_literals += codes.size
            for offset, cell in enumerate(slot.entry_cells):
                if cell in slot.entry_cells[:offset]:
                    continue
                family = cell * n_codes + codes[:, offset].astype(np.int64)
                kept = np.isin(family, wanted) if wanted is not None else np.ones_like(family, bool)
                families.append(family[kept])
                starts.append(start[kept])
                slots.append(np.full(len(starts[-1]), slot.index, dtype=np.int64))
        found = np.stack([np.concatenate(part) for part in (families, slots, starts)])
        family, slot_of, first = found[:, np.lexsort(found[::-1])]
        several = in_several_slots(numbered(family), slot_of)
        family, slot_of, first = family[several], slot_of[several], first[several]
        self.tick()
        lengths = sizes[slot_of]
        at = np.repeat(first - (np.cumsum(lengths) - lengths), lengths) + np.arange(lengths.sum())
        return Placements(numbered(family), slot_of, np.concatenate(literals)[at], lengths)

    def _rows_of(self, slot: Slot) -> Int:
        """The rows of the words left to a slot that are in the set."""
        if slot.index not in self._rows:
            puzzle, domains = self._domains.puzzle, self._domains
            codes = domains.codes[slot.index]
            if puzzle.is_treated(slot) and len(domains.words[slot.index]):
                words = domains.words[slot.index].tolist()
                read = [puzzle.reading_in(slot, row) in self._words for row in words]
                held = np.array(read, dtype=np.bool_)
            else:
                held = np.isin(strings_of(codes), self._spelt(len(slot)))
            self._rows[slot.index] = np.flatnonzero(held)
        return self._rows[slot.index]

    def _spelt(self, length: int) -> npt.NDArray[np.bytes_]:
        """The words of the set in so many cells, sorted, as `strings_of` has codes."""
        if self._by_length is None:
            self._by_length = {}
            puzzle = self._domains.puzzle
            ways: dict[int, set[tuple[int, ...]]] = {}
            words = self._words
            if puzzle.has_rebus:  # each word has many spellings, and few of the set may be used
                here = {word for word, _ in puzzle.listed.words()}
                whole = filter(None, map(puzzle.given_codes, puzzle.slots))
                words = here.union(map(puzzle.spelled, whole)).intersection(words)
            for word in words:
                if puzzle.listed.alphabet.is_word(word):
                    for codes in puzzle.spellings(word):
                        ways.setdefault(len(codes), set()).add(codes)
            for n, some in ways.items():
                array = np.array(sorted(some), dtype=self._domains.dtype).reshape(-1, n)
                self._by_length[n] = strings_of(array)
        nothing = np.zeros(0, dtype=f"S{length * self._domains.dtype.itemsize}")
        return self._by_length.get(length, nothing)


def numbered(keys: npt.NDArray[Any]) -> Int:
    """Rising keys numbered from 0, the same ones alike."""
    starts = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
    return np.cumsum(starts, dtype=np.int64) - 1


def wholly_given(puzzle: PuzzleValue) -> frozenset[int]:
    """The indices of the slots whose letters are all given."""
    return frozenset(slot.index for slot in puzzle.slots if puzzle.given_codes(slot) is not None)


def in_several_slots(family: Int, slots: Int) -> npt.NDArray[np.bool_]:
    """Whether the family of each placement has more than one slot; both sorted by family."""
    if not len(family):
        return np.zeros(0, dtype=np.bool_)
    starts = np.flatnonzero(np.append(True, family[1:] != family[:-1]))
    low = np.minimum.reduceat(slots, starts)
    high = np.maximum.reduceat(slots, starts)
    counts = np.diff(np.append(starts, len(family)))
    return np.repeat(low != high, counts)
