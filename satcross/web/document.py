"""A crossword as the workbench edits it: an immutable value, its JSON, and how two of them differ.

It has what a file has and what only somebody who makes a crossword needs: pins, theme cells, drafts
of clues, the word lists. As JSON it is a *document*, as docs/internals/workbench-protocol.md
describes; a *patch* has the fields of a document that differ from those of another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from satcross.errors import FormatError, GridError, OptionError
from satcross.formats.jsontext import plain
from satcross.model.crossword import (
    ACROSS,
    DOWN,
    TEXTS,
    Clue,
    Crossword,
    Square,
    SquareKind,
    answered,
    clues_for,
    spelled,
)
from satcross.model.grid import BLOCK, MAX_SIDE, OPEN, VOID, Grid
from satcross.model.needs import CONDITIONS, ENTRIES, PAIRS, REBUS, SLOTS
from satcross.model.puzzle import Direction, Light, find_slots
from satcross.model.roles import EXTRAS, recorded_words
from satcross.pattern.symmetry import Symmetry
from satcross.rules import Rule, ShortForm, keywords_of, rules_in, short_forms
from satcross.words import BUILTIN_MIN_SCORE

BUILTIN = "builtin"
_KINDS = {kind.value: kind for kind in SquareKind}
_MARKS = {"open": OPEN, "block": BLOCK, "void": VOID}
SUPPORTS = frozenset({"", REBUS, PAIRS, CONDITIONS, ENTRIES, SLOTS})
MAX_IN_LIST = 500  # words of one list that a tab shows

Data = dict[str, Any]
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Args:
        kind: "open", "block" or "void".
        letter: its letter, several for a rebus, or "".
        pinned: whether fills keep the letter.
        theme: whether it belongs to a theme entry.
        given: whether the letter is printed for those who solve the puzzle.
        circle: whether a circle is drawn in it.
        shade: background colour as `#rrggbb`; "" for none.
        rest: what else a file had for it; kept and not shown.
    """

    kind: str = "open"
    letter: str = ""
    pinned: bool = False
    theme: bool = False
    given: bool = False
    circle: bool = False
    shade: str = ""
    rest: Json = field(default_factory=dict, hash=False)

    def data(self, *, private: bool = True) -> Data:
        """What is not at its default, as JSON."""
        return _data(self, EMPTY, "" if private else "rest")

    @classmethod
    def of(cls, data: Json) -> Cell:
        """The cell with this JSON, which `data` has made."""
        return cls(**{key: data[key] for key in _CELL if key in data}) if data else EMPTY


def _data(part: Cell | ClueText, usual: Cell | ClueText, but: str = "") -> Data:
    """What differs from what is usual, as JSON, without one of the fields."""
    pairs = {name: getattr(part, name) for name in part.__slots__ if name != but}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in pairs.items()
        if value != getattr(usual, name)
    }


