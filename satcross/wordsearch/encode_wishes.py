"""What may be asked of a layout besides holding the words: crossings and unused cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from satcross.cnf.cardinality import at_least_k
from satcross.cnf.formula import I32, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.variables import PlaceVars
from satcross.wordsearch.words import HiddenWord

_AXES = tuple(heading.axis for heading in HEADINGS[:4])
_CHUNK = 10_000  # clauses between looks at the clock
_DEPTH_BUDGET = 100_000  # steps of the search for words on one line; a second or so


def axis_depth(words: Sequence[HiddenWord], headings: Sequence[Heading]) -> int:
    """A bound on how many words can run along one line through one cell.

    Found by search: the largest set of words, each laid through the cell somehow, that agree where
    they overlap. Edges of the board are not looked at, so fewer may be possible.

    Returns: from 1 to the number of words (that number, when the search takes too long).
    """
    axes = [heading.axis for heading in headings]
    both_ways = len(set(axes)) < len(axes)
    by_letter: dict[str, list[tuple[int, tuple[tuple[int, str], ...]]]] = {}
    for index, word in enumerate(words):
        for text in dict.fromkeys([word.letters, *([word.letters[::-1]] if both_ways else [])]):
            for at, letter in enumerate(text):
                laid = tuple((place - at, char) for place, char in enumerate(text))
                by_letter.setdefault(letter, []).append((index, laid))
    best, budget = 1, _DEPTH_BUDGET
    for items in by_letter.values():
        stack: list[tuple[int, int, int, dict[int, str]]] = [(0, 0, -1, {})]
        while stack:
            start, depth, last, line = stack.pop()
            best = max(best, depth)
            for at in range(start, len(items)):
                budget -= 1
                if budget < 0:
                    return len(words)
                index, item = items[at]
                if index != last and all(line.get(i, char) == char for i, char in item):
                    stack.append((at + 1, depth + 1, index, line | dict(item)))
    return best


def crossing_literals(
    places: PlaceVars,
    depth: int,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    tick: Callable[[], None] | None = None,
) -> list[int]:
    """Literals of which no more can hold than there are crossings.

    With U[c,a,j], "at least j words run through cell c along axis a", for j up to `depth`, and
    X[c,a,i,b,j] for two axes a < b:

        -U[c,a,1] or OR P[w,p]                     over the places through c along a
        -X[c,a,i,b,j] or U[c,a,i],   -X[c,a,i,b,j] or U[c,b,j]

    The number of pairs of words that cross in c is the number of (a, i, b, j) with U[c,a,i] and
    U[c,b,j]: so when `depth` is no less than `axis_depth`, as many X as there are crossings can
    hold together. With less depth, crossings of words that share a line in c are counted once.

    For j > 1, U comes from a sequential counter over V[c,a,w], "w runs through c along a":

        -V[c,a,w] or OR P[w,p],   -S[i,j] or S[i-1,j] or V_i,   -S[i,j] or S[i-1,j-1]

    Variables: up to 4 U, 6 X for each cell when `depth` is 1; else up to 6 depth^2 X and, for each
    of the n words, 4 (1 + depth). Clauses: 4 + 12 for each cell when `depth` is 1; else up to
    12 depth^2 + 4 n (1 + 2 depth). None of the auxiliaries is determined: count by projection.
    """
    builder.begin("crossings")
    found: list[int] = []
    for cell in _through(places):
        if tick is not None:
            tick()
        ways = [_reached(words, depth, variables, builder) for words in cell]
        for a, b in combinations(ways, 2):
            for left in a:
                for right in b:
                    crossing = variables.new("crossing")
                    builder.add([-crossing, left])
                    builder.add([-crossing, right])
                    found.append(crossing)
    return found


def _through(places: PlaceVars) -> list[list[list[list[int]]]]:
    """By cell, by axis, by word: the places that run through it, where there are some."""
    n_cells = len(places.board.inside)
    keys: list[I32] = []
    variables: list[I32] = []
    for word, placements in enumerate(places.placements):
        axis = placements.headings % len(_AXES)
        key = (placements.cells * len(_AXES) + axis[:, None]) * len(places.words) + word
        keys.append(key.ravel().astype(np.int32))
        variables.append(np.repeat(places.places(word), placements.cells.shape[1]))
    through: list[list[list[list[int]]]] = [[[] for _ in _AXES] for _ in range(n_cells)]
    every, lits = np.concatenate(keys), np.concatenate(variables)
    order = np.argsort(every, kind="stable")
    if not len(order):
        return through
    borders = np.flatnonzero(np.diff(every[order])) + 1
    for group in np.split(order, borders):
        cell, way = divmod(int(every[group[0]]) // len(places.words), len(_AXES))
        through[cell][way].append(lits[group].tolist())
    return through


def _reached(
    words: list[list[int]], depth: int, variables: VarMapBuilder, builder: FormulaBuilder
) -> list[int]:
    """Variables for "at least 1, 2, … of these words have one of these places", up to `depth`."""
    if not words:
        return []
    if depth == 1 or len(words) == 1:
        used = variables.new("crossed")
        builder.add([-used, *(lit for some in words for lit in some)])
        return [used]
    before: list[int] = []
    for lits in words:
        here = variables.new("crossed")
        builder.add([-here, *lits])
        now: list[int] = []
        for j in range(min(depth, len(before) + 1)):
            reached = variables.new("crossed")
            builder.add([-reached, *before[j : j + 1], here])
            if j:
                builder.add([-reached, before[j - 1]])
            now.append(reached)
        before = now
    return before


def crossings_at_least(
    places: PlaceVars,
    k: int,
    depth: int,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    tick: Callable[[], None] | None = None,
) -> None:
    """At least `k` pairs of words cross: `crossing_literals`, and `at_least_k` of those."""
    if k > 0:
        crossings = crossing_literals(places, depth, variables, builder, tick)
        _add_all(at_least_k(crossings, k, _counting("crossings", variables, tick)), builder, tick)


def _add_all(
    clauses: list[list[int]], builder: FormulaBuilder, tick: Callable[[], None] | None
) -> None:
    for start in range(0, len(clauses), _CHUNK):
        if tick is not None:
            tick()
        builder.add_all(clauses[start : start + _CHUNK])


def _counting(
    label: str, variables: VarMapBuilder, tick: Callable[[], None] | None
) -> Callable[[], int]:
    """What gives a counter its variables, with a look at the clock at each."""

    def new() -> int:
        if tick is not None:
            tick()
        return variables.new(label)

    return new


def unused_cells(
    places: PlaceVars,
    m: int,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
    tick: Callable[[], None] | None = None,
) -> None:
    """Exactly `m` of the board's cells are in no word.

    With B[c], "a word stands in c", for the n cells that places run through:

        -P[w,p] or B[c] for each c in p,   -B[c] or OR P[w,p]
        at least m' of the -B, at least n - m' of the B

    where m' is m less the cells that no place runs through.

    Clauses: one for each letter of each place, n, and twice `at_least_k`. The B are determined by
    the places; the counters' auxiliaries are not.
    """
    builder.begin("unused cells")
    covered: list[int] = []
    for axes in _through(places):
        lits = [lit for words in axes for some in words for lit in some]
        if lits:
            used = variables.new("used")
            builder.add_block(-np.array(lits, dtype=np.int32), used)
            builder.add([-used, *lits])
            covered.append(used)
    left = m - (places.board.n_cells - len(covered))

    new = _counting("unused", variables, tick)
    _add_all(at_least_k([-used for used in covered], left, new), builder, tick)
    _add_all(at_least_k(covered, len(covered) - left, new), builder, tick)
