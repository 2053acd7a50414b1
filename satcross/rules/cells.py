"""Rules about what a list of cells holds, which are written as a kind and names of cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.model.cellnames import (
    MAX_CELLS,
    CellList,
    normal_names,
)
from satcross.rules.base import ConditionRule
from satcross.rules.literals import printed_cells

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.words import WordList

EVERY = "cell"  # the text for all cells of slots that are printed


@dataclass(frozen=True, slots=True)
class CellsRule(ConditionRule):
    """What some cells of slots hold, compared with each other.

    In a pattern that is made, the rule is about those of its cells that are open.

    Args:
        cells: names of cells, and ranges along a straight line, as in "r1c1 r3c5-r3c7".

    Class fields:
        least: the fewest cells; with 1, "cell" stands for all `printed_cells`.
        MOST: the most cells.

    Raises:
        OptionError: they are not, or there are fewer different ones.
    """

    cells: str

    reads_list: ClassVar[bool] = False
    least: ClassVar[int] = 2
    MOST: ClassVar[int] = MAX_CELLS

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", normal_names(self.cells))
        if self.is_about_all or CellList(self.cells).has_paths:
            return
        if len(set(CellList(self.cells, "rules").names())) < self.least:
            raise self._too_few()

    def __str__(self) -> str:
        return f"{self.kind.replace('-', ' ')} in {self.cells}"

    def value(self) -> str:
        """The cells."""
        return self.cells

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule about these cells."""
        return cls(text)

    @property
    def is_about_all(self) -> bool:
        """Whether it is about all cells of slots that are printed."""
        return self.least == 1 and self.cells == EVERY

    def positions(self, puzzle: PuzzleValue) -> tuple[int, ...]:
        """The cells, each once."""
        if self.is_about_all:
            return printed_cells(puzzle)
        grid = puzzle.grid
        found = CellList(self.cells, "rules").positions(grid.n_rows, grid.n_cols, grid.named)
        return tuple(dict.fromkeys(found))

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule, once all of its cells are in slots."""
        cells = self.positions(puzzle)
        if len(cells) < self.least:
            raise self._too_few()
        in_slots = puzzle.cells_in_slots
        for cell in cells:
            if cell not in in_slots:
                raise bad_cells(
                    f"cell {puzzle.grid.cell_name(cell)} is in no slot", "name a cell of a slot"
                )
        return self._about(cells, puzzle) if CellList(self.cells).has_paths else self

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError for a cell outside the grid."""
        if not self.is_about_all:
            CellList(self.cells, "rules").positions(n_rows, n_cols)

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule without the cells that are in no slot."""
        in_slots = puzzle.cells_in_slots
        left = [cell for cell in self.positions(puzzle) if cell in in_slots]
        return len(left) < self.least or self._about(left, puzzle)

    def _about(self, cells: Iterable[int], puzzle: PuzzleValue) -> Self:
        """The rule about some of its cells."""
        return replace(self, cells=" ".join(map(puzzle.grid.cell_name, cells)))

    def _too_few(self) -> OptionError:
        return bad_cells(f"{self.kind} needs {self.least} cells or more", "name more cells")


def bad_cells(problem: str, hint: str) -> OptionError:
    """The error of a rule about cells."""
    return OptionError(problem, hint=hint, parameter="rules")
