"""Two readings of one grid: some cells hold two letters, and both choices are crosswords."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar, Self

from satcross import OptionError
from satcross.apps.thematic.cells import LIGHT, cells_at, place_names
from satcross.extend import (
    OPEN,
    CellList,
    Light,
    NamedCell,
    Need,
    Slot,
    counted,
    find_slots,
    normal_name,
    some_of,
)
from satcross.rules.base import ConditionRule, ShortForm

if TYPE_CHECKING:
    from satcross import Alphabet, Grid
    from satcross.extend import Clauses
    from satcross.model.value import PuzzleValue

_SHOWN = 3  # cells in a message
_CHOICE = re.compile(
    r"(?P<named>.*?)(?:(?<!\S)(?P<n>\d{1,9})(?: in(?: (?P<among>.*))?)?)?", re.ASCII
)
_PART = re.compile(r"(?P<name>[^=]+)(?:=(?P<first>[^/=]+)/(?P<second>[^/=]+))?")
_PARAMETER = "readings"
MAX_PLACES = 100  # of pairs in lights, each with a search of its own
_PAIR = re.compile(r"[^=/]+/[^=/]+")
_WITHOUT_CHOICE = {"no-near-duplicates", "letter-count", "solution-word", "treatment"}
_HINT = "write 'two-readings r3c4 r5c6' or 'two-readings 17A=CLINTON/BOBDOLE'"

Pair = tuple[str, str, str]
"""A cell or light, and what it holds in the two readings: texts of equal length, or twice "".

