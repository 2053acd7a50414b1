"""The slots of a grid, and where they cross."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING

from satcross.model.cellnames import NamedCell, normal_name
from satcross.model.grid import Grid
from satcross.model.marks import OPEN
from satcross.model.needs import MIN_SLOT_LENGTH

if TYPE_CHECKING:
    from satcross.boards import Way


class Direction(Enum):
    """The direction of a slot."""

    ACROSS = "A"
    DOWN = "D"

    @property
    def other(self) -> Direction:
        """The direction that crosses it."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


@dataclass(frozen=True, slots=True)
class Slot:
    """Cells that must spell a word, one after the other: a light of the grid, or any path.

    Args:
        index: its index in `Puzzle.slots`.
        name: its name for people: `12A`.
        cells: grid positions in reading order; a path may have a cell twice.
        n_extra: how many of the last cells are not the entry's, but hold the letter of its
            treatment, or which treatment it is.
    """

    index: int
    name: str
    cells: tuple[int, ...]
    n_extra: int = field(default=0, kw_only=True, repr=False)

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        return self.name

    @property
    def n_letters(self) -> int:
        """How many cells the entry has."""
        return len(self.cells) - self.n_extra

    @property
    def entry_cells(self) -> tuple[int, ...]:
        """The cells of the entry."""
        return self.cells[: self.n_letters]


