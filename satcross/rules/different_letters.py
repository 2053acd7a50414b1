"""No two of some cells hold the same letter."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from satcross.rules.cells import CellsRule

if TYPE_CHECKING:
    from satcross.rules.conditions import Clauses

PAIRWISE = 40  # cells; more are counted, with auxiliaries


class DifferentLetters(CellsRule):
    """No two of the cells hold the same letter, nor the same string of a rebus."""

    __slots__ = ()
    kind: ClassVar[str] = "different-letters"

    def require(self, clauses: Clauses) -> None:
        """Of each letter, at most one cell holds it."""
        cells = self.positions(clauses.puzzle)
        for holds in zip(*map(clauses.letters_of, cells), strict=True):
            if len(cells) > PAIRWISE:
                clauses.require_count(holds, 0, 1)
                continue
            for one, other in combinations(holds, 2):
                clauses.require_any(-one, -other)
