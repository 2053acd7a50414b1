"""The lazy engine's state: letters set so far, words still possible, and how to take them back."""

from __future__ import annotations

from collections.abc import Iterable

from bitarray import bitarray
from bitarray.util import any_and

from satcross.consistency import Domains
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.tables import SlotTable, build_tables

# Up to this many words it is quicker to look at each word than at each letter.
FEW_WORDS = 48

NOT_SET = -1


class State:
    """A trail of letter literals with the domains that follow from it.

    Literals reach the trail from the solver (`absorb`) or from the domains themselves
    (`propagate`); `backtrack` takes whole levels back. The exactly-one rule of a cell is followed
    here as well, so that the domains are as far as they can be before the solver has spoken.

    Fields (all indexed by slot unless said):
        dom, count: the words still possible, and how many.
        n_open: cells of the slot that are not set.
        mask, value (by cell): letters still possible as bits, and the letter set or NOT_SET.
        set_to (by cell): the true literal on the trail, or 0; ahead of `value`, which follows
            when `propagate` comes to the literal.
        position (by literal, negative ones from the end): place on the trail, or NOT_SET.
        owner (by variable): the slot that removed the letter.
        excluded: words taken because another slot is complete with them: (row, trail length
            then, the other slot).
    """

    def __init__(self, domains: Domains, letters: LetterVars) -> None:
        puzzle = domains.puzzle
        self.domains = domains
        self.letters = letters
        self.n_letters = len(puzzle.words.alphabet)
        self.tables: list[SlotTable]
        self.tables, self.start = build_tables(domains)
        self.dom: list[bitarray] = list(self.start)
        self.count = [dom.count() for dom in self.dom]
        self.cells = [slot.cells for slot in puzzle.slots]
        self.n_open = [len(slot) for slot in puzzle.slots]

        n_positions = len(puzzle.grid.cells)
        self.ids: list[list[int]] = letters.ids.tolist()
        self.cell_of: list[int] = letters.cell_of.tolist()
        self.letter_of: list[int] = letters.letter_of.tolist()
        self.mask = [0] * n_positions
        for cell in domains.cells:
            for letter, variable in enumerate(self.ids[cell]):
                if variable:
                    self.mask[cell] |= 1 << letter
        self.value = [NOT_SET] * n_positions
        self.set_to = [0] * n_positions
        # By cell: the slot and offset, with the support tables at that offset.
        self.links: list[list[tuple[int, list[bitarray], list[bitarray]]]] = [
            [] for _ in range(n_positions)
        ]
        for slot in puzzle.slots:
            table = self.tables[slot.index]
            for offset, cell in enumerate(slot.cells):
                self.links[cell].append((slot.index, table.support[offset], table.without[offset]))

        # Slots that could hold the same word: who must hear of a complete slot.
        self.rivals: list[list[int]] = [[] for _ in puzzle.slots]
        if puzzle.distinct:
            for slot in puzzle.slots:
                self.rivals[slot.index] = [
                    other.index
                    for other in puzzle.slots
                    if other is not slot
                    and len(other) == len(slot)
                    and len(domains.words[slot.index]) > 1
                    and len(domains.words[other.index])
                ]
        self.excluded: list[list[tuple[int, int, int]]] = [[] for _ in puzzle.slots]

        self.trail: list[int] = []
        self.head = 0  # literals before it are in the domains, or in `delta` on the way to them
        self.position = [NOT_SET] * (2 * letters.n + 1)
        self.owner = [NOT_SET] * (letters.n + 1)
        self.delta: list[list[bitarray]] = [[] for _ in puzzle.slots]
        self.queue: list[int] = []
        self.levels: list[tuple[int, int, int, int, int]] = []
        self._undo_dom: list[tuple[int, bitarray, int]] = []
        self._undo_cell: list[tuple[int, int, int]] = []
        self._undo_excluded: list[int] = []
        self._letters_of: dict[int, tuple[int, ...]] = {}
        self.n_set = 0
        self.n_propagations = 0

    # Levels

    def new_level(self) -> None:
        """Open a level; literals absorbed from now on are taken back with it."""
        self.levels.append(
            (
                len(self.trail),
                self.head,
                len(self._undo_dom),
                len(self._undo_cell),
                len(self._undo_excluded),
            )
        )

    def backtrack(self, level: int) -> None:
        """Take back every level above `level`."""
        n_trail, self.head, n_dom, n_cell, n_excluded = self.levels[level]
        del self.levels[level:]
        self.clear_queue()
        trail, position = self.trail, self.position
        for literal in trail[n_trail:]:
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
                self.n_set -= 1
                for slot, _, _ in self.links[cell]:
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
        position, trail, cell_of, set_to = self.position, self.trail, self.cell_of, self.set_to
        for literal in literals:
            if literal < 0:
                if set_to[cell_of[-literal]]:
                    continue
            else:
                set_to[cell_of[literal]] = literal
            if position[literal] == NOT_SET:
                position[literal] = len(trail)
                trail.append(literal)

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
                self.n_propagations += 1
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
        trail, position, value, mask = self.trail, self.position, self.value, self.mask
        delta, queue, links, ids = self.delta, self.queue, self.links, self.ids
        cell_of, letter_of, undo = self.cell_of, self.letter_of, self._undo_cell
        head = self.head
        while head < len(trail):
            literal = trail[head]
            head += 1
            if literal > 0:
                cell, letter = cell_of[literal], letter_of[literal]
                if value[cell] != NOT_SET:
                    continue
                undo.append((cell, mask[cell], NOT_SET))
                value[cell] = letter
                mask[cell] = 1 << letter
                self.n_set += 1
                for slot, support, _ in links[cell]:
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
                self.head = len(trail)
                return False
            if not bits & (bits - 1):
                # The solver sets the last letter by the cell's own clause.
                last = ids[cell][bits.bit_length() - 1]
                if position[last] == NOT_SET:
                    position[last] = len(trail)
                    trail.append(last)
                    self.set_to[cell] = last
            for slot, _, without in links[cell]:
                if not delta[slot]:
                    queue.append(slot)
                delta[slot].append(without[letter])
        self.head = head
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
        value, mask, width = self.value, self.mask, self.n_letters
        suspects = -1  # letters that may be lost
        present = 0  # letters known to be there
        if n <= FEW_WORDS:
            present = table.masks(words)
            suspects = ~present
        elif n_before - n <= FEW_WORDS:
            suspects = table.masks(old & ~words)
        support = table.support
        shift = 0
        for offset, cell in enumerate(self.cells[slot]):
            if value[cell] == NOT_SET:
                bits = mask[cell] & suspects >> shift
                if bits:
                    letters = self.letters_of(bits)
                    if n > FEW_WORDS:
                        row = support[offset]
                        letters = tuple([a for a in letters if not any_and(words, row[a])])
                    self._remove(slot, cell, letters, out)
            shift += width

    def letters_of(self, bits: int) -> tuple[int, ...]:
        """The letters whose bits are set; kept, as the same sets come again and again."""
        letters = self._letters_of.get(bits)
        if letters is None:
            letters = tuple([a for a in range(bits.bit_length()) if bits >> a & 1])
            self._letters_of[bits] = letters
        return letters

    def _remove(self, slot: int, cell: int, letters: tuple[int, ...], out: list[int]) -> None:
        position, trail, ids = self.position, self.trail, self.ids[cell]
        for letter in letters:
            literal = -ids[letter]
            if position[literal] == NOT_SET:
                position[literal] = len(trail)
                trail.append(literal)
                self.owner[-literal] = slot
                out.append(literal)

    def _exclude_from_rivals(self, slot: int, row: int) -> None:
        """The slot is complete: no other slot may take its word."""
        word = int(self.tables[slot].words[row])
        for other in self.rivals[slot]:
            table = self.tables[other]
            local = table.local(word)
            if local >= 0 and self.dom[other][local]:
                without = table.all_words()
                without[local] = False
                self.excluded[other].append((local, len(self.trail), slot))
                self._undo_excluded.append(other)
                if not self.delta[other]:
                    self.queue.append(other)
                self.delta[other].append(without)
