"""A rule: of some cells, no two in a row hold the same letter."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from satcross.extend import CellsRule

if TYPE_CHECKING:
    from satcross.rules.conditions import Clauses


class NoDoubles(CellsRule):
    """No two of the cells, one after the other, hold the same: `no-doubles r1c1-r1c9`."""

    __slots__ = ()
    kind: ClassVar[str] = "no-doubles"

    def require(self, clauses: Clauses) -> None:
        """Of each letter, not both of two neighbours hold it."""
        for one, other in pairwise(self.positions(clauses.puzzle)):
            for a, b in zip(clauses.letters_of(one), clauses.letters_of(other), strict=True):
                clauses.require_any(-a, -b)
