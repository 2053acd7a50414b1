"""Parts of a puzzle for a join: some of its slots, and what they can total.

A *part* is some slots, with letters that are held and a total that is wanted. Words that the held
letters, the other slots of the part or the total rule out are left out before the join begins:
arc consistency, as in `satcross.model.consistency`, with the scores as one more constraint.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from satcross.model.consistency import Domains
from satcross.solve.listing.tables import MAX_LETTERS, JoinTables, trie_of
from satcross.task import NEVER, Deadline, DeadlinePassedError
from satcross.words.table import I32, I64, Codes

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel._kernel import Join
    from satcross.solve.listing.beam import Beam

Bools = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]

Order = Literal["slots", "rows"]
"""In which order the cells of a part are filled: slot by slot, next the one with fewest words for
its open cells, which suits open grids; or row by row from the longest one, next the longer one of
those above and below, which suits dense ones."""

SLICE_S = 0.05  # between two looks at the clock


DENSE = 0.5  # the part of the pairs of slots that could cross


@dataclass(frozen=True, slots=True, eq=False)
class PuzzlePart:
    """Some slots of a puzzle, ready to be joined.

    Args:
        tables: its words.
        join: all fills of the part with the total that is wanted.
        cells: by column of the join's rows, the cell.
        rest: the total of the slots that have no cell in `cells`; the join's totals lack it.
    """

    tables: JoinTables
    join: Join
    cells: tuple[int, ...]
    rest: int

    def best(self, n_nodes: int, deadline: Deadline) -> tuple[dict[int, int], int | None, bool]:
        """Look for the best fill, from where an earlier call has stopped.

        Args:
            n_nodes: how many letters the join may try.
            deadline: when to stop.

        Returns: the last fill found, each better than those before it, as letter code by cell, and
            its total; empty and None if there is none; and whether it is known that no other is
            better.
        """
        row = np.empty((1, len(self.cells)), dtype=np.uint8)
        total = np.empty(1, dtype=np.int64)
        letters: dict[int, int] = {}
        most: int | None = None
        last, is_all = self.join.n_nodes + n_nodes, False
        while not is_all and self.join.n_nodes < last and not deadline.passed():
            n, is_all = self.join.run(row, last - self.join.n_nodes, SLICE_S, total)
            if n:
                letters = dict(zip(self.cells, row[0].tolist(), strict=True))
                most = int(total[0]) + self.rest
                self.join.least = int(total[0]) + 1
        return letters, most, is_all

    def beam(self, temperature: float, *, width: int, seed: int) -> Beam:
        """A beam search in the part. Args: see `potentials` and `Beam`."""
        from satcross.solve.listing.beam import MOST_CELLS, Beam, potentials

        width = min(width, MOST_CELLS // len(self.cells))
        return Beam(self.join, potentials(self.tables, temperature), width=width, seed=seed)


class PartMaker:
    """Makes parts of a puzzle.

    Args:
        domains: what arc consistency left; no slot may be empty. Rules between entries are left
            out of account.
        weights: by slot, what its scores are multiplied by.

    Fields:
        n_letters: size of the alphabet.
        values: by slot, what its words are worth, in the order of `Domains.words`.
        through: by cell, the slots through it, with the offset of the cell in each.
    """

    def __init__(self, domains: Domains, weights: Sequence[int]) -> None:
        puzzle = domains.puzzle
        self._domains = domains
        self._slots = puzzle.slots
        self.n_letters = len(puzzle.words.alphabet)
        self._columns = [np.ascontiguousarray(codes.T) for codes in domains.codes]
        self._by_letter: dict[tuple[int, int], tuple[Rows, Rows]] = {}
        self._words: dict[tuple[int, ...], int] = {}
        self.values: list[I64] = []
        self.through: dict[int, list[tuple[int, int]]] = {}
        for slot, words in zip(puzzle.slots, domains.words, strict=True):
            scores = puzzle.table(slot).scores[words].astype(np.int64)
            self.values.append(
                weights[slot.index] * scores if len(words) else np.zeros(1, dtype=np.int64)
            )
            for offset, cell in enumerate(slot.cells):
                self.through.setdefault(cell, []).append((slot.index, offset))

    @property
    def can_join(self) -> bool:
        """Whether there can be parts: the alphabet has at most `MAX_LETTERS` letters."""
        return self.n_letters <= MAX_LETTERS

    @property
    def order(self) -> Order:
        """That of all cells: by rows where most slots cross most others, as in open squares."""
        puzzle = self._domains.puzzle
        is_dense = len(puzzle.crossings) > DENSE * (len(puzzle.slots) / 2) ** 2
        return "rows" if is_dense else "slots"

    def most(self, slot: int) -> int:
        """The best that a slot can be worth."""
        return int(self.values[slot].max())

    def _with_letter(self, slot: int, offset: int, code: int) -> Rows:
        """The rows of the slot's words that have a letter, rising."""
        found = self._by_letter.get((slot, offset))
        if found is None:
            column = self._columns[slot][offset]
            ends = np.cumsum(np.bincount(column, minlength=self.n_letters))
            found = self._by_letter[slot, offset] = np.argsort(column, kind="stable"), ends
        rows, ends = found
        return rows[ends[code - 1] if code else 0 : ends[code]]

    def _with_letters(self, slot: int, held: Sequence[tuple[int, int]]) -> Rows:
        """The rows of the slot's words that have these letters (offset, code); at least one."""
        columns = self._columns[slot]
        sets = [self._with_letter(slot, offset, code) for offset, code in held]
        least = min(range(len(held)), key=lambda i: len(sets[i]))
        rows = sets[least]
        for i, (offset, code) in enumerate(held):
            if i != least:
                rows = rows[columns[offset][rows] == code]
        return rows

    def column(self, slot: int, offset: int) -> Codes:
        """By word of a slot, its letter there."""
        column: Codes = self._columns[slot][offset]
        return column

    def by_letter(self, slot: int, offset: int) -> tuple[Rows, Rows, Rows]:
        """The rows of a slot's words in the order of their letters there; by letter that any of
        them has, where it begins; these letters."""
        self._with_letter(slot, offset, 0)
        rows, ends = self._by_letter[slot, offset]
        letters = np.flatnonzero(np.diff(ends, prepend=0))
        return rows, ends[letters - 1] * (letters > 0), letters

    def with_values(self, values: Sequence[I64]) -> PartMaker:
        """The same with other values of the words, none of them negative."""
        other = copy(self)
        other.values = list(values)
        return other

    def word(self, slot: int, codes: Sequence[int]) -> int:
        """The word of a slot with these letters, as an index into its table; -1 if exempt."""
        key = slot, *codes
        found = self._words.get(key)
        if found is None:
            rows = self._with_letters(slot, list(enumerate(codes)))
            words = self._domains.words[slot]
            found = self._words[key] = int(words[rows[0]]) if len(words) else -1
        return found

    def make(
        self,
        slots: Sequence[int],
        least: int,
        *,
        held: Mapping[int, int] | None = None,
        taken: Mapping[int, Collection[int]] | None = None,
        order: Order = "slots",
        deadline: Deadline = NEVER,
    ) -> PuzzlePart | None:
        """A part, or None where it is plain that none of its fills has the total.

        Args:
            slots: the slots. Cells of theirs that other slots go through as well may have any
                letter, but where two of these slots cross; and so may a cell in the third slot
                through it, and when a slot comes to it again. What the join finds need not be part
                of a fill then, but no fill is worth more.
            least: the total wanted.
            held: letter code by cell.
            taken: by length, the words that the slots must not have, as indices into the list's
                table.
            order: of the cells.
            deadline: when to stop.

        Raises: DeadlinePassedError: the deadline passed before the tries were made.
        """
        builder = _PartBuilder(self, slots, least, held or {}, taken or {})
        return builder.part(order, deadline) if builder.narrow() else None


