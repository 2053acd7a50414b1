"""Patterns one after the other, from a solver that holds their rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from satcross import Assignment, Grid, PatternRules, Reason, VerificationError
from satcross.apps.construct.patterns.alike import Alike, alike_images
from satcross.apps.construct.patterns.choose import choose
from satcross.apps.construct.patterns.constraints import PatternEncoding, encode_pattern
from satcross.apps.construct.patterns.variables import PatternVars
from satcross.extend import (
    BLOCK,
    NEVER,
    OPEN,
    VOID,
    Answer,
    Deadline,
    Edges,
    Outcome,
    Session,
    formula_session,
    pattern_faults,
)

SOLVER = "cadical195"
PATIENCE = 100  # this many random literals are dropped one by one


class PatternSearch:
    """A solver that holds a pattern's rules and gives patterns that obey them.

    Args:
        rules: what patterns are to be like.
        seed: different seeds give different patterns.
        count_blocks_upto: as for `encode_pattern`.
        shuffled: whether the solver sees its variables in a random order: for rules so tight that
            they leave few of the random choices.
        tick: called often while the rules are encoded; an exception in it ends that.
    """

    def __init__(
        self,
        rules: PatternRules,
        *,
        seed: int = 0,
        count_blocks_upto: int = 0,
        shuffled: bool = False,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.rules = rules
        self.encoding: PatternEncoding = encode_pattern(
            rules, count_blocks_upto=count_blocks_upto, tick=tick
        )
        self.variables = self.encoding.variables
        self._rng = random.Random(seed)
        self._chosen: list[int] | None = None  # of a call of `next` that was stopped
        formula = self.encoding.formula
        order = np.arange(1, formula.n_vars + 1)
        if shuffled:
            np.random.default_rng(seed).shuffle(order)
        self.session: Session = formula_session(
            formula, solver=SOLVER, on_tick=tick, in_process=True, order=order
        )

    def close(self) -> None:
        """Give back the solver's memory."""
        self.session.close()

    def solve(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> Answer:
        """An answer whose assignment is a pattern that obeys all rules, and has been checked.

        Raises:
            VerificationError: it breaks a rule: a bug.
        """
        answer, grid = solve_connected(self.session, self.encoding, assumptions, deadline)
        if grid is not None:
            self.check(grid)
        return answer

    def solve_unchecked(self, assumptions: Sequence[int], deadline: Deadline) -> Answer:
        """The same for a pattern that is only looked at: who keeps it calls `check`."""
        return solve_connected(self.session, self.encoding, assumptions, deadline)[0]

    def check(self, grid: Grid) -> None:
        """Let a pattern pass that obeys all rules.

        Raises:
            VerificationError: it breaks a rule: a bug.
        """
        if faults := pattern_faults(grid, self.rules):
            raise VerificationError(f"a pattern that breaks a rule: {faults[0]}")

    def next(
        self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER
    ) -> Assignment | Reason | None:
        """A pattern under `assumptions`, as random as the rules allow.

        Returns: an assignment for `grid_of`; why there was none in time; None when it is proved
            that there is none.
        """
        chosen = choose(self.variables, self._rng) if self._chosen is None else self._chosen
        self._chosen = None
        n_refused = 0
        while True:
            answer = self.solve([*assumptions, *chosen], deadline=deadline)
            if answer.assignment is not None:
                return answer.assignment
            if answer.outcome is Outcome.UNKNOWN:
                self._chosen = chosen
                return answer.reason
            refused = [literal for literal in answer.core if literal in chosen]
            if not refused:
                return None
            n_refused += 1
            # After some time rather another pattern than the last random choices.
            n_dropped = 1 if n_refused <= PATIENCE else (len(refused) + 1) // 2
            for literal in self._rng.sample(refused, n_dropped):
                chosen.remove(literal)

    def exclude(self, grid: Grid, alike: Alike = Alike.TURNED) -> None:
        """Give no pattern from now on that is this one, or counts as the same."""
        for clause in exclusion(self.encoding, grid, alike):
            self.session.add_clause(clause)

    def grid_of(self, assignment: Assignment) -> Grid:
        """The grid that an assignment stands for."""
        return grid_of(self.encoding, assignment)


def solve_connected(
    session: Session,
    encoding: PatternEncoding,
    assumptions: Sequence[int],
    deadline: Deadline,
) -> tuple[Answer, Grid | None]:
    """An answer whose pattern is connected, where the rules ask for that; and the pattern.

    Args: session: holds the encoding's formula, and perhaps more clauses; receives cuts.

    Returns: the answer, and its pattern; None where there is no assignment.
    """
    rules, variables = encoding.rules, encoding.variables
    edges, join = variables.edges, variables.join
    while True:
        answer = session.solve(assumptions, deadline=deadline)
        if answer.assignment is None:
            return answer, None
        grid = grid_of(encoding, answer.assignment)
        if not rules.connected:
            return answer, grid
        cells = [cell for cell in range(grid.size) if grid.is_square(cell)]
        joined = Edges(edge for edge in edges if answer.assignment.is_true(join(edge)))
        parts = joined.components(cells)
        if len(parts) <= 1:
            return answer, grid
        for clause in edges.cuts(parts, variables.open_at, join if rules.bars else None):
            session.add_clause(clause)


def grid_of(encoding: PatternEncoding, assignment: Assignment) -> Grid:
    """The grid that an assignment of a pattern's formula stands for."""
    rules, variables, holds = encoding.rules, encoding.variables, assignment.is_true
    n = rules.n_rows * rules.n_cols
    cells = tuple(
        VOID if cell in variables.voids else OPEN if holds(variables.open_at(cell)) else BLOCK
        for cell in range(n)
    )
    if rules.board:
        return Grid(rules.n_rows, rules.n_cols, cells, board=rules.board)
    if not rules.bars:
        return Grid(rules.n_rows, rules.n_cols, cells)
    barred = [edge for edge in variables.edges if not holds(variables.join(edge))]
    right = frozenset(a for a, b in barred if b == a + 1)
    below = frozenset(a for a, b in barred if b != a + 1)
    return Grid(rules.n_rows, rules.n_cols, cells, right, below)


def joins_in(variables: PatternVars, grid: Grid) -> list[int]:
    """By edge, the literal that holds in a grid: its two cells are joined, or they are not."""
    joins = {edge: variables.join(edge) for edge in variables.edges}
    return [join if _joined(grid, *edge) else -join for edge, join in joins.items()]


def exclusion(
    encoding: PatternEncoding, grid: Grid, alike: Alike = Alike.TURNED
) -> list[list[int]]:
    """Clauses that exclude `grid` and the patterns that count as the same, and no others."""
    rules, variables = encoding.rules, encoding.variables
    clauses: dict[tuple[int, ...], None] = {}
    for move in _alike(alike, rules):
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
                if cell not in variables.voids
            ]
        for variable, value in pairs:
            fits = fits and values.setdefault(variable, value) == value
        if fits:  # else this image lacks the symmetry, and cannot come anyway
            clauses[tuple(-v if values[v] else v for v in sorted(values))] = None
    return [list(clause) for clause in clauses]


def _alike(alike: Alike, rules: PatternRules) -> list[tuple[int, ...]]:
    """The moves whose patterns count as one."""
    if not rules.board:
        return alike_images(alike, rules.n_rows, rules.n_cols)

    return rules.all_board_turns()[: None if alike is Alike.TURNED else 1]


def _joined(grid: Grid, a: int, b: int) -> bool:
    return grid.joined_right(a) if b == a + 1 else grid.joined_below(a)
