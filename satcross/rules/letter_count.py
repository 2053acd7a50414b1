"""How many of some cells hold a letter, or one of a set of letters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.rules.cells import CellsRule, bad_cells
from satcross.rules.literals import Letter

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses

_NUMBER = r"all|none|\d{1,5}|\d{1,5} to \d{1,5}|at least \d{1,5}|at most \d{1,5}"
_VALUE = re.compile(rf"(?P<each>each(?: (?=.* ))?)?(?P<letters>\S*?) ?(?P<number>{_NUMBER})")
_HINT = "write 'letter-count edge: [AEIOU] at least 5' or 'letter-count cell: each at least 1'"


@dataclass(frozen=True, slots=True)
class LetterCount(CellsRule):
    """How many of the cells hold one of some letters: none, all, or a number of them.

    A cell of several letters holds none of them by itself.

    Args:
        cells: as for all `CellsRule`s, or "cell" for all cells of slots that are printed.
        letters: a letter, or a set as in "[AEIOU]"; "" for all letters of the alphabet.
        number: of cells: "all", "none", "3", "2 to 4", "at least 2" or "at most 4".
        each: whether that number is of cells with each of the letters, instead of any of them.

    Raises:
        OptionError: there are fewer cells, or no such letter.
    """

    letters: str
    number: str
    each: bool = False

    kind: ClassVar[str] = "letter-count"
    least: ClassVar[int] = 1

    def __str__(self) -> str:
        return f"letter count in {self.value()}"

    def value(self) -> str:
        """The cells, the letters and the number."""
        parts = ("each" if self.each else "", self.letters, self.number)
        return f"{self.cells}: {' '.join(filter(None, parts))}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "edge: [AEIOU] 2 to 4" and "cell: each 1"."""
        cells, _, rest = text.partition(":")
        found = _VALUE.fullmatch(" ".join(rest.split()))
        if found is None or not (found["letters"] or found["each"]):
            raise bad_cells(f"{rest.strip()[:60]!r} is no number of cells with letters", _HINT)
        return cls(cells, found["letters"], found["number"], bool(found["each"]))

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule, if there are enough cells and such letters."""
        rule = super(LetterCount, self).bound_to(puzzle)
        n = len(rule.positions(puzzle))
        least, most = rule._bounds(n)
        if least > most:
            raise bad_cells(f"{self.number} of {n} cells cannot be asked for", _HINT)
        if not rule._codes(puzzle):
            raise bad_cells(f"no cell can hold {self.letters[:40]!r}", _HINT)
        return rule

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule about the cells that are open; False if they are too few."""
        n = sum(cell in puzzle.cells_in_slots for cell in self.positions(puzzle))
        least, most = self._bounds(n)
        return False if least > most else super(LetterCount, self).in_pattern(puzzle)

    def require(self, clauses: Clauses) -> None:
        """The number of cells that hold one of the letters, or each of them, is right."""
        cells = self.positions(clauses.puzzle)
        least, most = self._bounds(len(cells))
        codes = self._codes(clauses.puzzle)
        if self.each and least * len(codes) > len(cells):
            clauses.require_any()  # too few cells, which a search does not see by counting
            return
        for group in ([code] for code in codes) if self.each else [codes]:
            holds = [clauses.one_of(cell, frozenset(group)) for cell in cells]
            clauses.require_count(holds, least, most)

    def _bounds(self, n: int) -> tuple[int, int]:
        """The fewest and the most of `n` cells; if the fewest are more than the most, none fit."""
        if self.number == "all":
            return n, n
        if self.number == "none":
            return 0, 0
        numbers = [int(number) for number in re.findall(r"\d+", self.number)]
        least = 0 if self.number.startswith("at most") else numbers[0]
        return least, n if self.number.startswith("at least") else min(n, numbers[-1])

    def _codes(self, puzzle: PuzzleValue) -> list[int]:
        alphabet = puzzle.listed.alphabet
        if not self.letters:
            return list(range(len(alphabet)))
        return sorted(Letter(None, self.letters).codes(alphabet, puzzle.texts))
