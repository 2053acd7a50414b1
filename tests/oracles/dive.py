"""The dive of the kernel in Python, to be read: the same letters, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

MAX_BACK = 3
FAILED_HERE = 10
ONE_IN = 20
RARE = 1e-6

Rows = list[int]


@dataclass
class Slot:
    """A slot.

    Args:
        codes, words, cells, rivals: as `Dive` of the kernel takes them.
        left: rows of the words that are left, in the kernel's order.
    """

    codes: list[tuple[int, ...]]
    words: list[int]
    cells: list[int]
    rivals: list[int]
    rows: Rows = field(default_factory=list)
    n_left: int = 0
    is_stale: bool = True
    is_taken: bool = False


class Dive:
    """A dive, as `satcross.solve.lazy.kernel._kernel.Dive`."""

    def __init__(self, slots: Sequence[Slot], masks: Sequence[int], n_letters: int) -> None:
        self.slots, self.n_letters = list(slots), n_letters
        self.starts = list(masks)
        self.links: list[list[tuple[int, int]]] = [[] for _ in masks]
        for index, slot in enumerate(self.slots):
            for offset, cell in enumerate(slot.cells):
                self.links[cell].append((index, offset))

    def run(
        self,
        weights: Sequence[Sequence[float]],
        seed: int,
        rounds: int,
        each: int,
        max_failed: int,
        tolerance: float,
    ) -> bool:
        """Dive to the end; whether all cells got a letter."""
        self.random = 2 * seed + 1
        self.each, self.tolerance = each, tolerance
        self.masks = list(self.starts)
        self.n_set, self.n_failed, self.n_rows = -1, 0, 0
        self.levels: list[tuple[int, int, list[int], int]] = []
        self.old: list[tuple[int, int]] = []
        self.queue: list[int] = []
        self.weights = weights
        for slot in self.slots:
            slot.rows, slot.n_left = list(range(len(slot.words))), len(slot.words)
            slot.is_stale, slot.is_taken = True, False
        self.heard = [[[1.0] * self.n_letters for _ in slot.cells] for slot in self.slots]
        self.told = [[[1.0] * self.n_letters for _ in slot.cells] for slot in self.slots]
        self.queue = list(range(len(self.slots)))
        if not self.propagate():
            self.note()
            return False
        self.hear(rounds)
        self.note()
        while (choice := self.choose()) is not None:
            cell, letter = choice
            if self.set(cell, letter):
                self.hear(each)
                self.note()
                continue
            self.n_failed += 1
            if self.n_failed > max_failed:
                return False
            if self.n_failed % FAILED_HERE == 0:
                self.release(cell)
            elif not self.go_back():
                return False
        self.note()  # the last letters may follow from one that failed
        return True

    def set(self, cell: int, letter: int) -> bool:
        self.levels.append((cell, letter, [slot.n_left for slot in self.slots], len(self.old)))
        return self.keep(cell, 1 << letter) and self.propagate()

    def take_back(self) -> tuple[int, int]:
        cell, letter, counts, n_old = self.levels.pop()
        for slot, n_left in zip(self.slots, counts, strict=True):
            if slot.n_left != n_left:
                slot.n_left, slot.is_stale = n_left, True
                slot.is_taken = slot.is_taken and n_left == 1
        while len(self.old) > n_old:
            at, mask = self.old.pop()
            self.masks[at] = mask
        return cell, letter

    def go_back(self) -> bool:
        while True:
            cell, letter = self.take_back()
            if self.keep(cell, self.masks[cell] & ~(1 << letter)) and self.propagate():
                self.hear(self.each)
                return True
            if not self.levels:
                return False
            back = self.next_random() % MAX_BACK
            while back and len(self.levels) > 1:
                self.take_back()
                back -= 1

    def release(self, cell: int) -> None:
        near = {
            other
            for index, _ in self.links[cell]
            for at in self.slots[index].cells
            for crossing, _ in self.links[at]
            for other in self.slots[crossing].cells
        }
        levels = [(at, letter) for at, letter, _, _ in self.levels[:-1]]
        while self.levels:
            self.take_back()
        for at, letter in levels:
            mask = self.masks[at]
            if at in near or self.next_random() % ONE_IN == 0:
                continue
            if mask & (mask - 1) and mask >> letter & 1 and not self.set(at, letter):
                self.take_back()
        self.hear(self.each)

    def next_random(self) -> int:
        mask = (1 << 64) - 1
        self.random ^= self.random << 13 & mask
        self.random ^= self.random >> 7
        self.random ^= self.random << 17 & mask
        return self.random >> 11

    def note(self) -> None:
        found = [m.bit_length() - 1 if m and not m & (m - 1) else 255 for m in self.masks]
        n = sum(letter != 255 for letter in found)
        if n > self.n_set:
            self.n_set, self.found = n, found

    def push(self, index: int) -> None:
        if index not in self.queue:
            self.queue.append(index)

    def keep(self, cell: int, mask: int) -> bool:
        if mask != self.masks[cell]:
            self.old.append((cell, self.masks[cell]))
            self.masks[cell] = mask
            for index, _ in self.links[cell]:
                self.push(index)
        return mask != 0

    def drop(self, slot: Slot, at: int) -> None:
        slot.n_left -= 1
        rows = slot.rows
        rows[at], rows[slot.n_left] = rows[slot.n_left], rows[at]

    def propagate(self) -> bool:
        while self.queue:
            if not self.revise(self.queue.pop()):
                self.queue.clear()
                return False
        return True

    def revise(self, index: int) -> bool:
        slot = self.slots[index]
        needed = [self.masks[cell] for cell in slot.cells]
        has = [0] * len(slot.cells)
        at, before = 0, slot.n_left
        while at < slot.n_left:
            codes = slot.codes[slot.rows[at]]
            if all(mask >> code & 1 for mask, code in zip(needed, codes, strict=True)):
                has = [one | 1 << code for one, code in zip(has, codes, strict=True)]
                at += 1
            else:
                self.drop(slot, at)
        self.n_rows += before
        if not slot.n_left:
            return False
        slot.is_stale = slot.is_stale or slot.n_left != before
        for cell, mask, found in zip(slot.cells, needed, has, strict=True):
            if found != mask and not self.keep(cell, self.masks[cell] & found):
                return False
        if slot.n_left == 1 and not slot.is_taken:
            slot.is_taken = True
            word = slot.words[slot.rows[0]]
            for other in slot.rivals:
                rival = self.slots[other]
                if word in rival.words:
                    place = rival.rows.index(rival.words.index(word))
                    if place < rival.n_left:
                        self.drop(rival, place)
                        rival.is_stale = True
                        self.push(other)
        return True

    def hear(self, rounds: int) -> None:
        for _ in range(rounds):
            for index, slot in enumerate(self.slots):
                if slot.is_stale:
                    self.tell(index)

    def tell(self, index: int) -> None:
        slot, heard = self.slots[index], self.heard[index]
        length, n = len(slot.cells), self.n_letters
        slot.is_stale = False
        sums = [[0.0] * n for _ in range(length)]
        self.n_rows += slot.n_left
        for row in slot.rows[: slot.n_left]:
            codes, product, before = slot.codes[row], self.weights[index][row], []
            for i in range(length):
                before.append(product)
                product *= heard[i][codes[i]]
            product = 1.0
            for i in reversed(range(length)):
                sums[i][codes[i]] += before[i] * product
                product *= heard[i][codes[i]]
        for i, cell in enumerate(slot.cells):
            total = 0.0
            for one in sums[i]:
                total += one
            if not total > 0.0:
                continue
            told = self.told[index][i] = [one * n / total for one in sums[i]]
            for other, offset in self.links[cell]:
                if other == index:
                    continue
                theirs = self.heard[other][offset]
                new = [max(RARE, one) for one in told]
                if max(abs(a - b) for a, b in zip(new, theirs, strict=True)) > self.tolerance:
                    self.slots[other].is_stale = True
                self.heard[other][offset] = new

    def choose(self) -> tuple[int, int] | None:
        best, certain = None, -1.0
        for cell, mask in enumerate(self.masks):
            if not mask & (mask - 1) or not self.links[cell]:
                continue
            total, most, at = 0.0, -1.0, 0
            for letter in range(self.n_letters):
                if not mask >> letter & 1:
                    continue
                worth = 1.0
                for index, offset in self.links[cell]:
                    worth *= self.told[index][offset][letter]
                total += worth
                if worth > most:
                    most, at = worth, letter
            most = most / total if total > 0.0 else 0.0
            if most > certain:
                best, certain = (cell, at), most
        return best
