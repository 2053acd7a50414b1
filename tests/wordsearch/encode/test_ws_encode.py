"""The formula: its assignments are the layouts, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

import numpy as np
import pytest
from support.brute_wordsearch import brute_layouts, key_of, tiny_search
from support.seeds import quick

from satcross.cnf.assignment import Assignment
from satcross.cnf.cardinality import at_least_k, at_most_one_product
from satcross.cnf.formula import Formula, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.solve.backends.formula import formula_session
from satcross.task import NEVER
from satcross.wordsearch.board import rectangle
from satcross.wordsearch.encode.constraints import (
    axis_depth,
    crossing_literals,
)
from satcross.wordsearch.encode.formula import builders, constrain, layout_of
from satcross.wordsearch.encode.unique_occurrences import (
    parts,
    read_where_placed,
    unique_occurrences,
)
from satcross.wordsearch.headings import HEADINGS, headings_of_level
from satcross.wordsearch.problem import LayoutConstraints, LayoutProblem
from satcross.wordsearch.words import hidden_words


class Encoding:
    """The formula of a problem, with its variables."""

    def __init__(self, problem: LayoutProblem) -> None:
        variables, builder = builders(NEVER)
        self.places = constrain(problem, variables, builder)
        self.formula, self.varmap = builder.build(variables.n_vars), variables.build()
        self.n_clauses_by_constraint = dict(builder.n_by_group)


def assignments(formula: Formula, shown: int | None = None) -> Iterator[Assignment]:
    """All assignments, each once as far as the variables up to `shown` go (None: all)."""
    session = formula_session(formula, np.empty(0, dtype=np.int32), in_process=True)
    n = formula.n_vars if shown is None else shown
    try:
        while (found := session.solve().assignment) is not None:
            yield found
            session.add_clause([-v if found.is_true(v) else v for v in range(1, n + 1)])
            if n == 0:
                return
    finally:
        session.close()


@pytest.mark.parametrize("n", [0, 1, 2, 5, 7, 8, 9, 13, 30])
def test_at_most_one_has_one_assignment_for_each_choice(n: int) -> None:
    variables, builder = VarMapBuilder(), FormulaBuilder()
    if n:
        variables.new("x", n)
    at_most_one_product(np.arange(1, n + 1, dtype=np.int32), partial(variables.new, "aux"), builder)
    formula = builder.build(variables.n_vars)
    found = [tuple(a.true_variables(n)) for a in assignments(formula)]
    assert sorted(found) == [(), *((v,) for v in range(1, n + 1))]
    assert formula.n_clauses <= max(21, 2 * n + 8 * n**0.5 + 30)


@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_places_determine_all_else(seed: int) -> None:
    board, words, headings, constraints = tiny_search(seed)
    constraints = LayoutConstraints(
        allow_inside=constraints.allow_inside, forbid=constraints.forbid
    )
    encoding = Encoding(LayoutProblem(board, words, headings, constraints))
    n_all = sum(1 for _ in assignments(encoding.formula))
    assert n_all == len(brute_layouts(board, words, headings, constraints))


@pytest.mark.parametrize("seed", quick(range(50), 6))
def test_crossing_literals_count_crossings(seed: int) -> None:
    """With enough depth, as many can hold as there are crossings; never more, with any depth."""
    board, words, headings, _ = tiny_search(seed)
    depth = axis_depth(words, headings)
    encoding = Encoding(LayoutProblem(board, words, headings))
    for used in {1, depth}:
        variables, builder = VarMapBuilder(encoding.formula.n_vars), FormulaBuilder()
        lits = crossing_literals(encoding.places, used, variables, builder)
        flat = [*encoding.formula, *builder.build()]
        for assignment in list(assignments(encoding.formula, encoding.places.n_places))[:4]:
            n = len(layout_of(encoding.places, assignment).crossings)
            fixed = [[v] for v in assignment.true_variables(encoding.places.n_places)]
            for k, possible in ((n, used == depth), (n + 1, False)):
                fresh = count(variables.n_vars + 1)
                more = at_least_k(lits, k, fresh.__next__)
                formula = Formula.of([*flat, *fixed, *more], next(fresh))
                can = any(True for _ in assignments(formula, 0))
                assert can or not possible
                assert not can or k <= n


@pytest.mark.parametrize("seed", quick(range(40), 5))
def test_the_clause_of_one_reading_is_that_of_the_whole(seed: int) -> None:
    board, words, headings, constraints = tiny_search(seed)
    places = Encoding(LayoutProblem(board, words, headings)).places
    builder = FormulaBuilder()
    unique_occurrences(places, builder, constraints.forbid)
    whole = {frozenset(clause) for clause in builder.build()}
    for text in {*(word.letters for word in words), *constraints.forbid}:
        for heading in HEADINGS[:4] if text == text[::-1] else HEADINGS:
            for start in board.squares:
                row, col = divmod(start, board.n_cols)
                last = (
                    row + heading.row * (len(text) - 1),
                    col + heading.col * (len(text) - 1),
                )
                if not (0 <= last[0] < board.n_rows and 0 <= last[1] < board.n_cols):
                    continue
                step = heading.row * board.n_cols + heading.col
                cells = [start + i * step for i in range(len(text))]
                codes = [places.alphabet.find(char) for char in text]
                if -1 in codes or not places.letter[cells, codes].all():
                    continue
                one = FormulaBuilder()
                line = HEADINGS.index(heading), start
                read_where_placed(places, text, one, line=line)
                assert [frozenset(clause) in whole for clause in one.build()] == [True]
                assert {-int(lit) for lit in places.letter[cells, codes]} <= set(*one.build())


def test_counts_are_those_of_the_docstrings() -> None:
    words = hidden_words(["cat", "dog", "bird"])
    encoding = Encoding(LayoutProblem(rectangle(5, 6), words, headings_of_level("medium")))
    places = encoding.places
    counts = encoding.n_clauses_by_constraint
    n_letters = int((places.letter > 0).sum())
    assert counts["places put letters"] == sum(p.cells.size for p in places.placements)
    assert counts["letters come from places"] == n_letters
    assert encoding.formula.n_vars == encoding.varmap.n_vars
    assert sum(counts.values()) == encoding.formula.n_clauses
    assert encoding.varmap.group("letter").n == n_letters


def test_parts_are_found_forwards_and_backwards() -> None:
    assert list(parts("CATALOG", "CAT")) == [(0, False)]
    assert list(parts("CATALOG", "TAC")) == [(2, True)]
    assert list(parts("ABAB", "BA")) == [(1, False), (1, True), (3, True)]


def test_words_that_stack_are_counted() -> None:
    words = hidden_words(["abc", "cde", "bcd"])
    assert axis_depth(words, headings_of_level("easy")) == 3
    assert axis_depth(hidden_words(["ab", "cd"]), HEADINGS) == 1
    assert axis_depth(hidden_words(["ab", "bc"]), HEADINGS) == 2
    # Backwards too, when the line can be read both ways.
    assert axis_depth(hidden_words(["abcd", "cb"]), headings_of_level("easy")) == 1
    assert axis_depth(hidden_words(["abcd", "cb"]), HEADINGS) == 2


@pytest.mark.parametrize("seed", quick(range(30), 4))
def test_keys_of_the_encoding_are_brute_forces(seed: int) -> None:
    """All constraints as clauses, none of them added in rounds."""
    board, words, headings, constraints = tiny_search(seed)
    encoding = Encoding(LayoutProblem(board, words, headings, constraints))
    found = [
        key_of(words, layout_of(encoding.places, a).placements)
        for a in assignments(encoding.formula, encoding.places.n_places)
    ]
    assert len(found) == len(set(found))
    assert set(found) == brute_layouts(board, words, headings, constraints)
