"""A cell beside those of the grid: on the board at any place, or hidden."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.model.cellnames import NamedCell, normal_name, second_cells
from satcross.rules.base import Rule

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.model.grid import Grid
    from satcross.model.value import PuzzleValue

_NUMBER = r"[+-]?\d{1,4}(?:\.\d{1,3})?"
_VALUE = re.compile(
    rf"(?P<name>[^\s=]+)(?: at (?P<x>{_NUMBER}) (?P<y>{_NUMBER}))?(?: ?= ?(?P<letter>\S+))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class NamedCellRule(Rule):
    """A cell with a name, which slots may pass and other rules name like cells of the grid.

    A cell in no slot stays open, as in the grid.

    Args:
        cell: its name, and where it is drawn.
        letter: what is given in it, one letter or several; "" if it is open. Where the puzzle's
            grid has the cell already, what the grid has in it counts.

    Raises:
        OptionError: the name or the place cannot be one.
    """

    cell: NamedCell
    letter: str = ""

    kind: ClassVar[str] = "cell"
    need: ClassVar[str] = "cells"
    reads_list: ClassVar[bool] = False
    for_patterns: ClassVar[bool] = False

    def value(self) -> str:
        """Its name, where it is, and its letter."""
        place = self.cell.place
        at = "" if place is None else f" at {' '.join(map(_number_text, place))}"
        return f"{self.cell.name}{at}{f' = {self.letter}' if self.letter else ''}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The cell that is written so, as in "h1", "h1 = Q" and "a at 2.5 -1"."""
        found = _VALUE.fullmatch(" ".join(text.split()))
        if found is None:
            raise _bad(
                f"must be a name, and a place if it is drawn, got {text[:60]!r}",
                "write 'cell h1', 'cell a at 2.5 -1' or 'cell h1 = Q'",
            )
        place = None if found["x"] is None else (float(found["x"]), float(found["y"]))
        return cls(NamedCell(normal_name(found["name"]), place), found["letter"] or "")

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with its letter as the alphabet has it; `Puzzle` refuses one that is not."""
        return replace(self, letter=alphabet.normalise(self.letter) or self.letter)

    def cells_in(self, grid: Grid, min_length: int) -> Iterable[tuple[NamedCell, str]]:
        """It adds one cell."""
        for suffix, rule in ((NamedCell.SECOND, "two-readings"), (NamedCell.DOWNWARD, "either-or")):
            for at in second_cells([self.cell], grid.n_rows, grid.n_cols, suffix):
                first = grid.cell_name(at)
                raise _bad(
                    f"{self.cell.name} is the cell of the second text of {first}",
                    f"write '{rule} {first}', or choose another name",
                )
        return [(self.cell, self.letter)]

    @classmethod
    def of_grid(cls, grid: Grid) -> Iterable[Self]:
        """A rule for each of its cells with a name, but those of second texts."""
        second = {
            at
            for suffix in (NamedCell.SECOND, NamedCell.DOWNWARD)
            for at in grid.second_cells(suffix).values()
        }
        return [
            cls(cell, grid.cells[at] if grid.is_given(at) else "")
            for at, cell in enumerate(grid.named, grid.size)
            if at not in second
        ]

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule with the letter that the puzzle has in the cell."""
        at = puzzle.grid.position(self.cell.name)
        return replace(self, letter=puzzle.grid.cells[at] if puzzle.grid.is_given(at) else "")


def _number_text(number: float) -> str:
    """A number with up to three decimals.

    >>> _number_text(2.5), _number_text(10.0)
    ('2.5', '10')
    """
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="rules")
