"""A puzzle: a grid, its slots and crossings, and the words that may fill them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from satcross.errors import GridError, OptionError
from satcross.grid import OPEN, Grid
from satcross.words import WordList

MIN_SLOT_LENGTH = 2
MIN_SHARED = 2  # entries that share no letter fill no grid


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

    Rules between entries are about slots of two or more cells; a word of one cell may stand twice.
    `max_shared_substring` and `no_near_duplicates` do not compare wholly given slots with each
    other: what the grid says stands.

    Args:
        grid: blocks, open cells and given letters; several letters given for a cell are a rebus.
        words: the list whose words fill the slots; its alphabet is the puzzle's. When there is a
            rebus, the field `words` has it as a letter of its own: see `satcross.rebus`.
        distinct: whether no word may stand in two slots, however it is put into cells.
        min_length: shorter runs of cells are no slots and may spell anything; at least 1.
        rebus: strings that any open cell may hold instead of a letter, across and down alike.
            Those that the grid gives besides stand in their cells alone.
        max_shared_substring: N, when no two entries may have the same N cells in a row; at least 2.
        no_near_duplicates: whether no two entries may be forms of one word, as far as
            `satcross.words.lemmas` tells.

    Fields:
        listed: the list as it was given.
        texts: by letter code, what a cell with it reads: a letter, or several.
        given_only: the letter codes that only cells with a given letter can hold.

    Raises:
        OptionError: `min_length`, `rebus` or `max_shared_substring` makes no sense.
        GridError: the grid has no slot, or a given letter is not in the list's alphabet.

    >>> puzzle = Puzzle(Grid.parse("..C\\n.#.\\n..."), WordList.from_words(["arc", "cat"]))
    >>> [slot.name for slot in puzzle.slots]
    ['1A', '3A', '1D', '2D']
    """

    grid: Grid
    words: WordList
    distinct: bool = True
    min_length: int = MIN_SLOT_LENGTH
    rebus: tuple[str, ...] = ()
    max_shared_substring: int | None = None
    no_near_duplicates: bool = False
    listed: WordList = field(init=False, repr=False)
    texts: tuple[str, ...] = field(init=False, repr=False)
    given_only: tuple[int, ...] = field(init=False, repr=False)
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
        if self.max_shared_substring is not None and self.max_shared_substring < MIN_SHARED:
            raise OptionError(
                f"entries cannot all differ in every run of {self.max_shared_substring}",
                mend=f"give {MIN_SHARED} or more",
                source="--max-shared-substring",
            )
        slots = find_slots(self.grid, self.min_length)
        if not slots:
            raise GridError(
                "the grid has no slot",
                mend=f"it needs a run of {_run(self.min_length)}, across or down",
            )
        self._read_rebus(slots)
        code_of = {text: code for code, text in enumerate(self.texts)}
        givens: dict[int, int] = {}
        for position, cell in enumerate(self.grid.cells):
            if self.grid.is_given(position):
                if cell not in code_of:
                    raise GridError(
                        f"the letter {cell!r} at {self.grid.cell_name(position)}"
                        " is not in the word list's alphabet",
                        mend="mend the cell or give --alphabet",
                    )
                givens[position] = code_of[cell]
        set_ = object.__setattr__
        set_(self, "slots", slots)
        set_(self, "crossings", find_crossings(slots))
        set_(self, "givens", givens)
        set_(self, "_by_name", {slot.name: slot for slot in slots})

    def _read_rebus(self, slots: tuple[Slot, ...]) -> None:
        """Set `listed`, `words`, `rebus`, `texts` and `given_only`."""
        words, grid = self.words, self.grid
        listed: WordList = getattr(words, "listed", words)
        letters = listed.alphabet
        free: tuple[str, ...] = ()
        given = {
            cell
            for position, cell in enumerate(grid.cells)
            if len(cell) > 1 and grid.is_given(position) and all(a in letters for a in cell)
        }
        if self.rebus or given:
            from satcross.rebus import RebusWords, rebus_strings, with_rebus

            free = rebus_strings(self.rebus, letters)
            strings = (*free, *sorted(given.difference(free)))
            lengths = frozenset(len(slot) for slot in slots)
            if (
                not isinstance(words, RebusWords)
                or words.strings != strings
                or not lengths <= words.spelled_lengths
            ):
                words = with_rebus(listed, strings, lengths)
        else:
            strings, words = (), listed
        n = len(letters)
        set_ = object.__setattr__
        set_(self, "rebus", free)
        set_(self, "listed", listed)
        set_(self, "words", words)
        set_(self, "texts", (*letters.letters, *strings))
        set_(self, "given_only", tuple(range(n + len(free), n + len(strings))))

    @property
    def has_rebus(self) -> bool:
        """Whether a cell may hold several letters."""
        return len(self.texts) > len(self.listed.alphabet)

    @property
    def has_entry_rules(self) -> bool:
        """Whether entries are compared otherwise than slots of one length, letter by letter."""
        return (
            self.max_shared_substring is not None
            or self.no_near_duplicates
            or (self.distinct and self.has_rebus)
        )

    def spelled(self, codes: Iterable[int]) -> str:
        """What cells with these letter codes read."""
        texts = self.texts
        return "".join([texts[code] for code in codes])

    def spellings(self, word: str) -> list[tuple[int, ...]]:
        """The letter codes of every way to put a word into cells."""
        if not self.has_rebus:
            return [self.listed.alphabet.codes(word)]
        from satcross.rebus import spellings

        return spellings(word, self.words)

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
            self.rebus,
            self.max_shared_substring,
            self.no_near_duplicates,
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
