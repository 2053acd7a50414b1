"""Decision diagrams: sets of rows of letters, in layers of nodes that share their endings.

A row is a path from the root to the end: the node of layer i reads the letter of cell i. Two
prefixes that can be completed in the same ways lead to the same node, so a diagram of 10^12 rows
may have a thousand nodes. Everything about the rows is a pass over the layers.

Each edge also has a *loss*: how much less than the best one the total of a row becomes by it. Of
every node one edge or more has no loss, so the best rows are found without a search.

Source: these are the multi-valued decision diagrams of A. Srinivasan, T. Kam, S. Malik, R. Brayton,
Algorithms for discrete function manipulation, ICCAD 1990, reduced by Bryant's rules, with the edge
values of Y.-T. Lai, S. Sastry, Edge-valued binary decision diagrams, DAC 1992.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross.extend import I32, I64, Bools, Codes

Numbers = npt.NDArray[Any]
"""Whole numbers of any size: int64, or Python's, as objects, where that is too small."""

_SAFE = 1 << 62  # what fits into int64, with room for one sum


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The nodes that read one cell.

    Args:
        start: int64 (nodes + 1,): by node, its first edge.
        letter: `Codes` (edges,): what each edge reads; rising within a node.
        target: int32 (edges,): the node of the next layer; 0 in the last one, which is the end.
        loss: int32 (edges,): 0 or more, and 0 for one edge of each node or more.
    """

    start: I64
    letter: Codes
    target: I32
    loss: I32

    @property
    def source(self) -> I64:
        """By edge, its node."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))


@dataclass(frozen=True)
class Diagram:
    """A set of rows of letters, with a total for each.

    Args:
        cells: the positions of the cells, in the order in which they are read.
        layers: one for each cell; none where no row is in the set.
        best: the largest total of a row.
    """

    cells: tuple[int, ...]
    layers: tuple[Layer, ...]
    best: int

    @property
    def n_nodes(self) -> int:
        """How many nodes there are, without the end."""
        return sum(len(layer.start) - 1 for layer in self.layers)

    @property
    def n_edges(self) -> int:
        """How many edges there are."""
        return sum(len(layer.letter) for layer in self.layers)

    @cached_property
    def n_rows(self) -> int:
        """How many rows are in the set."""
        return int(self._below[0][0]) if self.layers else 0

    @cached_property
    def _below(self) -> list[Numbers]:
        """By layer and node, how many ways there are to the end."""
        below: list[Numbers] = [np.ones(1, dtype=np.int64)]
        for layer in reversed(self.layers):
            ways = below[-1]
            most = int(ways.max()) * int(np.diff(layer.start).max())
            if most >= _SAFE and ways.dtype != object:
                ways = ways.astype(object)
            below.append(np.add.reduceat(ways[layer.target], layer.start[:-1]))
        return below[::-1]

    @cached_property
    def _sums(self) -> list[Numbers]:
        """By layer and edge, the ways of all edges before it; then the sum of all."""
        sums: list[Numbers] = []
        for layer, below in zip(self.layers, self._below[1:], strict=True):
            # The ways of different nodes are parts of different rows: the sum is at most `n_rows`.
            ways = below[layer.target].astype(object if self.n_rows >= _SAFE else np.int64)
            sums.append(np.concatenate((np.zeros(1, dtype=ways.dtype), np.cumsum(ways))))
        return sums

    def letters(self, n_letters: int) -> list[list[int]]:
        """By cell and letter, in how many rows it is."""
        kind = object if self.n_rows >= _SAFE else np.int64
        above: Numbers = np.ones(1, dtype=kind)
        found: list[list[int]] = []
        for layer, below in zip(self.layers, self._below[1:], strict=True):
            ways = above[layer.source]
            by_letter = np.zeros(n_letters, dtype=kind)
            np.add.at(by_letter, layer.letter, ways * below[layer.target])
            found.append([int(n) for n in by_letter])
            above = np.zeros(len(below), dtype=kind)
            np.add.at(above, layer.target, ways)
        return found

    def rows(self, numbers: Sequence[int]) -> Codes:
        """The rows of some numbers, counted from 0 in the order of the letters.

        Returns: `Codes` (numbers, cells).
        """
        rest: Numbers = np.array(numbers, dtype=object if self.n_rows >= _SAFE else np.int64)
        kind = self.layers[0].letter.dtype if self.layers else np.dtype(np.uint8)
        rows = np.empty((len(rest), len(self.cells)), dtype=kind)
        node = np.zeros(len(rest), dtype=np.int64)
        for column, (layer, sums) in enumerate(zip(self.layers, self._sums, strict=True)):
            rest = rest + sums[layer.start[node]]
            edge = np.searchsorted(sums, rest, side="right") - 1
            rest = rest - sums[edge]
            rows[:, column] = layer.letter[edge]
            node = layer.target[edge].astype(np.int64)
        return rows

    def restricted(self, allowed: Bools) -> Diagram:
        """The rows with only some letters.

        Args: allowed: bool (cells, letters): by cell, in the order of `cells`, what it may hold.
        """
        keep = [mask[layer.letter] for mask, layer in zip(allowed, self.layers, strict=True)]
        reached = np.ones(1, dtype=np.bool_)
        for i, layer in enumerate(self.layers):
            keep[i] &= reached[layer.source]
            n_targets = len(self.layers[i + 1].start) - 1 if i + 1 < len(self.layers) else 1
            reached = np.zeros(n_targets, dtype=np.bool_)
            reached[layer.target[keep[i]]] = True
        layers = [
            (layer.source[kept], layer.letter[kept], layer.target[kept], -layer.loss[kept])
            for layer, kept in zip(self.layers, keep, strict=True)
        ]
        sizes = [len(layer.start) - 1 for layer in self.layers]
        reduction = Reduction(sizes, self.best, is_merging=False)
        for source, letter, target, gain in reversed(layers):
            reduction.add(source, letter, target, gain.astype(np.int64))
        return reduction.diagram(self.cells)