_CELL = Cell.__slots__
EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class ClueText:
    """The clue of one entry.

    Args:
        text: without markup.
        markup: with it, if it has any.
        drafts: other clues that were thought of.
        rest: what else a file had for it.
    """

    text: str = ""
    markup: str = ""
    drafts: tuple[str, ...] = ()
    rest: Json = field(default_factory=dict, hash=False)

    def data(self) -> Data:
        """The text, and what else is not at its default, as JSON."""
        return {"text": self.text} | _data(self, ClueText())

    @classmethod
    def of(cls, data: Json) -> ClueText:
        """The clue with this JSON."""
        known = {name: data[name] for name in cls.__slots__ if name in data}
        return cls(**{**known, "drafts": tuple(data.get("drafts", ()))})


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
        """The view in a message. Raises KeyError, TypeError or ValueError: there is none."""
        lists = tuple(
            (
                str(item["entry"])[:10],
                str(item.get("filter") or "")[:100],
                max(0, int(item.get("offset", 0))),
                min(max(1, int(item.get("limit", 30))), MAX_IN_LIST),
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
        if rule.need not in SUPPORTS:
            raise OptionError(
                f"the workbench does not support the rule {str(rule)!r} yet", parameter="rules"
            )
    return rules


def rules_data(rules: Sequence[Rule]) -> Data:
    """Rules as JSON, for `rules_in`: by its keyword where an option has one, others as texts."""
    lines = as_lines(rules)
    in_lines = {rule.short.keyword for rule in lines if rule.short is not None}
    found: Data = {}
    for name, value in keywords_of(rules).items():
        if name in options() and name not in in_lines:
            is_list = isinstance(value, tuple)
            found[name] = [rule.value() for rule in value] if is_list else value
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


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A crossword in the making. Its fields are those of the protocol's document.

    Args:
        clues: by key, as in "across-34": see `key_of`.
        overrides: by word, its score; 0 is a ban.
        rest: what else a file had: kept and not shown.
    """

    rows: int
    cols: int
    cells: tuple[Cell, ...]
    bars_right: frozenset[int] = frozenset()
    bars_below: frozenset[int] = frozenset()
    symmetry: str = Symmetry.ROTATION.value
    title: str = ""
    author: str = ""
    editor: str = ""
    copyright: str = ""
    publisher: str = ""
    date: str = ""
    notes: str = ""
    clues: Mapping[str, ClueText] = field(default_factory=dict)
    lists: tuple[str, ...] = (BUILTIN,)
    min_score: int | None = BUILTIN_MIN_SCORE
    overrides: Mapping[str, int] = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    rest: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        supported(self.rules)

    @property
    def banned(self) -> tuple[str, ...]:
        """The words that its file bans, as `satcross fill --ban` writes them there."""
        return tuple(self.rest.get("banned", ()))

    @property
    def grid(self) -> Grid:
        """The grid as the engine takes it: the letters are given."""
        cells = tuple(cell.letter or _MARKS[cell.kind] for cell in self.cells)
        return Grid(self.rows, self.cols, cells, self.bars_right, self.bars_below)

    @property
    def slots(self) -> tuple[Light, ...]:
        """The entries' places."""
        return find_slots(self.grid.without_letters())

    def data(self, *, private: bool = True) -> Data:
        """The document as JSON.

        Args: private: whether with what is kept and not shown.
        """
        out: Data = {
            "rows": self.rows,
            "cols": self.cols,
            "cells": [cell.data(private=private) for cell in self.cells],
        }
        for name, (to_data, _) in _FIELDS.items():
            out[name] = to_data(getattr(self, name))
        if not private:
            del out["rest"]
            for clue in out["clues"].values():
                clue.pop("rest", None)
        return out

    @classmethod
    def of(cls, data: Json) -> Document:
        """The document with this JSON, which `data` has made."""
        return cls(
            data["rows"],
            data["cols"],
            tuple(map(Cell.of, data["cells"])),
            **{name: of(data[name]) for name, (_, of) in _FIELDS.items() if name in data},
        )


def _same(value: Any) -> Any:
    return value


def _clues_data(clues: Mapping[str, ClueText]) -> Data:
    return {key: clue.data() for key, clue in clues.items()}


def _clues_of(data: Json) -> Mapping[str, ClueText]:
    return {key: ClueText.of(clue) for key, clue in data.items()}


_FIELDS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "bars_right": (sorted, frozenset),
    "bars_below": (sorted, frozenset),
    "symmetry": (_same, _same),
    **dict.fromkeys(TEXTS, (_same, _same)),
    "clues": (_clues_data, _clues_of),
    "lists": (list, tuple),
    "min_score": (_same, _same),
    "overrides": (dict, dict),
    "rules": (rules_data, rules_in),
    "rest": (plain, _same),
}
_BY_KEY = ("clues", "overrides")  # patches have only the items that differ


# Patches


def patch(before: Document, after: Document) -> Data:
    """What is to be changed of `before` to make `after`."""
    out: Data = {}
    if (before.rows, before.cols) != (after.rows, after.cols):
        out = {"rows": after.rows, "cols": after.cols, "cells": [c.data() for c in after.cells]}
    elif before.cells is not after.cells:
        pairs = enumerate(zip(before.cells, after.cells, strict=True))
        cells = {str(at): new.data() for at, (old, new) in pairs if old is not new and old != new}
        if cells:
            out["cells"] = cells
    for name, (to_data, _) in _FIELDS.items():
        old, new = getattr(before, name), getattr(after, name)
        if old is new or old == new:
            continue
        if name in _BY_KEY:
            items = to_data({key: item for key, item in new.items() if old.get(key) != item})
            out[name] = items | dict.fromkeys([key for key in old if key not in new])
        else:
            out[name] = to_data(new)
    return out


def patched(document: Document, changes: Json) -> Document:
    """The document after a patch, which `patch` has made."""
    new: Data = {}
    cells = changes.get("cells")
    if isinstance(cells, list):
        new = {"rows": changes["rows"], "cols": changes["cols"]}
        new["cells"] = tuple(map(Cell.of, cells))
    elif cells:
        some = list(document.cells)
        for at, data in cells.items():
            some[int(at)] = Cell.of(data)
        new["cells"] = tuple(some)
    for name, (_, of) in _FIELDS.items():
        if name not in changes:
            continue
        if name in _BY_KEY:
            items = dict(getattr(document, name))
            for key, item in changes[name].items():
                items.pop(key, None)
                if item is not None:
                    items |= of({key: item})
            new[name] = items
        else:
            new[name] = of(changes[name])
    return replace(document, **new)


def public(changes: Json) -> Data:
    """A patch as the page gets it: without what is kept and not shown."""
    out = {key: value for key, value in changes.items() if key != "rest"}

    def bare(item: Any) -> Any:
        return {k: v for k, v in item.items() if k != "rest"} if isinstance(item, dict) else item

    for name in ("cells", "clues"):
        if isinstance(out.get(name), dict):
            out[name] = {key: bare(item) for key, item in out[name].items()}
        elif name in out:
            out[name] = [bare(item) for item in out[name]]
    return out


# Crosswords


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


def crossword_of(document: Document, *, settings: bool = True) -> Crossword:
    """The crossword as a file holds it.

    Args: settings: whether its extras have what only the workbench needs.
    """
    squares = tuple(_square(cell) for cell in document.cells)
    grid = document.grid
    rest = document.rest
    clues: list[Clue] = []
    for empty in clues_for(grid):
        known = document.clues.get(key_of(empty.direction, empty.cells[0]))
        if known is None:
            clues.append(empty)
            continue
        clues.append(
            replace(
                empty,
                label=known.rest.get("label", empty.label),
                text=known.text,
                markup=known.markup,
                answer=known.rest.get("answer", empty.answer),
                extras=MappingProxyType(known.rest.get("extras", {})),
            )
        )
    clues += [Clue(**{**data, "cells": tuple(data["cells"])}) for data in rest.get("clues", ())]
    extras = dict(rest.get("extras", {}))
    if settings:
        extras[EXTRAS] = _settings(document)
    return Crossword(
        document.rows,
        document.cols,
        squares,
        document.bars_right,
        document.bars_below,
        tuple(answered(clues, squares)),
        **{name: getattr(document, name) for name in TEXTS},
        timer_s=rest.get("timer_s"),
        timer_runs=rest.get("timer_runs", True),
        extras=MappingProxyType(extras),
    )


def _square(cell: Cell) -> Square:
    rest = cell.rest
    return Square(
        _KINDS[cell.kind],
        cell.letter,
        rest.get("entry", ""),
        cell.given,
        rest.get("label", ""),
        cell.circle,
        cell.shade,
        MappingProxyType(rest.get("extras", {})),
    )


def _settings(document: Document) -> Data:
    cells = list(enumerate(document.cells))
    out: Data = {
        "pinned": [at for at, cell in cells if cell.pinned],
        "theme": [at for at, cell in cells if cell.theme],
        "drafts": {key: list(clue.drafts) for key, clue in document.clues.items() if clue.drafts},
        "symmetry": document.symmetry,
        "lists": list(document.lists),
        "min_score": document.min_score,
        "rules": rules_data(document.rules),
        **({"banned": banned} if (banned := list(document.banned)) else {}),
    }
    keys = {slot_key(slot) for slot in document.slots}
    # Clues of entries that the blocks have divided or joined: they may come back.
    left = {key: clue.text for key, clue in document.clues.items() if key not in keys and clue.text}
    if left:
        out["clues"] = left
    return out


def document_of(crossword: Crossword, defaults: Document, *, source: str) -> Document:
    """A file's crossword as a document.

    Args:
        crossword: as it was read.
        defaults: has the lists, minimum score and overrides of new crosswords.
        source: names the file in errors.

    Raises:
        FormatError: what the workbench has written into it is damaged.
    """
    if crossword.named:
        raise FormatError(
            f"the workbench does not support cells beside the grid yet: {crossword.named[0].name}",
            hint="leave such cells out",
            source=source,
        )
    extras = dict(crossword.extras)
    settings = extras.pop(EXTRAS, {})
    if said := recorded_words(crossword, source):
        raise FormatError(
            f"the workbench does not know the {min(said)} of a puzzle's file",
            hint=f"start it with the option instead, and leave {', '.join(sorted(said))} out",
            source=source,
        )
    clues, others = _clues(crossword)
    rest: Data = {}
    if extras:
        rest["extras"] = plain(extras)
    if others:
        rest["clues"] = others
    if crossword.timer_s is not None:
        rest |= {"timer_s": crossword.timer_s, "timer_runs": crossword.timer_runs}
    document = replace(
        defaults,
        rows=crossword.n_rows,
        cols=crossword.n_cols,
        cells=tuple(_cell(square) for square in crossword.squares),
        bars_right=crossword.bars_right,
        bars_below=crossword.bars_below,
        clues=clues,
        rest=rest,
        **{name: getattr(crossword, name) for name in TEXTS},
    )
    try:
        return _with_settings(document, settings)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise FormatError(
            f"the {EXTRAS!r} part of extras is damaged",
            hint="remove it from the file",
            source=source,
        ) from None


def _cell(square: Square) -> Cell:
    rest: Data = {}
    if square.entry:
        rest["entry"] = square.entry
    if square.label:
        rest["label"] = square.label
    if square.extras:
        rest["extras"] = plain(square.extras)
    return Cell(
        square.kind.value,
        square.solution if square.kind is SquareKind.OPEN else "",
        given=square.given,
        circle=square.circle,
        shade=square.shade,
        rest=rest,
    )


def _clues(crossword: Crossword) -> tuple[dict[str, ClueText], list[Data]]:
    """The clues of the usual entries by key, and the others."""
    by_name = {}
    by_key = {}
    for clue in clues_for(crossword_grid(crossword)):
        key = key_of(clue.direction, clue.cells[0])
        by_name[clue.direction, clue.label] = key
        by_key[key] = clue
    out: dict[str, ClueText] = {}
    others: list[Data] = []
    for clue in crossword.clues:
        key = (
            key_of(clue.direction, clue.cells[0])
            if clue.cells
            else by_name.get((clue.direction, clue.label), "")
        )
        if key not in by_key or key in out:
            whole = {field.name: getattr(clue, field.name) for field in fields(clue)}
            others.append(whole | {"cells": list(clue.cells), "extras": plain(clue.extras)})
            continue
        rest: Data = {}
        if clue.label != by_key[key].label:
            rest["label"] = clue.label
        if clue.answer and clue.answer != spelled(crossword.squares, by_key[key].cells):
            rest["answer"] = clue.answer
        if clue.extras:
            rest["extras"] = plain(clue.extras)
        if clue.text or clue.markup or rest:
            out[key] = ClueText(clue.text, clue.markup, rest=rest)
    return out, others


def crossword_grid(crossword: Crossword) -> Grid:
    """The grid of a crossword without its letters."""
    cells = tuple(_MARKS[square.kind.value] for square in crossword.squares)
    return Grid(
        crossword.n_rows, crossword.n_cols, cells, crossword.bars_right, crossword.bars_below
    )


def _with_settings(document: Document, settings: Json) -> Document:
    if not settings:
        return document
    cells = list(document.cells)
    for name in ("pinned", "theme"):
        for at in settings.get(name, ()):
            cells[_position(at, len(cells))] = replace(cells[at], **{name: True})
    clues = dict(document.clues)
    for key, text in settings.get("clues", {}).items():
        clues.setdefault(str(key), ClueText(str(text)))
    for key, drafts in settings.get("drafts", {}).items():
        known = clues.get(key, ClueText())
        clues[str(key)] = replace(known, drafts=tuple(map(str, drafts)))
    min_score = settings.get("min_score", document.min_score)
    if banned := settings.get("banned"):
        document = replace(document, rest={**document.rest, "banned": [str(w) for w in banned]})
    return replace(
        document,
        cells=tuple(cells),
        clues=clues,
        symmetry=Symmetry(settings.get("symmetry", document.symmetry)).value,
        lists=tuple(map(str, settings.get("lists", document.lists))),
        min_score=None if min_score is None else int(min_score),
        rules=rules_in(settings.get("rules", {})),
    )


def _position(at: Any, n: int) -> int:
    if type(at) is not int or not 0 <= at < n:
        raise ValueError(at)
    return at
