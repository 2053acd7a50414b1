"""Dives by beliefs: letter after letter, each where the words that are left agree most on one.

Each slot tells those that cross it how often its words have each letter, and weighs its words by
what it receives (belief propagation, as in `satcross.solve.listing.beam`). The letter that the
slots of a cell agree on most is set, letters without a word are propagated away, and the slots are
asked again. After a failure a few letters are taken back, and after every tenth those around; after
some failures it is given up. Where a grid has many fills, most dives end with one.

The dive itself is in the kernel (`_dive.pxi`); `tests/oracles/dive.py` is the same in Python.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from satcross.model.consistency import Domains
from satcross.model.expected import UNLIKELY
from satcross.solve.listing.beam import F64, OPEN, SLICE_S
from satcross.solve.listing.tables import MAX_LETTERS
from satcross.task import Deadline

ROUNDS = 12  # of belief propagation before the first letter is set
ROUNDS_EACH = 3  # after each letter
TOLERANCE = 0.3  # what a slot hears has to change by before it tells anew; letters are 1 on average
MAX_FAILED = 100  # letters of one dive
NOISE = 0.1  # standard deviation of the logarithms of the words' weights
N_UNIFORM = 4  # random numbers that are added up to one that is nearly normal
MAX_WORDS = 10_000_000  # of all slots: 250 MB


class Advice(NamedTuple):
    """What looked promising.

    Args:
        letters: letter code by cell, of the partial fill that came farthest.
        is_whole: whether that has all cells.
    """

    letters: dict[int, int]
    is_whole: bool


def can_dive(domains: Domains) -> bool:
    """Whether there are neither too many letters nor too many words, and a fill is not unlikely.

    Where there is hardly a fill, a proof is wanted.
    """
    is_small = domains.n_letters <= MAX_LETTERS and domains.n_words <= MAX_WORDS
    return is_small and domains.chances.tightest_region.log_fills > UNLIKELY


class Dives:
    """Dives into a puzzle, one after the other.

    Args:
        domains: what arc consistency left, as `can_dive` says; no slot may be empty.
        seed: of the noise.

    Field:
        reach: the part of all cells that the dive had set which came farthest; 1 until one ends.
    """

    def __init__(self, domains: Domains, seed: int) -> None:
        from satcross.solve.lazy.kernel._kernel import Dive

        self.reach = 1.0
        self._seed, self._n, self._most = seed, 0, -1
        self._n_cells = sum(map(bool, domains.masks))
        self._codes = domains.codes
        slots = []
        for slot, codes, words, rivals in zip(
            domains.puzzle.slots, domains.codes, domains.words, domains.rivals(), strict=True
        ):
            # The word of an exempt slot has no number, and is in no other slot.
            numbers = words if len(words) else np.full(len(codes), -1, dtype=np.int32)
            letters = np.ascontiguousarray(codes, dtype=np.uint8)
            slots.append((letters, numbers, np.array(slot.cells, dtype=np.int32), rivals))
        self._row = np.empty(len(domains.masks), dtype=np.uint8)
        self._dive = Dive(slots, np.array(domains.masks, dtype=np.uint64), domains.n_letters)
        self._start()

    def next(self, n_rows: int, deadline: Deadline) -> Advice | None:
        """Dive on: what came farther than all before; None for nothing, or where time is up.

        Args: n_rows: how many words may be looked at; the next call goes on from there.
        """
        dive, best = self._dive, None
        last = dive.n_rows + n_rows
        while dive.n_rows < last:
            if deadline.passed():
                return None
            if not dive.run(last - dive.n_rows, SLICE_S):
                continue
            if dive.n_set > self._most or dive.is_whole:
                dive.best(self._row)
                row = enumerate(self._row.tolist())
                best = Advice({cell: code for cell, code in row if code != OPEN}, dive.is_whole)
                self.reach = dive.n_set / self._n_cells
                # A fill may break a rule that dives do not know; then one that does not is wanted.
                self._most = -1 if dive.is_whole else dive.n_set
            self._start()
            if best is not None and best.is_whole:
                break
        return best

    def _start(self) -> None:
        """Begin a dive with weights of its own."""
        rng = np.random.default_rng((self._seed, self._n))
        self._n += 1
        weights = [_weights(rng, len(codes)) for codes in self._codes]
        seed = int(rng.integers(1 << 62))
        self._dive.start(weights, seed, ROUNDS, ROUNDS_EACH, MAX_FAILED, TOLERANCE)


def _weights(rng: np.random.Generator, n: int) -> F64:
    """Random weights, float64 (n,), around 1; nearly log-normal.

    Only additions and products, which are the same on all processors: the last digits of `np.exp`
    are not.
    """
    numbers = rng.integers(1 << 16, size=(N_UNIFORM, n))
    mean, deviation = N_UNIFORM * 0xFFFF / 2, (1 << 16) * math.sqrt(N_UNIFORM / 12)
    noise: F64 = NOISE / deviation * (numbers.sum(axis=0) - mean)
    weights: F64 = 1 + noise + noise * noise / 2  # the series of the exponential function
    return weights
