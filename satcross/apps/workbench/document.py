"""A crossword as the workbench edits it: an immutable value, its JSON, and how two of them differ.

It has what a file has and what only somebody who makes a crossword needs: pins, theme cells, drafts
of clues, the word lists. As JSON it is a *document*, as docs/internals/workbench-protocol.md
describes; a *patch* has the fields of a document that differ from those of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any

from satcross import Crossword, Grid, GridError, InputError, OptionError, Puzzle, Symmetry, WordList
from satcross.apps.workbench.messages import MAX_SAID, integer
from satcross.extend import (
    ACROSS,
    BLOCK,
    DOWN,
    MAX_SIDE,
    OPEN,
    VOID,
    Clue,
    Direction,
    Extras,
    Light,
    NamedCell,
    Need,
    Rule,
    Square,
    SquareKind,
    find_slots,
    rules_in,
)
from satcross.formats.jsontext import plain
from satcross.model.grid import with_second_cells
from satcross.rules import short_forms, with_letters_of
from satcross.rules.base import ShortForm

BUILTIN = "builtin"
_MARKS = {SquareKind.OPEN: OPEN, SquareKind.BLOCK: BLOCK, SquareKind.VOID: VOID}
SUPPORTS = frozenset(
    {"", Need.REBUS, Need.PAIRS, Need.CONDITIONS, Need.ENTRIES, Need.SLOTS, Need.TREATMENTS}
)
TWO_TEXTS = ("two-readings", "either-or")
"""The rules whose cells beside the rectangle are hidden: the page shows both texts in one cell."""
MAX_IN_LIST = 500  # words of one list that a tab shows
HIDDEN = ("entry", "label", "answer", "extras", "references")
"""What is kept and not shown."""

Data = dict[str, Any]
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell(Square):
    """A square, with what only somebody who makes a crossword knows of it.

    Args:
        pinned: whether fills keep the letter.
        theme: whether it belongs to a theme entry.
    """

    extras: Extras = field(default_factory=dict, hash=False)  # which can be pickled
    pinned: bool = False
    theme: bool = False

    def emptied(self) -> Cell:
        """The cell without its letters; one of two texts stays so."""
        mark = next(filter(self.solution.count, Grid.MARKS.values()), "")
        return replace(self, solution=f"{OPEN}{mark}{OPEN}" if mark else "")

    def data(self) -> Data:
        """What is not at its default, as JSON."""
        if self is EMPTY:
            return {}
        data = _data(self, EMPTY)
        if self.kind is not SquareKind.OPEN:
            data["kind"] = self.kind.value
        if self.solution:
            data["letter"] = data.pop("solution")
        return data

    @classmethod
    def of(cls, data: Json) -> Cell:
        """The cell with this JSON, which `data` has made."""
        if not data:
            return EMPTY
        known = _known(data)
        kind = SquareKind(known.pop("kind", "open"))
        return cls(kind, known.pop("letter", ""), **known)


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class ClueText:
    """The clue of one entry, and what belongs to it.

    Args:
        text: its clue, without markup.
        markup: with it, if it has any.
        drafts: other clues that were thought of.
        label: the number printed before it; None for the usual one.
        answer: as written, if its cells spell another one.
        extras: by format name, other data that a file of that format had for it.
        enumeration: the lengths of the words of its answer, if they are not in its text.
        annotation: what explains the answer.
        continued: the keys of the further entries in which its answer goes on.
        references: the keys of the entries that its text names, where one of them is gone.
        favourites: words that fills put there if they can.
        word: what its answer spells, in all of its entries: see `clue_words`; "" while they have
            not been full.
        remarks: notes of reviewers, which nobody else gets.
    """

    text: str = ""
    markup: str = ""
    drafts: tuple[str, ...] = ()
    label: str | None = None
    answer: str = ""
    extras: Json = field(default_factory=dict, hash=False)
    enumeration: str = ""
    annotation: str = ""
    continued: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    favourites: tuple[str, ...] = ()
    word: str = ""
    remarks: tuple[str, ...] = ()

    def data(self) -> Data:
        """The text, and what else is not at its default, as JSON."""
        return {"text": self.text} | _data(self, ClueText())

    @classmethod
    def of(cls, data: Json) -> ClueText:
        """What has this JSON, which `data` has made."""
        return cls(**_known(data))


def _data(part: Cell | ClueText, usual: Cell | ClueText) -> Data:
    """What differs from what is usual, as JSON; what is not shown is in its `rest`."""
    data = {
        name: plain(value)
        for name in _NAMES[type(part)]
        if (value := getattr(part, name)) != getattr(usual, name)
    }
    rest = {name: data.pop(name) for name in HIDDEN if name in data}
    return data | ({"rest": rest} if rest else {})


_NAMES = {kind: [each.name for each in fields(kind)] for kind in (Cell, ClueText)}


def _known(data: Json) -> Data:
    """The fields that `_data` has made JSON of."""
    known = {**data, **data.get("rest", {})}
    known.pop("rest", None)
    return {name: tuple(it) if isinstance(it, list) else it for name, it in known.items()}


@dataclass(frozen=True, slots=True)
class View:
    """What a tab shows: see the protocol.

    Args:
        cell: where the cursor is; None for nowhere.
        lists: entry, filter, offset and limit of each list.
    """

    cell: int | None = None
    lists: tuple[tuple[str, str, int, int], ...] = ()

    @classmethod
    def of(cls, data: Json) -> View:
        """The view in a message. Raises EditError, KeyError or TypeError: there is none."""
        lists = tuple(
            (
                str(item["entry"])[:10],
                str(item.get("filter") or "")[:100],
                integer(item, "offset", 0, MAX_SAID, 0),
                min(integer(item, "limit", 1, MAX_SAID, 30), MAX_IN_LIST),
            )
            for item in (data.get("lists") or [])[:2]
        )
        cell = data.get("cell")
        return cls(cell if isinstance(cell, int) else None, lists)


def supported(rules: Sequence[Rule]) -> Sequence[Rule]:
    """The rules, if the workbench can keep to them all.

    Raises:
        OptionError: it cannot; it names the first.
    """
    for rule in rules:
        if rule.need not in SUPPORTS and rule.kind not in TWO_TEXTS:
            raise OptionError(
                f"the workbench does not support the rule {str(rule)!r} yet", parameter="rules"
            )
    return rules


def rules_data(rules: Sequence[Rule]) -> Data:
    """Rules as JSON, for `rules_in`: by its keyword where an option has one, others as texts."""
    lines = as_lines(rules)
    found: Data = {}
    for name, short in options().items():
        values = [rule.value() for rule in rules if rule.short is short]
        if short.kind is tuple:
            found[name] = values
        elif not any(rule.short is short for rule in lines):
            found[name] = short.kind(values[0] or True) if values else short.off
    return {**found, **({"rules": [rule.written() for rule in lines]} if lines else {})}


def options() -> dict[str, ShortForm]:
    """The rules that people can set on the page, by keyword."""
    return {name: short for name, short in short_forms().items() if short.label}


def as_lines(rules: Sequence[Rule]) -> list[Rule]:
    """The rules that are lines of text on the page: no option has them, or not all of a kind."""

    def has_option(rule: Rule) -> bool:
        short = rule.short
        if short is None or short.keyword not in options():
            return False
        return short.kind is tuple or [one.kind for one in rules].count(rule.kind) == 1

    return [rule for rule in rules if not has_option(rule)]


@dataclass(frozen=True, slots=True, repr=False)
class Document(Crossword):
    """A crossword in the making: a crossword, and what only somebody who makes it needs.

    Its squares are those of the rectangle; in two texts they are as in grid text: `C/B`, `ON|OFF`,
    `./.`. Its clues are those that belong to no entry: they are kept, and not shown.

    Args:
        texts: of its entries, by key, as in "across-34": see `key_of`.
        kept: clues of words that the grid does not have now, by word: see `clue_words`.
        symmetry: of `satcross.pattern.symmetry`.
        lists: names of word lists, the first of which decides.
        min_score: of words of the lists; None for none.
        overrides: by word, its score; 0 is a ban.
        rules: for entries.
        banned: the words that its file bans, as `satcross fill --ban` writes them there.
        own_notes: notes of the setter, which nobody else gets.
    """

    squares: tuple[Cell, ...]
    extras: Extras = field(default_factory=dict, hash=False)  # which can be pickled
    texts: Mapping[str, ClueText] = field(default_factory=dict, hash=False)
    kept: Mapping[str, ClueText] = field(default_factory=dict, hash=False)
    symmetry: str = Symmetry.ROTATION.value
    lists: tuple[str, ...] = (BUILTIN,)
    min_score: int | None = WordList.MIN_SCORE
    overrides: Mapping[str, int] = field(default_factory=dict, hash=False)
    rules: tuple[Rule, ...] = ()
    banned: tuple[str, ...] = ()
    own_notes: str = ""

    def __post_init__(self) -> None:
        Crossword.__post_init__(self)  # `super` does not know a class with slots
        supported(self.rules)

    @property
    def grid(self) -> Grid:
        """The grid as the engine takes it: the letters are given.

        Solutions of cells with two texts are as in grid text: `C/B`, `ON|OFF`, `./.`.
        """
        cells, named = with_second_cells(
            self.n_cols, [cell.solution or _MARKS[cell.kind] for cell in self.squares]
        )
        return Grid(self.n_rows, self.n_cols, cells, self.bars_right, self.bars_below, named)

    @property
    def slots(self) -> tuple[Light, ...]:
        """The entries' places."""
        return find_slots(self.grid.without_letters())

    def place(self, grid: Grid, cell: int) -> int:
        """The position in the document's grid of a cell of a puzzle's grid.

        A hidden cell that only rules make is in the cell of the rectangle whose text it has.
        """
        own, name = self.grid, grid.cell_name(cell)
        is_own = cell < own.size or name in {each.name for each in own.named}
        return own.position(name if is_own else NamedCell.first_of(name))

    def puzzle(self, words: WordList, grid: Grid | None = None) -> Puzzle:
        """What the crossword asks for, or would with another grid.

        Raises:
            OptionError: its words or rules do not allow it.
        """
        held = with_letters_of(grid or self.grid, self.rules, words.alphabet)
        return Puzzle(held, words, self.rules)

    def drawn(self) -> Data:
        """What follows from the document, for the page.

        Returns: `paths`: names and cells of the slots that rules add; `mirrors`: for each move of
            the symmetry, where each cell goes.
        """
        grid = Grid(self.n_rows, self.n_cols, (OPEN,) * len(self.squares))
        paths: list[Data] = []
        for rule in self.rules:
            with suppress(InputError):  # what the grid does not have is said by the engine
                slots = rule.slots_in(grid, ())
                paths += [{"name": name, "cells": list(cells)} for name, cells in slots]
        mirrors: list[tuple[int, ...]] = []
        with suppress(OptionError):  # the grid was square once
            mirrors = Symmetry(self.symmetry).images(self.n_rows, self.n_cols)[1:]
        return {"paths": paths, "mirrors": mirrors}

    def data(self) -> Data:
        """The document as JSON; what is not shown is in its `rest`."""
        rest: Data = {
            "extras": plain(self.extras),
            "clues": [
                {each.name: plain(getattr(clue, each.name)) for each in fields(clue)}
                for clue in self.clues
            ],
            "banned": list(self.banned),
        }
        rest = {name: value for name, value in rest.items() if value}
        if self.timer_s is not None:
            rest |= {"timer_s": self.timer_s, "timer_runs": self.timer_runs}
        return {
            "rows": self.n_rows,
            "cols": self.n_cols,
            "cells": [cell.data() for cell in self.squares],
            "bars_right": sorted(self.bars_right),
            "bars_below": sorted(self.bars_below),
            **{name: getattr(self, name) for name in _SAME},
            "clues": {key: text.data() for key, text in self.texts.items()},
            "kept": {word: text.data() for word, text in self.kept.items()},
            "lists": list(self.lists),
            "overrides": dict(self.overrides),
            "rules": rules_data(self.rules),
            "rest": rest,
        }

    @classmethod
    def of(cls, data: Json) -> Document:
        """The document with this JSON, which `data` has made, perhaps with fewer fields."""
        data = new_document(1, 1).data() | dict(data)
        rest = data["rest"]
        return cls(
            data["rows"],
            data["cols"],
            tuple(map(Cell.of, data["cells"])),
            frozenset(data["bars_right"]),
            frozenset(data["bars_below"]),
            tuple(
                _clue_of(clue).within(data["rows"] * data["cols"]) for clue in rest.get("clues", ())
            ),
            timer_s=rest.get("timer_s"),
            timer_runs=rest.get("timer_runs", True),
            extras=rest.get("extras", {}),
            texts={key: ClueText.of(text) for key, text in data["clues"].items()},
            kept={word: ClueText.of(text) for word, text in data["kept"].items()},
            lists=tuple(data["lists"]),
            overrides=data["overrides"],
            rules=rules_in(data["rules"]),
            banned=tuple(rest.get("banned", ())),
            **{name: data[name] for name in _SAME},
        )


