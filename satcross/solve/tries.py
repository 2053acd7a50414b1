"""Tries of words as arrays, depth by depth, and the steps that several take together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from satcross.words.table import I32, I64


class Edges(Protocol):
    """The edges of a trie at one depth; edge e leads to node e of the next depth."""

    @property
    def start(self) -> I64:
        """(nodes + 1,): by node, its first edge."""

    @property
    def letter(self) -> npt.NDArray[Any]:
        """(edges,): what each edge reads."""

    @property
    def edge(self) -> I32:
        """(nodes * letters of the alphabet,): the edge of a node that reads a letter, or -1."""


def common_steps(
    tries: Sequence[Edges], nodes: Sequence[npt.NDArray[Any]], n_letters: int
) -> tuple[I64, npt.NDArray[Any], list[I64]]:
    """Every letter that all tries read, for many nodes at once.

    Args:
        tries: one or more.
        nodes: by trie, (n,): where it is in each of n states.
        n_letters: the size of the alphabet.

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
            other = trie.edge[node[source] * n_letters + letter]
            good = np.flatnonzero(other >= 0)
            source, letter = source[good], letter[good]
            edges = [e[good] for e in edges]
            edges[i] = other[good].astype(np.int64)
    return source, letter, edges