class Reduction:
    """Makes a diagram of layers from the last one to the first: no dead ends, no two equal nodes.

    Args:
        sizes: by layer, how many nodes there are.
        best: what is to be added to the total of each row.
        is_merging: whether equal nodes become one; else only dead ends go, which is quicker.
    """

    def __init__(self, sizes: Sequence[int], best: int, *, is_merging: bool = True) -> None:
        self._is_merging = is_merging
        self._sizes = list(sizes)
        self._best = best
        self._layers: list[Layer] = []
        self._name: I64 = np.zeros(1, dtype=np.int64)  # of nodes of the layer after; -1: dead
        self._gain: I64 = np.zeros(1, dtype=np.int64)  # the most that can still be won there

    def add(self, source: I64, letter: Codes, target: I64 | I32, gain: I64) -> None:
        """Put a layer before those that are there.

        Args:
            source, letter, target: by edge; sorted by source, then by letter.
            gain: by edge, what it adds to the total.
        """
        n = self._sizes.pop()
        alive = np.flatnonzero(self._name[target] >= 0)
        source, letter, old = source[alive], letter[alive], target[alive]
        target = self._name[old].astype(np.int32)
        gain = gain[alive] + self._gain[old]
        self._name = np.full(n, -1, dtype=np.int64)
        self._gain = np.zeros(n, dtype=np.int64)
        living, first, degree = np.unique(source, return_index=True, return_counts=True)
        if not len(living):
            self._layers.append(Layer(np.zeros(1, dtype=np.int64), letter, target, target))
            return
        most = np.maximum.reduceat(gain, first)
        self._gain[living] = most
        loss = (np.repeat(most, degree) - gain).astype(np.int32)
        start = np.append(first, len(source)).astype(np.int64)
        if not self._is_merging:
            self._name[living] = np.arange(len(living))
            self._layers.append(Layer(start, letter, target, loss))
            return
        kept, self._name[living] = equal_lists(start, (letter, target, loss))
        edges = edges_of(start, kept)
        new_start = np.concatenate(([0], np.cumsum(degree[kept]))).astype(np.int64)
        self._layers.append(Layer(new_start, letter[edges], target[edges], loss[edges]))

    def diagram(self, cells: tuple[int, ...]) -> Diagram:
        """The diagram, when all layers are there."""
        if not self._layers or self._name[0] < 0:
            return Diagram(cells, (), 0)
        # Nodes in the order in which they are reached: equal sets get equal diagrams.
        layers: list[Layer] = []
        nodes = np.zeros(1, dtype=np.int64)
        for layer in reversed(self._layers):
            edges = edges_of(layer.start, nodes)
            degree = np.diff(layer.start)[nodes]
            start = np.concatenate(([0], np.cumsum(degree))).astype(np.int64)
            old = layer.target[edges]
            kept, first, target = np.unique(old, return_index=True, return_inverse=True)
            order = np.argsort(first)
            rank = np.empty(len(order), dtype=np.int32)
            rank[order] = np.arange(len(order))
            layers.append(
                Layer(start, layer.letter[edges], rank[target.ravel()], layer.loss[edges])
            )
            nodes = kept[order].astype(np.int64)
        return Diagram(cells, tuple(layers), self._best + int(self._gain[0]))


