"""An independent check of rules, for `verify`: a module for each kind, which is named for it.

Those for the rules of a room are in its folder `checkers`.

Each has a function `faults(rule, filled)` and the kind of its faults, `FAULT`; or `terms(rule,
usual)`, if its rules say what is looked for in every grid. One whose rules add cells has
`cells(rule, lights)`, and `letters(rule, lights)` if they give letters in cells of the grid; one
whose rules add slots `slots(rule, places, others)`, with `twins(rule, names)` for those that may
hold the word of another; one whose rules name a board `board(rule)`; one whose rules lead lights
through other cells `paths(rule, lights)`, and `texts(rule, lights, held)` if only some cells may
hold their strings; one whose rules add words to the list `words(rule)`;
one whose rules name cells that other rules may add as well, and that must say how an entry is read,
`held(rule, lights)`; one that looks at each entry alone says so by `PER_ENTRY`; and one that can
look at many fills at once has `wrong_rows(rule, rows)`. A rule is plain data here: what it means is
evaluated by that module alone, without code of `satcross.rules`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import combinations
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from satcross import plugins, rooms
from satcross.errors import OptionError, VerificationError
from satcross.model.cellnames import NamedCell, normal_name
from satcross.model.grid import Grid
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.rules import Rule
    from satcross.words.table import Bools

T = TypeVar("T")

USUAL_LENGTH = 2  # the fewest cells of a slot

Found = Iterable[tuple[str, str]]
"""(slot or "", what is wrong)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is looked for in every grid.

    Args:
        distinct: whether every word may be used only once.
        min_length: shorter runs of cells are not slots; 0 for the usual length.
        rebus: strings that any cell may hold instead of a letter.
        boards: that rules name.
    """

    distinct: bool = True
    min_length: int = 0
    rebus: frozenset[str] = frozenset()
    boards: frozenset[str] = frozenset()

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> tuple[Self, list[Rule]]:
        """The terms of rules, and the rules that break otherwise; raises as `RuleChecker`."""
        terms, others = cls(), []
        for rule in rules:
            module = _module_of(rule.kind)
            if hasattr(module, "terms"):
                terms = module.terms(rule, terms)
            else:
                others.append(rule)
        boards = {RuleChecker(rule).board() for rule in others} - {""}
        length = terms.min_length or USUAL_LENGTH
        return replace(terms, min_length=length, boards=frozenset(boards)), others

    def board_of(self, grid: Grid) -> str:
        """The board that rules or the grid name; "" for a rectangle.

        Raises:
            OptionError: there are two.
        """
        boards = sorted({grid.board, *self.boards} - {""})
        if len(boards) > 1:
            raise OptionError(f"there are two boards: {' and '.join(boards)}", parameter="rules")
        return "".join(boards)


@dataclass(frozen=True, slots=True)
class SlotContent:
    """The content of a slot.

    Args:
        slot: its name.
        cells: the text of each cell.
        word: what they spell.
        given: whether all of it was given.
        reading: the word of the list that it is read as: `word`, unless it was treated; "" if there
            is none.
    """

    slot: str
    cells: tuple[str, ...]
    word: str
    given: bool
    reading: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled grid, as the rules look at it.

    Args:
        cells: what each cell of a slot holds, by the cell's name.
        entries: all of them.
        words: the list; given words count as known words, too.
        distinct: whether repeated words are reported elsewhere.
        names: of all slots, in order, also of those that hold no letters.
        paths: by slot, the names of its cells.
        printed: the names of the cells whose letters count where a rule is about any cell.
    """

    cells: Mapping[str, str]
    entries: list[SlotContent]
    words: WordList
    distinct: bool
    names: Sequence[str] = ()
    paths: Mapping[str, list[str]] = field(default_factory=dict)
    printed: Collection[str] = ()

    def open_entries(self, slots: Iterable[str]) -> Iterator[SlotContent]:
        """The entries that were not given, in slots of these names; in all if none is named."""
        slots = list(slots)
        wanted = self._named([slot for slot in slots if slot[:1] != "~"])
        unwanted = self._named([slot[1:] for slot in slots if slot[:1] == "~"])
        is_any = all(slot[:1] == "~" for slot in slots)
        for entry in self.entries:
            name = normal_name(entry.slot)
            if not entry.given and name not in unwanted and (is_any or name in wanted):
                yield entry

    def _named(self, slots: Iterable[str]) -> set[str]:
        """The slots of these names in their normal form; `10+` are those of 10 cells and more."""
        found: set[str] = set()
        for slot in slots:
            if re.fullmatch(r"[0-9]+\+", slot):
                found |= {
                    normal_name(e.slot) for e in self.entries if len(e.cells) >= int(slot[:-1])
                }
            else:
                found |= {*map(normal_name, _slots_meant([slot], self.names))}
        return found

    def pairs(self) -> Iterator[tuple[SlotContent, SlotContent]]:
        """The pairs to compare by the rules that do not apply between given entries."""
        for one, other in combinations(self.entries, 2):
            if len(one.cells) > 1 and len(other.cells) > 1 and not (one.given and other.given):
                yield one, other


