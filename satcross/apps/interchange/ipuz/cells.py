"""The cells of ipuz files: LabeledCell, CrosswordValue and StyleSpec of the specification."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from satcross import FormatError
from satcross.apps.interchange.colours import colour_of
from satcross.apps.interchange.extras import SIDES
from satcross.extend import ACROSS, DOWN, Square, SquareKind

BLOCK_MARK = "#"
EMPTY_MARK = "0"
GRIDS = ("puzzle", "solution", "saved")
_STYLES = ("shapebg", "color", "highlight", "barred", "mark")  # that a Square has fields for
_CORNER = "BR"  # of `Square.mark`
_MAX_NAMED = 5  # depth of styles that refer to other styles; more is a cycle
_LAST_LABEL = 9  # maximum number of digits of a label that is written as a number


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a file for blocks and empty cells.

    Args:
        source: names the file in errors.
        block, empty: the marks.
        styles: the named styles.
        hides_blocks: whether blocks are in the solution alone, but for those that are given.
    """

    source: str
    block: str
    empty: str
    styles: Mapping[str, Any]
    hides_blocks: bool = False


def free_marks(used: Collection[str], block: str, empty: str) -> tuple[str, str]:
    """These marks for blocks and empty cells, or others if they are among the texts in use."""
    taken = set(used)

    def free(mark: str, others: str) -> str:
        choices = [mark, *others, *(f"{others[0]}{n}" for n in range(len(taken) + 2))]
        chosen: str = next(choice for choice in choices if choice not in taken)
        taken.add(chosen)
        return chosen

    return free(block, "#■@%"), free(empty, "0-_.")


def square_of(raw: Mapping[str, Any], marks: Marks, where: str) -> tuple[Square, frozenset[str]]:
    """A square, with the label that the file has, and the sides where its cell has a bar.

    Args:
        raw: its cells in `puzzle`, `solution` and `saved`.
        marks: those of the file.
        where: names the cells in errors.

    Raises:
        FormatError: one is not a cell.
    """
    cell = raw["puzzle"]
    style: Mapping[str, Any] = {}
    value = ""
    if isinstance(cell, dict):
        style = _style(cell.get("style"), marks)
        value = content_of(cell.get("value"), marks, where)[1]
        cell = cell.get("cell", marks.empty)
    mark = _scalar(cell, marks, where)
    is_block, letters = content_of(raw["solution"], marks, where)
    entry = content_of(raw["saved"], marks, where)[1]
    barred = style.get("barred")
    sides = frozenset(SIDES).intersection(barred) if isinstance(barred, str) else frozenset()
    marked = style.get("mark")
    mark_text = marked.get(_CORNER) if isinstance(marked, dict) else None
    look = Square(
        circle=style.get("shapebg") == "circle",
        shade=_shade(style),
        mark=str(mark_text) if isinstance(mark_text, str | int) else "",
    )
    if mark is None:
        return replace(look, kind=SquareKind.VOID), sides
    if mark == marks.block or is_block:  # which may be hidden in the other grid
        given = marks.hides_blocks and mark == marks.block
        return replace(look, kind=SquareKind.BLOCK, given=given), sides
    letters = letters or value
    given = bool(value) and value == letters
    square = replace(
        look,
        solution=letters,
        # A value other than the solution is a solver's entry.
        entry=entry or ("" if given else value),
        given=given,
        label="" if mark == marks.empty or not mark.strip() else mark,
    )
    return square, sides


def is_void(raw: Any) -> bool:
    """Whether a cell of `puzzle` is none of the grid."""
    return (raw.get("cell", "") if isinstance(raw, dict) else raw) is None


def content_of(raw: Any, marks: Marks, where: str) -> tuple[bool, str]:
    """(whether a cell of `solution` or `saved` is a block, its letters if not).

    If it has different letters across and down, both, as `ON|OFF`; of two correct letters both, as
    `C/B`; and otherwise of several answers the first.
    """
    if both := _two_texts(raw, marks):
        return False, both
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


def _two_texts(raw: Any, marks: Marks) -> str:
    """Both texts of a cell with one for each direction, or with two correct letters; else ""."""
    sides: Sequence[Any] = ()
    if isinstance(raw, dict) and "value" not in raw:
        sides, mark = [raw.get(ACROSS), raw.get(DOWN)], "|"
    elif isinstance(raw, list):
        sides, mark = raw, "/"
    texts = [side for side in sides if isinstance(side, str) and side not in (marks.block, "")]
    is_pair = len(sides) == len(texts) == len({*texts}) == 2
    are_letters = all(len(text) == 1 for text in texts)
    return mark.join(texts) if is_pair and (are_letters or mark == "|") else ""


def _scalar(raw: Any, marks: Marks, where: str) -> str | None:
    if raw is None or isinstance(raw, str):
        return raw
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw) if raw else marks.empty
    raise FormatError(
        f"{where} must be null, a number, a string or an object, got {str(raw)[:40]!r}",
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
        # One or two digits are the number of a colour chosen by the program; 0 is black.
        return (None if len(colour) < 3 else colour_of(colour)) or _numbered(colour)
    if isinstance(colour, int) and not isinstance(colour, bool):
        return _numbered(str(colour))
    return Square.SHADED if style.get("highlight") is True else ""


def _numbered(colour: str) -> str:
    return "#000000" if colour == "0" else Square.SHADED


def cells_json(square: Square, label: str, sides: str, marks: Marks) -> dict[str, Any]:
    """A square as its cells in `puzzle`, `solution` and `saved`.

    Args:
        square: the square.
        label: the text in its corner.
        sides: the sides with a bar, in the order TRBL.
        marks: the marks for blocks and for squares without a label.
    """
    if square.kind is not SquareKind.OPEN:
        cell: Any = None if square.kind is SquareKind.VOID else marks.block
        solution = saved = cell
        if marks.hides_blocks and square.kind is SquareKind.BLOCK and not square.given:
            cell = saved = empty_json(marks)
    else:
        cell = number_or_text(label) if label else empty_json(marks)
        solution = square.solution or empty_json(marks)
        saved = square.entry or empty_json(marks)
    style: dict[str, Any] = {}
    if square.circle:
        style["shapebg"] = "circle"
    if square.shade:
        style["color"] = square.shade.removeprefix("#")
    if sides:
        style["barred"] = sides
    if square.mark:
        style["mark"] = {_CORNER: square.mark}
    given = square.solution if square.given and square.kind is SquareKind.OPEN else ""
    if style or given:
        cell = {"cell": cell}
        if style:
            cell["style"] = style
        if given:
            cell["value"] = given
    return {"puzzle": cell, "solution": solution, "saved": saved}


def empty_json(marks: Marks) -> Any:
    """The mark of an empty cell, as a number if it is the usual mark."""
    return 0 if marks.empty == EMPTY_MARK else marks.empty


def number_or_text(label: str) -> int | str:
    """A label as a number if it is the usual notation of one."""
    usual = label.isascii() and label.isdigit() and len(label) <= _LAST_LABEL and label[0] != "0"
    return int(label) if usual else label


def is_equivalent(raw: Any, ours: Any) -> bool:
    """Whether `raw` is another notation of `ours`, a cell as this module writes it."""
    return bool(_bare(raw) == _bare(ours))


def _bare(raw: Any) -> Any:
    """A cell in normal form: numbers as strings, and no object with a single key."""
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
