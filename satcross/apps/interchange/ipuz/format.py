"""ipuz, version 2: crosswords and other kinds of puzzles as JSON.

Reads the kinds of `satcross.apps.interchange.ipuz.kinds`, with or without the JSONP wrapper. Data
for which a `Crossword` has no field is kept in its extras, unchanged, and is written again if the
part to which it belongs has not changed. The blocks and numbers of a hidden diagram are not in the
cells, where programs show them: the solution has the blocks.

Source: ipuz.org, version 2.0 of the specification (CC BY-ND). It does not say whether the cells
of clues count from 0 or from 1; programs differ, most count from 1, and so does `write`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.extras import extras_for, joined_notes, sides_of, with_bars
from satcross.apps.interchange.ipuz.cells import (
    BLOCK_MARK,
    EMPTY_MARK,
    GRIDS,
    Marks,
    cells_json,
    content_of,
    empty_json,
    free_marks,
    is_equivalent,
    is_void,
    square_of,
)
from satcross.apps.interchange.ipuz.clues import NAME, clues_json, key_of, parse_clues
from satcross.apps.interchange.ipuz.kinds import (
    ARROWED,
    has_usual_labels,
    hides_numbers,
    is_of_kind,
    kind_of,
    uris_of,
)
from satcross.apps.interchange.ipuz.own_data import taken_from, with_own_data, without_own_data
from satcross.apps.interchange.ipuz.texts import NOTES, TEXTS, html_of, text_of, texts_json
from satcross.apps.interchange.kinds import kind_in
from satcross.extend import (
    CROSSWORD,
    MAX_FILE,
    MAX_SIDE,
    Extras,
    Feature,
    Links,
    Losses,
    Square,
    SquareKind,
    behaviour_of,
    cell_name,
    counted,
)
from satcross.formats.jsontext import laid_out, load_json, plain

_CALLED = re.compile(r"[A-Za-z_$][\w.$]{0,60}\s{0,9}\(")
_VERSION = re.compile(r"https?://(?:www\.)?ipuz\.org/v[12]")
MAX_BYTES = MAX_FILE >> 1  # the largest grid with all its data takes half of it
_MAX_DEPTH = 60
VERSION = "http://ipuz.org/v2"
LENGTHS_APART = True
KEEPS = frozenset(Feature) - {Feature.TIMER, Feature.NAMED, Feature.BOARD}
_ORDER = (
    *("version", "kind", *TEXTS[:-1], "intro", "notes", "block", "empty", "styles"),
    *("dimensions", "puzzle", "solution", "saved", "clues"),
)


def load(data: bytes, source: str) -> dict[str, Any]:
    """The fields of an ipuz crossword, with or without the JSONP wrapper.

    Raises:
        FormatError: it is not JSON, contains values that JSON cannot hold, or is not a crossword.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(
            "the file is larger than any crossword",
            hint="check that it is a crossword",
            source=source,
        )
    top = _load(data, source)
    _check_version(top, source)
    return top


def _load(data: bytes, source: str) -> dict[str, Any]:
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in b"{[":
        try:
            text = data.decode("utf-8-sig").strip().removesuffix(";").rstrip()
        except UnicodeDecodeError:
            text = ""  # reported by load_json
        called = _CALLED.match(text)
        if called and text.endswith(")"):
            data = text[called.end() : -1].encode()
    top = load_json(data, source)
    if not isinstance(top, dict):
        raise FormatError(
            "the file must be a JSON object", hint="check that it is ipuz", source=source
        )
    todo: list[tuple[Any, int]] = [(top, 1)]
    while todo:
        value, depth = todo.pop()
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        if depth > _MAX_DEPTH:
            raise FormatError(
                "the file is nested too deep", hint="check that it is ipuz", source=source
            )
        for item in inner:
            if isinstance(item, dict | list):
                todo.append((item, depth + 1))
            elif isinstance(item, float) and not math.isfinite(item):
                raise FormatError(f"{item} is not a JSON number", hint="use null", source=source)
    return top


def _check_version(top: Mapping[str, Any], source: str) -> None:
    version = top.get("version", VERSION)
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise FormatError(f'version must be "{VERSION}", got {str(version)[:40]!r}', source=source)


def read(data: bytes, source: str) -> Crossword:
    """The crossword in an ipuz file.

    Raises:
        FormatError: it is not JSON, not a crossword, or contains an invalid value.
    """
    return _Reader(source, load(data, source)).crossword()