def _clue_of(data: Json) -> Clue:
    continued = tuple(map(tuple, data.get("continued", ())))
    return Clue(**{**data, "cells": tuple(data["cells"]), "continued": continued})


_SAME = (*Crossword.TEXTS, "symmetry", "min_score", "own_notes")
_BY_KEY = ("cells", "clues", "kept", "overrides")  # patches have only the items that differ


def key_of(direction: str, cell: int) -> str:
    """The key of an entry: its direction and the position of its first cell."""
    return f"{direction.lower()}-{cell}"


def slot_key(slot: Light) -> str:
    """The key of a slot."""
    return key_of(ACROSS if slot.direction is Direction.ACROSS else DOWN, slot.cells[0])


def new_document(rows: int, cols: int, **settings: Any) -> Document:
    """An empty grid.

    Raises:
        GridError: a side is out of range.
    """
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise GridError(f"a grid has 1 to {MAX_SIDE} rows and columns, got {cols}x{rows}")
    return Document(rows, cols, (EMPTY,) * (rows * cols), **settings)


# Patches


def patch(before: Data, after: Data) -> Data:
    """What is to be changed of a document's JSON `before` to make `after`."""
    changed = {name: after[name] for name in after if before[name] != after[name]}
    if not changed.keys().isdisjoint(("rows", "cols")):  # positions mean something else now
        size = {name: after[name] for name in ("rows", "cols", "cells")}
        return size | patch(before | size, after)
    for name in changed.keys() & _BY_KEY:
        old, new = _by_key(before[name]), _by_key(after[name])
        items = {key: item for key, item in new.items() if old.get(key) != item}
        changed[name] = items | dict.fromkeys([key for key in old if key not in new])
    return changed


def patched(data: Data, changes: Json) -> Data:
    """A document's JSON after a patch, which `patch` has made."""
    new = {**data, **changes}
    for name in _BY_KEY:
        if isinstance(changes.get(name), dict):
            items = _by_key(data[name]) | changes[name]
            new[name] = {key: item for key, item in items.items() if item is not None}
    return new | {"cells": [*_by_key(new["cells"]).values()]}


def _by_key(items: Any) -> Data:
    """The items of an object, or those of a list by position."""
    return items if isinstance(items, dict) else {str(at): it for at, it in enumerate(items)}


def public(data: Any) -> Any:
    """A document or a patch as the page gets it: without what is kept and not shown."""
    if isinstance(data, dict):
        return {key: public(item) for key, item in data.items() if key != "rest"}
    return [public(item) for item in data] if isinstance(data, list) else data


def changed_squares(
    document: Document, positions: Iterable[int], change: Callable[[int, Cell], Cell]
) -> tuple[Cell, ...]:
    """The squares of a document, some of which are changed by a function."""
    squares = list(document.squares)
    for at in positions:
        squares[at] = change(at, squares[at])
    return tuple(squares)
