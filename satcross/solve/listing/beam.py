"""Beam search for a fill of a part, with a high total where scores count.

The cells are filled in the join's order. Of the partial fills of each length only the most
promising are kept, so a search takes seconds where going through all fills would take for ever. It
may end without a fill. Of partial fills that leave the same choices for the cells ahead, only the
best is kept.

A partial fill is as promising as the sum of its slots' potentials. The potential of a prefix is a
soft maximum of the scores of the words that begin with it, T log sum exp(score / T), in which a
word weighs less if the slots that cross it rarely have its letters. How often they have them is
estimated by belief propagation: each slot sends the slots that cross it how often its words have
each letter in the shared cell, weighted by what it has received from the others. So a prefix scores
high where many good words that cross well begin with it, and not where a single good word does.

Potentials are rounded to whole numbers, and that of a whole word is its score; so the sum of a
whole fill is its total. At a temperature far above all scores every word counts alike, and a prefix
promises as many words as there are.

The search itself is in the kernel (`_beam.pxi`); `tests/oracles/beam.py` is the same in Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from satcross.solve.listing.tables import U64, JoinTables, Trie
from satcross.task import NEVER, Deadline, DeadlinePassedError
from satcross.words.table import I64, Codes

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel._kernel import Join

F64 = npt.NDArray[np.float64]

ROUNDS = 10  # of belief propagation; more change the potentials little
DAMPING = 0.5  # the part of the last round that stays
RARE = 1e-9  # the least that a letter counts for
SCALE = 64  # units of a potential in a point
OPEN = 255  # in a row of letter codes, a cell without a letter
SLICE_S = 0.05  # between two looks at the clock
MOST_CELLS = 40_000_000  # of all partial fills together


class _Level:
    """The edges of a trie from one depth to the next, in the order of the nodes they lead to.

    Fields:
        letters: by edge.
        counts, first: by node of the upper depth, how many edges it has, and its first.
    """

    def __init__(self, mask: U64, letters: Codes) -> None:
        self.letters = letters
        self.counts = np.bitwise_count(mask)
        self.first = np.cumsum(self.counts, dtype=np.int32) - self.counts


class _Words:
    """The words of a slot: sums over all that go through a node of the trie.

    Args:
        trie: the words.
        n_letters: the size of the alphabet.
        temperature: of the soft maximum, in points.
    """

    def __init__(self, trie: Trie, n_letters: int, temperature: float) -> None:
        starts = trie.starts.tolist()
        self._n_letters = n_letters
        self._temperature = temperature
        self._levels = [
            _Level(trie.mask[start:end], trie.letter[end:after])
            for start, end, after in zip(starts, starts[1:], starts[2:], strict=False)
        ]
        self._values = trie.best[starts[-2] :].astype(np.int64)
        self._most = int(self._values.max())
        self.heard = [np.ones(n_letters) for _ in self._levels]  # by depth, what others tell

    def _below(self) -> tuple[list[F64], list[float]]:
        """By depth and node, the weights of the words below; the logarithm of a common factor."""
        weights = np.exp((self._values - self._most) / self._temperature)
        factor = self._most / self._temperature
        below, factors = [weights], [factor]
        for level, heard in zip(reversed(self._levels), reversed(self.heard), strict=True):
            weights = np.add.reduceat(weights * heard[level.letters], level.first)
            most = float(weights.max()) or 1.0
            weights, factor = weights / most, factor + float(np.log(most))
            below.append(weights)
            factors.append(factor)
        return below[::-1], factors[::-1]

    def tell(self) -> list[F64]:
        """By depth, how often each letter is there, by these words and what the others tell."""
        below, _ = self._below()
        above = np.ones(1)
        told = []
        for level, heard, weights in zip(self._levels, self.heard, below[1:], strict=True):
            above = np.repeat(above, level.counts)
            often = np.bincount(level.letters, above * weights, self._n_letters)
            told.append(np.maximum(often / (often.sum() or 1.0), RARE))
            above = above * heard[level.letters]
            above /= above.max() or 1.0
        return told

    def potentials(self) -> I64:
        """By node of the trie, what it promises."""
        below, factors = self._below()
        soft = [
            np.log(np.maximum(weights, np.finfo(np.float64).tiny)) + factor
            for weights, factor in zip(below[:-1], factors[:-1], strict=True)
        ]
        rounded = np.rint(np.concatenate(soft) * (self._temperature * SCALE)).astype(np.int64)
        return np.concatenate([rounded, self._values * SCALE])


def potentials(tables: JoinTables, temperature: float, deadline: Deadline = NEVER) -> list[I64]:
    """By slot and node of its trie, what a prefix promises, in units of 1 / `SCALE` points.

    Raises: DeadlinePassedError: the deadline passed before they were known.
    """
    slots = [
        _Words(tables.tries[trie], len(tables.codes), temperature) for trie, _, _ in tables.slots
    ]
    pairs = [links for links in _links(tables) if len(links) == 2]
    for n in range(ROUNDS):
        if deadline.passed():
            raise DeadlinePassedError
        told = [slot.tell() for slot in slots]
        for (one, i), (other, j) in pairs:
            for slot, at, new in ((one, i, told[other][j]), (other, j, told[one][i])):
                heard = slots[slot].heard
                heard[at] = DAMPING * heard[at] + (1 - DAMPING) * new if n else new
    return [slot.potentials() for slot in slots]


def _links(tables: JoinTables) -> list[list[tuple[int, int]]]:
    """By step, the slots through its cell, with the offset."""
    links: list[list[tuple[int, int]]] = [[] for _ in tables.columns]
    for slot, (_, steps, _) in enumerate(tables.slots):
        for offset, step in enumerate(steps.tolist()):
            links[step].append((slot, offset))
    return links


class Beam:
    """One beam search.

    Args:
        join: of the part.
        worth: as `potentials` gives it.
        width: how many partial fills are kept.
        seed: of the numbers that tell partial fills apart, and of the noise.
        noise: in points, the most by which a potential is raised.
    """

    def __init__(
        self,
        join: Join,
        worth: list[I64],
        *,
        width: int,
        seed: int | tuple[int, ...],
        noise: float = 0.0,
    ) -> None:
        from satcross.solve.lazy.kernel import _kernel

        keys = np.random.default_rng(seed).integers(1, 1 << 63, size=len(worth), dtype=np.uint64)
        self._beam = _kernel.Beam(join, worth, keys, width, round(noise * SCALE))
        self._n_cells = join.n_steps

    @property
    def n_nodes(self) -> int:
        """Letters tried."""
        return self._beam.n_nodes

    @property
    def n_filled(self) -> int:
        """How many cells the partial fills have."""
        return self._beam.step

    @property
    def is_whole(self) -> bool:
        """Whether they have all cells."""
        return self.n_filled == self._n_cells

    def run(self, deadline: Deadline) -> bool:
        """Search on to the end, or until time is up; whether it is the end."""
        while not deadline.passed():
            if self._beam.run(SLICE_S):
                return True
        return False

    def best(self) -> tuple[Codes, int]:
        """The most promising partial fill, as a row of letter codes, and its total.

        The code is `OPEN` where a cell has no letter yet.
        """
        row = np.empty(self._n_cells, dtype=np.uint8)
        return row, self._beam.best(row) // SCALE