class _Reader:
    """Reads the fields of a file one by one."""

    def __init__(self, source: str, top: dict[str, Any]) -> None:
        self._source = source
        self._top = top
        self._kind = kind_of(top, source)
        self._own_data = taken_from(top, self._kind)
        styles = top.get("styles")
        self._marks = Marks(
            source,
            self._mark("block", BLOCK_MARK),
            self._mark("empty", EMPTY_MARK),
            styles if isinstance(styles, dict) else {},
            self._kind.hides_diagram,
        )

    def crossword(self) -> Crossword:
        bare = self._squares()
        clues, base = parse_clues(self._top.get("clues", {}), bare, self._source)
        texts: dict[str, Any] = {key: self._text(key) for key in TEXTS}
        kept: dict[str, Any] = {
            "texts": {
                key: self._top[key]
                for key, text in texts.items()
                if key in self._top and self._top[key] != html_of(key, text)
            },
            "cells_base": {0: 0}.get(base),  # only where it is not the usual one
        }
        if intro := self._text("intro") if "intro" in self._top else "":
            texts["notes"] = joined_notes(intro, texts["notes"])
            kept["texts"] |= {key: self._top[key] for key in NOTES if key in self._top}
        crossword = replace(bare.without_usual_labels(), clues=tuple(clues), **texts)
        crossword = with_own_data(crossword, self._own_data)
        crossword = behaviour_of(self._kind).of_others(crossword)
        if any(clue.place is not None for clue in clues):
            kind = kind_in(NAME, ARROWED, self._source) or self._kind
            crossword = replace(crossword, kind=kind)
        n = _n_enumerations(crossword)
        if n and self._top.get("showenumerations") is not True:
            kept["enumerations_unshown"] = n
        if hides_numbers(self._kind):
            kept |= {"unnumbered": False} if has_usual_labels(bare) else {}
        elif not any(square.label for square in bare.squares) and has_usual_labels(bare.labelled()):
            kept["unnumbered"] = True
        return self._with_extras(crossword, kept)

    def _squares(self) -> Crossword:
        """The crossword without clues and texts, and with all labels in the file."""
        n_rows, n_cols = self._size()
        cells = {key: self._cells(key, n_rows, n_cols) for key in GRIDS}
        squares: list[Square] = []
        bars: dict[int, frozenset[str]] = {}
        for position in range(n_rows * n_cols):
            raw = {key: cells[key][position] if cells[key] else None for key in GRIDS}
            where = cell_name(position, n_cols)
            square, bars[position] = square_of(raw, self._marks, where)
            squares.append(square)
        crossword = replace(with_bars(squares, n_cols, bars), kind=self._kind)
        if self._marks.hides_blocks and has_usual_labels(crossword):
            self._marks = replace(self._marks, hides_blocks=False)
            squares = [
                replace(one, given=one.given and one.kind is SquareKind.OPEN) for one in squares
            ]
        labelled = (crossword if hides_numbers(self._kind) else crossword.labelled()).squares
        for position, square in enumerate(squares):
            sides = sides_of(crossword, position)
            ours = cells_json(square, labelled[position].label, sides, self._marks)
            kept = {
                key: cells[key][position]
                for key in GRIDS
                if cells[key] and self._adds(cells[key][position], ours[key], key)
            }
            if kept:
                squares[position] = replace(square, extras=MappingProxyType({NAME: kept}))
        return replace(crossword, squares=tuple(squares))

    def _adds(self, raw: Any, ours: Any, key: str) -> bool:
        """Whether a cell has more data than the square and must be kept."""
        if isinstance(raw, dict | list) or isinstance(ours, dict):
            return not is_equivalent(raw, ours)
        theirs, wanted = (content_of(item, self._marks, "") for item in (raw, ours))
        if key == "puzzle":  # blocks may be hidden
            return (theirs[0], is_void(raw)) != (wanted[0], is_void(ours))
        return theirs[1] != wanted[1]

    def _with_extras(self, crossword: Crossword, kept: dict[str, Any]) -> Crossword:
        known = {*TEXTS, *GRIDS, "clues", "dimensions", "version", "kind", "block", "empty"}
        usual = {
            "version": VERSION,
            "kind": uris_of(self._kind),
            "block": BLOCK_MARK,
            "empty": EMPTY_MARK,
        }
        fields = {
            key: value
            for key, value in self._top.items()
            if (key not in known and key not in kept["texts"])
            or (key in usual and value != usual[key])
        }
        order = [*(() if "version" in self._top else ("version",)), *self._top]
        clue_keys = list(self._top.get("clues", {}))
        directions = list(dict.fromkeys(clue.direction for clue in crossword.clues))
        used = [key_of(direction, directions) for direction in directions]
        kept |= {
            "fields": fields,
            "order": [] if order == ordered(order) else order,
            "clue_lists": [] if clue_keys == used else clue_keys,
        }
        kept = {key: value for key, value in kept.items() if value or value == 0}
        if not kept:
            return crossword
        extras: Extras = MappingProxyType({**crossword.extras, NAME: kept})
        return replace(crossword, extras=extras)

    def _size(self) -> tuple[int, int]:
        rows = self._top.get("puzzle")
        if not isinstance(rows, list) or not rows or not isinstance(rows[0], list):
            raise self._wrong("puzzle must be a list of rows")
        size = self._top.get("dimensions", {"height": len(rows), "width": len(rows[0])})
        if not isinstance(size, dict):
            raise self._wrong("dimensions must be an object with height and width")
        sides: list[int] = []
        for key in ("height", "width"):
            side = size.get(key)
            if isinstance(side, str) and side.isascii() and side.isdigit() and len(side) < 4:
                side = int(side)
            if type(side) is not int or not 1 <= side <= MAX_SIDE:
                raise self._wrong(
                    f"the {key} must be a whole number up to {MAX_SIDE}, got {str(side)[:20]!r}"
                )
            sides.append(side)
        return sides[0], sides[1]

    def _cells(self, key: str, n_rows: int, n_cols: int) -> list[Any]:
        """The cells of a grid, row by row; none if the file does not have it."""
        rows = self._top.get(key)
        if rows is None or rows == []:
            return []
        if not isinstance(rows, list) or len(rows) != n_rows:
            raise self._wrong(
                f"{key} must be a list of {counted(n_rows, 'row')}", "or correct the dimensions"
            )
        for number, row in enumerate(rows, 1):
            if not isinstance(row, list) or len(row) != n_cols:
                raise self._wrong(
                    f"row {number} of {key} must be a list of {counted(n_cols, 'cell')}",
                    "or correct the dimensions",
                )
        return [cell for row in rows for cell in row]

    def _mark(self, key: str, usual: str) -> str:
        mark = self._top.get(key, usual)
        if isinstance(mark, bool) or not isinstance(mark, str | int):
            raise self._wrong(f"{key} must be a string, got {str(mark)[:20]!r}")
        return str(mark)

    def _text(self, key: str) -> str:
        value = self._top.get(key)
        if isinstance(value, bool | dict | list):
            raise self._wrong(f"{key} must be a string")
        return text_of(key, value)

    def _wrong(self, problem: str, hint: str = "") -> FormatError:
        return FormatError(problem, hint=hint, source=self._source)


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as ipuz.

    A bar is written in both of its squares, as programs differ in which one they read.
    """
    crossword = Links(behaviour_of(crossword.kind).for_others(crossword)).with_see_texts()
    crossword, own_data = without_own_data(crossword)
    losses.note_foreign(crossword, NAME)
    if crossword.timer_s is not None:
        losses.drop(Feature.TIMER)
    losses.drop_of_blocks(crossword, {Feature.LABELS})
    fields = {**_fields(crossword), **own_data}
    return losses.encoded(laid_out(fields, lists=(*GRIDS, "clues")))


def _fields(crossword: Crossword) -> dict[str, Any]:
    kept = plain(extras_for(crossword, NAME))
    fields: dict[str, Any] = {"version": VERSION, "kind": [], **kept.get("fields", {})}
    if not is_of_kind(fields, crossword.kind):
        fields["kind"] = uris_of(crossword.kind)
    unnumbered = kept.get("unnumbered", hides_numbers(crossword.kind)) is True
    hides_blocks = unnumbered and crossword.kind.hides_diagram
    marks = replace(_marks(crossword, fields), hides_blocks=hides_blocks)
    for key, mark, usual in (
        ("block", marks.block, BLOCK_MARK),
        ("empty", marks.empty, EMPTY_MARK),
    ):
        if str(fields.get(key, usual)) != mark:
            fields[key] = mark
    fields |= texts_json(crossword, kept.get("texts", {}))
    fields["dimensions"] = {"width": crossword.n_cols, "height": crossword.n_rows}
    fields |= _grids(crossword, marks, unnumbered=unnumbered)
    unshown = kept.get("enumerations_unshown", 0)
    if _n_enumerations(crossword) > (unshown if isinstance(unshown, int) else 0):
        fields["showenumerations"] = True
    base = 0 if kept.get("cells_base") == 0 else 1
    clues = clues_json(crossword, base, kept.get("clue_lists", []))
    if clues or crossword.kind is not CROSSWORD:  # programs want it in every file
        fields["clues"] = clues
    order = [key for key in kept.get("order", []) if key in fields] or ordered(fields)
    return {key: fields[key] for key in dict.fromkeys((*order, *ordered(fields)))}


def ordered(keys: Iterable[str]) -> list[str]:
    """The names of fields in the order of writing, unknown ones at the end."""
    places = {key: place for place, key in enumerate(_ORDER)}
    return sorted(keys, key=lambda key: places.get(key, len(places)))


def _n_enumerations(crossword: Crossword) -> int:
    return sum(clue.enumeration != "" for clue in crossword.clues)


def _marks(crossword: Crossword, fields: Mapping[str, Any]) -> Marks:
    used = {
        text
        for square in crossword.squares
        for text in (square.solution, square.entry, square.label)
        if text
    }
    block, empty = free_marks(
        used, str(fields.get("block", BLOCK_MARK)), str(fields.get("empty", EMPTY_MARK))
    )
    styles = fields.get("styles")
    return Marks("", block, empty, styles if isinstance(styles, dict) else {})


def _grids(crossword: Crossword, marks: Marks, *, unnumbered: bool) -> dict[str, Any]:
    """The fields `puzzle` and, if they are not empty, `solution` and `saved`."""
    numbered = crossword if unnumbered else crossword.labelled()
    labels = [square.label for square in numbered.squares]
    outer = _edges(crossword)
    cells: dict[str, list[Any]] = {key: [] for key in GRIDS}
    raws = [extras_for(square, NAME) for square in crossword.squares]
    for position, (square, raw) in enumerate(zip(crossword.squares, raws, strict=True)):
        sides = sides_of(crossword, position)
        label = labels[position] if square.kind is SquareKind.OPEN else ""
        ours = cells_json(square, label, sides, marks)
        wanted = square_of(ours, marks, "")[0]
        allowed = outer[position].union(sides)  # where bars say nothing new
        for key in GRIDS:
            if key in raw and _says(trial := {**ours, key: raw[key]}, wanted, allowed, marks):
                ours = trial
            elif key == "puzzle" and key in raw:
                ours[key] = _with_unknown(ours[key], raw[key])
        if square.entry and "saved" not in raw:  # not where the puzzle shows it already
            unsaved = {**ours, "saved": empty_json(marks)}
            ours = unsaved if _says(unsaved, wanted, allowed, marks) else ours
        for key in GRIDS:
            cells[key].append(plain(ours[key]))
    n = crossword.n_cols
    known = {
        "puzzle": True,
        "solution": any(square.solution for square in crossword.squares)
        or any("solution" in raw for raw in raws)
        or any((marks.hides_blocks or "puzzle" in raw) and square.kind is SquareKind.BLOCK
               for raw, square in zip(raws, crossword.squares, strict=True)),
        "saved": any("saved" in raw for raw in raws)
        or any(
            content_of(cell, marks, "")[1] for cell in cells["saved"]
        ),
    }  # fmt: skip
    return {
        key: [cells[key][start : start + n] for start in range(0, len(cells[key]), n)]
        for key in GRIDS
        if known[key]
    }


def _edges(crossword: Crossword) -> list[set[str]]:
    """For each square its sides at the edge of the grid, where bars have no meaning."""
    n_rows, n_cols = crossword.n_rows, crossword.n_cols
    out: list[set[str]] = []
    for position in range(n_rows * n_cols):
        row, col = divmod(position, n_cols)
        at_edge = {"T": row == 0, "B": row == n_rows - 1, "L": col == 0, "R": col == n_cols - 1}
        out.append({side for side, there in at_edge.items() if there})
    return out


def _says(
    cells: Mapping[str, Any], wanted: Square, sides: frozenset[str] | set[str], marks: Marks
) -> bool:
    """Whether cells describe a square.

    They may lack bars, since the square on the other side has them all.

    Args:
        cells: in `puzzle`, `solution` and `saved`; from the original file, or ours.
        wanted, sides: the square, and where there may be bars.
        marks: those of the file that is written.
    """
    try:
        square, barred = square_of(cells, marks, "")
    except FormatError:
        return False
    return square == wanted and barred <= sides


def _with_unknown(ours: Any, raw: Any) -> Any:
    """A cell of ours, with other data that the original file had for it."""
    if not isinstance(raw, dict):
        return ours
    known = {"cell", "style", "value"}
    more = {key: value for key, value in raw.items() if key not in known}
    style = raw.get("style")
    styled = {"shapebg", "color", "highlight", "barred", "named"}
    kept = {
        key: value
        for key, value in (style.items() if isinstance(style, dict) else ())
        if key not in styled or (key == "shapebg" and value != "circle")
    }
    if not more and not kept:
        return ours
    cell = ours if isinstance(ours, dict) else {"cell": ours}
    if kept:
        cell = {**cell, "style": {**kept, **cell.get("style", {})}}
    return {**cell, **plain(more)}
