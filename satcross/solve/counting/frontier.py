"""All fills, cell by cell: a join of the slots' tries, many partial fills at a time in numpy.

A SAT solver finds fills one by one, and model counters lose their way in word lists: they find no
component to cache in a dense grid. For counting such a grid, plain search with prefixes is better:
take the cells row by row; a partial fill is alive while each slot it has begun is a prefix of a
word. Partial fills that have come equally far are rows of a table, and are extended together.

Source: this is a generic join (H. Q. Ngo, C. Ré, A. Rudra, Skew strikes back, SIGMOD Record 2013)
with the slots as relations and their tries as indices.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from satcross.model.consistency import Domains
from satcross.model.needs import ENTRIES, REBUS
from satcross.model.puzzle import Slot
from satcross.solve.listing.tables import find_rivals
from satcross.solve.tries import EdgeTable, common_steps
from satcross.task import NEVER, Deadline
from satcross.words.table import Codes

Int = npt.NDArray[np.int64]

# Partial fills that are extended together: enough for numpy, few enough for memory. It fixes the
# order of the fills, and so which fill a number means.
CHUNK = 1 << 14


@dataclass(frozen=True, slots=True, eq=False)
class _Depth:
    """The edges of a trie at one depth; edge e leads to node e of the next depth.

    Args:
        start: (nodes + 1,): by node, its first edge.
        letter: (edges,): what each edge reads.
        edge: the edge of a node that reads a letter.
    """

    start: Int
    letter: Int
    edge: EdgeTable


@dataclass(slots=True, eq=False)
class _Rows:
    """Partial fills that have come equally far.

    Args:
        step: how many cells they have.
        n: how many there are.
        node: by slot in progress, the trie node of each.
        word: by complete slot whose word must not come again, the word of each.
        letters: `Codes` (n, step) where fills are wanted and not only their number; else None.
    """

    step: int
    n: int
    node: dict[int, Int] = field(default_factory=dict)
    word: dict[int, Int] = field(default_factory=dict)
    letters: Codes | None = None

    def take(self, rows: Int | slice) -> _Rows:
        """Some of them."""
        letters = None if self.letters is None else self.letters[rows]
        n = len(range(*rows.indices(self.n))) if isinstance(rows, slice) else len(rows)
        return _Rows(
            self.step,
            n,
            {slot: nodes[rows] for slot, nodes in self.node.items()},
            {slot: words[rows] for slot, words in self.word.items()},
            letters,
        )


class Frontier:
    """All fills of a puzzle in a fixed order. No fill is kept, so there may be any number of them.

    Args:
        domains: what arc consistency left; no slot may be empty.

    Fields:
        n_found: fills so far.
        n_rows: partial fills so far: what it cost.

    Class field:
        SUPPORTS: what it knows of `Puzzle.needs`. Slots are compared letter by letter.
    """

    SUPPORTS = frozenset({ENTRIES, REBUS})

    def __init__(self, domains: Domains) -> None:
        self.n_found = 0
        self.n_rows = 0
        self._stack: list[_Rows] = []  # what is still to be extended
        self._picked: list[Codes] = []
        self._domains = domains
        self._n_letters = len(domains.puzzle.words.alphabet)
        self._cells = domains.cells
        self._at: list[list[tuple[Slot, int]]] = [[] for _ in self._cells]
        place = {cell: step for step, cell in enumerate(self._cells)}
        for slot in domains.puzzle.slots:
            for offset, cell in enumerate(slot.cells):
                self._at[place[cell]].append((slot, offset))
        self._ends = {slot.index: place[slot.cells[-1]] for slot in domains.puzzle.slots}
        self._rivals = [rivals.tolist() for rivals in find_rivals(domains)]
        self._tries: dict[int, list[_Depth]] = {}
        self._names: dict[int, Int] = {}
        cache: dict[tuple[int, bytes], list[_Depth]] = {}
        for slot in domains.puzzle.slots:
            codes = domains.codes[slot.index]
            key = (len(slot), codes.tobytes())
            if key not in cache:
                cache[key] = _trie(codes, self._n_letters)
            self._tries[slot.index] = cache[key]
            if len(domains.words[slot.index]):
                # The trie's last nodes are the words in alphabetical order.
                order = np.lexsort(codes.T[::-1])
                self._names[slot.index] = domains.words[slot.index][order].astype(np.int64)

    def run(
        self,
        *,
        deadline: Deadline = NEVER,
        max_rows: int | None = None,
        wanted: Sequence[int] = (),
        on_tick: Callable[[], None] | None = None,
        resume: bool = False,
    ) -> tuple[bool, list[Codes]]:
        """Go through all fills.

        Args:
            deadline: when to stop.
            max_rows: partial fills after which to stop.
            wanted: numbers of fills to give back, rising, counted from 0; with repetition.
            on_tick: called after each piece of work, some ten times a second.
            resume: go on where a run with the same `wanted` was stopped.

        Returns: (whether the end was reached, the letter codes of the wanted fills, each in the
            order of `Domains.cells`).
        """
        if not (resume and self._stack):
            self.n_found = self.n_rows = 0
            letters = np.zeros((1, 0), dtype=self._domains.dtype) if len(wanted) else None
            self._stack, self._picked = [_Rows(0, 1, letters=letters)], []
        stack, picked = self._stack, self._picked
        tick_at = time.monotonic() + 0.1
        while stack:
            if deadline.passed() or (max_rows is not None and self.n_rows > max_rows):
                return False, picked
            if on_tick is not None and time.monotonic() >= tick_at:
                tick_at = time.monotonic() + 0.1
                on_tick()
            rows = stack.pop()
            if rows.step == len(self._cells):
                while len(picked) < len(wanted) and wanted[len(picked)] < self.n_found + rows.n:
                    if rows.letters is not None:
                        picked.append(rows.letters[wanted[len(picked)] - self.n_found])
                self.n_found += rows.n
                continue
            if rows.n > CHUNK:
                stack.append(rows.take(slice(CHUNK, None)))
                rows = rows.take(slice(CHUNK))
            rows = self._extend(rows)
            self.n_rows += rows.n
            if rows.n:
                stack.append(rows)
        return True, picked

    def _extend(self, rows: _Rows) -> _Rows:
        """Every way to give these partial fills the letter of the next cell."""
        slots = self._at[rows.step]
        nodes = [rows.node.get(slot.index, np.zeros(rows.n, np.int64)) for slot, _ in slots]
        depths = [self._tries[slot.index][offset] for slot, offset in slots]
        source, letter, edges = common_steps(depths, nodes)
        return self._extended(rows, source, letter, edges)

    def _extended(self, rows: _Rows, source: Int, letter: Int, edges: list[Int]) -> _Rows:
        slots = [slot for slot, _ in self._at[rows.step]]
        here = {slot.index for slot in slots}
        complete = [
            (slot.index, edge)
            for slot, edge in zip(slots, edges, strict=True)
            if self._ends[slot.index] == rows.step
        ]
        keep: npt.NDArray[np.bool_] | None = None
        word: dict[int, Int] = {}
        for index, edge in complete:
            if not self._rivals[index]:
                continue
            word[index] = self._names[index][edge]
            for rival in self._rivals[index]:
                if rival in rows.word:
                    differs = word[index] != rows.word[rival][source]
                elif rival in word:
                    differs = word[index] != word[rival]
                else:
                    continue
                keep = differs if keep is None else keep & differs
        step = rows.step + 1
        for index, words in rows.word.items():
            if any(self._ends[rival] >= step for rival in self._rivals[index]):
                word[index] = words[source]
        node = {index: nodes[source] for index, nodes in rows.node.items() if index not in here}
        for slot, edge in zip(slots, edges, strict=True):
            if self._ends[slot.index] >= step:
                node[slot.index] = edge
        letters = None
        if rows.letters is not None:
            kind = self._domains.dtype
            letters = np.column_stack((rows.letters[source], letter.astype(kind)))
        out = _Rows(step, len(source), node, word, letters)
        if keep is not None and not keep.all():
            out = out.take(np.flatnonzero(keep))
        return out


def _trie(codes: Codes, n_letters: int) -> list[_Depth]:
    """The trie of some words, depth by depth."""
    words = codes[np.lexsort(codes.T[::-1])]
    node = np.zeros(len(words), dtype=np.int64)
    n_nodes = 1
    depths: list[_Depth] = []
    for column in _columns(words):
        keys, edge_of = np.unique(node * n_letters + column, return_inverse=True)
        edge = EdgeTable(keys, n_nodes, n_letters)
        start = np.searchsorted(keys, np.arange(n_nodes + 1) * n_letters)
        depths.append(_Depth(start, keys % n_letters, edge))
        node, n_nodes = edge_of.ravel(), len(keys)
    return depths


def _columns(words: Codes) -> Iterable[Codes]:
    return (words[:, offset] for offset in range(words.shape[1]))
