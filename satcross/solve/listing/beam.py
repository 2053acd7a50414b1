"""Beam search for a fill of a part with a high total.

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
whole fill is its total.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from satcross.solve.listing.tables import U64, JoinTables, Trie
from satcross.task import Deadline
from satcross.words.table import I32, I64, Codes

F64 = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

ROUNDS = 10  # of belief propagation; more change the potentials little
DAMPING = 0.5  # the part of the last round that stays
RARE = 1e-9  # the least that a letter counts for
SCALE = 64  # units of a potential in a point


class _Level:
    """The edges of a trie from one depth to the next, in the order of the nodes they lead to.

    Fields:
        letters: by edge.
        counts, first: by node of the upper depth, how many edges it has, and its first.
    """

    def __init__(self, mask: U64, n_letters: int) -> None:
        has = ((mask[:, None] >> np.arange(n_letters, dtype=np.uint64)) & np.uint64(1)) != 0
        self.letters = np.nonzero(has)[1]
        self.counts = has.sum(axis=1)
        self.first = np.cumsum(self.counts) - self.counts


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
            _Level(trie.mask[start:end], n_letters) for start, end in pairwise(starts[:-1])
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


def potentials(tables: JoinTables, temperature: float) -> list[I64]:
    """By slot and node of its trie, what a prefix promises, in units of 1 / `SCALE` points."""
    slots = [
        _Words(tables.tries[trie], len(tables.codes), temperature) for trie, _, _ in tables.slots
    ]
    pairs = [links for links in _links(tables) if len(links) == 2]
    for n in range(ROUNDS):
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
        tables: of the part.
        temperature: of the potentials, in points.
        width: how many partial fills are kept.
        seed: of the numbers that tell partial fills apart.

    Fields:
        n_nodes: letters tried.
    """

    def __init__(self, tables: JoinTables, *, temperature: float, width: int, seed: int) -> None:
        self.n_nodes = 0
        self._tables = tables
        self._width = width
        self._links = _links(tables)
        self._potentials = potentials(tables, temperature)
        self._leaves = [int(tables.tries[trie].starts[-2]) for trie, _, _ in tables.slots]
        self._ends = [int(steps[-1]) for _, steps, _ in tables.slots]
        self._keys = np.random.default_rng(seed).integers(
            1, 1 << 63, size=len(tables.slots), dtype=np.uint64
        )
        # Of the partial fills kept: by slot the node of its trie, and the sums.
        self._nodes = np.zeros((len(tables.slots), 1), dtype=np.int32)
        self._sums = np.array([sum(int(one[0]) for one in self._potentials)])

    def run(self, deadline: Deadline) -> tuple[Codes, int] | None:
        """The best fill found, as a row of letter codes, and its total; None for none in time."""
        kept: list[tuple[I32, Codes]] = []  # by step, what each partial fill kept continues
        for step in range(len(self._links)):
            if deadline.passed():
                return None
            parents, letters = self._extend(step)
            if not len(parents):
                return None
            kept.append((parents.astype(np.int32), letters))
        at = int(self._sums.argmax())
        total = int(self._sums[at]) // SCALE
        row = np.empty(len(kept), dtype=np.uint8)
        for step in range(len(kept) - 1, -1, -1):
            continued, its_letters = kept[step]
            row[self._tables.columns[step]] = self._tables.codes[its_letters[at]]
            at = int(continued[at])
        return row, total

    def _extend(self, step: int) -> tuple[Rows, Codes]:
        """Go on by a cell: of each partial fill kept, the one that it continues and its letter."""
        tables, links = self._tables, self._links[step]
        mask = np.full(self._nodes.shape[1], ~np.uint64(0))
        for slot, _ in links:
            mask &= tables.tries[tables.slots[slot][0]].mask[self._nodes[slot]]
        n_letters = np.arange(len(tables.codes), dtype=np.uint64)
        parents, letters = np.nonzero((mask[:, None] >> n_letters) & np.uint64(1))
        self.n_nodes += len(parents)
        before = (np.uint64(1) << letters.astype(np.uint64)) - np.uint64(1)
        sums = self._sums[parents]
        new: dict[int, I32] = {}
        for slot, _ in links:
            trie, worth = tables.tries[tables.slots[slot][0]], self._potentials[slot]
            node = self._nodes[slot][parents]
            passed = np.bitwise_count(trie.mask[node] & before)
            new[slot] = (trie.first[node] + passed).astype(np.int32)
            sums += worth[new[slot]] - worth[node]
        keep = self._without_repeats(step, parents, new)
        keep = self._most_promising(keep, sums[keep], 2 * self._width)
        nodes = self._nodes[:, parents[keep]]
        for slot, node in new.items():
            nodes[slot] = node[keep]
        different = self._merged(step, nodes)
        keep, nodes = keep[different], nodes[:, different]
        self._nodes, self._sums = nodes, sums[keep]
        return parents[keep], letters[keep].astype(np.uint8)

    def _without_repeats(self, step: int, parents: Rows, new: dict[int, I32]) -> Rows:
        """The partial fills without a word that is there twice, of those that end slots here."""
        fine = np.ones(len(parents), dtype=np.bool_)
        for slot, node in new.items():
            if self._ends[slot] != step:
                continue
            words = self._tables.slots[slot][2]
            for rival in self._tables.rivals[slot].tolist():
                if self._ends[rival] <= step:
                    other = new[rival] if rival in new else self._nodes[rival][parents]
                    names = self._tables.slots[rival][2]
                    fine &= words[node - self._leaves[slot]] != names[other - self._leaves[rival]]
        return np.flatnonzero(fine)

    def _most_promising(self, rows: Rows, sums: I64, n: int) -> Rows:
        """The `n` rows with the greatest sums, falling."""
        if len(rows) > n:
            best = np.argpartition(-sums, n)[:n]
            rows, sums = rows[best], sums[best]
        return rows[np.lexsort((rows, -sums))]

    def _merged(self, step: int, nodes: I32) -> Rows:
        """The first of all that leave the same for the cells ahead, up to the beam's width."""
        open_ = [
            slot
            for slot, (_, steps, _) in enumerate(self._tables.slots)
            if steps[0] <= step < self._ends[slot]
        ]
        key = (nodes[open_].astype(np.uint64) * self._keys[open_, None]).sum(
            axis=0, dtype=np.uint64
        )
        first = np.unique(key, return_index=True)[1]
        first.sort()
        return first[: self._width]
