"""A solver that holds a word search's formula, and gets some of its clauses only when needed.

One constraint is large and seldom violated: that words cannot be read outside their places. On
large boards the formula begins without it, and what a layout violates is added before the next.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from satcross.cnf.cardinality import at_least_k
from satcross.cnf.formula import Formula, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.results import Reason
from satcross.solve.backends.formula import formula_session
from satcross.solve.protocol import Outcome
from satcross.task import Deadline
from satcross.wordsearch.encode.constraints import crossing_literals
from satcross.wordsearch.encode.formula import builders, constrain, layout_of
from satcross.wordsearch.encode.unique_occurrences import read_where_placed
from satcross.wordsearch.headings import HEADINGS
from satcross.wordsearch.layout import Layout
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
        variables, builder = builders(deadline)
        self.places = constrain(problem, variables, builder, once=not lazy, deadline=deadline)
        formula = builder.build(variables.n_vars)
        self._scanner = Scanner(
            problem.board, [*(word.symbols for word in words), *constraints.forbid]
        )
        self._crossings: list[int] | None = None
        self._n_vars = formula.n_vars
        preferred = np.arange(1, self.places.n_places + 1, dtype=np.int32)
        self._session = formula_session(formula, preferred, seed=seed)

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
        return bool(read)

    def _add(self, formula: Formula) -> None:
        while self._n_vars < formula.n_vars:
            self._n_vars = self._session.new_variable()
        self._session.add_formula(formula)
