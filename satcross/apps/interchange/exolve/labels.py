"""What clues of Exolve begin with: cells, and labels such as `5`, `d5`, `5 and 2dn`, `[P]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from satcross.extend import ACROSS, DOWN

_R_C = re.compile(r"r(\d{1,4})c(\d{1,4})")
_C_R = re.compile(r"c(\d{1,4})r(\d{1,4})")
_CHESS = re.compile(r"([a-z])(\d{1,4})")
_NUMBER = re.compile(r"\s*([1-9]\d*)")
_SPECIAL = (" across", " a", " ac", " down", " d", " dn")  # in the order in which Exolve tries them
_AFTER_SPECIAL = re.compile(r",[ ]?[0-9]| [A-Z0-9]")
_CHILD = re.compile(r"\s*(?:,|(?:and|&amp;|&#038;|&|/)\s*(?=[1-9]))", re.IGNORECASE)
_PLACE = re.compile(r"#([a-z0-9]*)\s*")
_LONGEST = 200  # characters of a label
_DOT = re.compile(r"\s*\.(?!\.)")
_OTHER: Mapping[str, str] = {ACROSS: DOWN, DOWN: ACROSS}
_WAYS = {"a": (ACROSS, "across"), "d": (DOWN, "down"), "b": (ACROSS, "back"), "u": (DOWN, "up")}


def parse_cell(text: str, n_rows: int, n_cols: int) -> int | None:
    """The position of a cell such as `c3`, `r3c3` or `c3r3`; rows are counted from below.

    >>> parse_cell("a1", 3, 3), parse_cell("c3r1", 3, 3), parse_cell("d1", 3, 3)
    (6, 8, None)
    """
    if found := _R_C.search(text):
        row, col = n_rows - int(found[1]), int(found[2]) - 1
    elif found := _C_R.search(text):
        row, col = n_rows - int(found[2]), int(found[1]) - 1
    elif found := _CHESS.match(text):
        row, col = n_rows - int(found[2]), ord(found[1]) - ord("a")
    else:
        return None
    return row * n_cols + col if 0 <= row < n_rows and 0 <= col < n_cols else None


def cell_text(position: int, n_rows: int, n_cols: int) -> str:
    """A cell's name, with rows counted from below."""
    row, col = divmod(position, n_cols)
    return f"r{n_rows - row}c{col + 1}"


@dataclass(frozen=True, slots=True)
class ExolveLabel:
    """What a clue begins with.

    Args:
        label: a number, or what was in brackets.
        direction: `ACROSS` or `DOWN`, or "" if the label does not say.
        in_brackets: whether it was.
        goes_on: whether the label of another entry follows.
        end: how many characters it takes.
    """

    label: str
    direction: str
    in_brackets: bool
    goes_on: bool
    end: int


def _direction(text: str, *, is_child: bool) -> tuple[str, int]:
    """The direction at the beginning of a text, and how many characters it takes."""
    lower = text[:8].lower()
    letters = re.match("[a-z]*", lower)
    way = _WAYS.get(lower[:1])
    if way and letters:
        fits = way[1].startswith(letters[0]) or letters[0] == "dn"
        return (way[0], letters.end()) if fits else ("", 0)
    if is_child:
        for special in _SPECIAL:
            if lower.startswith(special):
                if _AFTER_SPECIAL.match(text, len(special)):
                    return _WAYS[special[1]][0], len(special)
                break
    return "", 0


def parse_label(text: str, *, is_child: bool = False) -> ExolveLabel | None:
    """The label at the beginning of a text; None if it has none.

    >>> parse_label("1, 2dn Pet")
    ExolveLabel(label='1', direction='', in_brackets=False, goes_on=True, end=2)
    """
    at = len(text) - len(text.lstrip())
    direction, n = _direction(text[at : at + 16], is_child=False)
    at += n
    if number := _NUMBER.match(text, at):
        label, in_brackets, at = number[1], False, number.end()
    elif text[at : at + 1] == "[" and (end := text.find("]", at)) > 0:
        label, in_brackets, at = text[at + 1 : end].strip(), True, end + 1
        label = label[:-1].strip() if label.endswith(".") else label
    else:
        return None
    if not direction:
        direction, n = _direction(text[at : at + 16], is_child=is_child)
        at += n
    goes_on = False
    if child := _CHILD.match(text, at):
        goes_on, at = True, child.end()
    if dot := _DOT.match(text, at):
        goes_on, at = False, dot.end()
    return ExolveLabel(label, direction, in_brackets, goes_on, at)


@dataclass(frozen=True, slots=True)
class ClueHead:
    """The cells and labels before the text of a clue, and where the text begins.

    Args: children: the further entries, of which a direction may be "".
    """

    cells: tuple[int, ...]
    own: ExolveLabel
    children: list[tuple[str, str]] = field(default_factory=list)
    end: int = 0


def parse_head(text: str, direction: str, shape: tuple[int, int]) -> ClueHead | None:
    """What a clue begins with; None if that is no label.

    Args: direction: of the list, "" for none.
    """
    cells: list[int] = []
    at = 0
    while mark := _PLACE.match(text, at):
        cell = parse_cell(mark[1], *shape)
        if cell is None:
            break
        cells.append(cell)
        at = mark.end()
    own = parse_label(text[at:])
    if own is None:
        return None
    at += own.end
    children: list[tuple[str, str]] = []
    used = {own.label: direction} if direction else {}
    last: ExolveLabel | None = own
    while last and last.goes_on:
        last = parse_label(text[at : at + _LONGEST], is_child=True)
        if last is None:  # Exolve refuses this one
            return ClueHead(tuple(cells), own, [("", "")], at)
        way = last.direction or _OTHER.get(used.get(last.label, ""), "")
        if way:
            used.setdefault(last.label, way)
        children.append((way, f"[{last.label}]" if last.in_brackets else last.label))
        at += last.end
    return ClueHead(tuple(cells), own, children, at)