class _PartBuilder:
    """One part in the making.

    Fields (by slot of the part):
        cells, columns: the cells that are joined, and the letters of the words there: those that
            are not held, in two slots of the part, or in the only slot through them.
        rows: the words left.
    """

    def __init__(
        self,
        maker: PartMaker,
        slots: Sequence[int],
        least: int,
        held: Mapping[int, int],
        taken: Mapping[int, Collection[int]],
    ) -> None:
        self.maker = maker
        self.least = least
        self.slots = slots
        self._inside = set(slots)
        self.cells: dict[int, list[int]] = {}
        self.columns: dict[int, Codes] = {}
        self.rows: dict[int, Rows] = {}
        self.best: dict[int, int] = {}
        self.letters: dict[int, Bools] = {}
        self.is_whole: dict[int, bool] = {}
        for index in slots:
            slot, columns = maker._slots[index], maker._columns[index]
            offsets: list[int] = []
            letters: list[tuple[int, int]] = []
            for offset, cell in enumerate(slot.cells):
                if cell in held:
                    letters.append((offset, held[cell]))
                elif index in self._joined(cell) and cell not in slot.cells[:offset]:
                    offsets.append(offset)
                    self.letters[cell] = np.ones(maker.n_letters, dtype=np.bool_)
            rows = maker._with_letters(index, letters) if letters else None
            words = maker._domains.words[index]
            if len(words) and taken.get(len(slot)):
                there = np.isin(words if rows is None else words[rows], list(taken[len(slot)]))
                if there.any():
                    rows = np.flatnonzero(~there) if rows is None else rows[~there]
            self.cells[index] = [slot.cells[offset] for offset in offsets]
            self.is_whole[index] = len(offsets) + len(letters) == len(slot)
            if rows is None:
                self.rows[index] = np.arange(columns.shape[1])
                self.columns[index] = columns if self.is_whole[index] else columns[offsets]
            else:
                self.rows[index] = rows
                self.columns[index] = columns[offsets][:, rows]
            self.best[index] = int(maker.values[index][self.rows[index]].max(initial=0))

    def _joined(self, cell: int) -> Sequence[int]:
        """The slots in which a cell that is not held is one of `cells`."""
        through = self.maker.through[cell]
        inside = [slot for slot, _ in through if slot in self._inside]
        if len(through) > 2:
            inside = list(dict.fromkeys(inside))[:2]
        return inside if len(inside) > 1 or len(through) == 1 else ()

    def narrow(self) -> bool:
        """Take away words; False when the total cannot be reached."""
        queue = dict.fromkeys(self.slots)  # an ordered set
        most = sum(self.best.values())
        slack = most - self.least  # that the slots in the queue have not seen
        while queue:
            index = next(iter(queue))
            del queue[index]
            rows, columns = self.rows[index], self.columns[index]
            values = self.maker.values[index][rows]
            keep = values >= self.best[index] - slack
            for cell, column in zip(self.cells[index], columns, strict=True):
                letters = self.letters[cell]
                if not letters.all():
                    keep &= letters[column]
            if not keep.all():
                self.rows[index], self.columns[index] = rows[keep], columns[:, keep]
                columns = self.columns[index]
                if not columns.shape[1]:
                    return False
                best = int(values[keep].max())
                most -= self.best[index] - best
                self.best[index] = best
                if most < self.least:
                    return False
            elif not len(rows):
                return False
            for cell, column in zip(self.cells[index], columns, strict=True):
                present = np.zeros(self.maker.n_letters, dtype=np.bool_)
                present[column] = True
                if (self.letters[cell] & ~present).any():
                    self.letters[cell] &= present
                    queue.update(dict.fromkeys(self._joined(cell)))
                    queue.pop(index, None)
            if not queue and most - self.least < slack:
                slack = most - self.least
                queue = dict.fromkeys(self.slots)
        return most >= self.least

    def part(self, order: Order, deadline: Deadline) -> PuzzlePart:
        """The part of the words that are left."""
        maker = self.maker
        cells = self._by_slots() if order == "slots" else self._by_rows()
        step_of = {cell: step for step, cell in enumerate(cells)}
        tries = []
        slots: list[tuple[int, I32, I32]] = []
        lengths: list[int] = []
        rest = 0
        for index in self.slots:
            if not self.cells[index]:
                rest += self.best[index]
                continue
            if deadline.passed():
                raise DeadlinePassedError
            steps = np.array([step_of[cell] for cell in self.cells[index]], dtype=np.int32)
            rising = np.argsort(steps)
            codes = np.ascontiguousarray(self.columns[index][rising].T)
            values = maker.values[index][self.rows[index]].astype(np.int32)
            words = maker._domains.words[index]
            names = np.zeros(0, dtype=np.int32)
            length = len(maker._slots[index])
            if not self.is_whole[index]:
                codes, values = _best_of_each(codes, values)
            elif maker._domains.puzzle.distinct and length > 1 and len(words):
                names = words[self.rows[index]][np.lexsort(codes.T[::-1])].astype(np.int32)
            tries.append(trie_of(codes, maker.n_letters, values))
            slots.append((len(tries) - 1, steps[rising], names))
            lengths.append(length)
        rivals = [
            np.array(
                [
                    j
                    for j, other in enumerate(slots)
                    if j != i and lengths[i] == lengths[j] and len(slot[2]) and len(other[2])
                ],
                dtype=np.int32,
            )
            for i, slot in enumerate(slots)
        ]
        tables = JoinTables(
            tries,
            slots,
            rivals,
            np.arange(len(cells), dtype=np.int32),
            np.arange(maker.n_letters, dtype=np.uint8),
        )
        join = tables.join()
        join.least = self.least - rest
        return PuzzlePart(tables, join, tuple(cells), rest)

    def _by_rows(self) -> list[int]:
        """The cells row by row, from the first of the longest rows."""
        n_cols = self.maker._domains.puzzle.grid.n_cols
        rows: dict[int, list[int]] = {}
        for cell in sorted(self.letters):
            rows.setdefault(cell // n_cols, []).append(cell)
        first = max(rows, key=lambda row: len(rows[row]), default=0)
        found = rows.get(first, [])
        above = [cells for row, cells in rows.items() if row < first]
        below = [cells for row, cells in reversed(rows.items()) if row > first]
        while above or below:
            is_above = bool(above) and (not below or len(above[-1]) > len(below[-1]))
            found += (above if is_above else below).pop()
        return found

    def _by_slots(self) -> list[int]:
        """The cells slot by slot: next the slot that has the fewest words for its open cells."""
        seen: dict[int, None] = {}
        left = [index for index in self.slots if self.cells[index]]
        while left:

            def worth(index: int) -> float:
                cells = self.cells[index]
                n_open = sum(cell not in seen for cell in cells)
                return math.log(len(self.rows[index])) * n_open / len(cells)

            index = min(left, key=worth)
            left.remove(index)
            seen.update(dict.fromkeys(self.cells[index]))
        return list(seen)


def _best_of_each(codes: Codes, values: I32) -> tuple[Codes, I32]:
    """Each row of letters once, with the best of its values."""
    rows, group = np.unique(codes, axis=0, return_inverse=True)
    best = np.full(len(rows), np.iinfo(np.int32).min, dtype=np.int32)
    np.maximum.at(best, group.ravel(), values)
    return np.ascontiguousarray(rows), best
