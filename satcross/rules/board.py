"""A board that is no plain rectangle: how lights run over the cells of grid text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.rules.base import Rule

if TYPE_CHECKING:
    from satcross.model.grid import Grid


@dataclass(frozen=True, slots=True)
class OnBoard(Rule):
    """The lights are those of a board of `satcross.boards`, and not those of the rectangle.

    Args: board: as it is written, such as "torus" and "layers 3".

    Raises:
        OptionError: there is no such board.
    """

    board: str

    kind: ClassVar[str] = "board"
    need: ClassVar[str] = "boards"
    reads_list: ClassVar[bool] = False
    for_patterns: ClassVar[bool] = False

    def __post_init__(self) -> None:
        from satcross.boards import parse_board

        object.__setattr__(self, "board", str(parse_board(self.board)))

    def value(self) -> str:
        """The board."""
        return self.board

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule of this board."""
        return cls(text)

    def board_in(self) -> str:
        """It makes the grid one of this board."""
        return self.board

    @classmethod
    def of_grid(cls, grid: Grid) -> Iterable[Self]:
        """The rule of the board that a grid has."""
        return [cls(grid.board)] if grid.board else []
