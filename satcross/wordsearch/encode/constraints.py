"""The constraints of a word search as clauses, one function each.

`unique_occurrences`, by which no word can be read where it was not put, is in its own module.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

import numpy as np

from satcross.cnf.cardinality import at_least_k, at_most_one_product
from satcross.cnf.formula import I32, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.task import NEVER, Deadline
from satcross.wordsearch.encode.variables import PlaceVars
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.words import HiddenWord

_AXES = tuple(heading.axis for heading in HEADINGS[:4])
_DEPTH_BUDGET = 100_000  # steps of the search for words on one line; a second or so
_STEPS = 1_000  # of these between looks at the clock


def one_place_per_word(
    places: PlaceVars, variables: VarMapBuilder, builder: FormulaBuilder
) -> None:
    """Every word stands in exactly one of its places.

        OR_p P[w,p]                                      1 for each word
        at most one of P[w,1], P[w,2], …                 `at_most_one_product`

    Clauses: for a word of n places, 1 + `at_most_one_product`.
    """
    builder.begin("one place per word")
    for word in range(len(places.words)):
        builder.add(places.places(word).tolist())
        at_most_one_product(
            places.places(word), partial(variables.new, f"choice {word + 1}"), builder
        )


def places_put_letters(places: PlaceVars, builder: FormulaBuilder) -> None:
    """A word in its place puts its letters in the cells.

        -P[w,p] or L[c,a]        for each cell c of p, a the word's letter there

    Clauses: the length of the word for each place.
    """
    builder.begin("places put letters")
    for word, placements in enumerate(places.placements):
        codes = places.codes(places.words[word].symbols)
        variables = places.places(word)
        for index, code in enumerate(codes.tolist()):
            builder.add_block(-variables, places.letter[placements.cells[:, index], code])


def one_letter_per_cell(
    places: PlaceVars,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
) -> None:
    """No cell holds two letters.

    Clauses: for each cell, `at_most_one_product` over its letters.
    """
    builder.begin("one letter per cell")
    for cell in places.board.squares:
        row = places.letter[cell]
        lits = row[row > 0]
        at_most_one_product(lits, partial(variables.new, "spelling"), builder)


def letters_come_from_places(places: PlaceVars, builder: FormulaBuilder) -> None:
    """A letter stands only where a word puts it, so that the places determine the letters.

        -L[c,a] or OR P[w,p] over the places that put a in c

    Clauses: one for each L; their literals are those of `places_put_letters` and as many again.
    """
    builder.begin("letters come from places")
    heads = places.letter[places.letter > 0]
    clause_of, literals = [heads.astype(np.int64)], [-heads]
    for word, placements in enumerate(places.placements):
        codes = places.codes(places.words[word].symbols)
        for index, code in enumerate(codes.tolist()):
            clause_of.append(places.letter[placements.cells[:, index], code].astype(np.int64))
            literals.append(places.places(word))
    if len(heads):
        builder.add_grouped(np.concatenate(clause_of), np.concatenate(literals))


def axis_depth(
    words: Sequence[HiddenWord], headings: Sequence[Heading], deadline: Deadline = NEVER
) -> int:
    """A bound on how many words can run along one line through one cell.

    Found by search: the largest set of words, each laid through the cell somehow, that agree where
    they overlap. Edges of the board are ignored, so fewer may be possible.

    Returns: from 1 to the number of words (that number, when the search takes too long).

    Raises: TimeoutError: the deadline has passed.
    """
    axes = [heading.axis for heading in headings]
    both_ways = len(set(axes)) < len(axes)
    by_letter: dict[str, list[tuple[int, tuple[tuple[int, str], ...]]]] = {}
    for index, word in enumerate(words):
        for text in dict.fromkeys([word.symbols, *([word.symbols[::-1]] if both_ways else [])]):
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
                if budget % _STEPS == 0 and deadline.passed():
                    raise TimeoutError
                index, item = items[at]
                if index != last and all(line.get(i, char) == char for i, char in item):
                    stack.append((at + 1, depth + 1, index, line | dict(item)))
    return best


def crossing_literals(
    places: PlaceVars,
    depth: int,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
) -> list[int]:
    """Literals of which at most as many can hold as there are crossings.

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
    n_cells = places.board.size
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
) -> None:
    """At least `k` pairs of words cross: `crossing_literals`, and `at_least_k` of those."""
    if k > 0:
        crossings = crossing_literals(places, depth, variables, builder)
        builder.add_all(at_least_k(crossings, k, lambda: variables.new("crossings")))


def unused_cells(
    places: PlaceVars,
    m: int,
    variables: VarMapBuilder,
    builder: FormulaBuilder,
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
    left = m - (places.board.n_squares - len(covered))

    def new() -> int:
        return variables.new("unused")

    builder.add_all(at_least_k([-used for used in covered], left, new))
    builder.add_all(at_least_k(covered, len(covered) - left, new))
