"""The state in Python: a trail of literals, and the letters and words that it leaves.

Propagation is that of Compact-Table (Demeulenaere et al., CP 2016). The words that a slot can still
hold are a bit set, its *domain*, with a bit for each word of its table. For each offset and letter
the table has the set of the words with that letter there, the letter's *support*. Then

- a letter set in a cell intersects the domain of each slot through the cell with its support;
- a letter removed from a cell intersects it with the complement of its support;
- a letter whose support no longer meets the domain is removed from its cell, which changes the
  domains of the other slots through that cell; and so on, to the fixpoint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bitarray import bitarray
from bitarray.util import any_and

from oracles.lazy import order, reasons
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.state import CELL, NOT_SET, State

LOW = (1 << 13) - 1  # half of the letters, whose sets are all soon known
MOST_KEPT = 64  # letters of an alphabet; the sets of more seldom come again


class Level(NamedTuple):
    """How long the trail and the logs were when a decision level was opened."""

    n_trail: int
    n_read: int
    n_changes: int
    n_taken: int


class Taken(NamedTuple):
    """A word that a slot lost because another slot is complete with it."""

    slot: int
    row: int  # of the word in the slot's table
    n_trail: int  # length of the trail at that time
    owner: int  # the complete slot


class PureState(State):
    """The state that needs nothing but Python and bitarray.

    `_change` logs the old value of a domain, a count, a mask or a value, so that `backtrack` can
    restore it. Bit sets are never changed in place: the old value of a domain is the old set.

    Fields besides those of `State`:
        levels: the open decision levels.
        level_of (by variable): the level at which it was put on the trail.
        taken: the words that slots lost to complete slots, oldest first.
        empty_cell: the last cell that was left without a letter.
    """

    n_propagations = 0
    next_letter = order.next_letter
    explain = reasons.explain

    def __init__(self, problem: TableProblem) -> None:
        self._describe(problem)
        self._letters_of: dict[int, tuple[int, ...]] = {}
        n_variables, n_cells = self.letters.n, len(self.ids)
        self.dom = list(self.start)
        self.count = [words.count() for words in self.dom]
        self.n_open = [len(cells) for cells in self.cells]
        self.mask = list(self.letters.masks)
        self.value = [NOT_SET] * n_cells
        self.set_to = [0] * n_cells
        self.position = [NOT_SET] * (2 * n_variables + 1)
        self.owner = [NOT_SET] * (n_variables + 1)
        self.level_of = [0] * (n_variables + 1)
        self.levels: list[Level] = []
        self.taken: list[Taken] = []
        self.empty_cell = NOT_SET
        self._trail: list[int] = []
        self._n_read = 0  # literals of the trail that were passed to the slots
        self._changes: list[tuple[Any, int, Any]] = []  # list, index, old value
        # By slot, the sets to intersect its domain with; first the slot that has waited longest.
        self._pending: dict[int, list[bitarray]] = {}

    def letters_of(self, bits: int) -> tuple[int, ...]:
        """The letters whose bits are set; kept, as the same sets come again and again."""
        if bits >> MOST_KEPT:
            return tuple([a for a, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"])
        letters = self._letters_of.get(bits)
        if letters is None:
            low = bits & LOW
            if low and low != bits:
                letters = self.letters_of(low) + self.letters_of(bits ^ low)
            else:
                letters = tuple([a for a in range(bits.bit_length()) if bits >> a & 1])
            self._letters_of[bits] = letters
        return letters

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
        return len(self.value) - self.value.count(NOT_SET)

    def root(self) -> list[int]:
        """The literals below the first level, in order."""
        return self._trail[: self.levels[0].n_trail] if self.levels else list(self._trail)

    # Literals

    def new_variable(self) -> int:
        """One more variable, which only clauses know: it is the only letter of a new cell."""
        variable = len(self.owner)
        self.cell_of.append(len(self.ids))
        self.ids.append([variable])
        self.set_to.append(0)
        self.position[variable:variable] = [NOT_SET, NOT_SET]  # in the middle: see `State`
        self.owner.append(NOT_SET)
        self.level_of.append(0)
        return variable

    def truth(self, literal: int) -> int:
        """1 if a literal is true, -1 if it is false, 0 if it is open.

        When a cell is set to a letter, its other letters are false without being on the trail.
        """
        variable = abs(literal)
        set_to = self.set_to[self.cell_of[variable]]
        if set_to:
            value = 1 if set_to == variable else -1
        else:
            value = 0 if self.position[-variable] == NOT_SET else -1
        return value if literal > 0 else -value

    def cause(self, literal: int) -> int:
        """The variable on the trail that makes a false literal false.

        It is its own, or for a letter of a cell that is set to another letter that letter's.
        """
        is_on_trail = literal < 0 or self.position[-literal] != NOT_SET
        return abs(literal) if is_on_trail else self.set_to[self.cell_of[literal]]

    def put(self, literal: int, owner: int) -> None:
        """Put an open literal on the trail; for `owner`, see `State`."""
        variable = abs(literal)
        if literal > 0:
            self.set_to[self.cell_of[variable]] = variable
        self.position[literal] = len(self._trail)
        self.level_of[variable] = len(self.levels)
        self.owner[variable] = owner
        self._trail.append(literal)

    def absorb(self, literals: Iterable[int]) -> None:
        """Put literals that the solver has set on the trail, unless they are there.

        A letter that a cell lost because it was set to another adds nothing, and is left out.
        """
        for literal in literals:
            cell = self.cell_of[abs(literal)]
            if literal > 0:
                self.set_to[cell] = literal
            elif self.set_to[cell]:
                continue
            if self.position[literal] == NOT_SET:
                self.put(literal, NOT_SET)

    def remove(self, variable: int, owner: int) -> bool:
        """Put a removed letter on the trail; False when it is there."""
        if self.position[-variable] != NOT_SET:
            return False
        self.put(-variable, owner)
        return True

    # Levels

    def new_level(self) -> None:
        """Open a level; literals put on the trail from now on are taken back with it."""
        lengths = len(self._trail), self._n_read, len(self._changes), len(self.taken)
        self.levels.append(Level(*lengths))

    def backtrack(self, level: int) -> None:
        """Take back every level above `level`."""
        start = self.levels[level]
        for literal in self._trail[start.n_trail :]:
            self.position[literal] = NOT_SET
            if literal > 0:
                self.set_to[self.cell_of[literal]] = 0
        for changed, index, old in reversed(self._changes[start.n_changes :]):
            changed[index] = old
        del self.levels[level:]
        del self._trail[start.n_trail :]
        del self._changes[start.n_changes :]
        del self.taken[start.n_taken :]
        self._n_read = start.n_read
        self._pending.clear()

    def _change(self, field: Any, index: int, value: Any) -> None:
        self._changes.append((field, index, field[index]))
        field[index] = value

    # Propagation

    def propagate(self) -> tuple[list[int], int]:
        """Bring the domains in line with the trail: see `State.propagate`."""
        n_before = len(self._trail)
        empty = self.to_fixpoint()
        return [a for a in self._trail[n_before:] if self.owner[abs(a)] != CELL], empty

    def to_fixpoint(self) -> int:
        """Bring the domains in line with the trail, and put what follows on the trail.

        Returns: the slot that was left without a word, or NOT_SET. When a cell is left without a
            letter, `empty_cell` is that cell.
        """
        while self._read_trail() and self._pending:
            # The fewest words first: that slot is the likeliest to fail, and the cheapest.
            slot = min(self._pending, key=self.count.__getitem__)
            self._narrow(slot, self._pending.pop(slot))
            if not self.count[slot]:
                self._pending.clear()
                return slot
            if self.count[slot] == 1 and not self.n_open[slot] and self.rivals[slot]:
                self._take_from_rivals(slot)
        self._pending.clear()
        return NOT_SET

    def _read_trail(self) -> bool:
        """Pass the new literals on the trail to the slots; False when a cell has no letter left."""
        while self._n_read < len(self._trail):
            literal = self._trail[self._n_read]
            self._n_read += 1
            variable = abs(literal)
            if variable > self.letters.n:
                continue
            cell, letter = self.cell_of[variable], self.letter_of[variable]
            if self.value[cell] != NOT_SET:
                continue
            if literal > 0:
                self._set(cell, letter)
            elif self.mask[cell] >> letter & 1:
                self._remove(cell, letter)
                if not self.mask[cell]:
                    self.empty_cell = cell
                    self._n_read = len(self._trail)
                    return False
        return True

    def _set(self, cell: int, letter: int) -> None:
        self._change(self.value, cell, letter)
        self._change(self.mask, cell, 1 << letter)
        for slot, support in self.links[cell]:
            self._change(self.n_open, slot, self.n_open[slot] - 1)
            self._pending.setdefault(slot, []).append(support[letter])

    def _remove(self, cell: int, letter: int) -> None:
        left = self.mask[cell] ^ 1 << letter
        self._change(self.mask, cell, left)
        if left.bit_count() == 1:
            last = self.ids[cell][left.bit_length() - 1]
            if self.position[last] == self.position[-last] == NOT_SET:
                self.put(last, CELL)
        for slot, support in self.links[cell]:
            self._pending.setdefault(slot, []).append(~support[letter])

    def _narrow(self, slot: int, sets: list[bitarray]) -> None:
        """Intersect a slot's domain with some sets, and remove the letters that it loses."""
        words = self.dom[slot]
        for others in sets:
            words = words & others
        n_words = words.count()
        if n_words == self.count[slot]:
            return
        self.n_propagations += 1
        self._change(self.dom, slot, words)
        self._change(self.count, slot, n_words)
        if n_words:
            for cell, support in zip(self.cells[slot], self.tables[slot].support, strict=True):
                if not self.set_to[cell]:
                    self._remove_lost(slot, cell, support)

    def _remove_lost(self, slot: int, cell: int, support: Sequence[bitarray]) -> None:
        """Put the letters of a cell that no word of a slot has there on the trail.

        When one letter is left it is set instead: one reason for it is shorter than one for each
        of the others.
        """
        words, ids = self.dom[slot], self.ids[cell]
        letters = self.letters_of(self.mask[cell])
        lost = [letter for letter in letters if not any_and(words, support[letter])]
        if lost and len(lost) == len(letters) - 1:
            (last,) = set(letters).difference(lost)
            self.put(ids[last], slot)
        else:
            for letter in lost:
                self.put(-ids[letter], slot)

    def _take_from_rivals(self, slot: int) -> None:
        """The slot is complete: no other slot may take its word."""
        word = int(self.tables[slot].words[self.dom[slot].find(1)])
        for rival in self.rivals[slot]:
            row = self.tables[rival].local(word)
            if row >= 0 and self.dom[rival][row]:
                self.taken.append(Taken(rival, row, len(self._trail), slot))
                others = self.tables[rival].all_words()
                others[row] = False
                self._pending.setdefault(rival, []).append(others)