def _slots_meant(slots: Iterable[str], names: Sequence[str]) -> list[str]:
    """The slots that a rule names: `*D` stands for 1D, 2D, and so on."""
    found: list[str] = []
    for slot in slots:
        of_way: list[str] = []
        if slot[:1] == "*":
            is_number = re.compile(r"\d+" + re.escape(slot[1:]), re.IGNORECASE).fullmatch
            of_way = [name for name in names if is_number(name)]
        found += of_way or [slot]
    return found


class FilledRows(Protocol):
    """Many fills of a grid, as the rules look at them.

    `Alphabet.symbols` of texts are matched whole.
    """

    @property
    def alphabet(self) -> Alphabet:
        """Of the letters."""

    def holding(self, cell: str | None, held: re.Pattern[str]) -> Bools:
        """By fill, whether the cell of this name holds a matching text; None for any cell."""

    def spelling(self, slot: str | None, word: re.Pattern[str]) -> Bools:
        """By fill, whether the slot of this name has a matching word; None for any slot."""


class RuleChecker:
    """What the module of a rule's kind says of it, each only where the module has it.

    All raise VerificationError if there is no checker of such rules: no fill can be trusted.
    """

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    @property
    def fault(self) -> str:
        """The kind of faults that breaking it is."""
        fault: str = _module_of(self.rule.kind).FAULT
        return fault

    def faults(self, filled: Filled) -> Found:
        """How a filled grid breaks it."""
        found: Found = _module_of(self.rule.kind).faults(self.rule, filled)
        return found

    def slots_meant(self, names: Sequence[str]) -> list[str]:
        """The slots of these names that the rule names: `*D` stands for 1D, 2D, and so on."""
        return _slots_meant(getattr(self.rule, "slots", ()), names)

    @property
    def is_per_entry(self) -> bool:
        """Whether the rule can be checked for each entry alone."""
        return bool(getattr(_module_of(self.rule.kind), "PER_ENTRY", False))

    def read(
        self,
        entries: list[SlotContent],
        names: Sequence[str],
        words: WordList,
        cells: Mapping[str, str],
    ) -> list[SlotContent]:
        """Entries with the readings that the rule gives to what stands in cells.

        One that was given, and has no reading, is read as it is.
        """
        find = getattr(_module_of(self.rule.kind), "readings", None)
        if find is None:
            return entries
        about = {*map(normal_name, self.slots_meant(names))}
        out: list[SlotContent] = []
        must_be_read = any(self.held(names))
        for entry in entries:
            reading, given = entry.reading, entry.given
            if not about or normal_name(entry.slot) in about:
                given = given and not must_be_read
                ways = find(self.rule, replace(entry, given=given), names, words, cells)
                found = [one.word for one in ways]
                reading = (found or [entry.word if given else ""])[0]
            out.append(replace(entry, reading=reading, given=given))
        return out

    def cells(self, lights: Mapping[str, list[str]]) -> Mapping[NamedCell, str]:
        """The cells that the rule adds, each with its letter or "".

        Args: lights: by the name of a slot of the grid, the names of its cells.
        """
        return _said(self.rule, "cells", {}, lights)

    def held(self, lights: Iterable[str]) -> Iterable[str]:
        """The names of cells that hold letters by the rule, whether or not slots pass them.

        Args: lights: the names of the slots.
        """
        return _said(self.rule, "held", (), lights)

    def board(self) -> str:
        """The board that the rule names; "" for none."""
        return _said(self.rule, "board", "")

    def letters(self, lights: Mapping[str, list[str]]) -> Mapping[str, str]:
        """The letters that the rule gives in cells of the grid, by name."""
        return _said(self.rule, "letters", {}, lights)

    def slots(self, grid: Grid, others: Mapping[str, list[int]]) -> Mapping[str, list[int]]:
        """The slots that the rule adds to `others`, the slots so far.

        Raises:
            OptionError: the grid does not have a cell of such a slot.
        """
        find = getattr(_module_of(self.rule.kind), "slots", None)
        if find is None:
            return {}
        try:
            found: Mapping[str, list[int]] = find(self.rule, _places_in(grid), others)
        except KeyError as error:
            raise OptionError(f"there is no cell {error}", parameter="rules") from None
        return found

    def led(self, slots: Mapping[str, list[int]], grid: Grid) -> Mapping[str, list[int]]:
        """The slots that the rule leads through other cells than the grid does."""
        find = getattr(_module_of(self.rule.kind), "paths", None)
        if find is None:
            return {}
        found = find(self.rule, lights_of(slots, grid))
        return {name: [grid.position(at) for at in path] for name, path in found.items()}

    def texts(
        self, lights: Mapping[str, list[str]], held: Mapping[str, str]
    ) -> Iterable[tuple[str, str]]:
        """Names of cells with strings that they may hold; held: what cells hold, by name."""
        return _said(self.rule, "texts", (), lights, held)

    def words(self) -> Iterable[str]:
        """Words that entries may hold by the rule although the list lacks them."""
        return _said(self.rule, "words", ())

    def twins(self, names: Iterable[str]) -> Mapping[str, str]:
        """By the names of slots, those of others whose word they may hold as well; or no such."""
        return _said(self.rule, "twins", {}, names)

    @property
    def wrong_rows(self) -> Callable[[Any, FilledRows], Bools] | None:
        """The function that says by fill whether the rule is broken; None if there is none."""
        return getattr(_module_of(self.rule.kind), "wrong_rows", None)


