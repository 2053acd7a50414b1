"""The cells of .jpz files, and the attributes of elements for which a `Crossword` has no field."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from satcross import Crossword
from satcross.apps.interchange.colours import colour_of
from satcross.apps.interchange.extras import extras_of
from satcross.apps.interchange.jpz.load import Element, child
from satcross.extend import Extras, Feature, Losses, PuzzleKind, Square, SquareKind

NAME = "jpz"
CLUE = "clue"  # the type of a cell that has clues, or the label of one before its answer
TOP_RIGHT = "top-right-number"  # the only other corner that the format has
BARS = {"T": "top-bar", "R": "right-bar", "B": "bottom-bar", "L": "left-bar"}
_KNOWN_CELL = frozenset({
    "x", "y", "type", "solution", "number", "solve-state", "hint", TOP_RIGHT,
    "background-shape", "background-color", *BARS.values(),
})  # fmt: skip
_CLUE_CELL = frozenset({"type", "solution", "solve-state"})
_CLUED = re.compile(r"([0-9]+)([^\W\d_]+)")  # a label: a number, and the label of a clue


def beside_of(cell: Element, sides: str, kind: PuzzleKind) -> dict[str, Any]:
    """The data of a cell for which a `Square` has no field."""
    is_clue = cell.get("type") == CLUE and kind.labels_name_clues
    kept: dict[str, Any] = others_of(cell, _KNOWN_CELL - _CLUE_CELL if is_clue else _KNOWN_CELL)
    picture = child(cell, "background-picture")
    if picture is not None:
        image = child(picture, "encoded-image")
        kept["background-picture"] = {
            **picture.attrib,
            "encoded-image": "" if image is None else image.text or "",
        }
    colour = cell.get("background-color", "")
    if colour and colour_of(colour) is None:
        kept["background-color"] = colour
    shape = cell.get("background-shape", "circle")
    if shape != "circle":
        kept["background-shape"] = shape
    return {**kept, **{BARS[side]: "true" for side in bars_of(cell) if side not in sides}}


def label_of(cell: Element, kind: PuzzleKind) -> str:
    """The label of a square, where that of its clue is in another corner."""
    number: str = cell.get("number", "")
    both = number + cell.get(TOP_RIGHT, "")
    return both if kind.labels_name_clues and _CLUED.fullmatch(both) else number


def mark_of(cell: Element, kind: PuzzleKind) -> str:
    """The mark of a square, which is in the corner that labels of clues have."""
    corner: str = cell.get(TOP_RIGHT, "")
    return corner if label_of(cell, kind) == cell.get("number", "") else ""


def drop_marks(crossword: Crossword, losses: Losses) -> None:
    """Record that marks are left out where labels of clues have their corner."""
    if crossword.kind.labels_name_clues:
        marked = [(at, one) for at, one in enumerate(crossword.squares) if one.mark]
        lost = [at for at, square in marked if _hides_mark(square)]
        losses.drop_cells(crossword, Feature.MARKS, lost)


def _hides_mark(square: Square) -> bool:
    """Whether the corner of the mark has the label of a clue, or the mark would be read as one."""
    return any(map(_CLUED.fullmatch, (square.label, square.label + square.mark)))


def others_of(element: Element, known: Collection[str]) -> dict[str, str]:
    """The attributes of an element without those that are known."""
    return {key: value for key, value in element.attrib.items() if key not in known}


def bars_of(cell: Element) -> list[str]:
    """The sides where a cell has a bar."""
    return [side for side, key in BARS.items() if cell.get(key) == "true"]


def kept_extras(kept: dict[str, Any]) -> Extras:
    """The extras with whatever of this is not empty."""
    return extras_of(NAME, {key: value for key, value in kept.items() if value not in ("", {})})


def looks_of(square: Square, kind: PuzzleKind) -> dict[str, str]:
    """The attributes of a cell that describe its square, in a puzzle of this kind."""
    is_open = square.kind is SquareKind.OPEN
    clued = _CLUED.fullmatch(square.label) if kind.labels_name_clues else None
    number, letter = clued.groups() if clued else (square.label, "")
    mark = "" if kind.labels_name_clues and _hides_mark(square) else square.mark
    texts = {
        "type": "" if is_open else square.kind.value,
        "solution": square.solution if is_open else "",
        "number": number if is_open else "",
        TOP_RIGHT: (letter or mark) if is_open else "",
        "solve-state": square.entry if is_open else "",
        "hint": "true" if is_open and square.given and square.solution else "",
        "background-shape": "circle" if square.circle else "",
        "background-color": square.shade,
    }
    return {key: value for key, value in texts.items() if value}


def span_of(places: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The attributes x and y of a straight word without gaps; none for others."""
    rows, cols = (list(side) for side in zip(*places, strict=True)) if places else ([], [])
    for across, (along, other) in ((True, (cols, rows)), (False, (rows, cols))):
        if along and len(set(other)) == 1 and along == list(range(along[0], along[0] + len(along))):
            run = f"{along[0] + 1}-{along[-1] + 1}" if len(along) > 1 else f"{along[0] + 1}"
            fixed = f"{other[0] + 1}"
            return {"x": run, "y": fixed} if across else {"x": fixed, "y": run}
    return {}
