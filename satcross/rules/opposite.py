"""Cells hold opposite letters, which are as far from the two ends of the alphabet: A and Z."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import counted
from satcross.rules.cells import CellsRule, bad_cells

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses


class Opposite(CellsRule):
    """The first cell and the last hold opposite letters, and so do those next inwards, in pairs.

    The opposite of a rebus is the string of the opposite letters.
    """

    __slots__ = ()
    kind: ClassVar[str] = "opposite"

    def require(self, clauses: Clauses) -> None:
        """Of two cells, one holds a letter if and only if the other holds its opposite."""
        alphabet, texts = clauses.puzzle.listed.alphabet, clauses.puzzle.texts
        opposites = [
            alphabet.joined([alphabet.texts[-1 - code] for code in alphabet.codes(text)])
            for text in texts
        ]
        code_of = {text: code for code, text in enumerate(texts)}
        for pair in _pairs(self.positions(clauses.puzzle)):
            one, other = map(clauses.letters_of, pair)
            for this, that in ((one, other), (other, one)):
                for code, text in enumerate(opposites):
                    there = [that[code_of[text]]] if text in code_of else []
                    clauses.require_any(-this[code], *there)

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule, whose cells go in pairs."""
        rule = super().bound_to(puzzle)
        n = len(rule.positions(puzzle))
        if n % 2:
            raise bad_cells(
                f"{counted(n, 'cell')} do not go in pairs", "name the two cells of each pair"
            )
        return rule

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule without the pairs of which a cell is in no slot."""
        pairs = _pairs(self.positions(puzzle))
        in_slots = puzzle.cells_in_slots
        left = [pair for pair in pairs if in_slots.issuperset(pair)]
        cells = [*(one for one, _ in left), *(other for _, other in reversed(left))]
        return not cells or self._about(cells, puzzle)


def _pairs(cells: Sequence[int]) -> list[tuple[int, int]]:
    """The first and the last, the second and the last but one, and so on."""
    return [(cells[at], cells[-1 - at]) for at in range(len(cells) // 2)]
