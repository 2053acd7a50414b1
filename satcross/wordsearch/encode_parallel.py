"""Few words side by side, or none: `layout.parallel_pairs` as clauses."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from satcross.cnf.cardinality import at_least_k
from satcross.cnf.formula import I32, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.variables import PlaceVars

_AXES = tuple(heading.axis for heading in HEADINGS[:4])


def no_parallel_pairs(
    places: PlaceVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    *,
    unless: int | None = None,
) -> None:
    """No two words run side by side, as `layout.parallel_pairs` says it.

    With T[c,a], "some word runs from c to the next cell along axis a":

        -P[w,p] or T[c,a]              for each step of p
        -T[c,a] or -T[d,a]             for d right of c or below it, not on one line with it

    Two words do run side by side exactly when such c and d are steps of theirs. The second kind
    has the literal `unless` as well, when one is given. Clauses: for each
    place, the length of the word less 1; for each cell at most 1 along rows, 1 along columns and 2
    along each diagonal. The T are NOT determined by the places.
    """
    builder.begin("no parallel pairs")
    steps = word_steps(places, range(len(places.words)), variables, builder)
    _side_by_side(places, steps, steps, [] if unless is None else [unless], builder)


def parallel_pairs_at_most(
    places: PlaceVars, n: int, variables: VarMapBuilder, builder: FormulaBuilder
) -> None:
    """At most `n` pairs of words run side by side.

    `no_parallel_pairs` for n = 0; else, with Q[v,w] for each pair, `parallel_pair` and at most n Q.
    For W words the second is W(W - 1)/2 times as many clauses: large boards add them as they are
    needed. The Q are NOT determined by the places.
    """
    if n == 0:
        no_parallel_pairs(places, variables, builder)
        return
    steps = [word_steps(places, [w], variables, builder) for w in range(len(places.words))]
    pairs = list(combinations(range(len(steps)), 2))
    if pairs:
        first = variables.new("parallel", len(pairs))
        for number, (v, w) in enumerate(pairs):
            parallel_pair(places, (steps[v], steps[w]), first + number, builder)
        few = [-(first + number) for number in range(len(pairs))]
        builder.add_all(at_least_k(few, len(pairs) - n, lambda: variables.new("stripes")))


def parallel_pair(
    places: PlaceVars,
    steps: tuple[I32, I32],
    parallel: int,
    builder: FormulaBuilder,
) -> None:
    """Two words run side by side only if `parallel` holds.

        -T[v,c,a] or -T[w,d,a] or parallel      and the same with v and w changed

    Args:
        steps: of the two words, as `word_steps` makes them for each alone.
        parallel: a literal.

    Clauses: twice as many as `no_parallel_pairs` has of its second kind.
    """
    builder.begin("parallel pairs")
    one, other = steps
    _side_by_side(places, one, other, [parallel], builder)
    _side_by_side(places, other, one, [parallel], builder)


def word_steps(
    places: PlaceVars, words: Iterable[int], variables: VarMapBuilder, builder: FormulaBuilder
) -> I32:
    """Variables T[a,c], implied when one of these words runs from c to the next cell along axis a.

    Returns: int32 (4, n_rows * n_cols), 0 where none can. One clause is made for each step of each
        place.
    """
    table = np.zeros((len(_AXES), len(places.board.inside)), dtype=np.int32)
    steps: list[tuple[I32, I32, I32]] = []
    for word in words:
        placements = places.placements[word]
        axis = placements.headings % len(_AXES)
        backwards = placements.headings >= len(_AXES)
        for index in range(placements.cells.shape[1] - 1):
            # A step is named by the end from which it goes along the axis.
            begin = np.where(backwards, placements.cells[:, index + 1], placements.cells[:, index])
            steps.append((places.places(word), axis, begin.astype(np.int32)))
            table[axis, begin] = 1
    n = int(table.sum())
    if n:
        first = variables.new("step", n)
        table[table > 0] = np.arange(first, first + n)
        for lits, axis, begin in steps:
            builder.add_block(-lits, table[axis, begin])
    return table


def _side_by_side(
    places: PlaceVars, one: I32, other: I32, more: list[int], builder: FormulaBuilder
) -> None:
    n_rows, n_cols = places.board.n_rows, places.board.n_cols
    for index, axis in enumerate(_AXES):
        left, right = one[index].reshape(n_rows, n_cols), other[index].reshape(n_rows, n_cols)
        for down, along in ((0, 1), (1, 0)):
            if (down, along) != axis:
                here, there = left[: n_rows - down, : n_cols - along], right[down:, along:]
                both = (here > 0) & (there > 0)
                if both.any():
                    builder.add_block(-here[both], -there[both], *more)
