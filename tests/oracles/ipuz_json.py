"""An ipuz file by its specification: plain JSON, without our reader.

Source: ipuz.org, version 2.0 of the specification, and what satcross adds to it by its pages.
"""

from __future__ import annotations

import json
import re
from typing import Any

from oracles.marked_text import marked_text
from satcross.model.crossword import Clue, Crossword, Square, SquareKind
from satcross.model.kinds import CROSSWORD, kinds

_SHORT = {"Across": "A", "Down": "D"}


def crossword_of_ipuz(data: bytes) -> Crossword:
    """The crossword in a file."""
    top = json.loads(data)
    n_rows, n_cols = top["dimensions"]["height"], top["dimensions"]["width"]
    block, empty = top.get("block", "#"), str(top.get("empty", 0))
    grids = {
        key: [cell for row in top[key] for cell in row] if key in top else [None] * n_rows * n_cols
        for key in ("puzzle", "solution", "saved")
    }
    squares, right, below = [], set(), set()
    for at in range(n_rows * n_cols):
        raw = {key: cells[at] for key, cells in grids.items()}
        style = raw["puzzle"].get("style", {}) if isinstance(raw["puzzle"], dict) else {}
        squares.append(_square(raw, style, block, empty))
        sides = style.get("barred", "")
        right |= {at} if "R" in sides else {at - 1} if "L" in sides else set()
        below |= {at} if "B" in sides else {at - n_cols} if "T" in sides else set()
    name = top["kind"][-1]
    named = (one for one in kinds() if name in one.names.get("ipuz", ())[-1:])
    kind = CROSSWORD if name == "http://ipuz.org/crossword#1" else next(named)
    texts: dict[str, Any] = {
        key: marked_text(str(top[key]), "\n")[0]
        for key in ("title", "author", "editor", "copyright", "publisher", "date", "notes", "intro")
        if key in top
    }
    if found := re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", texts.get("date", "")):
        texts["date"] = f"{found[3]}-{found[1]}-{found[2]}"
    notes = [texts.pop(key) for key in ("intro", "notes") if key in texts]
    clues = [
        _clue(raw, key, n_cols)
        for key, items in sorted(
            top.get("clues", {}).items(), key=lambda item: {"Across": 0, "Down": 1}.get(item[0], 2)
        )
        for raw in items
    ]
    return Crossword(
        n_rows, n_cols, tuple(squares), frozenset(right), frozenset(below), tuple(clues),
        notes="\n\n".join(notes), kind=kind, **texts,
    )  # fmt: skip


def _square(raw: dict[str, Any], style: dict[str, Any], block: str, empty: str) -> Square:
    cell, value = raw["puzzle"], ""
    if isinstance(cell, dict):
        cell, value = cell.get("cell", empty), cell.get("value", "")
    shade = style.get("color", "")
    kind = SquareKind.OPEN
    if cell is None:
        kind = SquareKind.VOID
    elif block in (cell, raw["solution"]):
        kind = SquareKind.BLOCK
    is_open = kind is SquareKind.OPEN
    solution = "" if raw["solution"] is None or not is_open else str(raw["solution"])
    solution = "" if solution == empty else solution
    saved = "" if raw["saved"] is None or not is_open else str(raw["saved"])
    is_given = value != "" and value == solution
    return Square(
        kind,
        solution=solution,
        entry=("" if saved == empty else saved) or ("" if is_given else value),
        given=is_given,
        label="" if str(cell) == empty or not is_open else str(cell),
        mark=style.get("mark", {}).get("BR", ""),
        circle=style.get("shapebg") == "circle",
        shade=f"#{shade}" if shade else "",
    )


def _clue(raw: Any, key: str, n_cols: int) -> Clue:
    usual = {"number": raw[0], "clue": raw[1]} if isinstance(raw, list) else raw
    item: dict[str, Any] = {"clue": usual} if isinstance(usual, str) else usual
    text, markup = marked_text(item["clue"])
    direction = key.removeprefix("Clues:")
    cells = tuple((y - 1) * n_cols + x - 1 for x, y in item.get("cells", ()))
    place = item.get("location")
    label = str(item.get("number", ""))
    further = [
        f"{one['number']}{'' if one['direction'] == direction else _SHORT[one['direction']]}"
        for one in item.get("continued", ())
    ]
    if further:
        assert item["label"] == ", ".join([label, *further])
    return Clue(
        direction, ", ".join([label, *further]), text, markup, cells, item.get("answer", ""),
        place=None if place is None else (place[1] - 1) * n_cols + place[0] - 1,
        enumeration=item.get("enumeration", ""), annotation=item.get("explanation", ""),
    )  # fmt: skip
