"""Tries of words as arrays, depth by depth, and the steps that several take together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from satcross.words.table import I32, I64

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


class Edges(Protocol):
    """The edges of a trie at one depth; edge e leads to node e of the next depth."""

    @property
    def start(self) -> I64:
        """(nodes + 1,): by node, its first edge."""

    @property
    def letter(self) -> npt.NDArray[Any]:
        """(edges,): what each edge reads."""

    @property
    def edge(self) -> EdgeTable:
        """The edge of a node that reads a letter."""


def common_steps(
    tries: Sequence[Edges], nodes: Sequence[npt.NDArray[Any]]
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