def edges_of(start: I64, nodes: I64) -> I64:
    """The edges of some nodes, one node after the other."""
    degree = start[nodes + 1] - start[nodes]
    shift = start[nodes] - (np.cumsum(degree) - degree)
    edges: I64 = np.arange(int(degree.sum())) + np.repeat(shift, degree)
    return edges


def equal_lists(start: I64, columns: Sequence[Numbers]) -> tuple[I64, I64]:
    """Which nodes have equal lists of edges.

    Args:
        start: (nodes + 1,): by node, its first edge.
        columns: by edge, what must be equal.

    Returns: (the first node of each class, in their order; by node, the number of its class).
    """
    _, key = distinct_rows(columns)
    degree = np.diff(start)
    number: I64 = degree.astype(np.int64)
    span = int(key.max(initial=0)) + 1
    free = int(degree.max(initial=0)) + 1  # above all numbers so far
    for place in range(int(degree.max(initial=0))):
        nodes = np.flatnonzero(degree > place)
        pairs = number[nodes] * span + key[start[nodes] + place]
        _, found = np.unique(pairs, return_inverse=True)
        number[nodes] = free + found.ravel()
        free += len(nodes)
    _, first, classes = np.unique(number, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return first[order], rank[classes.ravel()]


def distinct_rows(columns: Sequence[Numbers]) -> tuple[I64, I64]:
    """Which rows of a table are equal.

    Args: columns: whole numbers, of which none is below -1.

    Returns: (by class, its first row; by row, the number of its class). Classes are in the order
        of their numbers, column by column.
    """
    key: I64 = np.zeros(len(columns[0]), dtype=np.int64)
    span = 1
    for column in columns:
        width = int(column.max(initial=0)) + 2
        if span * width >= _SAFE:
            values, found = np.unique(key, return_inverse=True)
            key, span = found.ravel().astype(np.int64), len(values)
        key = key * width + (column.astype(np.int64) + 1)
        span *= width
    _, first, classes = np.unique(key, return_index=True, return_inverse=True)
    return first, classes.ravel().astype(np.int64)


def best_rows(diagrams: Sequence[Diagram]) -> Iterator[tuple[int, array[int]]]:
    """The rows of several diagrams side by side, in falling order of their totals.

    Args: diagrams: none of them empty; a row of all is one row of each, one after the other.

    Returns: (total, letters) of every row; those of equal totals in an order that is fixed.
    """
    layers = [layer for diagram in diagrams for layer in diagram.layers]
    best = sum(diagram.best for diagram in diagrams)
    # (loss, number of the entry, letters so far, node); each stands for the best rows that begin
    # so. An edge without a loss leads from every node to the end, so none is in vain.
    nothing: array[int] = array(layers[0].letter.dtype.char if layers else "B")
    heap: list[tuple[int, int, array[int], int]] = [(0, 0, nothing, 0)]
    n_entries = 1
    while heap:
        lost, _, prefix, node = heapq.heappop(heap)
        letters = prefix[:]
        for layer in layers[len(prefix) :]:
            first, last = int(layer.start[node]), int(layer.start[node + 1])
            losses = layer.loss[first:last].tolist()
            go_on = losses.index(0)
            for i, loss in enumerate(losses):
                if i != go_on:
                    begun = letters[:]
                    begun.append(int(layer.letter[first + i]))
                    entry = (lost + loss, n_entries, begun, int(layer.target[first + i]))
                    heapq.heappush(heap, entry)
                    n_entries += 1
            letters.append(int(layer.letter[first + go_on]))
            node = int(layer.target[first + go_on])
        yield best - lost, letters