@dataclass(frozen=True, slots=True)
class Light(Slot):
    """A slot that the grid has: a run of cells bounded by edges, blocks and bars.

    Args:
        number: the number printed in its first cell, from 1; 0 if its line has a name instead.
        direction: across or down; or that of a board.
    """

    number: int
    direction: Direction | Way

    @property
    def heading(self) -> str:
        """Of the clues of its direction: "Across"."""
        return self.direction.name.capitalize()

    @property
    def label(self) -> str:
        """What is before its clue: its number, or else its name."""
        return str(self.number) if self.number else self.name

    def reading_in(self, grid: Grid) -> str:
        """What it spells, in the first of two readings; "" unless all of it is known."""
        down = grid.second_cells(NamedCell.DOWNWARD) if self.direction is Direction.DOWN else {}
        letters = [grid.cells[down.get(at, at)] for at in self.cells]
        return "" if OPEN in letters else "".join(letters)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A cell in two slots: letter `offset` of one, `other_offset` of the other."""

    cell: int
    slot: int
    offset: int
    other: int
    other_offset: int


def find_slots(grid: Grid, min_length: int = MIN_SLOT_LENGTH) -> tuple[Light, ...]:
    """The slots of a grid of at least `min_length` cells: across by number, then down by number.

    On a board they are by its directions, and then by number.
    """
    runs = _runs_on(grid, min_length) if grid.board else _runs_in(grid, min_length)
    names = _names_on(grid, runs) if grid.board else {}
    starts = sorted({run[0] for way, found in runs.items() if way not in names for run in found})
    numbers = {start: number for number, start in enumerate(starts, 1)}
    lights: list[Light] = []
    for way, of_way in runs.items():
        named = names.get(way, {})
        for run in named or sorted(of_way):
            number = 0 if named else numbers[run[0]]
            name = named.get(run) or f"{number}{way.value}"
            lights.append(Light(len(lights), name, run, number, way))
    return tuple(lights)


def _names_on(
    grid: Grid, runs: dict[Direction | Way, list[tuple[int, ...]]]
) -> dict[Direction | Way, dict[tuple[int, ...], str]]:
    """By direction, if its lines have names, its lights by their lines, and the names of these."""
    from satcross.boards import Geometry, light_name

    geometry = Geometry.of(grid.board, grid.n_rows, grid.n_cols)
    found: dict[Direction | Way, dict[tuple[int, ...], str]] = {}
    for way in geometry.ways:
        if way.lines:
            place: dict[int, tuple[int, int]] = {}
            for line, cells in enumerate(geometry.lines(way)):
                for offset, (row, col) in enumerate(cells):
                    place[row * grid.n_cols + col] = line, offset
            n_before: Counter[int] = Counter()
            found[way] = {}
            for run in sorted(runs[way], key=lambda run: place[run[0]]):
                line, _ = place[run[0]]
                found[way][run] = light_name(way, line, n_before[line])
                n_before[line] += 1
    return found


def _runs_in(grid: Grid, min_length: int) -> dict[Direction | Way, list[tuple[int, ...]]]:
    """The runs of cells of a rectangle, across and down."""
    n = grid.n_cols
    rows = (range(row * n, (row + 1) * n) for row in range(grid.n_rows))
    columns = (range(col, grid.size, n) for col in range(n))
    lines = (
        (Direction.ACROSS, rows, grid.joined_right),
        (Direction.DOWN, columns, grid.joined_below),
    )
    return {
        way: [run for line in of_way for run in _runs(grid, line, joined, min_length)]
        for way, of_way, joined in lines
    }


def _runs_on(grid: Grid, min_length: int) -> dict[Direction | Way, list[tuple[int, ...]]]:
    """The same of a grid with a board, in each of its directions.

    A light without an end, as round a cylinder, begins with its first cell in reading order.
    """
    from satcross.boards import Geometry

    geometry = Geometry.of(grid.board, grid.n_rows, grid.n_cols)
    more = {(row * grid.n_cols + col, letter) for row, col, letter in geometry.board.bars}
    bars = {"|": grid.bars_right, "-": grid.bars_below}
    runs: dict[Direction | Way, list[tuple[int, ...]]] = {}
    for way in geometry.ways:
        runs[way] = []
        after: dict[int, int] = {}
        inside = []
        for at in range(grid.size):
            place = divmod(at, grid.n_cols)
            if not grid.is_square(at) or not geometry.passes(way, *place):
                continue
            inside.append(at)
            then = geometry.after(way, *place)
            mark, row, col = geometry.bar(way, *place)
            is_ended = row * grid.n_cols + col in bars.get(mark, ()) or (at, way.letter) in more
            if then is not None and not is_ended:
                next_ = then[0] * grid.n_cols + then[1]
                if grid.is_square(next_):
                    after[at] = next_
        continued = set(after.values())
        left = set(inside)
        # First those with a beginning; what is left then are circles.
        for first in chain((at for at in inside if at not in continued), inside):
            run: list[int] = []
            last = first
            while last in left:
                run.append(last)
                left.discard(last)
                last = after.get(last, first)  # which is no longer there
            if run and len(run) >= min_length:
                runs[way].append(tuple(run))
    return runs


def _runs(
    grid: Grid, line: range, joined: Callable[[int], bool], min_length: int
) -> list[tuple[int, ...]]:
    """The maximal runs of joined cells in a row or column."""
    runs: list[tuple[int, ...]] = []
    run: list[int] = []
    for position in line:
        if grid.is_square(position):
            run.append(position)
        if not joined(position):
            runs.append(tuple(run))
            run = []
    return [run for run in runs if len(run) >= min_length]


def slot_called(name: str, slots: Mapping[str, Slot]) -> Slot | None:
    """The slot of a name as people write it: `17A`, `17-Across`, `3 radial`; None if there is none.

    Args: slots: by their names, as `normal_name` has them.
    """
    usual = slots.get(normal_name(name))
    if usual is not None or not name[:1].isdigit():
        return usual
    squeezed = _squeezed(name)
    return next(
        (
            slot
            for slot in slots.values()
            if isinstance(slot, Light) and _squeezed(f"{slot.number}{slot.heading}") == squeezed
        ),
        None,
    )


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text.upper()))


def find_crossings(slots: Sequence[Slot]) -> tuple[Crossing, ...]:
    """The cells that are in two slots: a crossing for each two of them, by the first of the two."""
    through: dict[int, list[tuple[int, int]]] = {}
    for slot in slots:
        for offset, cell in enumerate(slot.cells):
            through.setdefault(cell, []).append((slot.index, offset))
    return tuple(
        Crossing(cell, slot.index, offset, other, other_offset)
        for slot in slots
        for offset, cell in enumerate(slot.cells)
        for other, other_offset in through[cell]
        if other > slot.index
    )
