"""Writes ipuz, which `satcross.formats.ipuz.format` describes and reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from satcross.errors import FormatError
from satcross.formats.extras import extras_for, note_foreign, sides_of
from satcross.formats.ipuz.cells import (
    BLOCK_MARK,
    EMPTY_MARK,
    Marks,
    content_json,
    content_of,
    free_marks,
    look_of,
    puzzle_json,
)
from satcross.formats.ipuz.clues import (
    NAME,
    clue_with_extras,
    directions_of,
    key_of,
    places_of,
)
from satcross.formats.jsontext import dumps, json_list, plain
from satcross.formats.losses import Feature, Losses, drop_labels_of_blocks, encoded
from satcross.formats.markup import from_html, to_html
from satcross.model.crossword import Clue, Crossword, Square, SquareKind
from satcross.model.enumerations import enumeration_of

VERSION = "http://ipuz.org/v2"
KIND = "http://ipuz.org/crossword#1"
KEEPS = frozenset(Feature) - {Feature.TIMER, Feature.NAMED}
TEXTS = ("title", "author", "editor", "copyright", "publisher", "date", "notes")
_ORDER = (
    *("version", "kind", *TEXTS[:-1], "intro", "notes", "block", "empty", "styles"),
    *("dimensions", "puzzle", "solution", "saved", "clues"),
)
_DATE = re.compile(r"(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])/([0-9]{4})")
_ISO_DATE = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_IN_LINES = ("puzzle", "solution", "saved")


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as ipuz.

    A bar is written in both of its squares, as programs differ in which one they read.
    """
    note_foreign(crossword, NAME, losses, has_enumerations=True)
    if crossword.timer_s is not None:
        losses.drop(Feature.TIMER)
    drop_labels_of_blocks(crossword, losses)
    text = _laid_out(_fields(crossword))
    return encoded(text, losses)


def _fields(crossword: Crossword) -> dict[str, Any]:
    kept = plain(extras_for(crossword, NAME))
    fields: dict[str, Any] = {"version": VERSION, "kind": [KIND], **kept.get("fields", {})}
    marks = _marks(crossword, fields)
    for key, mark, usual in (
        ("block", marks.block, BLOCK_MARK),
        ("empty", marks.empty, EMPTY_MARK),
    ):
        if str(fields.get(key, usual)) != mark:
            fields[key] = mark
    fields |= _texts(crossword, kept.get("texts", {}))
    fields["dimensions"] = {"width": crossword.n_cols, "height": crossword.n_rows}
    fields |= _grids(crossword, marks, unnumbered=kept.get("unnumbered") is True)
    if any(enumeration_of(clue) and NAME not in clue.extras for clue in crossword.clues):
        fields.setdefault("showenumerations", True)
    base = 0 if kept.get("cells_base") == 0 else 1
    clues = _clues(crossword, base, kept.get("clue_lists", []))
    if clues:
        fields["clues"] = clues
    order = [key for key in kept.get("order", []) if key in fields] or ordered(fields)
    return {key: fields[key] for key in dict.fromkeys((*order, *ordered(fields)))}


def ordered(keys: Iterable[str]) -> list[str]:
    """The names of fields in the order of writing, unknown ones at the end."""
    places = {key: place for place, key in enumerate(_ORDER)}
    return sorted(keys, key=lambda key: places.get(key, len(places)))


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


