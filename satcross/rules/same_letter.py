"""All of some cells hold the same letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from satcross.rules.cells import CellsRule

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses


class SameLetter(CellsRule):
    """The cells hold the same letter, or the same string of a rebus."""

    __slots__ = ()
    kind: ClassVar[str] = "same-letter"

    def equal_cells(self, puzzle: PuzzleValue) -> tuple[tuple[int, ...]]:
        """Its cells."""
        return (self.positions(puzzle),)

    def require(self, clauses: Clauses) -> None:
        """Each cell holds what the one before it does, and the first what the last does."""
        cells = self.positions(clauses.puzzle)
        for cell, after in zip(cells, (*cells[1:], cells[0]), strict=True):
            for one, other in zip(clauses.letters_of(cell), clauses.letters_of(after), strict=True):
                clauses.require_any(-one, other)
