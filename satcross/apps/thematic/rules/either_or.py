"""Either/or cells: each reads one string across and another down, as ON/OFF."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from satcross import OptionError
from satcross.apps.thematic.cells import cells_at, place_names
from satcross.extend import Direction, Light, NamedCell, Need, Slot, counted, find_slots
from satcross.rules.base import ConditionRule, ShortForm, texts_in

if TYPE_CHECKING:
    from satcross import Alphabet, Grid
    from satcross.extend import Clauses
    from satcross.model.value import PuzzleValue

_VALUE = re.compile(
    r"(?:(?P<n>\d{1,9})(?: in (?P<among>[^:]+))?|(?P<named>[^:]+))(?:: ?(?P<pairs>.*))?", re.ASCII
)
_PARAMETER = "either_or"
_HINT = "write 'either-or r3c4: ON/OFF, UP/DOWN' or 'either-or 2 in 17A: ON/OFF'"


@dataclass(frozen=True, slots=True)
class EitherOr(ConditionRule):
    """Some cells read one string across and another down, each of one letter or more.

    Each such cell r3c4 has a hidden one, r3c4d, which the light down passes instead.

    Where a number of them is asked for, each cell that may be one has a hidden cell, which holds
    the same in all but so many. There a string of several letters is no rebus beside its pairs.

    Args:
        places: names of cells, and of lights for those of their cells that both directions have;
            () for all such cells of the grid.
        pairs: what a cell may read across and down; () for any two different letters.
        n: how many of the cells are so; None for all.

    Raises:
        OptionError: a text of a pair is missing or both are the same, or no cell is named.
    """

    places: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    n: int | None = None

    kind: ClassVar[str] = "either-or"
    need: ClassVar[str] = Need.CELLS
    reads_list: ClassVar[bool] = False
    for_patterns: ClassVar[bool] = False
    short: ClassVar[ShortForm] = ShortForm(
        _PARAMETER,
        tuple,
        (),
        option="--either-or",
        metavar="CELLS",
        text="Cells that read one string across and another down, as in 'r3c4: ON/OFF, UP/DOWN',"
        " or how many, as in '2: ON/OFF' and '2 in 17A: ON/OFF'. Can be repeated. Cells that the"
        " grid gives as [ON|OFF] need no option.",
        of_board=True,
    )

    def __post_init__(self) -> None:
        if not self.places and self.n is None:
            raise _bad("no cell is named", _HINT)
        if self.n == 0:
            raise _bad("there must be an either/or cell", "leave the rule out")
        for across, down in self.pairs:
            if across == down:
                raise _bad(f"{across[:40]!r} is the same across and down", "give two strings")

    def __str__(self) -> str:
        return f"either/or in {self.value()}"

    @property
    def more_needs(self) -> frozenset[str]:
        """What each cell reads."""
        return frozenset({Need.CONDITIONS})

    def value(self) -> str:
        """How many cells there are, and where; then what they may read."""
        n = "" if self.n is None else f"{self.n} in " if self.places else str(self.n)
        pairs = ", ".join(f"{across}/{down}" for across, down in self.pairs)
        return f"{n}{' '.join(self.places)}{f': {pairs}' if pairs else ''}"

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "r3c4 r5c6: ON/OFF" and "2 in 17A: ON/OFF"."""
        found = _VALUE.fullmatch(" ".join(text.split()))
        if found is None:
            raise _bad(f"{text[:60]!r} names no cells", _HINT)
        places = place_names(found["among"] or found["named"] or "", _PARAMETER)
        pairs: list[tuple[str, str]] = []
        for pair in texts_in(found["pairs"] or ""):
            across, _, down = pair.partition("/")
            if not across or not down or "/" in down:
                raise _bad(
                    f"{pair[:60]!r} is no pair", "write what is read across and down: ON/OFF"
                )
            pairs.append((across.strip(), down.strip()))
        if found["pairs"] is not None and not pairs:
            raise _bad("no pair is given", _HINT)
        n = None if found["n"] is None else int(found["n"])
        return cls(places, tuple(dict.fromkeys(pairs)), n)

    @classmethod
    def joined(cls, rules: Sequence[Self]) -> Sequence[Self]:
        """One rule of all cells that read the same pairs."""
        out: dict[object, Self] = {}
        for rule in rules:
            key = rule.pairs if rule.n is None else rule
            places = (*out[key].places, *rule.places) if key in out else rule.places
            out[key] = replace(rule, places=tuple(dict.fromkeys(places)))
        return [*out.values()]

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with its texts as the alphabet has them."""
        pairs = tuple((_normal(one, alphabet), _normal(two, alphabet)) for one, two in self.pairs)
        return replace(self, pairs=tuple(dict.fromkeys(pairs)))

    def cells_in(self, grid: Grid, min_length: int) -> Iterable[tuple[NamedCell, str]]:
        """The hidden cells that are read down; where they are chosen, with the grid's letters."""
        lights = () if self._names_cells else find_slots(grid, min_length)
        for at in self._positions(grid, lights):
            held = self.n is not None and grid.is_given(at)
            yield NamedCell(grid.cell_name(at) + NamedCell.DOWNWARD), grid.cells[at] if held else ""

    @classmethod
    def of_grid(cls, grid: Grid) -> Iterable[Self]:
        """A rule for each of its either/or cells."""
        return [cls((grid.cell_name(at),)) for at in sorted(grid.second_cells(NamedCell.DOWNWARD))]

    def with_extra_cells(self, slots: Sequence[Slot], grid: Grid) -> Sequence[Slot]:
        """The slots with those down through the hidden cells."""
        hidden = self._cells(grid, slots)
        return [
            replace(slot, cells=tuple(hidden.get(cell, cell) for cell in slot.cells))
            if isinstance(slot, Light) and slot.direction is Direction.DOWN
            else slot
            for slot in slots
        ]

    def texts_in(self, grid: Grid, slots: Sequence[Slot]) -> Mapping[int, Sequence[str]]:
        """What its cells may read."""
        across, down = ([pair[side] for pair in self.pairs] for side in (0, 1))
        cells = self._cells(grid, slots)
        return dict.fromkeys(cells, across) | dict.fromkeys(cells.values(), down)

    def about_slots(self, puzzle: PuzzleValue, slots: Collection[Slot]) -> str:
        """How many cells are either/or."""
        if self.n is None:
            return ""
        return f"{counted(self.n, 'cell')} {'is' if self.n == 1 else 'are'} either/or"

    def about_slot(self, puzzle: PuzzleValue, slot: Slot) -> str:
        """What a light reads in those of its cells that are either/or."""
        grid = puzzle.grid
        told: list[str] = []
        for cell, hidden in self._cells(grid, puzzle.every_slot).items() if self.n is None else ():
            for at, side, way in ((cell, 0, "across"), (hidden, 1, "down")):
                texts = (
                    [grid.cells[at]] if grid.is_given(at) else [pair[side] for pair in self.pairs]
                )
                if at in slot.cells and isinstance(slot, Light):
                    reads = " or ".join(dict.fromkeys(texts)) or "another string"
                    told.append(f"{grid.cell_name(cell)} reads {reads} {way}")
        return f"({', '.join(told)})" if told else ""

    def require(self, clauses: Clauses) -> None:
        """Each cell reads a pair, or so many of them do, and the others are ordinary ones."""
        puzzle = clauses.puzzle
        code_of = {text: code for code, text in enumerate(puzzle.texts)}
        pairs = [(code_of[across], code_of[down]) for across, down in self.pairs]
        strings = self._strings(puzzle)
        cells = self._cells(puzzle.grid, puzzle.every_slot)
        for cell, hidden in cells.items():
            if not pairs and self.n is None:
                clauses.require_other(cell, hidden)
            sides = clauses.letters_of(cell), clauses.letters_of(hidden)
            for this in (0, 1) if pairs else ():
                for code, holds in enumerate(sides[this]):
                    others = [
                        sides[1 - this][pair[1 - this]] for pair in pairs if pair[this] == code
                    ]
                    if self.n is not None and puzzle.texts[code] not in strings:
                        others.append(sides[1 - this][code])
                    clauses.require_any(-holds, *others)
        if self.n is not None:
            differ = [clauses.differ(*both) for both in cells.items()]
            clauses.require_count(differ, self.n, self.n)

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule, whose cells are all in an entry across and one down."""
        grid, slots = puzzle.grid, puzzle.every_slot
        if grid.board:
            raise _bad(f"the board is a {grid.board}", "use a rectangle")
        if any(rule.kind == "two-readings" for rule in puzzle.rules):
            raise _bad("the grid has two readings", "leave out two-readings")
        if self.n is not None and any(getattr(r, "is_about_all", False) for r in puzzle.rules):
            raise _bad("letter-count cell counts ordinary cells twice", "name the cells to count")
        cells = self._cells(grid, slots)
        for cell in sorted(cells.keys() - _in_both(grid, slots)):
            raise _bad(
                f"cell {grid.cell_name(cell)} is not in two entries",
                "name cells that have one across and one down",
            )
        strings = self._strings(puzzle) if self.n is not None else ()
        for cell, hidden in cells.items():
            if (text := grid.cells[cell]) in strings and text == grid.cells[hidden]:
                raise _bad(
                    f"cell {grid.cell_name(cell)} holds {text} both across and down",
                    f"write [{text}|.] for one that reads it across",
                )
        if self.n is not None and self.n > len(cells):
            raise _bad(
                f"there cannot be {counted(self.n, 'either/or cell')}",
                f"give a number from 1 to {len(cells)}",
            )
        return self

    @property
    def _names_cells(self) -> bool:
        """Whether it names cells alone, so that lights do not matter."""
        return bool(self.places) and all(map(NamedCell.place_of, self.places))

    def _strings(self, puzzle: PuzzleValue) -> set[str]:
        """What stands in cells as a part of a pair alone: its texts of several letters."""
        return {text for pair in self.pairs for text in pair} - {*puzzle.listed.alphabet.texts}

    def _cells(self, grid: Grid, slots: Sequence[Slot]) -> dict[int, int]:
        """By the position of each of its cells, that of its hidden cell."""
        hidden = grid.second_cells(NamedCell.DOWNWARD)
        return {at: hidden[at] for at in self._positions(grid, slots)}

    def _positions(self, grid: Grid, slots: Sequence[Slot]) -> list[int]:
        """Its cells in the grid."""
        if self._names_cells:
            return sorted(at for name in self.places for at in cells_at(name, grid, (), _PARAMETER))
        both = _in_both(grid, slots)
        if not self.places:
            return sorted(both)
        shown = _shown(grid)
        found: set[int] = set()
        for name in self.places:
            cells = {shown.get(at, at) for at in cells_at(name, grid, slots, _PARAMETER)}
            found |= cells if NamedCell.place_of(name) else cells & both
        return sorted(found)


def _shown(grid: Grid) -> dict[int, int]:
    """By the position of a hidden cell, that of its cell in the rectangle."""
    return {hidden: at for at, hidden in grid.second_cells(NamedCell.DOWNWARD).items()}


def _in_both(grid: Grid, slots: Sequence[Slot]) -> set[int]:
    """The cells of the rectangle that are in a light of each direction, or would be."""
    shown = _shown(grid)
    across, down = (
        {
            shown.get(at, at)
            for slot in slots
            if isinstance(slot, Light) and slot.direction is way
            for at in slot.cells
        }
        for way in Direction
    )
    return across & down


def _normal(text: str, alphabet: Alphabet) -> str:
    from satcross.model.rebus import MAX_LETTERS

    found = alphabet.normalise(text)
    if not found or alphabet.size(found) > MAX_LETTERS:
        raise _bad(
            f"{text[:40]!r} is not 1 to {MAX_LETTERS} letters of the alphabet",
            "write what a cell reads, as in ON/OFF",
        )
    return found


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter=_PARAMETER)
