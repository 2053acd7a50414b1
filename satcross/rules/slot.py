"""A slot along any path: the letters in its cells, one after the other, are a word of the list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.errors import OptionError
from satcross.model.cellnames import CellList, normal_names
from satcross.model.slotnames import slot_name
from satcross.rules.base import Rule, ShortForm

if TYPE_CHECKING:
    from satcross.model.grid import Grid
    from satcross.model.slots import Slot
    from satcross.model.value import PuzzleValue
    from satcross.words import WordList

# Not what already names a light, a cell, or any slot or cell in a constraint.
_NAME = re.compile(r"(?!\d+[AD]$|R\d+C\d+$|SLOT$|CELL$)\w[\w'.-]{0,39}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PathSlot(Rule):
    """A slot beside those of the grid. Whatever holds for entries holds for its word too.

    Args:
        name: letters, digits and `_'.-`, up to 40; not that of a slot of a grid, such as 12A.
        path: its cells in reading order, as in "r1c1-r5c5 r6c5" and "edge": names, ranges that
            run straight across, down or diagonally, and paths of `satcross.model.cellnames`. A
            cell may be there twice.

    Raises:
        OptionError: the name cannot be one.
    """

    name: str
    path: str

    kind: ClassVar[str] = "slot"
    need: ClassVar[str] = "slots"
    reads_list: ClassVar[bool] = True
    short: ClassVar[ShortForm] = ShortForm(
        "extra_slots",
        tuple,
        (),
        option="--extra-slot",
        metavar="NAME:CELLS",
        text="A further entry along any path, as in 'nina: r1c1-r5c5 r6c5'. Can be repeated.",
    )

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or slot_name(self.name) != self.name:
            raise _bad(
                f"{self.name[:60]!r} cannot be the name of a slot",
                "begin with a letter, as in 'nina: r1c1-r5c5'",
            )
        CellList(self.path, "extra_slots").names()

    def value(self) -> str:
        """Its name and its cells."""
        return f"{self.name}: {self.path}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The slot that is written so."""
        name, colon, path = text.partition(":")
        if not colon:
            raise _bad(
                f"must be a name and cells, got {text[:60]!r}", "write 'nina: r1c1-r5c5 r6c5'"
            )
        return cls(name.strip(), normal_names(path))

    def slots_in(self, grid: Grid, slots: Sequence[Slot]) -> Iterable[tuple[str, tuple[int, ...]]]:
        """It adds one slot."""
        cells = self._positions(grid)
        for cell in cells:
            if not grid.is_square(cell):
                raise _bad(
                    f"slot {self.name} cannot pass {grid.cell_name(cell)}, which is a block",
                    "name open cells",
                )
        return [(self.name, cells)]

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError for a cell outside the grid."""
        CellList(self.path, "extra_slots").positions(n_rows, n_cols)

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The slot; False where a block is on its path."""
        grid = puzzle.grid
        return self if all(map(grid.is_square, self._positions(grid))) else False

    def _positions(self, grid: Grid) -> tuple[int, ...]:
        return CellList(self.path, "extra_slots").positions(grid.n_rows, grid.n_cols, grid.named)


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="extra_slots")