def _texts(crossword: Crossword, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Title, author and so on; as in the original file if they have not changed."""
    out: dict[str, Any] = {}
    for key in TEXTS:
        text = getattr(crossword, key)
        field = "intro" if key == "notes" and "intro" in raw else key
        if field in raw and text_of(field, raw[field]) == text:
            out[field] = raw[field]
        elif text:
            out[field] = html_of(field, text)
    return out


def text_of(key: str, value: Any) -> str:
    """The text of a field that holds HTML, a number or null; a date as 2026-12-31."""
    text = "" if value is None else from_html(str(value), "\n")[0]
    date = _DATE.fullmatch(text) if key == "date" else None
    return f"{date[3]}-{date[1]}-{date[2]}" if date else text


def html_of(key: str, text: str) -> str:
    """Text in the notation of such a field; a date as 12/31/2026."""
    date = _ISO_DATE.fullmatch(text) if key == "date" else None
    return f"{date[2]}/{date[3]}/{date[1]}" if date else to_html(text).replace("\n", "<br>")


def _grids(crossword: Crossword, marks: Marks, *, unnumbered: bool) -> dict[str, Any]:
    """The fields `puzzle` and, if they are not empty, `solution` and `saved`."""
    numbered = crossword if unnumbered else crossword.labelled()
    labels = [square.label for square in numbered.squares]
    outer = _edges(crossword)
    cells: dict[str, list[Any]] = {key: [] for key in _IN_LINES}
    raws = [extras_for(square, NAME) for square in crossword.squares]
    for position, (square, raw) in enumerate(zip(crossword.squares, raws, strict=True)):
        sides = sides_of(crossword, position)
        ours = puzzle_json(square, labels[position], sides, marks)
        if "puzzle" in raw and not _fits(
            raw["puzzle"], square, labels[position], {*sides}, outer[position], marks
        ):
            ours = _with_unknown(ours, raw["puzzle"])
        elif "puzzle" in raw:
            ours = plain(raw["puzzle"])
        cells["puzzle"].append(ours)
        entry = "" if _shows_entry(ours, square, marks) else square.entry
        for key, text in (("solution", square.solution), ("saved", entry)):
            old = raw.get(key)
            same = key in raw and _has_content(old, square, text, marks)
            cells[key].append(plain(old) if same else content_json(square, text, marks))
    n = crossword.n_cols
    known = {
        "puzzle": True,
        "solution": any(square.solution for square in crossword.squares)
        or any("solution" in raw for raw in raws)
        or any("puzzle" in raw and square.kind is SquareKind.BLOCK
               for raw, square in zip(raws, crossword.squares, strict=True)),
        "saved": any("saved" in raw for raw in raws)
        or any(
            content_of(cell, marks, "")[1] for cell in cells["saved"]
        ),
    }  # fmt: skip
    return {
        key: [cells[key][start : start + n] for start in range(0, len(cells[key]), n)]
        for key in _IN_LINES
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


def _fits(
    raw: Any, square: Square, label: str, sides: set[str], edges: set[str], marks: Marks
) -> bool:
    """Whether a cell of `puzzle` from the original file describes the square as it is now.

    It may lack bars, since the square on the other side has them all.
    """
    try:
        look = look_of(raw, marks, "")
    except FormatError:
        return False
    hidden = look.kind is SquareKind.OPEN and square.kind is SquareKind.BLOCK  # diagramless
    value = square.solution if square.given else ""
    return (
        (look.kind is square.kind or hidden)
        and (look.label == label or hidden)
        and (look.value == value or (not value and look.value == square.entry))
        and (look.circle, look.shade) == (square.circle, square.shade)
        and look.sides <= sides | edges
    )


def _shows_entry(cell: Any, square: Square, marks: Marks) -> bool:
    """Whether a cell of `puzzle` has a solver's entry as its value."""
    if not square.entry or square.given or not isinstance(cell, dict):
        return False
    return content_of(cell.get("value"), marks, "")[1] == square.entry


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


def _has_content(raw: Any, square: Square, text: str, marks: Marks) -> bool:
    """Whether a cell of `solution` or `saved` from the original file has this text."""
    try:
        is_block, content = content_of(raw, marks, "")
    except FormatError:
        return False
    if square.kind is SquareKind.OPEN:
        return not is_block and content == text
    return True  # the content does not matter in a square without letters


def _clues(crossword: Crossword, base: int, keys: list[str]) -> dict[str, list[Any]]:
    directions: dict[str, list[Clue]] = {}
    for clue in crossword.clues:
        directions.setdefault(clue.direction, []).append(clue)
    keyed = {direction: key for key, direction in directions_of(keys).items()}
    places = places_of(crossword, "", base)
    lists: dict[str, list[Any]] = {key: [] for key in keys}
    for direction, clues in directions.items():
        key = keyed.get(direction) or key_of(direction, directions)
        lists[key] = [clue_with_extras(clue, places, crossword) for clue in clues]
    return {key: plain(items) for key, items in lists.items()}


def _laid_out(data: Mapping[str, Any]) -> str:
    """JSON with a line for each row of a grid and each clue."""
    lines: list[str] = []
    for key, value in data.items():
        text = dumps(value)
        if key in _IN_LINES:
            text = json_list(value, " ")
        elif key == "clues":
            lists = [f"  {dumps(name)}: {json_list(clues, '  ')}" for name, clues in value.items()]
            text = "{\n" + ",\n".join(lists) + "\n }"
        lines.append(f" {dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
