"""The minimal automaton of a set of words of one length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from satcross.words.table import Codes

Int = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class AutomatonLayer:
    """The edges that read the letter at one offset.

    Args:
        source: int64 (edges,): the node each edge leaves, ascending.
        letter: int64 (edges,): the letter code it reads; ascending among the edges of one node.
        target: int64 (edges,): the node it reaches.
        n_sources: number of nodes before this letter, numbered from 0.
        n_targets: number of nodes after it.
    """

    source: Int
    letter: Int
    target: Int
    n_sources: int
    n_targets: int


def minimal_automaton(codes: Codes) -> tuple[AutomatonLayer, ...]:
    """The minimal deterministic acyclic automaton of words of one length, layer by layer.

    The trie of the sorted words is folded from its leaves: two nodes of a layer are merged if
    their edges read the same letters into the same nodes. This is Revuz' minimisation; since all
    words have equal length, each layer is one pass of sorting in numpy.

    Args:
        codes: `Codes` (n >= 1, k >= 1): distinct words.

    Returns: k layers; the first has one source (the root), the last one target (the end).
    Source: D. Revuz, Minimisation of acyclic deterministic automata in linear time, 1992.
    """
    n, k = codes.shape
    words = codes[np.lexsort(codes.T[::-1])]
    # A trie node at depth d is a run of words with the same first d letters.
    new = np.zeros(n, dtype=np.bool_)
    new[0] = True
    starts: list[Int] = [np.zeros(1, dtype=np.int64)]
    for offset in range(k):
        new[1:] |= words[1:, offset] != words[:-1, offset]
        starts.append(np.flatnonzero(new))
    layers: list[AutomatonLayer] = []
    node_of = np.zeros(len(starts[k]), dtype=np.int64)  # by trie node at depth d + 1: its node
    n_targets = 1
    for depth in range(k - 1, -1, -1):
        begins = starts[depth + 1]
        parent = np.searchsorted(starts[depth], begins, side="right") - 1
        letter = words[begins, depth].astype(np.int64)
        node, keep, n_sources = _fold(parent, letter * n_targets + node_of, len(starts[depth]))
        source, letter, target = node[parent][keep], letter[keep], node_of[keep]
        order = np.lexsort((letter, source))
        layers.append(
            AutomatonLayer(source[order], letter[order], target[order], n_sources, n_targets)
        )
        node_of, n_targets = node, n_sources
    return tuple(reversed(layers))


def _fold(parent: Int, edge: Int, n_parents: int) -> tuple[Int, npt.NDArray[np.bool_], int]:
    """Number the distinct rows of edges.

    Args:
        parent: by edge, the trie node it leaves, ascending.
        edge: by edge, its letter and target as one number, ascending for each parent.
        n_parents: number of trie nodes.

    Returns: by trie node its number; by edge whether its trie node is the first with that number;
        and the number of different numbers.
    """
    degree = np.bincount(parent, minlength=n_parents)
    begin = np.cumsum(degree) - degree
    number = np.empty(n_parents, dtype=np.int64)
    is_first = np.zeros(n_parents, dtype=np.bool_)
    n_numbers = 0
    for d in np.unique(degree).tolist():
        nodes = np.flatnonzero(degree == d)
        rows = edge[begin[nodes][:, None] + np.arange(d)]
        packed = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * d))).ravel()
        _, first, inverse = np.unique(
            rows[:, 0] if d == 1 else packed, return_index=True, return_inverse=True
        )
        number[nodes] = inverse.ravel() + n_numbers
        is_first[nodes[first]] = True
        n_numbers += len(first)
    return number, is_first[parent], n_numbers
