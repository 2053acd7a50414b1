"""The rules of a pattern."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from satcross.checks import check_fields, check_type, counted
from satcross.errors import OptionError
from satcross.model.grid import BLOCK, Grid
from satcross.model.puzzle import Direction
from satcross.pattern import turns
from satcross.pattern.symmetry import Symmetry

MAX_PATTERN_SIDE = 60  # the counters grow with the fourth power; no printed puzzle is as large


class Range(NamedTuple):
    """From `least` to `most`, both included; None for no limit."""

    least: int | None = None
    most: int | None = None

    def holds(self, n: int) -> bool:
        """Whether `n` is in it."""
        return (self.least is None or n >= self.least) and (self.most is None or n <= self.most)


ANY = Range()


class FixedSlot(NamedTuple):
    """A slot that the pattern must have: from wall to wall.

    Args:
        direction: across or down.
        row, col: of its first cell, 0-based.
        length: how many cells.
    """

    direction: Direction
    row: int
    col: int
    length: int

    def cells(self, n_cols: int) -> tuple[int, ...]:
        """The positions of its cells in a grid of so many columns."""
        step = n_cols if self.direction is Direction.DOWN else 1
        first = self.row * n_cols + self.col
        return tuple(range(first, first + self.length * step, step))


class Stack(NamedTuple):
    """`n` across slots of one length right under each other, somewhere in the pattern."""

    n: int
    length: int


@dataclass(frozen=True, slots=True)
class PatternRules:
    """What a pattern must be like. At least one cell is open.

    A *run* is cells in a line from wall to wall: edge, block or bar.

    Args:
        n_rows, n_cols: from 2 to 60.
        bars: whether walls are bars between cells; else they are blocks.
        symmetry: which moves leave it as it is.
        min_length: no run of 2 or more cells is shorter.
        max_length: no run is longer; None for no limit.
        all_checked: whether every cell is in a slot across and in one down.
        alternate: whether of two neighbours in a slot one at least is checked: is in a slot the
            other way too.
        min_checked: at least this share of the cells of every slot is checked, from 0 to 1.
        open_squares: whether 2x2 squares of open cells are allowed.
        block_squares: whether 2x2 squares of blocks are allowed.
        max_block_run: how many blocks may be side by side in a row or column; None: any number.
        cheaters: whether blocks are allowed without which there would be as many slots.
        cheaters_if_needed: whether a grid that is made may have them where none is found without;
            patterns by themselves never need them.
        empty_lines: whether a row or column may be all blocks.
        connected: whether all open cells must be connected, by steps from cell to cell.
        n_blocks: how many blocks (or bars).
        n_words: how many slots.
        n_of_length: how many slots of some lengths.
        open_cells, blocks: positions that must be so. All other cells are free.
        slots: slots that it must have.
        stacks: stacks that it must have.
        board: a board of blocks that is no rectangle, as in "ring"; "" for one. Every cell is then
            in two slots if `all_checked`, also where three could pass it, and symmetry is none or
            rotation, as the board is drawn.
        voids: positions that are no cells: of a board, or of a rectangle with a hole.
        turns: how many turns of a board with the symmetry rotation make a full one.
        arrows: whether blocks are clue cells: each slot has its clue in the
            block left of its first cell or above it, and each block has one clue or two.

    Raises:
        OptionError: rules that make no sense, alone or together.
    """

    n_rows: int
    n_cols: int
    bars: bool = False
    symmetry: Symmetry = Symmetry.ROTATION
    min_length: int = 3
    max_length: int | None = None
    all_checked: bool = True
    alternate: bool = False
    min_checked: Fraction = Fraction(0)
    open_squares: bool = True
    block_squares: bool = True
    max_block_run: int | None = None
    cheaters: bool = True
    cheaters_if_needed: bool = False
    empty_lines: bool = True
    connected: bool = True
    n_blocks: Range = ANY
    n_words: Range = ANY
    n_of_length: Mapping[int, Range] = field(
        default_factory=lambda: MappingProxyType({}), hash=False
    )
    open_cells: frozenset[int] = frozenset()
    blocks: frozenset[int] = frozenset()
    slots: tuple[FixedSlot, ...] = ()
    stacks: tuple[Stack, ...] = ()
    board: str = ""
    voids: frozenset[int] = frozenset()
    turns: int = 2
    arrows: bool = False

    @property
    def outside(self) -> frozenset[int]:
        """The positions that are no cells of the board."""
        return turns.outside(self)

    @property
    def is_divided(self) -> bool:
        """Whether the board's lines are divided into answers, and not by blocks."""
        return turns.is_divided(self)

    def board_turns(self) -> list[tuple[int, ...]]:
        """Where each cell goes under each turn of the symmetry, as of `Symmetry.images`."""
        return turns.turns(self)

    def all_board_turns(self) -> list[tuple[int, ...]]:
        """The turns that a board has: patterns that are turned so count as one."""
        return turns.all_turns(self)

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if not (2 <= self.n_rows <= MAX_PATTERN_SIDE and 2 <= self.n_cols <= MAX_PATTERN_SIDE):
            raise OptionError(
                f"a pattern of {counted(self.n_cols, 'column')} and {counted(self.n_rows, 'row')}",
                hint=f"give 2 to {MAX_PATTERN_SIDE} of each",
                source="size",
            )
        if self.board:
            turns.check_board(self)
        else:
            self.symmetry.images(self.n_rows, self.n_cols)  # does it fit the shape?
        if self.min_length < 2:
            raise OptionError(
                f"must be 2 or greater, got {self.min_length}",
                parameter="min_length",
            )
        if self.max_length is not None and self.max_length < self.min_length:
            raise OptionError(
                f"the longest slot ({self.max_length}) is shorter than the shortest"
                f" ({self.min_length})",
                hint="give a larger number",
                parameter="max_length",
            )
        if not 0 <= self.min_checked <= 1:
            raise OptionError(
                f"{self.min_checked} is no share of a slot",
                hint="give 0 to 1, as in 2/3",
                parameter="checked",
            )
        if self.max_block_run is not None and self.max_block_run < 1:
            raise OptionError(
                f"{self.max_block_run} is no longest run of blocks",
                hint="give 1 or more",
                parameter="max_block_run",
            )
        for name, numbers in (
            ("--blocks", self.n_blocks),
            ("--words", self.n_words),
            *(("--length", numbers) for numbers in self.n_of_length.values()),
        ):
            if (
                numbers.least is not None
                and numbers.most is not None
                and numbers.least > numbers.most
            ):
                raise OptionError(
                    f"there is no number from {numbers.least} to {numbers.most}",
                    hint="turn them round",
                    source=name,
                )
        self._check_places()

    def _check_places(self) -> None:
        n = self.n_rows * self.n_cols
        if self.turns != 2 and not self.board:
            raise OptionError(
                "rectangles have no rule turns", hint="name a board", parameter="turns"
            )
        for name in ("voids", "arrows"):
            if getattr(self, name) and (self.bars or (name == "arrows" and self.board)):
                raise OptionError(f"the rule {name} is for rectangles of blocks", parameter=name)
        if any(not 0 <= cell < n for cell in self.open_cells | self.blocks | self.voids):
            raise OptionError("a fixed cell lies outside the grid", hint="correct its place")
        if self.voids & (self.open_cells | self.blocks):
            raise OptionError("a fixed cell is a void", hint="name another cell")
        both = self.open_cells & self.blocks
        if both:
            row, col = divmod(min(both), self.n_cols)
            raise OptionError(
                f"r{row + 1}c{col + 1} must be open and a block", hint="choose one of them"
            )
        for stack in self.stacks:
            check_type("stacks", stack, "Stack", globals())
            if not (1 <= stack.n <= self.n_rows and 2 <= stack.length <= self.n_cols):
                raise OptionError(
                    f"a stack of {stack.n} slots of {stack.length} cells does not fit",
                    hint="give fewer or shorter ones",
                    parameter="stack",
                )
        for slot in self.slots:
            check_type("slots", slot, "FixedSlot", globals())
            down = slot.direction is Direction.DOWN
            room = (self.n_rows - slot.row) if down else (self.n_cols - slot.col)
            inside = 0 <= slot.row < self.n_rows and 0 <= slot.col < self.n_cols
            if not inside or not 2 <= slot.length <= room:
                raise OptionError(
                    f"there is no room for a slot of"
                    f" {counted(slot.length, 'cell')} from row {slot.row},"
                    f" column {slot.col}",
                    hint="rows and columns are counted from 0",
                    parameter="slot",
                )

    @property
    def with_cheaters(self) -> PatternRules | None:
        """These rules with cheaters, if they are allowed where they are needed; else None."""
        if self.cheaters or not self.cheaters_if_needed:
            return None
        return replace(self, cheaters=True)

    def slot_cells(self, slot: FixedSlot) -> tuple[int, ...]:
        """The positions of a fixed slot's cells."""
        return slot.cells(self.n_cols)

    def n_walls(self, grid: Grid) -> int:
        """How many bars a pattern has where the rules are about bars, and else how many blocks."""
        if self.bars:
            return len(grid.bars_right) + len(grid.bars_below)
        return grid.cells.count(BLOCK)
