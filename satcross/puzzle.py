"""A puzzle: a grid, its slots and crossings, and the words that may fill them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from enum import Enum

from satcross.errors import GridError, OptionError
from satcross.grid import OPEN, Grid
from satcross.words import WordList

MIN_SLOT_LENGTH = 2


class Direction(Enum):
    """Which way a slot reads."""

    ACROSS = "A"
    DOWN = "D"


@dataclass(frozen=True, slots=True)
class Slot:
    """A run of cells that must spell a word: from wall to wall, edges, blocks and bars.

    Args:
        index: its place in `Puzzle.slots`.
        number: the number printed in its first cell, from 1.
        direction: across or down.
        cells: grid positions in reading order.
    """

    index: int
    number: int
    direction: Direction
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The slot's name for people: `12A`."""
        return f"{self.number}{self.direction.value}"

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Crossing:
    """A cell in two slots: letter `across_offset` of one, `down_offset` of the other."""

    cell: int
    across: int
    across_offset: int
    down: int
    down_offset: int


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle:
    """What is to be filled, and with what.

    A letter in the grid is *given*. A slot that is wholly given need not be in the word list: it
    is then *exempt* from the list, though not from crossing nor from being unlike the others.
    An open cell that lies in no slot is not part of the puzzle and stays as it is.

    Args:
        grid: blocks, open cells and given letters.
        words: the list whose words fill the slots; its alphabet is the puzzle's.
        distinct: whether no word may stand in two slots.
        min_length: shorter runs of cells are no slots and may spell anything; at least 1.

    Raises:
        OptionError: `min_length` is less than 1.
        GridError: the grid has no slot, or a given letter is not in the list's alphabet.

    >>> puzzle = Puzzle(Grid.parse("..C\\n.#.\\n..."), WordList.from_words(["arc", "cat"]))
    >>> [slot.name for slot in puzzle.slots]
    ['1A', '3A', '1D', '2D']
    """

    grid: Grid
    words: WordList
    distinct: bool = True
    min_length: int = MIN_SLOT_LENGTH
    slots: tuple[Slot, ...] = field(init=False)
    crossings: tuple[Crossing, ...] = field(init=False)
    givens: dict[int, int] = field(init=False)
    _by_name: dict[str, Slot] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.min_length < 1:
            raise OptionError(
                f"{self.min_length} is no length of a slot",
                mend="give 1 or more",
                source="--min-length",
            )
        slots = find_slots(self.grid, self.min_length)
        if not slots:
            raise GridError(
                "the grid has no slot",
                mend=f"it needs a run of {_run(self.min_length)}, across or down",
            )
        alphabet = self.words.alphabet
        givens: dict[int, int] = {}
        for position, cell in enumerate(self.grid.cells):
            if self.grid.is_given(position):
                if cell not in alphabet:
                    raise GridError(
                        f"the letter {cell!r} at {self.grid.cell_name(position)}"
                        " is not in the word list's alphabet",
                        mend="mend the cell or give --alphabet",
                    )
                givens[position] = alphabet.code(cell)
        set_ = object.__setattr__
        set_(self, "slots", slots)
        set_(self, "crossings", find_crossings(slots))
        set_(self, "givens", givens)
        set_(self, "_by_name", {slot.name: slot for slot in slots})

    def slot(self, name: str) -> Slot:
        """The slot called `name`, as in `12A`. Raises KeyError when there is none."""
        return self._by_name[name.upper()]

    def given_codes(self, slot: Slot) -> tuple[int, ...] | None:
        """The letter codes of a slot that is wholly given, else None."""
        codes = [self.givens.get(cell, -1) for cell in slot.cells]
        return None if -1 in codes else tuple(codes)

    def is_exempt(self, slot: Slot) -> bool:
        """Whether a slot is wholly given with a word that the list lacks."""
        codes = self.given_codes(slot)
        return codes is not None and self.words.alphabet.word(codes) not in self.words

    def restricted(
        self,
        *,
        slots: Collection[int] | None = None,
        givens: Collection[int] | None = None,
        words: WordList | None = None,
        distinct: bool | None = None,
    ) -> Puzzle:
        """The puzzle with some of its rules lifted: fewer slots, fewer givens, another list.

        What is left keeps its numbers and names; slots are indexed anew, in their order. A cell
        that is in none of the slots kept is no longer part of the puzzle. `verify` does not apply
        to the fills of a puzzle with fewer slots, as it finds the slots of the grid by itself.

        A slot that was wholly given and loses a letter must hold a listed word from then on, as if
        the grid had been drawn so.

        Args:
            slots: indices of the slots to keep; all by default.
            givens: positions of the given letters to keep, the other cells being open; all by
                default.
            words: another list over the same alphabet.
            distinct: whether no word may stand twice; as it is by default.

        >>> puzzle = Puzzle(Grid.parse("C..\\n.#.\\n..."), WordList.from_words(["arc", "cat"]))
        >>> smaller = puzzle.restricted(slots=[0, 3], givens=[])
        >>> [slot.name for slot in smaller.slots], len(smaller.crossings), smaller.givens
        (['1A', '2D'], 1, {})
        """
        cells = self.grid.cells
        if givens is not None:
            kept = frozenset(givens)
            cells = tuple(
                OPEN if position in self.givens and position not in kept else cell
                for position, cell in enumerate(cells)
            )
        out = Puzzle(
            self.grid.with_cells(cells),
            self.words if words is None else words,
            self.distinct if distinct is None else distinct,
            self.min_length,
        )
        if slots is None and len(self.slots) == len(out.slots):
            return out
        chosen = (
            self.slots if slots is None else [self.slots[index] for index in sorted(set(slots))]
        )
        renumbered = tuple(replace(slot, index=index) for index, slot in enumerate(chosen))
        set_ = object.__setattr__
        set_(out, "slots", renumbered)
        set_(out, "crossings", find_crossings(renumbered))
        set_(out, "_by_name", {slot.name: slot for slot in renumbered})
        return out