def _places_in(grid: Grid) -> dict[str, int]:
    """The positions of all cells by their names."""
    places = {f"r{at // grid.n_cols + 1}c{at % grid.n_cols + 1}": at for at in range(grid.size)}
    return places | {cell.name: grid.size + at for at, cell in enumerate(grid.named)}


def printed_in(grid: Grid) -> set[str]:
    """The names of the cells whose text is on the board; that of a hidden cell is not.

    A second text of a cell is in that cell.
    """
    places = _places_in(grid)
    hidden = [cell.name for cell in grid.named if cell.place is None]
    return places.keys() - {
        name for name in hidden if name[-1] not in "bd" or not _is_in_rectangle(name[:-1], places)
    }


def _is_in_rectangle(name: str, places: Collection[str]) -> bool:
    return name in places and re.fullmatch(r"r\d+c\d+", name) is not None


def lights_of(slots: Mapping[str, list[int]], grid: Grid) -> dict[str, list[str]]:
    """By the names of slots, the names of their cells."""
    return {name: [grid.cell_name(at) for at in cells] for name, cells in slots.items()}


def line_of_cells(text: str, places: Collection[str] = ()) -> list[str]:
    """The names of cells that a text lists; a range is a straight line of them.

    Args: places: the names of all cells of the grid, which paths such as `edge` are in.
    """
    found: list[str] = []
    for part in text.split():
        name = normal_name(part)
        path, _, some = name.partition("[")
        if path in ("edge", "diagonal", "antidiagonal", "spiral"):
            if not places:
                raise OptionError(f"the cells of {part} are not known here", parameter="rules")
            cells = _walk(path, places)
            first, last = map(int, some.strip("]").split("-")) if some else (1, len(cells))
            found += cells[first - 1 : last]
            continue
        if not re.fullmatch(r"r\d+c\d+(-r\d+c\d+)?", name):
            found.append(name)
            continue
        row, col, *end = numbers_in(part)
        last_row, last_col = end or (row, col)
        steps = max(abs(last_row - row), abs(last_col - col))
        # Straight lines only, so that the divisions leave no rest.
        down, right = (last_row - row) // max(1, steps), (last_col - col) // max(1, steps)
        found += [f"r{row + step * down}c{col + step * right}" for step in range(steps + 1)]
    return found


def numbers_in(name: str) -> list[int]:
    """The numbers in the name of a cell: its row and its column."""
    return [int(number) for number in re.findall(r"\d+", name)]


def _walk(path: str, places: Collection[str]) -> list[str]:
    """A path in the rectangle, from cell to cell: it turns right where it can go no further."""
    inside = {
        (int(row), int(column))
        for row, column in (
            re.findall(r"\d+", name) for name in places if re.fullmatch(r"r\d+c\d+", name)
        )
    }
    if path.endswith("diagonal"):
        last_column = max(column for _, column in inside)
        anti = path.startswith("anti")
        steps = ((at, last_column + 1 - at if anti else at) for at in range(1, len(inside) + 1))
        return [f"r{row}c{column}" for row, column in steps if (row, column) in inside]
    if path == "edge":
        rows, columns = ({place[axis] for place in inside} for axis in (0, 1))
        inside = {
            (row, column)
            for row, column in inside
            if row in (1, max(rows)) or column in (1, max(columns))
        }
    at, step = (1, 1), (0, 1)
    found: list[str] = []
    while at in inside:
        found.append(f"r{at[0]}c{at[1]}")
        inside.discard(at)
        if (at[0] + step[0], at[1] + step[1]) not in inside:
            step = (step[1], -step[0])
        at = (at[0] + step[0], at[1] + step[1])
    return found


def _said(rule: Rule, name: str, nothing: T, *args: object) -> T:
    """What a function of a rule's module finds; `nothing` if the module has no such function."""
    find = getattr(_module_of(rule.kind), name, None)
    found: T = nothing if find is None else find(rule, *args)
    return found


def _module_of(kind: str) -> Any:
    name = f"{__name__}.{kind.replace('-', '_')}"
    if name in sys.modules:  # asked several times for each rule of each fill
        return sys.modules[name]
    name = rooms.module_in("checkers", kind.replace("-", "_")) or name
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return _brought(kind)


def _brought(kind: str) -> Any:
    """The checker of a rule that another package brings, a module too; raises as `RuleChecker`."""
    found = plugins.load(plugins.CHECKERS, kind)
    if found is None:
        raise VerificationError(f"there is no checker of the rule {kind}")
    return found
