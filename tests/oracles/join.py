"""The join in Python: the fills of a puzzle in alphabetical order, without a solver.

The cells are filled in a fixed order. A letter goes on where each slot through its cell has a word
that begins so: the letters that can follow in a trie are the bits of a word, so two slots are
intersected by one operation. What was filled is a path of the search; there is nothing else to
remember, however many fills there are, and a fill alone says where to go on after it.

Source: a generic join (H. Q. Ngo, C. Ré, A. Rudra, Skew strikes back, SIGMOD Record 2013) with the
slots as relations and their tries as indices. The estimate of its size: D. E. Knuth, Estimating the
efficiency of backtrack programs, Mathematics of Computation 29, 1975.
"""

from __future__ import annotations

import math
import time

from satcross.solve.listing.tables import JoinTables
from satcross.words.table import I64, Codes

_MASK = (1 << 64) - 1


class PureJoin:
    """The join that needs nothing but Python; the compiled one takes the same steps.

    Args:
        tables: the puzzle.

    Fields:
        n_nodes: letters tried so far.
        n_found: fills so far.
        least: the least total score of a fill; None where it does not matter.
    """

    def __init__(self, tables: JoinTables) -> None:
        self.n_nodes = self.n_found = 0
        self.least: int | None = None
        self._best = [trie.best.tolist() for trie in tables.tries]
        self._bound = [0] * (len(tables.columns) + 1)
        self._bound[0] = sum(self._best[table][0] for table, _, _ in tables.slots)
        self._masks = [trie.mask.tolist() for trie in tables.tries]
        self._firsts = [trie.first.tolist() for trie in tables.tries]
        self._slots = [
            (table, steps.tolist(), names.tolist()) for table, steps, names in tables.slots
        ]
        self._leaf = [int(tables.tries[table].starts[-2]) for table, _, _ in self._slots]
        self._rivals = [others.tolist() for others in tables.rivals]
        self._columns = tables.columns.tolist()
        self._codes = tables.codes.tolist()
        self._at: list[list[tuple[int, int]]] = [[] for _ in self._columns]
        for index, (_, steps, _) in enumerate(self._slots):
            for offset, step in enumerate(steps):
                self._at[step].append((index, offset))
        self._nodes = [[0] * (len(steps) + 1) for _, steps, _ in self._slots]
        self._rest = [0] * len(self._columns)
        self._letters = [0] * len(self._columns)
        self._step = 0
        self._rest[0] = self._options(0)

    def run(
        self, out: Codes, n_nodes: int, seconds: float, totals: I64 | None = None
    ) -> tuple[int, bool]:
        """Search on until `out` is full, or one of the limits is reached.

        Args:
            out: uint8 (rows, cells): receives fills, their cells in the order of `Domains.cells`.
            n_nodes, seconds: how much more to search.
            totals: int64 (rows,): receives their total scores, if there is a least one.

        Returns: (the number of rows written, whether that was all).
        """
        last, end = self.n_nodes + n_nodes, time.monotonic() + seconds
        step, n, begun = self._step, 0, self.n_nodes
        while step >= 0:
            bits = self._rest[step]
            if not bits:
                step -= 1
                continue
            is_late = not self.n_nodes % 4096 and end < math.inf and time.monotonic() >= end
            if (self.n_nodes >= last or is_late) and self.n_nodes > begun:
                break
            self.n_nodes += 1
            bit = bits & -bits
            self._rest[step] = bits ^ bit
            if not self._place(step, bit):
                continue
            self._letters[self._columns[step]] = self._codes[bit.bit_length() - 1]
            if step + 1 < len(self._columns):
                step += 1
                self._rest[step] = self._options(step)
                continue
            out[n] = self._letters
            if totals is not None:
                totals[n] = self._bound[-1]
            n += 1
            if n == len(out):
                break
        self._step = step
        self.n_found += n
        return n, step < 0

    def seek(self, row: Codes) -> None:
        """Go on after a fill, given as it was written. Raises ValueError if it is none."""
        for step, column in enumerate(self._columns):
            bit = 1 << self._codes.index(int(row[column])) if row[column] in self._codes else 0
            bits = self._options(step)
            if not bits & bit or not self._place(step, bit):
                raise ValueError("there is no such fill")
            self._letters[column] = int(row[column])
            self._rest[step] = bits & ~(bit | (bit - 1))
        self._step = len(self._columns) - 1

    def estimate(self, n_probes: int, seed: int) -> float:
        """About how many letters all of it takes; the search then starts over."""
        total = 0.0
        for _ in range(n_probes):
            size, product = 0.0, 1.0
            for step in range(len(self._columns)):
                bits = self._options(step)
                n = bits.bit_count()
                if not n:
                    break
                product *= n
                size += product
                seed, number = split_mix(seed)
                for _ in range(number % n):
                    bits &= bits - 1
                if not self._place(step, bits & -bits):
                    break
            total += size
        self._step = 0
        self._rest[0] = self._options(0)
        return total / n_probes

    def _options(self, step: int) -> int:
        """The letters that go on in all slots of a step."""
        bits = _MASK
        for index, offset in self._at[step]:
            bits &= self._masks[self._slots[index][0]][self._nodes[index][offset]]
        return bits

    def _place(self, step: int, bit: int) -> bool:
        """Go on with a letter; False if a word is then there twice, or the scores too low."""
        bound = self._bound[step]
        for index, offset in self._at[step]:
            table, nodes = self._slots[index][0], self._nodes[index]
            before = (self._masks[table][nodes[offset]] & (bit - 1)).bit_count()
            nodes[offset + 1] = self._firsts[table][nodes[offset]] + before
            bound += self._best[table][nodes[offset + 1]] - self._best[table][nodes[offset]]
        self._bound[step + 1] = bound
        if self.least is not None and bound < self.least:
            return False
        return not any(
            self._slots[index][1][-1] == step and self._is_there(index, step)
            for index, _ in self._at[step]
        )

    def _is_there(self, index: int, step: int) -> bool:
        """Whether the word that a slot has got stands in a rival that is complete."""
        return any(
            self._slots[other][1][-1] <= step and self._name(other) == self._name(index)
            for other in self._rivals[index]
        )

    def _name(self, index: int) -> int:
        return int(self._slots[index][2][self._nodes[index][-1] - self._leaf[index]])


def split_mix(state: int) -> tuple[int, int]:
    """(Next state, number) of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)