Of a pair that any light may hold, the name is "".
"""
Letters = tuple[str, str]
"""What a cell holds in the two readings; `OPEN` where it is not given."""


@dataclass(frozen=True, slots=True)
class TwoReadings(ConditionRule):
    """Some cells hold two different letters. All first letters, and all second ones, are a fill.

    Each such cell r3c4 has a hidden one, r3c4b, for its second letter, and each slot 12A that
    passes such cells has a second slot, 12Ab, through these. Whatever holds for cells, entries and
    words holds for them too; no two entries of both readings have the same word.

    Where a number of them is asked for, the others are chosen: each cell that may be one has a
    second letter, which is the same in all but so many. A slot all of whose second letters are the
    same has one word, which both slots hold: see `twins_in`. Where words are given without a light,
    they are those of some light; if there is no number, no other cells have two letters.

    A puzzle has one such rule: several are one with all of their cells.

    Args:
        pairs: by cell of the rectangle or light of the grid, or of any light, what it holds.
        n: how many such cells there are; None for those of `pairs` alone.
        among: names of cells and lights that those not in `pairs` are chosen from; () for all
            lights.

    Raises:
        OptionError: something is no such cell or light, or does not hold two texts.
    """

    pairs: tuple[Pair, ...]
    n: int | None = None
    among: tuple[str, ...] = ()

    kind: ClassVar[str] = "two-readings"
    need: ClassVar[str] = Need.CELLS
    reads_list: ClassVar[bool] = False
    for_patterns: ClassVar[bool] = False
    short: ClassVar[ShortForm] = ShortForm(
        _PARAMETER,
        tuple,
        (),
        option="--reading",
        metavar="CELLS",
        text="Cells of two letters, as in 'r3c4 r5c6', 17A=CLINTON/BOBDOLE and CLINTON/BOBDOLE (any"
        " entry), or how many, as in 8 and '8 in 17A 23A': with all first letters and with all"
        " second letters the grid is a crossword. Can be repeated.",
        of_board=True,
    )

    def __post_init__(self) -> None:
        if not self.pairs and self.n is None:
            raise _bad("no cell is named", _HINT)
        if self.n == 0:
            raise _bad("there must be a cell of two letters", "leave the rule out")
        for name, first, second in self.pairs:
            if LIGHT.fullmatch(name) and not first:
                raise _bad(f"{name} needs two words", f"write {name}=CLINTON/BOBDOLE")
            if first and (len(first) != len(second) or first == second):
                raise _bad(
                    f"{name or 'an entry'} cannot be {first[:40]} and {second[:40]}",
                    "give two different texts of the same length",
                )

    def __str__(self) -> str:
        return f"two readings of {self.value()}"

    @property
    def more_needs(self) -> frozenset[str]:
        """Its slots, and that letters differ."""
        return frozenset({Need.SLOTS, Need.CONDITIONS})

    def value(self) -> str:
        """The cells and lights, with what is given in them; then how many there are, and where."""
        parts = [
            "=".join(filter(None, (name, f"{first}/{second}" if first else "")))
            for name, first, second in self.pairs
        ]
        parts += [] if self.n is None else [str(self.n)]
        return " ".join((*parts, *(("in", *self.among) if self.among else ())))

    @classmethod
    def of_value(cls, text: str) -> Self:
        """The rule that is written so, as in "r3c4 r5c6-r5c8 17A=CLINTON/BOBDOLE" and "8 in 5A"."""
        pairs: list[Pair] = []
        choice = _CHOICE.fullmatch(" ".join(text.split()))
        if choice is None:
            raise _bad(f"{text[:60]!r} does not hold two readings", _HINT)
        among = place_names(choice["among"] or "", _PARAMETER)
        for part in choice["named"].split():
            if _PAIR.fullmatch(part):
                first, _, second = part.partition("/")
                pairs.append(("", first, second))
                continue
            found = _PART.fullmatch(part)
            if found is None:
                raise _bad(f"{part[:60]!r} does not hold two readings", _HINT)
            texts = found["first"] or "", found["second"] or ""
            name = found["name"]
            if LIGHT.fullmatch(name):
                pairs.append((normal_name(name), *texts))
                continue
            for cell in CellList(name, _PARAMETER).names():
                if NamedCell.place_of(cell) is None:
                    raise _bad(f"{cell!r} is not a cell of the grid", _HINT)
                pairs.append((cell, *texts))
        n = None if choice["n"] is None else int(choice["n"])
        return cls(tuple(dict.fromkeys(pairs)), n, among)

    @classmethod
    def joined(cls, rules: Sequence[Self]) -> Sequence[Self]:
        """One rule with the cells and lights of all of them."""
        pairs = tuple(dict.fromkeys(pair for rule in rules for pair in rule.pairs))
        choices = dict.fromkeys((rule.n, rule.among) for rule in rules if rule.n is not None)
        if len(choices) > 1:
            (one, _), (other, _), *_ = choices
            raise _bad(f"there are two numbers of cells: {one} and {other}", "give one")
        return [cls(pairs, *choice) for choice in choices or ((None, ()),)]

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule with its texts as the alphabet has them."""
        pairs: list[Pair] = []
        for name, *texts in self.pairs:
            found = [_normal(text, alphabet) for text in texts]
            pairs.append((name, found[0], found[1]))
        return replace(self, pairs=tuple(pairs))

    def words_in(self) -> Iterable[str]:
        """The words that any light may hold, which need not be listed."""
        return [text for pair in self._anywhere for text in pair]

    def cells_in(self, grid: Grid, min_length: int) -> Iterable[tuple[NamedCell, str]]:
        """The hidden cells of the second letters."""
        for at, (_, second) in self._two(grid, find_slots(grid, min_length)).items():
            yield NamedCell(grid.cell_name(at) + NamedCell.SECOND), second

    @classmethod
    def of_grid(cls, grid: Grid) -> Iterable[Self]:
        """A rule with all of its cells of two letters."""
        texts = {at: grid.cells[second] for at, second in grid.second_cells().items()}
        pairs = [
            (grid.cell_name(at), *(("", "") if text == OPEN else (OPEN, text)))
            for at, text in sorted(texts.items())
        ]
        return [cls(tuple(pairs))] if pairs else []

    def letters_in(self, grid: Grid, min_length: int) -> Iterable[tuple[int, str]]:
        """The first letters that are given, and those of both readings."""
        for at, (first, _) in self._held(grid, find_slots(grid, min_length)).items():
            if first != OPEN:
                yield at, first

    def slots_in(self, grid: Grid, slots: Sequence[Slot]) -> Iterable[tuple[str, tuple[int, ...]]]:
        """A second slot for each that passes a cell of two letters."""
        second = self.second_cells(grid, slots)
        for slot in slots:
            if not second.keys().isdisjoint(slot.cells):
                cells = tuple(second.get(cell, cell) for cell in slot.cells)
                yield slot.name + NamedCell.SECOND, cells

    def second_cells(self, grid: Grid, slots: Sequence[Slot]) -> dict[int, int]:
        """By the position of each cell of two letters, that of its hidden cell.

        Args: slots: of the grid, those of lights at least.
        """
        cells = self._two(grid, slots)
        return {at: second for at, second in grid.second_cells().items() if at in cells}

    def twins_in(self, slots: Sequence[Slot]) -> Iterable[tuple[str, str]]:
        """The slots whose cells may all hold one letter: they may have the word of the first."""
        names = {slot.name for slot in slots} if self._chooses else set()
        for name in names:
            if name + NamedCell.SECOND in names:
                yield name, name + NamedCell.SECOND

    def in_places(self, puzzle: PuzzleValue) -> Sequence[Self]:
        """Rules that name a light for each pair."""
        grid, slots, pairs = puzzle.grid, puzzle.every_slot, self._anywhere
        if self.n is not None or not pairs:
            return ()
        given = {at for at in self._chosen(grid, slots) if grid.is_given(at)}
        each = [
            [
                light.name
                for light in self._lights_for(pair, slots)
                if all(
                    grid.cells[at] == one == other
                    for at, one, other in zip(light.cells, *pair, strict=True)
                    if at in given
                )
            ]
            for pair in pairs
        ]
        if prod(map(len, each)) > MAX_PLACES:
            return ()
        named = tuple(pair for pair in self.pairs if pair[0])
        return [
            replace(
                self,
                pairs=(*named, *((name, *pair) for name, pair in zip(names, pairs, strict=True))),
            )
            for names in product(*each)
            if len({*names}) == len(names)
        ]

    def about_slot(self, puzzle: PuzzleValue, slot: Slot) -> str:
        """That a second slot has the second letters."""
        first = slot.name.removesuffix(NamedCell.SECOND)
        is_second = first != slot.name and first in {other.name for other in puzzle.every_slot}
        return f"(second reading of {first})" if is_second else ""

    def about_slots(self, puzzle: PuzzleValue, slots: Collection[Slot]) -> str:
        """How many cells have two letters."""
        if self.n is None:
            return ""
        return f"{counted(self.n, 'cell')} {'has' if self.n == 1 else 'have'} two letters"

    def require(self, clauses: Clauses) -> None:
        """The letters of a cell differ; or those of so many of the cells that may be one."""
        puzzle = clauses.puzzle
        second = self.second_cells(puzzle.grid, puzzle.every_slot)
        chosen = self._chosen(puzzle.grid, puzzle.every_slot)
        for cells in second.items():
            if cells[0] not in chosen:
                clauses.require_other(*cells)
        differ = {at: clauses.differ(at, second[at]) for at in sorted(chosen)}
        because = self._require_pairs(clauses, second)
        if self.n is None:
            for at, differs in differ.items():
                clauses.require_any(-differs, *because.get(at, ()))
        else:
            n = self.n - len(second) + len(chosen)
            clauses.require_count([*differ.values()], n, n)

    def _require_pairs(self, clauses: Clauses, second: dict[int, int]) -> dict[int, list[int]]:
        """Some light holds each pair that has none; by cell, when such a pair makes it differ."""
        because: dict[int, list[int]] = {}
        alphabet = clauses.puzzle.listed.alphabet
        for pair in self._anywhere:
            first, other = map(alphabet.codes, pair)
            ways: list[int] = []
            for light in self._lights_for(pair, clauses.puzzle.every_slot):
                held = list(zip(light.cells, first, other, strict=True))
                way = clauses.all_of(
                    clauses.letters_of(cell)[code]
                    for at, one, two in held
                    for cell, code in ((at, one), (second[at], two))
                )
                ways.append(way)
                for at, one, two in held:
                    if one != two:
                        because.setdefault(at, []).append(way)
            clauses.require_any(*ways)
        return because

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule with what the puzzle has in its cells, which are all in slots."""
        grid, slots = puzzle.grid, puzzle.slots
        if grid.board:
            raise _bad(f"the board is a {grid.board}", "use a rectangle")
        if puzzle.has_rebus:
            letters = puzzle.listed.alphabet
            several = [
                grid.cell_name(at)
                for at, text in enumerate(grid.cells)
                if len(text) > 1 and text not in letters
            ]
            problem, hint = "cells may hold several letters", "use one letter for each reading"
            if several:
                problem += f" ({some_of(several, _SHOWN)})"
                hint = "write one letter in each, or no second letters"
            raise _bad(problem, hint)
        if any(rule.kind == "max-shared-substring" for rule in puzzle.rules):
            raise _bad(
                "the two words of an entry share all letters but those of such cells",
                "leave out max-shared-substring",
            )
        for rule in puzzle.rules:
            if getattr(rule, "of_crossings", False):
                raise _bad(
                    "the two words of an entry have cells in common, and do not cross",
                    f"leave out {rule.kind}",
                )
        if self._chooses:
            self._check_choice(puzzle)
        second = self.second_cells(grid, slots)
        for cell in sorted(second.keys() - puzzle.cells_in_slots):
            raise _bad(f"cell {grid.cell_name(cell)} is in no slot", "name a cell of a slot")
        whole = self._held(grid, slots)
        given = {
            at: (OPEN if first == OPEN else grid.cells[at], grid.cells[second.get(at, at)])
            for at, (first, _) in whole.items()
        }
        pairs: list[Pair] = []
        forced = self._forced(grid, slots)
        for pair in self.pairs:
            cells = cells_at(pair[0], grid, slots, _PARAMETER) if pair[0] else ()
            if all(given[at] == whole[at] for at in cells):
                pairs.append(pair)
                continue
            # A puzzle with fewer given letters has the cells of a light one by one.
            pairs += [
                (grid.cell_name(at), *(("", "") if given[at] == (OPEN, OPEN) else given[at]))
                for at in cells
                if at in forced
            ]
        return replace(self, pairs=tuple(dict.fromkeys(pairs)))

    def _check_choice(self, puzzle: PuzzleValue) -> None:
        """Raise OptionError for what a puzzle cannot have where cells are chosen."""
        for rule in puzzle.rules:
            if rule.kind in _WITHOUT_CHOICE:
                raise _bad(
                    f"{rule.kind} counts what both readings of an entry have twice",
                    f"leave out {rule.kind}, or name the cells of two letters",
                )
        grid, slots = puzzle.grid, puzzle.every_slot
        for pair in self._anywhere:
            if not self._lights_for(pair, slots):
                raise _bad(
                    f"no entry has {counted(len(pair[0]), 'cell')} for {'/'.join(pair)[:60]}",
                    "give words of the length of an entry",
                )
        n_forced, n_chosen = len(self._forced(grid, slots)), len(self._chosen(grid, slots))
        if self.n is not None and not n_forced <= self.n <= n_forced + n_chosen:
            raise _bad(
                f"there cannot be {counted(self.n, 'cell')} of two letters",
                f"give a number from {max(1, n_forced)} to {n_forced + n_chosen}",
            )

    def _two(self, grid: Grid, slots: Sequence[Slot]) -> dict[int, Letters]:
        """By the position of a cell that has or may have two letters, what is given in it."""
        held, found = self._held(grid, slots), self._forced(grid, slots)
        for at in self._chosen(grid, slots):
            both = grid.cells[at] if grid.is_given(at) else OPEN
            found[at] = held.get(at, (both, both))
        return dict(sorted(found.items()))

    def _forced(self, grid: Grid, slots: Sequence[Slot]) -> dict[int, Letters]:
        """The same for those that are named."""
        held = self._held(grid, slots)
        return {at: texts for at, texts in held.items() if OPEN in texts or len({*texts}) == 2}

    @property
    def _anywhere(self) -> list[tuple[str, str]]:
        """The pairs that any light may hold."""
        return [(first, second) for name, first, second in self.pairs if not name]

    @property
    def _chooses(self) -> bool:
        """Whether there are cells that may have two letters, or one."""
        return self.n is not None or bool(self._anywhere)

    @staticmethod
    def _lights_for(pair: tuple[str, str], slots: Sequence[Slot]) -> list[Light]:
        """The lights that may hold a pair."""
        n = len(pair[0])
        return [slot for slot in slots if isinstance(slot, Light) and slot.n_letters == n]

    def _chosen(self, grid: Grid, slots: Sequence[Slot]) -> frozenset[int]:
        """The positions of the cells of which some have two letters."""
        lights = [slot.name for slot in slots if isinstance(slot, Light)]
        names = [] if self.n is None else self.among or lights
        cells = {at for name in names for at in cells_at(name, grid, slots, _PARAMETER)}
        for pair in self._anywhere:
            cells.update(at for light in self._lights_for(pair, slots) for at in light.cells)
        return frozenset(cells.difference(self._forced(grid, slots)))

    def _held(self, grid: Grid, slots: Sequence[Slot]) -> dict[int, Letters]:
        """By position, what is given in the cells that the rule names."""
        held: dict[int, Letters] = {}
        two: set[int] = set()
        for name, first, second in self.pairs:
            if not name:
                continue
            cells = cells_at(name, grid, slots, _PARAMETER)
            is_cell = NamedCell.place_of(name) is not None
            texts = (
                [(first or OPEN, second or OPEN)] if is_cell else [*zip(first, second, strict=True)]
            )
            if len(texts) != len(cells):
                raise _bad(
                    f"{name} has {len(cells)} cells, and {first[:40]} {len(first)} letters",
                    "give words of as many letters",
                )
            for at, text in zip(cells, texts, strict=True):
                two |= {at} if is_cell else set()
                held[at] = _merged(at, held.get(at, (OPEN, OPEN)), text, grid)
        for at in two:
            one, other = held[at]
            if one == other != OPEN:
                raise _bad(
                    f"cell {grid.cell_name(at)} holds {one} in both readings",
                    "leave it out, or give words that differ there",
                )
        return dict(sorted(held.items()))


def _merged(at: int, old: Letters, new: Letters, grid: Grid) -> Letters:
    """What a cell holds where two parts of the rule name it, and the grid has a letter."""
    there = grid.cells[at] if grid.is_given(at) else new[0]
    for one, other in ((old[0], new[0]), (old[1], new[1]), (there, new[0])):
        if OPEN not in (one, other) and one != other:
            raise _bad(
                f"cell {grid.cell_name(at)} is to hold {one}, and {other}",
                "name words that go together",
            )
    return (old[0] if new[0] == OPEN else new[0], old[1] if new[1] == OPEN else new[1])


def _normal(text: str, alphabet: Alphabet) -> str:
    if text in ("", OPEN):
        return text
    found = alphabet.normalise(text)
    if found is None or alphabet.size(found) != len(found):
        raise _bad(
            f"{text[:40]!r} is not made of letters of one character",
            "use letters of the list's alphabet",
        )
    return found


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter=_PARAMETER)
