"""The cells of ipuz files: LabeledCell, CrosswordValue and StyleSpec of the specification."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from satcross.crossword import SHADED, Square, SquareKind
from satcross.errors import FormatError
from satcross.formats.colours import colour_of

BLOCK_MARK = "#"
EMPTY_MARK = "0"
_SIDES = "TRBL"
_STYLES = ("shapebg", "color", "highlight", "barred")  # what a Square has a place for
_MAX_NAMED = 5  # styles that name a style that names a style; more is a circle
_LAST_LABEL = 9  # digits of the longest label that is written as a number


@dataclass(frozen=True, slots=True)
class Marks:
    """How a file writes what is no letter and no label.

    Args:
        source: names the file in errors.
        block, empty: as cells have them.
        styles: the named styles.
    """

    source: str
    block: str
    empty: str
    styles: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Look:
    """What a cell of `puzzle` says.

    Args:
        kind, label, circle, shade: as in `Square`.
        value: the letters that stand in it at the beginning, or "".
        sides: which of T, R, B, L have a bar.
    """

    kind: SquareKind
    label: str
    value: str
    circle: bool
    shade: str
    sides: frozenset[str]


def free_marks(used: Collection[str], block: str, empty: str) -> tuple[str, str]:
    """These marks for blocks and empty cells, or others where something `used` is written so."""
    taken = set(used)

    def free(mark: str, others: str) -> str:
        choices = [mark, *others, *(f"{others[0]}{n}" for n in range(len(taken) + 2))]
        chosen: str = next(choice for choice in choices if choice not in taken)
        taken.add(chosen)
        return chosen

    return free(block, "#■@%"), free(empty, "0-_.")


def look_of(raw: Any, marks: Marks, where: str) -> Look:
    """What a cell of `puzzle` says. Raises FormatError when it is none."""
    style: Mapping[str, Any] = {}
    value = ""
    cell = raw
    if isinstance(raw, dict):
        cell = raw.get("cell", marks.empty)
        style = _style(raw.get("style"), marks)
        value = content_of(raw.get("value"), marks, where)[1]
    mark = _scalar(cell, marks, where)
    if mark is None:
        kind, label = SquareKind.VOID, ""
    elif mark == marks.block:
        kind, label = SquareKind.BLOCK, ""
    else:
        kind, label = SquareKind.OPEN, "" if mark == marks.empty or not mark.strip() else mark
    barred = style.get("barred")
    return Look(
        kind,
        label,
        value,
        style.get("shapebg") == "circle",
        _shade(style),
        frozenset(_SIDES).intersection(barred) if isinstance(barred, str) else frozenset(),
    )


def content_of(raw: Any, marks: Marks, where: str) -> tuple[bool, str]:
    """Whether a cell of `solution` or `saved` is a block, and else what stands in it.

    Of a cell that reads otherwise across than down, or of several right answers, the first.
    """
    for _ in range(_MAX_NAMED):
        if isinstance(raw, dict):
            inner = [key for key in raw if key != "style"]
            key = "value" if "value" in raw or not inner else inner[0]
            raw = raw.get(key)
        elif isinstance(raw, list):
            raw = raw[0] if raw else None
    mark = _scalar(raw, marks, where)
    if mark == marks.block:
        return True, ""
    return False, "" if mark is None or mark == marks.empty else mark


def _scalar(raw: Any, marks: Marks, where: str) -> str | None:
    if raw is None or isinstance(raw, str):
        return raw
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw) if raw else marks.empty
    raise FormatError(
        f"{where} holds {str(raw)[:40]!r}",
        mend="a cell is null, a number, a string or an object",
        source=marks.source,
    )


def _style(raw: Any, marks: Marks, depth: int = 0) -> Mapping[str, Any]:
    if isinstance(raw, str):
        raw = marks.styles.get(raw)
    if not isinstance(raw, dict):
        return {}
    name = raw.get("named")
    base = _style(name, marks, depth + 1) if isinstance(name, str) and depth < _MAX_NAMED else {}
    return {**base, **{key: raw[key] for key in _STYLES if key in raw}}


def _shade(style: Mapping[str, Any]) -> str:
    colour = style.get("color")
    if isinstance(colour, str) and colour:
        # One or two digits number a colour of the program's choice; 0 is black.
        return (None if len(colour) < 3 else colour_of(colour)) or _numbered(colour)
    if isinstance(colour, int) and not isinstance(colour, bool):
        return _numbered(str(colour))
    return SHADED if style.get("highlight") is True else ""


def _numbered(colour: str) -> str:
    return "#000000" if colour == "0" else SHADED


def puzzle_json(square: Square, label: str, sides: str, marks: Marks) -> Any:
    """A square as a cell of `puzzle`.

    Args:
        square: the square.
        label: what is printed in its corner.
        sides: those with a bar, in the order TRBL.
        marks: what to write for blocks and for squares without a label.
    """
    if square.kind is SquareKind.VOID:
        cell: Any = None
    elif square.kind is SquareKind.BLOCK:
        cell = marks.block
    else:
        cell = number_or_text(label) if label else empty_json(marks)
    style: dict[str, Any] = {}
    if square.circle:
        style["shapebg"] = "circle"
    if square.shade:
        style["color"] = square.shade.removeprefix("#")
    if sides:
        style["barred"] = sides
    given = square.solution if square.given and square.kind is SquareKind.OPEN else ""
    if not style and not given:
        return cell
    out = {"cell": cell}
    if style:
        out["style"] = style
    if given:
        out["value"] = given
    return out


def content_json(square: Square, text: str, marks: Marks) -> Any:
    """A square as a cell of `solution` or `saved`, with `text` in it when it is open."""
    if square.kind is SquareKind.VOID:
        return None
    if square.kind is SquareKind.BLOCK:
        return marks.block
    return text or empty_json(marks)


def empty_json(marks: Marks) -> Any:
    """The mark of an empty cell, as a number where that is its usual form."""
    return 0 if marks.empty == EMPTY_MARK else marks.empty


def number_or_text(label: str) -> int | str:
    """A label as a number if it is one written in the usual way."""
    usual = label.isascii() and label.isdigit() and len(label) <= _LAST_LABEL and label[0] != "0"
    return int(label) if usual else label


def says_no_more(raw: Any, ours: Any) -> bool:
    """Whether `raw` is but another way to write `ours`, a cell as this module writes it."""
    return bool(_bare(raw) == _bare(ours))


def _bare(raw: Any) -> Any:
    """A cell without what makes no difference: numbers as strings, one key as no object."""
    if isinstance(raw, dict):
        out = {key: value for key, value in raw.items() if value not in ({}, "")}
        style = out.get("style")
        if isinstance(style, dict) and isinstance(style.get("barred"), str):
            out["style"] = {**style, "barred": sorted(style["barred"])}
        for key in ("cell", "value"):
            if list(out) == [key]:
                return _bare(out[key])
        return {key: _bare(value) if key == "cell" else value for key, value in out.items()}
    return str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw
