"""The letters of treated entries spell a message in the order of slots, wherever they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import counted
from satcross.rules.cells import CellsRule, bad_cells

if TYPE_CHECKING:
    from satcross.model.puzzle import Puzzle
    from satcross.rules.conditions import Clauses


@dataclass(frozen=True, slots=True)
class Spells(CellsRule):
    """Letters spell a message, without those whose kind is the first letter of the alphabet.

    Args:
        cells: those of the letters, and then as many of the kinds: see `Treated`.
        message: what the letters spell.

    Raises:
        OptionError: the cells are not twice as many, or the alphabet lacks a letter.
    """

    message: str

    kind: ClassVar[str] = "spells"

    def __str__(self) -> str:
        return f"{self.cells} spells {self.message}"

    def value(self) -> str:
        """The cells, and the message."""
        return f"{self.cells}: {self.message}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "m1 m2 m3 t1 t2 t3: NO"."""
        cells, _, message = text.partition(":")
        return cls(cells, message.strip())

    def bound_to(self, puzzle: Puzzle) -> Self:
        """The rule with a message of the alphabet's letters."""
        rule = super(Spells, self).bound_to(puzzle)
        cells, message = rule.positions(puzzle), puzzle.listed.alphabet.normalise(self.message)
        if len(cells) % 2:
            raise bad_cells(
                f"there are {counted(len(cells), 'cell')} of letters and kinds",
                "name the cells of letters, and then as many of kinds",
            )
        if not message:
            raise bad_cells(
                f"the message {self.message[:40]!r} has letters that the alphabet lacks",
                "use letters of the list",
            )
        return replace(rule, message=message)

    def in_pattern(self, puzzle: Puzzle) -> Self | bool:
        """The rule; False where a cell is in no slot."""
        return puzzle.cells_in_slots.issuperset(self.positions(puzzle)) and self

    def require(self, clauses: Clauses) -> None:
        """By how many letters of the message are there, after each slot: the next, or no more."""
        cells = self.positions(clauses.puzzle)
        half = len(cells) // 2
        message = clauses.puzzle.listed.alphabet.codes(self.message)
        nothing = -clauses.all_of(())
        spelled = [-nothing, *([nothing] * len(message))]
        for letter, kind in zip(cells[:half], cells[half:], strict=True):
            held, is_first = clauses.letters_of(letter), clauses.letters_of(kind)[0]
            stays = [clauses.all_of([before, is_first]) for before in spelled]
            grows = [
                clauses.all_of([before, -is_first, held[code]])
                for before, code in zip(spelled, message, strict=False)
            ]
            spelled = [
                -clauses.all_of([-stay, -grow])
                for stay, grow in zip(stays, [nothing, *grows], strict=True)
            ]
        clauses.require_any(spelled[-1])
