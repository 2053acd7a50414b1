"""The state in Python, with the words of a slot as a `bitarray`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bitarray import bitarray
from bitarray.util import any_and

from satcross.consistency import Domains
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.order import next_letter
from satcross.solve.lazy.reasons import explain
from satcross.solve.lazy.state import CELL, NOT_SET, State

# Up to this many words it is quicker to look at each word than at each letter.
FEW_WORDS = 48


class PureState(State):
    """The state that needs nothing but Python and bitarray.

    Fields besides those of `State`, indexed by slot:
        excluded: words taken because another slot is complete with them: (row, trail length
            then, the other slot).
        delta: changes on the way to the domain: it shrinks to what is in all of these sets.
        level_of (by variable): the level at which it was put on the trail.
        empty_cell: the last cell that was left without a letter.
    """

    def __init__(self, domains: Domains, letters: LetterVars) -> None:
        super().__init__(domains, letters)
        self.dom = list(self.start)
        self.count = [dom.count() for dom in self.dom]
        self.n_open = [len(cells) for cells in self.cells]
        self.mask = self.first_masks()
        self.value = [NOT_SET] * len(self.ids)
        self.set_to = [0] * len(self.ids)
        self.position = [NOT_SET] * (2 * letters.n + 1)
        self.owner = [NOT_SET] * (letters.n + 1)
        # By cell: the slots through it, with the words that have a letter there and the others.
        self._sets: list[list[tuple[int, list[bitarray], list[bitarray]]]] = [[] for _ in self.ids]
        for slot, cells in enumerate(self.cells):
            table = self.tables[slot]
            for offset, cell in enumerate(cells):
                self._sets[cell].append((slot, table.support[offset], table.without[offset]))
        self.excluded: list[list[tuple[int, int, int]]] = [[] for _ in self.cells]
        self.delta: list[list[bitarray]] = [[] for _ in self.cells]
        self.queue: list[int] = []
        self.levels: list[tuple[int, int, int, int, int]] = []
        self._trail: list[int] = []
        self._head = 0  # literals before it are in the domains, or in `delta` on the way to them
        self._undo_dom: list[tuple[int, bitarray, int]] = []
        self._undo_cell: list[tuple[int, int, int]] = []
        self._undo_excluded: list[int] = []
        self._n_set = 0
        self._n_propagations = 0
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
        return self._n_set

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
                len(self._undo_cell),
                len(self._undo_excluded),
            )
        )

    def backtrack(self, level: int) -> None:
        """Take back every level above `level`."""
        n_trail, self._head, n_dom, n_cell, n_excluded = self.levels[level]
        del self.levels[level:]
        self.clear_queue()
        trail, position = self._trail, self.position
        n_letters = self.letters.n
        for literal in trail[n_trail:]:
            if -n_letters <= literal <= n_letters:
                position[literal] = NOT_SET
                if literal > 0:
                    self.set_to[self.cell_of[literal]] = 0
        del trail[n_trail:]
        undo_dom, dom, count = self._undo_dom, self.dom, self.count
        for slot, words, n in reversed(undo_dom[n_dom:]):
            dom[slot] = words
            count[slot] = n
        del undo_dom[n_dom:]
        undo_cell, mask, value, n_open = self._undo_cell, self.mask, self.value, self.n_open
        for cell, bits, old in reversed(undo_cell[n_cell:]):
            mask[cell] = bits
            if value[cell] != old:
                value[cell] = old
                self._n_set -= 1
                for slot, _ in self.links[cell]:
                    n_open[slot] += 1
        del undo_cell[n_cell:]
        for slot in self._undo_excluded[n_excluded:]:
            self.excluded[slot].pop()
        del self._undo_excluded[n_excluded:]

    def clear_queue(self) -> None:
        """Forget changes that are not in the domains yet."""
        for slot in self.queue:
            self.delta[slot] = []
        self.queue = []

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

    # Propagation

    def propagate(self) -> tuple[list[int], int]:
        """Bring the domains in line with the trail, to the fixpoint.

        Returns: the literals that follow, all negative, in the order in which they follow, each
            now on the trail; and the slot that was left without a word, or NOT_SET. When a cell
            is left without a letter the solver finds out by itself.
        """
        out: list[int] = []
        count, dom, delta = self.count, self.dom, self.delta
        while True:
            if not self._advance():
                self.clear_queue()
                return out, NOT_SET
            if not self.queue:
                return out, NOT_SET
            # The slot with the fewest words first: it is the likeliest to fail, and the cheapest.
            queue = self.queue
            slot = queue[0]
            if len(queue) > 1:
                fewest = count[slot]
                for other in queue:
                    if count[other] < fewest:
                        slot, fewest = other, count[other]
            queue.remove(slot)
            changes, delta[slot] = delta[slot], []
            old = dom[slot]
            words = old & changes[0]
            for change in changes[1:]:
                words &= change
            n = words.count()
            if n != count[slot]:
                self._n_propagations += 1
                self._undo_dom.append((slot, old, count[slot]))
                if n == 0:
                    dom[slot], count[slot] = words, 0
                    self.clear_queue()
                    return out, slot
                self._find_lost_letters(slot, old, words, n, out)
            if n == 1 and not self.n_open[slot] and self.rivals[slot]:
                self._exclude_from_rivals(slot, words.find(1))

    def _advance(self) -> bool:
        """Hand the new literals on the trail to their slots; False when a cell has no letter."""
        trail, position, value, mask = self._trail, self.position, self.value, self.mask
        delta, queue, sets, ids = self.delta, self.queue, self._sets, self.ids
        cell_of, letter_of, undo = self.cell_of, self.letter_of, self._undo_cell
        head, n_letters = self._head, self.letters.n
        while head < len(trail):
            literal = trail[head]
            head += 1
            if not -n_letters <= literal <= n_letters:
                continue
            if literal > 0:
                cell, letter = cell_of[literal], letter_of[literal]
                if value[cell] != NOT_SET:
                    continue
                undo.append((cell, mask[cell], NOT_SET))
                value[cell] = letter
                mask[cell] = 1 << letter
                self._n_set += 1
                for slot, support, _ in sets[cell]:
                    self.n_open[slot] -= 1
                    if not delta[slot]:
                        queue.append(slot)
                    delta[slot].append(support[letter])
                continue
            cell, letter = cell_of[-literal], letter_of[-literal]
            bits = mask[cell]
            if value[cell] != NOT_SET or not bits >> letter & 1:
                continue
            undo.append((cell, bits, NOT_SET))
            bits ^= 1 << letter
            mask[cell] = bits
            if not bits:
                self._head = len(trail)
                self.empty_cell = cell
                return False
            if not bits & (bits - 1):
                # The solver sets the last letter by the cell's own clause.
                last = ids[cell][bits.bit_length() - 1]
                if position[last] == position[-last] == NOT_SET:
                    self.put(last)
                    self.owner[last] = CELL
            for slot, _, without in sets[cell]:
                if not delta[slot]:
                    queue.append(slot)
                delta[slot].append(without[letter])
        self._head = head
        return True

    def _find_lost_letters(
        self, slot: int, old: bitarray, words: bitarray, n: int, out: list[int]
    ) -> None:
        """Take from the slot's cells the letters that `words`, fewer than `old`, do not bring."""
        n_before = self.count[slot]
        self.dom[slot], self.count[slot] = words, n
        if not self.n_open[slot]:
            return
        table = self.tables[slot]
        set_to, mask, width = self.set_to, self.mask, self.n_letters
        suspects = -1  # letters that may be lost
        if n <= FEW_WORDS:
            suspects = ~table.masks(words)
        elif n_before - n <= FEW_WORDS:
            suspects = table.masks(old & ~words)
        shift = 0
        for offset, cell in enumerate(self.cells[slot]):
            if not set_to[cell]:
                bits = mask[cell] & suspects >> shift
                if bits:
                    lost = self.letters_of(bits)
                    if n > FEW_WORDS:
                        row = table.support[offset]
                        lost = tuple([a for a in lost if not any_and(words, row[a])])
                    if lost:
                        self._remove(slot, cell, lost, out)
            shift += width

    def _remove(self, slot: int, cell: int, lost: tuple[int, ...], out: list[int]) -> None:
        position, ids = self.position, self.ids[cell]
        left = self.mask[cell]
        for letter in lost:
            left ^= 1 << letter
        if not left & (left - 1):
            # One letter is left: one reason for it is shorter than one for each of the others.
            last = ids[left.bit_length() - 1]
            if position[last] == position[-last] == NOT_SET:
                self.put(last)
                self.owner[last] = slot
                out.append(last)
                return
        trail, owner, level_of, level = self._trail, self.owner, self.level_of, len(self.levels)
        for letter in lost:  # as `put` does, which would be a tenth of the time
            variable = ids[letter]
            if position[-variable] == NOT_SET:
                position[-variable] = len(trail)
                trail.append(-variable)
                level_of[variable] = level
                owner[variable] = slot
                out.append(-variable)

    def _exclude_from_rivals(self, slot: int, row: int) -> None:
        """The slot is complete: no other slot may take its word."""
        word = int(self.tables[slot].words[row])
        for other in self.rivals[slot]:
            table = self.tables[other]
            local = table.local(word)
            if local >= 0 and self.dom[other][local]:
                without = table.all_words()
                without[local] = False
                self.excluded[other].append((local, len(self._trail), slot))
                self._undo_excluded.append(other)
                if not self.delta[other]:
                    self.queue.append(other)
                self.delta[other].append(without)

    # What the engine asks of a state

    def explain(self, literal: int, slot: int, before: int) -> list[int]:
        """The reason of a letter that a slot removed or set: see `reasons.explain`."""
        return explain(self, literal, slot, before)

    def next_letter(
        self,
        weight: Sequence[float],
        luck: Sequence[float],
        prefer: bytearray | None,
        by_worth: bool,
    ) -> int:
        """A letter variable to set true; 0 when every slot is complete: see `order.next_letter`."""
        return next_letter(self, weight, luck, prefer, by_worth)
