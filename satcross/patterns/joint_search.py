"""Patterns and fills at once, from a solver that holds the joint encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from satcross.errors import VerificationError
from satcross.grid import OPEN, Grid
from satcross.patterns.checker import pattern_faults
from satcross.patterns.joint import JointEncoding, encode_joint
from satcross.patterns.rules import PatternRules
from satcross.patterns.search import NoPattern, PatternUnknown
from satcross.solve.formula_session import formula_session
from satcross.solve.protocol import NEVER, Deadline, Outcome
from satcross.verify import verify
from satcross.words import WordList

JointResult = Grid | NoPattern | PatternUnknown


class JointSearch:
    """A solver that holds patterns with their fills.

    Args: as for `encode_joint`; seed: different seeds give different grids; on_tick: called some
        ten times a second where the solver is a process of its own.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        *,
        distinct: bool = True,
        count_blocks_upto: int = 0,
        seed: int = 0,
        on_tick: Callable[[], None] | None = None,
    ) -> None:
        self.encoding: JointEncoding = encode_joint(
            rules, words, distinct=distinct, count_blocks_upto=count_blocks_upto
        )
        self._distinct = distinct
        none = np.zeros(0, dtype=np.int32)
        self._session = formula_session(self.encoding.formula, none, seed=seed, on_tick=on_tick)

    def close(self) -> None:
        """Give back the solver's memory."""
        self._session.close()

    def next(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> JointResult:
        """A filled grid, which has been checked; `NoPattern` when there is none, or no other.

        Raises:
            VerificationError: it breaks a rule: a bug.
        """
        answer = self._session.solve(assumptions, deadline=deadline)
        if answer.outcome is Outcome.UNKNOWN:
            return PatternUnknown(answer.reason)
        if answer.outcome is Outcome.UNSAT:
            return NoPattern()
        assert answer.assignment is not None
        grid = self.encoding.grid(answer.assignment)
        self._check(grid)
        return grid

    def exclude(self, grid: Grid) -> None:
        """Not this filled grid again."""
        encoding = self.encoding
        code = encoding.words.alphabet.code
        clause = [
            -encoding.letter(cell, code(letter))
            if grid.is_given(cell)
            else encoding.pattern.variables.open_at(cell)
            for cell, letter in enumerate(grid.cells)
        ]
        self._session.add_clause(clause)

    def all(self) -> Iterator[Grid]:
        """Every filled grid, one by one."""
        while isinstance(grid := self.next(), Grid):
            yield grid
            self.exclude(grid)

    def _check(self, grid: Grid) -> None:
        rules = self.encoding.pattern.rules
        pattern = grid.with_cells(
            [OPEN if grid.is_given(cell) else text for cell, text in enumerate(grid.cells)]
        )
        faults: Sequence[object] = pattern_faults(pattern, rules)
        faults = faults or verify(
            None, grid, self.encoding.words, distinct=self._distinct, min_length=rules.min_length
        )
        if faults:
            raise VerificationError(f"a grid that breaks a rule: {faults[0]}")
