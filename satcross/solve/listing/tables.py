"""What a join is given: the slots' words as tries, over cells in a fixed order.

The join goes through the fills of a puzzle in alphabetical order, without a solver. The cells are
filled in a fixed order. A letter goes on where each slot through its cell has a word that begins
so: the letters that can follow in a trie are the bits of a word, so two slots are intersected by
one operation. What was filled is a path of the search; there is nothing else to remember, however
many fills there are, and a fill alone says where to go on after it.

Source: a generic join (H. Q. Ngo, C. Ré, A. Rudra, Skew strikes back, SIGMOD Record 2013) with the
slots as relations and their tries as indices. The estimate of its size: D. E. Knuth, Estimating the
efficiency of backtrack programs, Mathematics of Computation 29, 1975.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np
import numpy.typing as npt

from satcross.model.consistency import Domains
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle
from satcross.solve.lazy.engine import kernel
from satcross.words.table import I32, I64, Codes

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel._kernel import Join

U64 = npt.NDArray[np.uint64]
Order = Literal["rows", "columns"]  # the order of the cells

JOINED = frozenset({Need.ENTRIES})
"""What the join supports, which starts from slots and distinct words: see `Puzzle.needs`."""
MAX_LETTERS = 64  # the letters that can follow are the bits of a machine word
NOISE = 0.2  # a letter's number of words is multiplied by a number from 1 - NOISE to 1


@dataclass(frozen=True, slots=True, eq=False)
class Trie:
    """The words of a slot; the nodes of depth d have read d letters, the last ones are words.

    Args:
        mask: uint64 (nodes,): by node, the letters that go on, as bits.
        first: int32 (nodes,): its first child. Children follow each other in the order of letters.
        letter: uint8 (nodes,): the letter that leads to it; 0 for the root.
        best: int32 (nodes,): the best score of a word below.
        starts: int32 (length + 2,): the first node of each depth, and how many there are.
    """

    mask: U64
    first: I32
    letter: Codes
    best: I32
    starts: I32


@dataclass(frozen=True, slots=True, eq=False)
class JoinTables:
    """A puzzle for a join. A *step* is a cell, in the order in which cells are filled.

    Args:
        tries: the tries; slots with the same words share one.
        slots: by slot: its trie, the steps of its cells, and by word of the trie, in order, a
            number that names it (empty for an exempt slot).
        rivals: by slot, the slots that must not have its word, if both could.
        columns: by step, the number of its cell in `Domains.cells`, and so its column in the rows
            of fills.
        codes: by letter of the tries, its code.
    """

    ORDERS: ClassVar[tuple[Order, ...]] = ("rows", "columns")
    PROBES: ClassVar = 1000  # of an estimate of its size

    tries: Sequence[Trie]
    slots: Sequence[tuple[int, I32, I32]]
    rivals: Sequence[I32]
    columns: I32
    codes: Codes

    @staticmethod
    def can_hold(puzzle: Puzzle) -> bool:
        """Whether the extension module is there, and the puzzle has only what the join supports."""
        can_search = puzzle.needs <= JOINED and len(puzzle.words.alphabet) <= MAX_LETTERS
        return can_search and kernel() == "compiled"

    @classmethod
    def of(
        cls,
        domains: Domains,
        *,
        by: Order,
        seed: int | None,
        weights: Sequence[int] | None = None,
    ) -> Self:
        """The tries of a puzzle.

        Args:
            domains: what arc consistency left; no slot may be empty.
            by: whether cells are filled row by row or column by column.
            seed: of the order of letters, which decides the order of fills: those that occur in
                many words first, where there are more fills, but for some noise. None for that of
                their codes.
            weights: by slot, what the scores of its words are multiplied by; 1 without them.
        """
        puzzle = domains.puzzle
        n_letters = len(puzzle.words.alphabet)
        codes = list(range(n_letters))
        if seed is not None:
            numbers = random.Random(seed)
            often = np.zeros(n_letters, dtype=np.int64)
            for words in domains.codes:
                often += np.bincount(words.ravel(), minlength=n_letters)
            worth = [n * (1.0 - NOISE * numbers.random()) for n in often.tolist()]
            codes.sort(key=lambda code: -worth[code])
        rank = np.empty(n_letters, dtype=np.uint8)
        rank[codes] = np.arange(n_letters, dtype=np.uint8)
        cells = domains.cells
        n_cols = puzzle.grid.n_cols
        order = sorted(
            cells, key=lambda cell: (cell % n_cols, cell) if by == "columns" else (0, cell)
        )
        step_of = {cell: step for step, cell in enumerate(order)}
        column_of = {cell: column for column, cell in enumerate(cells)}
        tries: list[Trie] = []
        slots: list[tuple[int, I32, I32]] = []
        made: dict[tuple[int, int, bytes], int] = {}  # by all words of a slot, and by those left
        names: dict[tuple[int, bytes], I32] = {}
        for slot in puzzle.slots:
            words, listed = domains.codes[slot.index], domains.words[slot.index]
            weight = 1 if weights is None else weights[slot.index]
            key = (id(puzzle.table(slot)), weight, words.tobytes())
            if key not in made:
                made[key] = len(tries)
                scores = (
                    puzzle.table(slot).scores[listed]
                    if len(listed)
                    else np.zeros(len(words), dtype=np.int32)
                )
                tries.append(trie_of(rank[words], n_letters, scores * np.int32(weight)))
            named = (made[key], listed.tobytes())
            if named not in names:
                ranked = rank[words]
                names[named] = (
                    listed[np.lexsort(ranked.T[::-1])].astype(np.int32)
                    if len(listed)
                    else np.zeros(0, np.int32)
                )
            steps = np.array([step_of[cell] for cell in slot.cells], dtype=np.int32)
            slots.append((made[key], steps, names[named]))
        columns = np.array([column_of[cell] for cell in order], dtype=np.int32)
        return cls(tries, slots, domains.rivals(), columns, np.array(codes, dtype=np.uint8))

    def join(self) -> Join:
        """A join at its start; only where the extension module is there."""
        from satcross.solve.lazy.kernel import _kernel

        return _kernel.Join(
            [(trie.mask, trie.first, trie.best, trie.starts) for trie in self.tries],
            list(self.slots),
            list(self.rivals),
            self.columns,
            self.codes,
        )


def trie_levels(words: Codes, n_letters: int) -> Iterator[tuple[I64, int, I64]]:
    """The trie of some words, depth by depth, without the last one, whose nodes are the words.

    Args:
        words: `Codes` (n, length), each once, in alphabetical order.
        n_letters: the size of the alphabet.

    Yields: by word, its node; the number of nodes; by edge, its node times `n_letters` and its
        letter, rising. Edge e leads to node e of the next depth.
    """
    node = np.zeros(len(words), dtype=np.int64)
    n_nodes = 1
    for column in words.T:
        keys, child = np.unique(node * n_letters + column, return_inverse=True)
        yield node, n_nodes, keys
        node, n_nodes = child.ravel().astype(np.int64), len(keys)


def trie_of(words: Codes, n_letters: int, scores: I32) -> Trie:
    """The trie of some words.

    Args:
        words: uint8 (n, length), each word once, letters below `n_letters`.
        n_letters: the size of the alphabet.
        scores: int32 (n,): by word.
    """
    order = np.lexsort(words.T[::-1])
    words, scores = words[order], scores[order]
    masks: list[U64] = []
    firsts: list[I32] = []
    letters = [np.zeros(1, dtype=np.uint8)]
    bests: list[I32] = []
    starts = [0, 1]
    for node, n_nodes, keys in trie_levels(words, n_letters):
        parent = keys // n_letters
        letters.append((keys % n_letters).astype(np.uint8))
        bits = np.uint64(1) << letters[-1].astype(np.uint64)
        mask = np.zeros(n_nodes, dtype=np.uint64)
        np.bitwise_or.at(mask, parent, bits)
        masks.append(mask)
        firsts.append((starts[-1] + np.searchsorted(parent, np.arange(n_nodes))).astype(np.int32))
        best = np.zeros(n_nodes, dtype=np.int32)
        np.maximum.at(best, node, scores)
        bests.append(best)
        starts.append(starts[-1] + len(keys))
    n_nodes = len(words)
    masks.append(np.zeros(n_nodes, dtype=np.uint64))
    firsts.append(np.zeros(n_nodes, dtype=np.int32))
    bests.append(scores.astype(np.int32))
    return Trie(
        np.concatenate(masks),
        np.concatenate(firsts),
        np.concatenate(letters),
        np.concatenate(bests),
        np.array(starts, dtype=np.int32),
    )
