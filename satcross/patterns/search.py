"""Patterns one after the other, from a solver that holds their rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from satcross.cnf.assignment import Assignment
from satcross.errors import VerificationError
from satcross.grid import BLOCK, OPEN, Grid
from satcross.patterns.checker import pattern_faults
from satcross.patterns.connect import components, cuts
from satcross.patterns.draw import draw
from satcross.patterns.encode import PatternEncoding, encode_pattern
from satcross.patterns.rules import PatternRules
from satcross.patterns.symmetry import Alike, alike_images
from satcross.solve.eager import EagerSession
from satcross.solve.protocol import NEVER, Answer, Deadline, Outcome
from satcross.solve.pysat_session import PysatBackend
from satcross.solve.scramble import Scramble

SOLVER = "cadical195"
PATIENCE = 100  # so many drawn literals are dropped one by one


@dataclass(frozen=True, slots=True)
class PatternFound:
    """A pattern that obeys the rules.

    Args:
        grid: its open cells, blocks and bars.
        assignment: of all variables of the search that found it.
    """

    grid: Grid
    assignment: Assignment = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class NoPattern:
    """Proved: there is none, or no other."""


@dataclass(frozen=True, slots=True)
class PatternUnknown:
    """Neither found nor refuted.

    Args: reason: "time limit".
    """

    reason: str


PatternResult = PatternFound | NoPattern | PatternUnknown


class PatternSearch:
    """A solver that holds a pattern's rules and gives patterns that obey them.

    Args:
        rules: what patterns are to be like.
        seed: different seeds give different patterns.
        count_blocks_upto: as for `encode_pattern`.
        shuffled: whether the solver sees its variables in an order drawn by the seed: for rules so
            tight that little of the lottery is left.
    """

    def __init__(
        self,
        rules: PatternRules,
        *,
        seed: int = 0,
        count_blocks_upto: int = 0,
        shuffled: bool = False,
    ) -> None:
        self.rules = rules
        self.encoding: PatternEncoding = encode_pattern(rules, count_blocks_upto=count_blocks_upto)
        self.variables = self.encoding.variables
        self.n_cuts = 0
        self._rng = random.Random(seed)
        formula = self.encoding.formula
        order = np.arange(1, formula.n_vars + 1)
        if shuffled:
            np.random.default_rng(seed).shuffle(order)
        self.session = EagerSession(SOLVER, formula, PysatBackend(SOLVER), Scramble.by_order(order))

    def close(self) -> None:
        """Give back the solver's memory."""
        self.session.close()

    def solve(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> Answer:
        """An answer whose assignment is a pattern that obeys all rules, and has been checked.

        Raises:
            VerificationError: it breaks a rule: a bug.
        """
        while True:
            answer = self.session.solve(assumptions, deadline=deadline)
            if answer.outcome is not Outcome.SAT:
                return answer
            grid = self.grid_of(answer)
            parts = components(grid) if self.rules.connected else []
            if len(parts) <= 1:
                faults = pattern_faults(grid, self.rules)
                if faults:
                    raise VerificationError(f"a pattern that breaks a rule: {faults[0]}")
                return answer
            for clause in cuts(self.variables, parts):
                self.session.add_clause(clause)
                self.n_cuts += 1

    def next(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> PatternResult:
        """A pattern under `assumptions`, drawn by lot as far as the rules leave it free."""
        drawn = draw(self.variables, self._rng)
        n_refused = 0
        while True:
            answer = self.solve([*assumptions, *drawn], deadline=deadline)
            match answer.outcome:
                case Outcome.SAT:
                    assert answer.assignment is not None
                    return PatternFound(self.grid_of(answer), answer.assignment)
                case Outcome.UNKNOWN:
                    return PatternUnknown(answer.reason)
                case Outcome.UNSAT:
                    guilty = [literal for literal in answer.core if literal in drawn]
                    if not guilty:
                        return NoPattern()
                    n_refused += 1
                    # After some time rather another pattern than the last bit of chance in it.
                    n_dropped = 1 if n_refused <= PATIENCE else (len(guilty) + 1) // 2
                    for literal in self._rng.sample(guilty, n_dropped):
                        drawn.remove(literal)

    def exclude(self, grid: Grid, alike: Alike = Alike.TURNED) -> None:
        """No pattern from now on is this one, or one that counts as the same."""
        for clause in exclusion(self.encoding, grid, alike):
            self.session.add_clause(clause)

    def grid_of(self, answer: Answer) -> Grid:
        """The grid of a satisfiable answer."""
        assert answer.assignment is not None
        return grid_of(self.encoding, answer.assignment)


def grid_of(encoding: PatternEncoding, assignment: Assignment) -> Grid:
    """The grid that an assignment of a pattern's formula stands for."""
    rules, variables = encoding.rules, encoding.variables

    def holds(literal: int) -> bool:
        return assignment.is_true(abs(literal)) == (literal > 0)

    n = rules.n_rows * rules.n_cols
    cells = tuple(OPEN if holds(variables.open_at(cell)) else BLOCK for cell in range(n))
    if not rules.bars:
        return Grid(rules.n_rows, rules.n_cols, cells)
    barred = [edge for edge in variables.edges if not holds(variables.join(edge))]
    right = frozenset(a for a, b in barred if b == a + 1)
    below = frozenset(a for a, b in barred if b != a + 1)
    return Grid(rules.n_rows, rules.n_cols, cells, right, below)


def exclusion(
    encoding: PatternEncoding, grid: Grid, alike: Alike = Alike.TURNED
) -> list[list[int]]:
    """Clauses that no pattern satisfies which is `grid`, or counts as the same; all others do."""
    rules, variables = encoding.rules, encoding.variables
    clauses: dict[tuple[int, ...], None] = {}
    for move in alike_images(alike, rules.n_rows, rules.n_cols):
        values: dict[int, bool] = {}
        fits = True
        if rules.bars:
            pairs = [
                (
                    variables.join((min(move[a], move[b]), max(move[a], move[b]))),
                    _joined(grid, a, b),
                )
                for a, b in variables.edges
            ]
        else:
            pairs = [
                (variables.open_at(move[cell]), grid.is_square(cell))
                for cell in range(len(grid.cells))
            ]
        for variable, value in pairs:
            fits = fits and values.setdefault(variable, value) == value
        if fits:  # else this image lacks the symmetry, and cannot come anyway
            clauses[tuple(-v if values[v] else v for v in sorted(values))] = None
    return [list(clause) for clause in clauses]


def _joined(grid: Grid, a: int, b: int) -> bool:
    return grid.joined_right(a) if b == a + 1 else grid.joined_below(a)
