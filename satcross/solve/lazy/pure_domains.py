"""What the state in Python keeps, and how to take it back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappush
from typing import overload

from bitarray import bitarray
from bitarray.util import zeros

from satcross.consistency import Domains
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.state import NOT_SET, State

SLOT = (1 << 24) - 1  # the bits of a slot in an entry of the queue


class WordSets(Sequence[bitarray]):
    """The words still possible in each slot of a state, as bit sets; only to be read."""

    def __init__(self, state: PureDomains) -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.cells)

    @overload
    def __getitem__(self, index: int) -> bitarray: ...
    @overload
    def __getitem__(self, index: slice) -> list[bitarray]: ...
    def __getitem__(self, index: int | slice) -> bitarray | list[bitarray]:
        """The words of one slot, or of several."""
        if isinstance(index, slice):
            return [self[slot] for slot in range(*index.indices(len(self)))]
        few = self._state.few[index]
        words = self._state.words[index]
        if few is not None:
            row, words = self._state.tables[index].row, zeros(len(words), "little")
            for pattern in few:
                words[row(pattern)] = True
        return words


class PureDomains(State):
    """A trail and the domains, for `PureState` to propagate.

    A slot with many words has them as a bit set in `words`, and when some are lost the changes on
    the way to it in `delta`; a slot with few words has the list of their patterns (see
    `SlotTable.patterns`) in `few`, and the letters lost to it in `lost_bits`.

    Fields besides those of `State`, indexed by slot:
        words: the words still possible, when they are many.
        few: when they are few, their patterns; else None.
        placed: the letters set in the slot, in order: (place on the trail, variable, the words
            with that letter).
        removed: the letters removed in its cells as bits of a pattern: none, and then, each time
            that a cell loses letters, all so far.
        excluded: words taken because another slot is complete with them: (row, trail length
            then, the other slot).
        delta: changes on the way to `words`: it shrinks to what is in all of these sets.
        lost_bits: changes on the way to `few`: patterns with any of these bits go.
        lost_words: changes on the way to either: rows of words that go.
        queue: entries of the slots with such changes, a heap; see `enqueue`.
        removed_at: by row, where in `removed` what was removed first of the word was last found.
        takers: by the bit of a letter in the slot's patterns, its variable and the words that lack
            it; empty until `find_takers`.
        level_of (by variable): the level at which it was put on the trail.
        empty_cell: the last cell that was left without a letter.
    """

    def __init__(self, domains: Domains, letters: LetterVars) -> None:
        super().__init__(domains, letters)
        self.words = list(self.start)
        self.dom = WordSets(self)
        self.count = [words.count() for words in self.words]
        self.few: list[list[int] | None] = [None] * len(self.words)
        self.n_open = [len(cells) for cells in self.cells]
        self.mask = self.first_masks()
        self.value = [NOT_SET] * len(self.ids)
        self.set_to = [0] * len(self.ids)
        self.position = [NOT_SET] * (2 * letters.n + 1)
        self.owner = [NOT_SET] * (letters.n + 1)
        # By cell: the slots through it, with the words that have a letter there and the others,
        # and where a pattern has the cell's bits.
        self._sets: list[list[tuple[int, list[bitarray], list[bitarray], int]]]
        self._sets = [[] for _ in self.ids]
        # By slot: its cells, with the words that have a letter there.
        self._rows: list[list[tuple[int, int, list[bitarray]]]] = []
        for slot, cells in enumerate(self.cells):
            table = self.tables[slot]
            rows = []
            for offset, cell in enumerate(cells):
                support, shift = table.support[offset], offset * self.n_letters
                self._sets[cell].append((slot, support, table.without[offset], shift))
                rows.append((cell, shift, support))
            self._rows.append(rows)
        self.placed: list[list[tuple[int, int, bitarray]]] = [[] for _ in self.cells]
        self.removed: list[list[int]] = [[0] for _ in self.cells]
        self.removed_at = [bytearray(len(words)) for words in self.words]
        self.excluded: list[list[tuple[int, int, int]]] = [[] for _ in self.cells]
        self.delta: list[list[bitarray]] = [[] for _ in self.cells]
        self.lost_bits = [0] * len(self.cells)
        self.lost_words: list[list[int]] = [[] for _ in self.cells]
        self.queue: list[int] = []
        self.queued = bytearray(len(self.cells))
        self._n_enqueued = 0
        self.levels: list[tuple[int, int, int, int, int, int]] = []
        self._trail: list[int] = []
        self._head = 0  # literals before it are in the domains, or on the way to them
        self._undo_dom: list[tuple[int, bitarray, list[int] | None, int]] = []
        self._undo_set: list[tuple[int, int]] = []
        self._undo_removed: list[tuple[int, int]] = []
        self._undo_excluded: list[int] = []
        self._n_propagations = 0
        self._all_letters = (1 << self.n_letters) - 1
        self.takers: list[dict[int, tuple[int, bitarray]]] = [{} for _ in self.cells]
        # By slot and row, the other slots that could hold the word, each with its row there.
        self._rows_elsewhere: dict[tuple[int, int], list[tuple[int, int]]] = {}
        # For a search of our own.
        self.level_of = [0] * (letters.n + 1)
        self.empty_cell = NOT_SET

    @property
    def trail(self) -> list[int]:
        """The literals set so far, in order; only to be read."""
        return self._trail

    @property
    def n_trail(self) -> int:
        """How many literals are on the trail."""
        return len(self._trail)

    @property
    def n_levels(self) -> int:
        """How many levels are open."""
        return len(self.levels)

    @property
    def n_set(self) -> int:
        """Cells that are set."""
        return len(self._undo_set)

    @property
    def n_propagations(self) -> int:
        """Changes of slots' domains so far."""
        return self._n_propagations

    def root(self) -> list[int]:
        """The literals below the first level, in order."""
        return self._trail[: self.levels[0][0]] if self.levels else list(self._trail)

    # Levels

    def new_level(self) -> None:
        """Open a level; literals absorbed from now on are taken back with it."""
        self.levels.append(
            (
                len(self._trail),
                self._head,
                len(self._undo_dom),
                len(self._undo_set),
                len(self._undo_removed),
                len(self._undo_excluded),
            )
        )

    def backtrack(self, level: int) -> None:
        """Take back every level above `level`."""
        n_trail, self._head, n_dom, n_set, n_removed, n_excluded = self.levels[level]
        del self.levels[level:]
        self.clear_queue()
        trail, position, set_to, cell_of = self._trail, self.position, self.set_to, self.cell_of
        n_letters = self.letters.n
        for literal in trail[n_trail:]:
            if literal < 0:
                if literal >= -n_letters:
                    position[literal] = NOT_SET
            elif literal <= n_letters:
                position[literal] = NOT_SET
                set_to[cell_of[literal]] = 0
        del trail[n_trail:]
        undo_dom, words_of, few, count = self._undo_dom, self.words, self.few, self.count
        for slot, words, patterns, n in reversed(undo_dom[n_dom:]):
            words_of[slot] = words
            few[slot] = patterns
            count[slot] = n
        del undo_dom[n_dom:]
        mask, value, sets, placed = self.mask, self.value, self._sets, self.placed
        for cell, bits in self._undo_set[n_set:]:
            mask[cell] = bits
            value[cell] = NOT_SET
            for through in sets[cell]:
                self.n_open[through[0]] += 1
                placed[through[0]].pop()
        del self._undo_set[n_set:]
        undo_removed, removed = self._undo_removed, self.removed
        for cell, bits in reversed(undo_removed[n_removed:]):
            mask[cell] = bits
            for through in sets[cell]:
                removed[through[0]].pop()
        del undo_removed[n_removed:]
        for slot in self._undo_excluded[n_excluded:]:
            self.excluded[slot].pop()
        del self._undo_excluded[n_excluded:]

    def enqueue(self, slot: int) -> None:
        """Put a slot that is not there in the queue: by its words, then by when it came."""
        self.queued[slot] = 1
        self._n_enqueued += 1
        heappush(self.queue, (self.count[slot] << 40 | self._n_enqueued) << 24 | slot)

    def clear_queue(self) -> None:
        """Forget changes that are not in the domains yet."""
        for entry in self.queue:
            slot = entry & SLOT
            self.delta[slot] = []
            self.lost_bits[slot] = 0
            self.lost_words[slot] = []
            self.queued[slot] = 0
        self.queue.clear()
        self._n_enqueued = 0

    def absorb(self, literals: Iterable[int]) -> None:
        """Put literals that the solver has set on the trail, unless they are there.

        A letter that a cell lost because it was set to another adds nothing, and is left out.
        """
        position, trail, cell_of, set_to = self.position, self._trail, self.cell_of, self.set_to
        for literal in literals:
            if literal < 0:
                if set_to[cell_of[-literal]]:
                    continue
            else:
                set_to[cell_of[literal]] = literal
            if position[literal] == NOT_SET:
                position[literal] = len(trail)
                trail.append(literal)

    def put(self, literal: int) -> None:
        """Put a letter literal on the trail that is not there."""
        if literal > 0:
            self.set_to[self.cell_of[literal]] = literal
        self.position[literal] = len(self._trail)
        self.put_other(literal)

    def put_other(self, literal: int) -> None:
        """Put a literal on the trail whose variable may be none of the letters."""
        self.level_of[abs(literal)] = len(self.levels)
        self._trail.append(literal)

    def remove(self, variable: int, owner: int) -> bool:
        """Put a removed letter on the trail; False when it is there."""
        if self.position[-variable] != NOT_SET:
            return False
        self.put(-variable)
        self.owner[variable] = owner
        return True

    def find_takers(self, slot: int) -> dict[int, tuple[int, bitarray]]:
        """Fill in `takers` for a slot."""
        takers = self.takers[slot]
        for offset, cell in enumerate(self.cells[slot]):
            for letter, variable in enumerate(self.ids[cell]):
                if variable:
                    bit = 1 << (offset * self.n_letters + letter)
                    takers[bit] = variable, self.tables[slot].without[offset][letter]
        return takers
