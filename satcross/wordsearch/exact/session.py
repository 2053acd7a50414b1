"""A solver that holds a word search's formula, and gets some of its clauses only when needed.

Two constraints are large and seldom violated: that words cannot be read outside their places,
and that few words run side by side. On large boards the formula begins without them, and what a
layout violates is added before the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Self

import numpy as np

from satcross.cnf.cardinality import at_least_k
from satcross.cnf.formula import I32, Formula, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.errors import VerificationError
from satcross.results import Reason
from satcross.solve.backends.formula import formula_session
from satcross.solve.protocol import Outcome
from satcross.task import Deadline
from satcross.wordsearch.encode.constraints import (
    crossing_literals,
    no_parallel_pairs,
    parallel_pair,
    word_steps,
)
from satcross.wordsearch.encode.formula import builders, constrain, layout_of
from satcross.wordsearch.encode.unique_occurrences import read_where_placed
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.layout import Layout, parallel_pairs
from satcross.wordsearch.occurrences import Scanner, unexplained
from satcross.wordsearch.problem import LayoutProblem

# With fewer places, all clauses are in the formula from the start: that costs less than rounds.
LAZY_FROM_PLACES = 5_000


class LayoutSession:
    """Finds layouts that satisfy the constraints, one after the other.

    Args:
        problem: board, words, directions and constraints.
        seed: makes different layouts.
        deadline: for making the formula.

    Raises:
        TimeoutError: the deadline came before the formula was made.
    """

    def __init__(self, problem: LayoutProblem, *, seed: int = 0, deadline: Deadline) -> None:
        words, constraints = problem.words, problem.constraints
        lazy = problem.board.n_squares * len(problem.headings) * len(words) >= LAZY_FROM_PLACES
        few = (constraints.max_parallel or 0) if lazy else 0
        if few:
            problem = replace(problem, constraints=replace(constraints, max_parallel=None))
        variables, builder = builders(deadline)
        self.places = constrain(problem, variables, builder, once=not lazy, deadline=deadline)
        before: list[int] = []
        if few:
            # Layouts without any are tried first: that takes one binary clause for two steps.
            none = variables.new("no stripes")
            no_parallel_pairs(self.places, variables, builder, unless=-none)
            before = [none]
        formula = builder.build(variables.n_vars)
        self._max_parallel = few or None
        self._scanner = Scanner(
            problem.board, [*(word.symbols for word in words), *constraints.forbid]
        )
        self._steps: dict[int, I32] = {}
        self._parallel: dict[tuple[int, int], int] = {}
        self._limited: set[tuple[int, int]] = set()
        self._crossings: list[int] | None = None
        self._n_vars = formula.n_vars
        preferred = np.arange(1, self.places.n_places + 1, dtype=np.int32)
        self._session = formula_session(formula, preferred, before=before, seed=seed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the solver. May be called twice."""
        self._session.close()

    def find(self, deadline: Deadline) -> Layout | Reason | None:
        """A layout; why there was no time; None when it is proved that there is no (other) one."""
        while True:
            answer = self._session.solve(deadline=deadline)
            if answer.outcome is Outcome.UNKNOWN:
                return answer.reason
            if answer.assignment is None:
                return None
            layout = layout_of(self.places, answer.assignment)
            if not self._refined(layout):
                return layout
            if deadline.passed():
                return deadline.reason

    def block(self, layout: Layout) -> None:
        """Never find this layout again."""
        clause = [
            -int(self.places.read[word][HEADINGS.index(placement.heading), placement.cells[0]])
            for word, placement in enumerate(layout.placements)
        ]
        self._session.add_clause(clause)

    def require_crossings(self, k: int, depth: int) -> None:
        """From now on find only layouts with at least `k` crossings.

        Args:
            depth: as for `crossing_literals`; the first call's counts.
        """
        variables, builder = VarMapBuilder(self._n_vars), FormulaBuilder()
        if self._crossings is None:
            self._crossings = crossing_literals(self.places, depth, variables, builder)
        builder.add_all(at_least_k(self._crossings, k, lambda: variables.new("crossings")))
        self._add(builder.build(variables.n_vars))

    def _refined(self, layout: Layout) -> bool:
        """Add the clauses that a layout violates; whether there are any."""
        read = unexplained(layout, self._scanner.find(layout.letters))
        if read:
            builder = FormulaBuilder()
            for found in read:
                line = HEADINGS.index(found.heading), found.cells[0]
                read_where_placed(self.places, found.text, builder, line=line)
            self._add(builder.build(self._n_vars))
        few = self._max_parallel
        if few is not None:
            pairs = parallel_pairs(layout.board, layout.placements)
            if len(pairs) > few:
                self._limit_parallel(pairs, few)
                return True
        return bool(read)

    def _limit_parallel(self, pairs: Sequence[tuple[int, int]], few: int) -> None:
        variables, builder = VarMapBuilder(self._n_vars), FormulaBuilder()
        if not self._parallel:
            every = list(combinations(range(len(self.places.words)), 2))
            first = variables.new("parallel", len(every))
            self._parallel = {pair: first + number for number, pair in enumerate(every)}
            not_so = [-lit for lit in self._parallel.values()]
            builder.add_all(at_least_k(not_so, len(every) - few, lambda: variables.new("stripes")))
        if self._limited.issuperset(pairs):  # otherwise this would never end
            raise VerificationError(f"{len(pairs)} pairs of words run side by side, not {few}")
        for pair in pairs:
            if pair not in self._limited:
                self._limited.add(pair)
                for word in pair:
                    if word not in self._steps:
                        self._steps[word] = word_steps(self.places, [word], variables, builder)
                steps = self._steps[pair[0]], self._steps[pair[1]]
                parallel_pair(self.places, steps, self._parallel[pair], builder)
        self._add(builder.build(variables.n_vars))

    def _add(self, formula: Formula) -> None:
        while self._n_vars < formula.n_vars:
            self._n_vars = self._session.new_variable()
        self._session.add_formula(formula)
