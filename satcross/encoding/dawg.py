"""A slot as a path through the minimal automaton of its words."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import I32, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.encoding.automaton import AutomatonLayer, Int, minimal_automaton
from satcross.encoding.letters import LetterVars
from satcross.model.puzzle import Slot
from satcross.words.table import Codes

F64 = npt.NDArray[np.float64]

_CODE_BITS = 16  # of the largest letter codes


@dataclass(frozen=True, slots=True, eq=False)
class NumberedAutomaton:
    """An automaton whose edges and nodes are numbered as variables, from 0.

    Nodes and edges that are on exactly the same paths share a variable: a node with its only
    incoming edge, and with its only outgoing edge. A run of letters without a fork is therefore
    one variable.

    Args:
        layers: the automaton.
        n_vars: number of variables.
        edge: by layer, the variable of each edge.
        node: by layer, the variable of each of its sources; -1 for the root.
    """

    layers: tuple[AutomatonLayer, ...]
    n_vars: int
    edge: tuple[Int, ...]
    node: tuple[Int, ...]

    def mean_over_words(self, codes: Codes, values: F64) -> F64:
        """By variable, the mean of `values` over the words whose path it is on.

        Args:
            codes: `Codes` (n, k): the words of the automaton, in any order.
            values: (n,): a value of each.
        """
        sums = np.zeros(self.n_vars)
        counts = np.zeros(self.n_vars)
        node = np.zeros(len(codes), dtype=np.int64)
        for offset, (layer, variable) in enumerate(zip(self.layers, self.edge, strict=True)):
            keys = (layer.source << _CODE_BITS) + layer.letter
            edge = np.searchsorted(keys, (node << _CODE_BITS) + codes[:, offset])
            on_path = variable[edge]
            sums += np.bincount(on_path, values, self.n_vars)
            counts += np.bincount(on_path, minlength=self.n_vars)
            if offset:
                at_node = self.node[offset][node]
                # A node that shares its edge's variable has the same words, so counting both is
                # harmless.
                sums += np.bincount(at_node, values, self.n_vars)
                counts += np.bincount(at_node, minlength=self.n_vars)
            node = layer.target[edge]
        mean: F64 = sums / counts
        return mean


def shape_of(codes: Codes) -> NumberedAutomaton:
    """The numbered minimal automaton of the words `codes` (distinct rows)."""
    layers = minimal_automaton(codes)
    node = np.full(1, -1, dtype=np.int64)
    edges: list[Int] = []
    nodes: list[Int] = [node]
    n_vars = 0
    for depth, layer in enumerate(layers):
        # The root is on every path and has no variable that an edge could share.
        only_out = np.bincount(layer.source)[layer.source] == 1
        shared = only_out & (depth > 0)
        edge = np.where(shared, node[layer.source], -1)
        fresh = np.flatnonzero(edge < 0)
        edge[fresh] = np.arange(n_vars, n_vars + len(fresh))
        n_vars += len(fresh)
        edges.append(edge)
        if depth + 1 == len(layers):
            break
        n_in = np.bincount(layer.target, minlength=layer.n_targets)
        node = np.empty(layer.n_targets, dtype=np.int64)
        node[layer.target] = edge  # correct for nodes with one incoming edge
        several = np.flatnonzero(n_in > 1)
        node[several] = np.arange(n_vars, n_vars + len(several))
        n_vars += len(several)
        nodes.append(node)
    return NumberedAutomaton(layers, n_vars, tuple(edges), tuple(nodes))


def slot_by_dawg(
    slot: Slot,
    shape: NumberedAutomaton,
    letters: LetterVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
) -> int:
    """The slot's cells spell the letters of a path from the root to the end of an automaton.

    With a variable for each edge e, which reads letter a at offset i, and for each node:

        -e or L[c_i,a]                           edges imply letters
        -e or source(e),   -e or target(e)       edges imply nodes
        -node or OR { e : e leaves node }        nodes need edges
        -node or OR { e : e enters node }
        OR { e : e leaves the root }
        -L[c_i,a] or OR { e : e reads a at i }   letters need edges

    except clauses between nodes and edges that share a variable (see `NumberedAutomaton`).
    Together with one letter per cell, unit propagation achieves generalised arc consistency: an
    edge stays possible only on a path of possible edges, and each possible letter has such an edge.

    Args:
        slot: the slot.
        shape: the automaton of its words; each letter of each word has a variable, and each
            letter variable of the slot's cells occurs.
        letters: the letter variables.
        variables: gives `shape.n_vars` variables `path <slot>`.
        builder: receives 1 + E + letters clauses, and d + 1 more for each node with d > 1 edges
            on one side, both sides counted; at most 3E + 2V + letters.

    Returns: the first variable.
    The auxiliaries are determined by the letters: the automaton is deterministic, and every edge
    that is not on the word's path is refuted from one of its ends.
    Source: I. Abío, G. Gange, V. Mayer-Eichberger, P. Stuckey, On CNF encodings of decision
        diagrams, CPAIOR 2016; C.-G. Quimper, T. Walsh, Global grammar constraints, CP 2006.
        Sharing a variable along unforked runs is plain substitution of equivalent literals.
    """
    first = variables.new(f"path {slot.name}", shape.n_vars)
    builder.begin("paths imply letters")
    ids = letters.ids[list(slot.cells)]
    for offset, (layer, edge) in enumerate(zip(shape.layers, shape.edge, strict=True)):
        builder.add_block(_literals(-(edge + first)), ids[offset, layer.letter])
    builder.begin("paths are connected")
    for depth, (layer, edge, node) in enumerate(
        zip(shape.layers, shape.edge, shape.node, strict=True)
    ):
        if depth:
            _node_clauses(layer.source, edge + first, node + first, builder)
            before = shape.layers[depth - 1]
            _node_clauses(before.target, shape.edge[depth - 1] + first, node + first, builder)
    builder.begin("slot has a path")
    builder.add((shape.edge[0] + first).tolist())
    builder.begin("letters need paths")
    for offset, (layer, edge) in enumerate(zip(shape.layers, shape.edge, strict=True)):
        counts = np.bincount(layer.letter, minlength=ids.shape[1])
        _implications(
            -ids[offset],
            layer.letter,
            counts,
            edge + first,
            chosen=np.flatnonzero(counts),
            builder=builder,
        )
    return first


def _node_clauses(end: Int, edge: Int, node: Int, builder: FormulaBuilder) -> None:
    """Clauses between nodes and their edges on one side, for nodes that have several there.

    Args:
        end: by edge, the node at that side.
        edge: the variables of the edges.
        node: the variables of the nodes.
    """
    counts = np.bincount(end, minlength=len(node))
    forks = np.flatnonzero(counts > 1)
    if len(forks):
        at_fork = counts[end] > 1
        builder.add_block(_literals(-edge[at_fork]), _literals(node[end[at_fork]]))
        _implications(-node, end, counts, edge, chosen=forks, builder=builder)


def _implications(
    heads: Int | I32, group: Int, counts: Int, members: Int, *, chosen: Int, builder: FormulaBuilder
) -> None:
    """For each chosen group g the clause heads[g] OR all members of g."""
    order = np.argsort(group, kind="stable")
    wanted = np.zeros(len(counts), dtype=np.bool_)
    wanted[chosen] = True
    order = order[wanted[group[order]]]
    sizes = counts[chosen]
    literals = np.insert(members[order], np.cumsum(sizes) - sizes, heads[chosen])
    builder.add_ragged(_literals(literals), sizes + 1)


def _literals(values: Int) -> I32:
    return values.astype(np.int32)


class ShapeCache:
    """A cache of shapes: slots with the same words share one."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, bytes], NumberedAutomaton] = {}

    def of(self, codes: Codes) -> NumberedAutomaton:
        """The shape of the words `codes`."""
        # The key is a digest, since the letters of a long list in all slots take many megabytes.
        key = (codes.shape[1], hashlib.blake2b(np.ascontiguousarray(codes).data).digest())
        if key not in self._known:
            self._known[key] = shape_of(codes)
        return self._known[key]
