"""A solver that holds a word search's formula, and is told the rest of the rules as it needs them.

Two constraints are large and seldom broken: that words cannot be read where they were not put, and
that few words run side by side. On large boards the formula begins without them, and what a layout
breaks is added before the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from types import TracebackType

import numpy as np

from satcross.cnf.cardinality import at_least_k
from satcross.cnf.formula import I32, Formula, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.errors import VerificationError
from satcross.solve.formula_session import DEFAULT_SOLVER, formula_session
from satcross.solve.protocol import Deadline, Outcome
from satcross.wordsearch.board import Board
from satcross.wordsearch.encode import constrain, layout_of
from satcross.wordsearch.encode_once import not_read_here
from satcross.wordsearch.encode_parallel import no_parallel_pairs, parallel_pair, word_steps
from satcross.wordsearch.encode_wishes import crossing_literals
from satcross.wordsearch.headings import Heading
from satcross.wordsearch.layout import Layout, parallel_pairs
from satcross.wordsearch.occurrences import Scanner, unexplained
from satcross.wordsearch.results import Stopped
from satcross.wordsearch.wish import Wish
from satcross.wordsearch.words import HiddenWord

# With fewer places than this, all is in the formula from the start: that costs less than rounds.
LAZY_FROM_PLACES = 5_000


class LayoutSession:
    """Finds layouts that are what a wish says, one after the other.

    Args:
        board, words, headings: as for `encode`.
        wish: what else a layout must be.
        depth: as for `encode`.
        seed: makes different layouts.
        deadline: for making the formula.
        solver: one of PySAT's.
        on_tick: called some ten times a second while a large formula is solved.

    Fields:
        n_rounds: how often the solver was asked.

    Raises:
        TimeoutError: the deadline came before the formula was made.
        OptionError: there is no such solver.
    """

    def __init__(
        self,
        board: Board,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        wish: Wish,
        *,
        depth: int = 1,
        seed: int = 0,
        deadline: Deadline,
        solver: str = DEFAULT_SOLVER,
        on_tick: Callable[[], None] | None = None,
    ) -> None:
        def tick() -> None:
            if deadline.passed():
                raise TimeoutError

        lazy = board.n_cells * len(headings) * len(words) >= LAZY_FROM_PLACES
        few = (wish.max_parallel or 0) if lazy else 0
        variables, builder = VarMapBuilder(), FormulaBuilder()
        self.places = constrain(
            board, words, headings, replace(wish, max_parallel=None) if few else wish,
            variables, builder, once=not lazy, depth=depth, tick=tick,
        )  # fmt: skip
        before: list[int] = []
        if few:
            # Having none at all is tried first: that is one binary clause for two steps.
            none = variables.new("no stripes")
            no_parallel_pairs(self.places, variables, builder, unless=-none)
            before = [none]
            tick()
        formula = builder.build(variables.n_vars)
        self.n_rounds = 0
        self._max_parallel = few or None
        self._scanner = Scanner(board, [*(word.letters for word in words), *wish.forbid])
        self._steps: dict[int, I32] = {}
        self._parallel: dict[tuple[int, int], int] = {}
        self._told: set[tuple[int, int]] = set()
        self._crossings: list[int] | None = None
        self._n_vars = formula.n_vars
        liked = np.arange(1, self.places.n_places + 1, dtype=np.int32)
        self._session = formula_session(
            formula, liked, before=before, seed=seed, solver=solver, on_tick=on_tick
        )

    def __enter__(self) -> LayoutSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back the solver. May be called twice."""
        self._session.close()

    def find(self, deadline: Deadline) -> Layout | Stopped | None:
        """A layout; None when it is proved that there is no (other) one."""
        while True:
            self.n_rounds += 1
            answer = self._session.solve(deadline=deadline)
            if answer.outcome is Outcome.UNKNOWN:
                return Stopped(answer.reason)
            if answer.assignment is None:
                return None
            layout = layout_of(self.places, answer.assignment)
            if not self._refined(layout):
                return layout
            if deadline.passed():
                return Stopped("time limit")

    def block(self, layout: Layout) -> None:
        """Never find this layout again."""
        clause = []
        for word, placement in enumerate(layout.placements):
            way = placement.heading
            clause.append(-self.places.variable(word, placement.cells[0], way))
        self._session.add_clause(clause)

    def ask_for_crossings(self, k: int, depth: int) -> None:
        """From now on, find only layouts with at least `k` crossings.

        Args:
            depth: as for `encode`; the first call's counts.
        """
        variables, builder = VarMapBuilder(self._n_vars), FormulaBuilder()
        if self._crossings is None:
            self._crossings = crossing_literals(self.places, depth, variables, builder)
        builder.add_all(at_least_k(self._crossings, k, lambda: variables.new("crossings")))
        self._add(builder.build(variables.n_vars))

    def _refined(self, layout: Layout) -> bool:
        """Add clauses that exclude what a layout breaks; whether there is something."""
        read = unexplained(layout, self._scanner.find(layout.letters))
        for found in read:
            clause = not_read_here(self.places, found.text, found.cells, found.heading)
            self._session.add_clause(clause)
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
        if self._told.issuperset(pairs):  # or we would go on for ever
            raise VerificationError(f"{len(pairs)} pairs of words run side by side, not {few}")
        for pair in pairs:
            if pair not in self._told:
                self._told.add(pair)
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
