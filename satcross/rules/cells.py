"""Rules about what a list of cells holds, which are written as a kind and names of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.model.cellnames import cell_names, cell_positions, has_paths
from satcross.rules.base import ConditionRule

if TYPE_CHECKING:
    from satcross.model.puzzle import Puzzle
    from satcross.words import WordList

LEAST = 2  # cells


@dataclass(frozen=True, slots=True)
class CellsRule(ConditionRule):
    """What some cells of slots hold, compared with each other.

    In a pattern that is made, the rule is about those of its cells that are open.

    Args:
        cells: names of cells, and ranges along a straight line, as in "r1c1 r3c5-r3c7".

    Raises:
        OptionError: they are not, or there are fewer than two different ones.
    """

    cells: str

    reads_list: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", " ".join(self.cells.lower().split()))
        if len(set(cell_names(self.cells, "rules"))) < LEAST and not has_paths(self.cells):
            raise _bad(f"{self.kind} needs {LEAST} cells or more", "name more cells")

    def __str__(self) -> str:
        return f"{self.kind.replace('-', ' ')} in {self.cells}"

    def value(self) -> str:
        """The cells."""
        return self.cells

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule about these cells."""
        return cls(text)

    def positions(self, puzzle: Puzzle) -> tuple[int, ...]:
        """The cells, each once."""
        grid = puzzle.grid
        found = cell_positions(self.cells, grid.n_rows, grid.n_cols, "rules", grid.named)
        return tuple(dict.fromkeys(found))

    def bound_to(self, puzzle: Puzzle) -> Self:
        """The rule, once all of its cells are in slots."""
        cells = self.positions(puzzle)
        if len(cells) < LEAST:
            raise _bad(f"{self.kind} needs {LEAST} cells or more", "name more cells")
        for cell in cells:
            if cell not in puzzle.cells_in_slots:
                raise _bad(
                    f"cell {puzzle.grid.cell_name(cell)} is in no slot", "name a cell of a slot"
                )
        if has_paths(self.cells):
            return type(self)(" ".join(map(puzzle.grid.cell_name, cells)))
        return self

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError for a cell outside the grid."""
        cell_positions(self.cells, n_rows, n_cols, "rules")

    def in_pattern(self, puzzle: Puzzle) -> Self | bool:
        """The rule without the cells that are in no slot."""
        left = [cell for cell in self.positions(puzzle) if cell in puzzle.cells_in_slots]
        if len(left) < LEAST:
            return True
        return type(self)(" ".join(map(puzzle.grid.cell_name, left)))


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="rules")