def _run(n: int) -> str:
    words = {1: "one open cell", 2: "two or more open cells"}
    return words.get(n, f"{n} or more open cells")


def find_slots(grid: Grid, min_length: int = MIN_SLOT_LENGTH) -> tuple[Slot, ...]:
    """The slots of a grid, runs of at least `min_length`: across by number, then down by number."""
    n_cols = grid.n_cols
    starts: dict[int, dict[Direction, tuple[int, ...]]] = {}
    for row in range(grid.n_rows):
        line = range(row * n_cols, (row + 1) * n_cols)
        for run in _runs(grid, line, grid.joined_right, min_length):
            starts.setdefault(run[0], {})[Direction.ACROSS] = run
    for col in range(n_cols):
        line = range(col, len(grid.cells), n_cols)
        for run in _runs(grid, line, grid.joined_below, min_length):
            starts.setdefault(run[0], {})[Direction.DOWN] = run
    numbered = [(number, starts[first]) for number, first in enumerate(sorted(starts), 1)]
    found = [
        (number, direction, runs[direction])
        for direction in Direction
        for number, runs in numbered
        if direction in runs
    ]
    return tuple(Slot(index, *parts) for index, parts in enumerate(found))


def _runs(
    grid: Grid, line: range, joined: Callable[[int], bool], min_length: int
) -> list[tuple[int, ...]]:
    """The runs of cells of a row or column, each as long as `joined` leads on."""
    runs: list[tuple[int, ...]] = []
    run: list[int] = []
    for position in line:
        if grid.is_square(position):
            run.append(position)
        if not joined(position):
            runs.append(tuple(run))
            run = []
    return [run for run in runs if len(run) >= min_length]


def find_crossings(slots: tuple[Slot, ...]) -> tuple[Crossing, ...]:
    """The cells that lie in an across and a down slot, in the order of the across slots."""
    down = {
        cell: (slot.index, offset)
        for slot in slots
        if slot.direction is Direction.DOWN
        for offset, cell in enumerate(slot.cells)
    }
    return tuple(
        Crossing(cell, slot.index, offset, *down[cell])
        for slot in slots
        if slot.direction is Direction.ACROSS
        for offset, cell in enumerate(slot.cells)
        if cell in down
    )
