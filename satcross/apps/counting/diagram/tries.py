"""Tries of words as arrays, depth by depth, and the steps that several take together.

They also know which of their nodes can end in the same ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross.apps.counting.diagram.diagram import equal_lists
from satcross.extend import I32, I64, Codes
from satcross.solve.listing.tables import trie_levels

N_BITS = 64  # letters whose codes differ by this share a bit
DENSE = 64  # letters of an alphabet; with more, a table of them all would be mostly empty


class EdgeTable:
    """Which edge of a node reads a letter, at one depth of a trie.

    Args:
        keys: int64 (edges,): by edge, its node times the size of the alphabet and its letter;
            rising.
        n_nodes: how many nodes there are.
        n_letters: the size of the alphabet.
    """

    def __init__(self, keys: I64, n_nodes: int, n_letters: int) -> None:
        self._keys, self._n_letters = keys, n_letters
        self._edge: I32 | None = None
        if n_letters <= DENSE:
            self._edge = np.full(n_nodes * n_letters, -1, dtype=np.int32)
            self._edge[keys] = np.arange(len(keys))

    def of(self, node: npt.NDArray[Any], letter: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """By node and letter the edge, -1 where there is none."""
        key = node * self._n_letters + letter
        if self._edge is not None:
            found: npt.NDArray[Any] = self._edge[key]
            return found
        edge = np.minimum(np.searchsorted(self._keys, key), len(self._keys) - 1)
        return np.where(self._keys[edge] == key, edge, -1)


@dataclass(frozen=True, slots=True, eq=False)
class Depth:
    """The nodes of a trie at one depth, and the edges that leave them.

    An edge leads to the node of its own number at the next depth.

    Args:
        start: int64 (nodes + 1,): by node, its first edge.
        letter: `Codes` (edges,): what each edge reads.
        edge: the edge of a node that reads a letter.
        alike: int64 (nodes,): the first node with the same endings, if the scores of the words
            differ by the same amount.
        best: int64 (nodes,): the best score of a word below.
        bits: uint64 (length, nodes): by offset, the letters of the words below, as bits.
    """

    start: I64
    letter: Codes
    edge: EdgeTable
    alike: I64
    best: I64
    bits: npt.NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.alike)


def bits_of(codes: Codes) -> npt.NDArray[np.uint64]:
    """The bit of each letter."""
    return np.uint64(1) << (codes % N_BITS).astype(np.uint64)


def trie_depths(words: Codes, scores: I64, n_letters: int) -> list[Depth]:
    """A trie, depth by depth; the nodes of the last depth are the words.

    Args:
        words: `Codes` (n, length), each once, in alphabetical order.
        scores: by word.
        n_letters: the size of the alphabet.
    """
    n, length = words.shape
    of_word: list[I64] = []
    starts: list[I64] = []
    letters: list[Codes] = []
    edges: list[EdgeTable] = []
    for node, n_nodes, keys in trie_levels(words, n_letters):
        of_word.append(node)
        edges.append(EdgeTable(keys, n_nodes, n_letters))
        starts.append(np.searchsorted(keys, np.arange(n_nodes + 1) * n_letters).astype(np.int64))
        letters.append((keys % n_letters).astype(words.dtype))
    bits = bits_of(words.T)
    alike: I64 = np.zeros(n, dtype=np.int64)
    best = scores.astype(np.int64)
    none = np.zeros(0, dtype=np.int64)
    last = EdgeTable(none, 0, n_letters)
    depths = [Depth(none, none.astype(words.dtype), last, alike, best, bits)]
    for depth in range(length - 1, -1, -1):
        first = np.searchsorted(of_word[depth], np.arange(len(starts[depth]) - 1))
        below, after = depths[-1], best
        best = np.maximum.reduceat(scores.astype(np.int64), first)
        degree = np.diff(starts[depth])
        loss = np.repeat(best, degree) - after
        kept, classes = equal_lists(starts[depth], (letters[depth], below.alike, loss))
        depths.append(
            Depth(
                starts[depth],
                letters[depth],
                edges[depth],
                kept[classes],
                best,
                np.bitwise_or.reduceat(bits, first, axis=1),
            )
        )
    return depths[::-1]


def common_steps(
    tries: Sequence[Depth], nodes: Sequence[npt.NDArray[Any]]
) -> tuple[I64, npt.NDArray[Any], list[I64]]:
    """Every letter that all tries read, for many nodes at once.

    Args:
        tries: one or more.
        nodes: by trie, (n,): where it is in each of n states.

    Returns: (of each step its state, the letter, by trie its edge), state by state.
    """
    degrees = [
        trie.start[node + 1] - trie.start[node] for trie, node in zip(tries, nodes, strict=True)
    ]
    # Extend by the trie with fewer edges, look the letters up in the others.
    lead = min(range(len(tries)), key=lambda i: int(degrees[i].sum()))
    degree = degrees[lead]
    source = np.repeat(np.arange(len(degree)), degree)
    shift = tries[lead].start[nodes[lead]] - (np.cumsum(degree) - degree)
    edge = np.arange(int(degree.sum())) + shift[source]
    letter = tries[lead].letter[edge]
    edges = [edge] * len(tries)
    for i, (trie, node) in enumerate(zip(tries, nodes, strict=True)):
        if i != lead:
            other = trie.edge.of(node[source], letter)
            good = np.flatnonzero(other >= 0)
            source, letter = source[good], letter[good]
            edges = [e[good] for e in edges]
            edges[i] = other[good].astype(np.int64)
    return source, letter, edges
