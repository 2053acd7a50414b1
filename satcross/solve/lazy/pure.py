"""The state in Python: propagation on `bitarray`, and on integers where few words are left."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop

from bitarray import bitarray
from bitarray.util import any_and

from satcross.solve.lazy.order import next_letter
from satcross.solve.lazy.pure_domains import SLOT, PureDomains
from satcross.solve.lazy.reasons import explain
from satcross.solve.lazy.state import CELL, NOT_SET
from satcross.solve.lazy.tables import SlotTable

# Up to this many words a slot has a list of them instead of a bit set. And when no more than these
# are lost, it is quicker to look at each lost word than at each letter.
FEW_WORDS = 48


class PureState(PureDomains):
    """The state that needs nothing but Python and bitarray."""

    # Propagation

    def propagate(self) -> tuple[list[int], int]:
        """Bring the domains in line with the trail, to the fixpoint.

        Returns: the literals that follow, in the order in which they follow, each now on the
            trail; and the slot that was left without a word, or NOT_SET. When a cell is left
            without a letter the solver finds out by itself, as it does when one is left with one.
        """
        n_before, owner = len(self._trail), self.owner
        empty = self.to_fixpoint()
        return [a for a in self._trail[n_before:] if owner[abs(a)] != CELL], empty

    def to_fixpoint(self) -> int:
        """What `propagate` does; the slot that was left without a word, or NOT_SET."""
        if not self._advance():
            self.clear_queue()
            return NOT_SET
        count, words_of, few = self.count, self.words, self.few
        queue, queued, n_open, undo = self.queue, self.queued, self.n_open, self._undo_dom
        while queue:
            # The slot with the fewest words first: it is the likeliest to fail, and the cheapest.
            slot = heappop(queue) & SLOT
            queued[slot] = 0
            n_before, old, patterns = count[slot], words_of[slot], few[slot]
            words, left = old, patterns
            if patterns is None:
                words = self._shrink(slot, old)
                n = n_before if words == old else words.count()
            else:
                left = self._shrink_few(slot, patterns)
                n = len(left)
            complete = not n_open[slot]
            if n != n_before:
                self._n_propagations += 1
                undo.append((slot, old, patterns, n_before))
                if left is None and n <= FEW_WORDS:
                    left = self.tables[slot].patterns(words)
                words_of[slot], few[slot], count[slot] = words, left, n
                if not n:
                    self._head = len(self._trail)
                    self.clear_queue()
                    return slot
                if not complete:
                    if left is None:
                        self._find_lost_letters(slot, old, words, n_before - n)
                    else:
                        self._keep_letters(slot, left)
            if complete and n == 1 and self.rivals[slot]:
                self._exclude_from_rivals(slot)
        self._head = len(self._trail)
        return NOT_SET

    def _shrink(self, slot: int, words: bitarray) -> bitarray:
        """What the changes on the way to a slot leave of its words."""
        changes = self.delta[slot]
        if changes:
            self.delta[slot] = []
            for change in changes:
                words = words & change
        if self.lost_words[slot]:
            words = words.copy()
            for row in self.lost_words[slot]:
                words[row] = False
            self.lost_words[slot] = []
        return words

    def _shrink_few(self, slot: int, patterns: list[int]) -> list[int]:
        """The same for a slot with few words."""
        bits = self.lost_bits[slot]
        if bits:
            self.lost_bits[slot] = 0
            patterns = [pattern for pattern in patterns if not pattern & bits]
        if self.lost_words[slot]:
            gone = [self.tables[slot].pattern(row) for row in self.lost_words[slot]]
            patterns = [pattern for pattern in patterns if pattern not in gone]
            self.lost_words[slot] = []
        return patterns

    def _advance(self) -> bool:
        """Hand the new literals on the trail to their slots; False when a cell has no letter."""
        trail, position, value, mask = self._trail, self.position, self.value, self.mask
        cell_of, letter_of, n_letters = self.cell_of, self.letter_of, self.letters.n
        head = self._head
        while head < len(trail):
            literal = trail[head]
            head += 1
            if not -n_letters <= literal <= n_letters:
                continue
            if literal > 0:
                cell = cell_of[literal]
                if value[cell] == NOT_SET:
                    self._set(cell, letter_of[literal], literal)
                continue
            cell, letter = cell_of[-literal], letter_of[-literal]
            bits = mask[cell]
            if value[cell] != NOT_SET or not bits >> letter & 1:
                continue
            bits ^= 1 << letter
            if not bits:
                self._undo_removed.append((cell, mask[cell]))
                for slot, _, _, shift in self._sets[cell]:
                    removed = self.removed[slot]
                    removed.append(removed[-1] | 1 << letter + shift)
                mask[cell] = 0
                self._head = len(trail)
                self.empty_cell = cell
                return False
            if not bits & (bits - 1):
                # The solver sets the last letter by the cell's own clause.
                last = self.ids[cell][bits.bit_length() - 1]
                if position[last] == position[-last] == NOT_SET:
                    self.put(last)
                    self.owner[last] = CELL
            self._remove(cell, 1 << letter, (letter,), NOT_SET)
        self._head = head
        return True

    def _set(self, cell: int, letter: int, variable: int) -> None:
        """Hand a letter that is set to the slots through its cell."""
        place, bit = self.position[variable], 1 << letter
        self._undo_set.append((cell, self.mask[cell]))
        self.value[cell] = letter
        self.mask[cell] = bit
        few, queued = self.few, self.queued
        others = self._all_letters ^ bit
        for slot, support, _, shift in self._sets[cell]:
            self.n_open[slot] -= 1
            words = support[letter]
            self.placed[slot].append((place, variable, words))
            if few[slot] is not None:
                self.lost_bits[slot] |= others << shift
            else:
                self.delta[slot].append(words)
            if not queued[slot]:
                self.enqueue(slot)

    def _remove(self, cell: int, bits: int, letters: tuple[int, ...], by: int) -> None:
        """Hand letters that are removed, also given as bits, to the slots through their cell.

        The slot `by`, which has removed them, has no word with them.
        """
        few, queued, removed_in = self.few, self.queued, self.removed
        self._undo_removed.append((cell, self.mask[cell]))
        self.mask[cell] ^= bits
        for slot, _, without, shift in self._sets[cell]:
            in_pattern = bits << shift
            removed = removed_in[slot]
            removed.append(removed[-1] | in_pattern)
            if slot != by:
                if few[slot] is None:
                    self.delta[slot] += [without[letter] for letter in letters]
                else:
                    self.lost_bits[slot] |= in_pattern
            if not queued[slot]:
                self.enqueue(slot)

    def _keep_letters(self, slot: int, patterns: list[int]) -> None:
        """Take from the slot's cells the letters that its few words do not bring."""
        brought = 0
        for pattern in patterns:
            brought |= pattern
        lost = ~brought
        set_to, mask = self.set_to, self.mask
        for cell, shift, _ in self._rows[slot]:
            bits = mask[cell] & lost >> shift
            if bits and not set_to[cell]:
                self._lose(slot, cell, bits)

    def _find_lost_letters(self, slot: int, old: bitarray, words: bitarray, n_lost: int) -> None:
        """Take from the slot's cells the letters that `words`, fewer than `old`, do not bring."""
        few_lost = n_lost <= FEW_WORDS
        suspects = self.tables[slot].masks(old & ~words) if few_lost else -1
        set_to, mask, letters_of = self.set_to, self.mask, self._letters_of.get
        for cell, shift, support in self._rows[slot]:
            bits = mask[cell] & suspects >> shift
            if bits and not set_to[cell]:
                letters = letters_of(bits) or self.letters_of(bits)
                lost = [a for a in letters if not any_and(words, support[a])]
                if lost:
                    bits = 0
                    for letter in lost:
                        bits |= 1 << letter
                    self._lose(slot, cell, bits)

    def _lose(self, slot: int, cell: int, bits: int) -> None:
        """Put letters that a slot's words do not bring on the trail, and hand them to slots."""
        ids, trail, before = self.ids[cell], self._trail, self.mask[cell]
        left = before ^ bits
        if not left & (left - 1):
            # One letter is left: one reason for it is shorter than one for each of the others.
            letter = left.bit_length() - 1
            variable = ids[letter]
            self.put(variable)
            self.owner[variable] = slot
            self._set(cell, letter, variable)
            return
        place, level = len(trail), len(self.levels)
        position, owner, level_of = self.position, self.owner, self.level_of
        letters = self._letters_of.get(bits) or self.letters_of(bits)
        for letter in letters:
            variable = ids[letter]
            position[-variable] = place
            place += 1
            trail.append(-variable)
            level_of[variable] = level
            owner[variable] = slot
        self._remove(cell, bits, letters, slot)

    def _exclude_from_rivals(self, slot: int) -> None:
        """The slot is complete: no other slot may take its word."""
        row = self._only_row(slot)
        elsewhere = self._rows_elsewhere.get((slot, row))
        if elsewhere is None:
            word = int(self.tables[slot].words[row])
            elsewhere = []
            rows: dict[SlotTable, int] = {}
            for other in self.rivals[slot]:
                table = self.tables[other]
                if table not in rows:
                    rows[table] = table.local(word)
                if rows[table] >= 0:
                    elsewhere.append((other, rows[table]))
            self._rows_elsewhere[slot, row] = elsewhere
        for other, local in elsewhere:
            few = self.few[other]
            if few is not None:
                # Most are gone with a removed letter, which is quickly seen.
                pattern = self.tables[other].pattern(local)
                if pattern & self.removed[other][-1] or pattern not in few:
                    continue
            elif not self.words[other][local]:
                continue
            self.lost_words[other].append(local)
            self.excluded[other].append((local, len(self._trail), slot))
            self._undo_excluded.append(other)
            if not self.queued[other]:
                self.enqueue(other)

    def _only_row(self, slot: int) -> int:
        few = self.few[slot]
        return self.words[slot].find(1) if few is None else self.tables[slot].row(few[0])

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
