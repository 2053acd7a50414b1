"""Exolve's own program as a judge: what it makes of a text, and how that differs from ours."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from satcross.formats.markup import from_html
from satcross.model.crossword import ACROSS, DOWN, Crossword, SquareKind

VARIABLE = "SATCROSS_EXOLVE"  # the folder of a copy of Exolve, with exolve-m.js
_JUDGE = Path(__file__).with_name("exolve.js")


def has_judge() -> bool:
    return bool(os.environ.get(VARIABLE)) and shutil.which("node") is not None


def judge(text: str) -> dict[str, Any]:
    """What Exolve makes of a puzzle; or `error`."""
    done = subprocess.run(
        ["node", str(_JUDGE), os.environ[VARIABLE]],
        input=text.encode(), capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def puzzles_in(page: str) -> list[str]:
    """The puzzles of a page, each as its own text."""
    return re.findall(r"(?ms)^\s*exolve-begin\b.*?(?:^\s*exolve-end\b|^`)", page)


def _plain(html: str) -> str:
    return " ".join(from_html(html)[0].split())


def differences(crossword: Crossword, judged: dict[str, Any]) -> list[str]:
    """How a crossword differs from what Exolve makes of the same text."""
    out: list[str] = []
    if (_plain(judged["title"]), _plain(judged["setter"])) != (crossword.title, crossword.author):
        out.append("title or setter")
    rows = judged["rows"]
    n_cols = len(rows[0])
    labels = [one.label for one in crossword.labelled().squares]
    for at, square in enumerate(crossword.squares):
        theirs = rows[at // n_cols][at % n_cols]
        solution = theirs["solution"] if theirs["open"] else ""
        mine = {
            "open": square.kind is SquareKind.OPEN,
            "solution": square.solution.partition("/")[0],
            "circle": square.circle,
            "given": square.given and square.kind is SquareKind.OPEN,
        }
        if at % n_cols + 1 < n_cols:
            mine["right"] = at in crossword.bars_right
        if at // n_cols + 1 < len(rows):
            mine["below"] = at in crossword.bars_below
        theirs = theirs | {"solution": solution}
        if not judged["hides"]:
            # Where a letter is printed instead of a number, there is a remark.
            is_said = labels[at] == theirs["number"] and any(
                "number is printed" in one for one in crossword.remarks
            )
            mine["label"] = theirs["label"] if is_said else labels[at]
        out += [
            f"square {at}: {key} {value!r}, Exolve {theirs[key]!r}"
            for key, value in mine.items()
            if theirs[key] != value
        ]
    return out + _differences_of_clues(crossword, judged, n_cols)


def _differences_of_clues(crossword: Crossword, judged: dict[str, Any], n_cols: int) -> list[str]:
    def cells_of(theirs: dict[str, Any]) -> tuple[int, ...]:
        return tuple(row * n_cols + col for row, col in theirs["cells"])

    by_index = {one["index"]: one for one in judged["clues"]}
    children = {child for one in judged["clues"] for child in one["children"]}
    expected = []
    for one in judged["clues"]:
        way = {"A": ACROSS, "D": DOWN}.get(one["table"], "")
        text = _plain(one["text"])
        if one["index"] in children and way and re.fullmatch(r"(?i)see .*", text):
            text = ""
        linked = [cells_of(by_index[child]) for child in one["children"] if way]
        linked *= not judged["hides"]
        label = _plain(one["label"]) if not one["label"].startswith("~") else ""
        label = label if way else label.partition(",")[0]
        note = _plain(one["anno"].removeprefix("[]").strip()).replace(" ", "")
        cells = () if judged["hides"] else cells_of(one)
        expected.append((way, label, cells, text, note, linked))
    found = []
    for clue in crossword.clues:
        way = clue.direction if clue.direction in (ACROSS, DOWN) else ""
        text = (
            ""
            if re.fullmatch(r"(?i)see .*", clue.text)
            and not clue.continued
            and (any(clue.cells in one.continued for one in crossword.clues))
            else clue.text
        )
        if judged["hides"] and not clue.text:
            continue  # Exolve has no clue where there is no line
        note = clue.annotation
        if clue.answer and not clue.cells:
            note = f"[{clue.answer}] {note}"
        note = note.replace(" ", "")
        cells = () if judged["hides"] else clue.cells
        label = clue.label if way else clue.label.partition(",")[0]
        # Exolve links no clue without a text.
        linked = list(clue.continued) * (not judged["hides"] and clue.text != "")
        found.append((way, label, cells, text, note, linked))
    out = []
    for mine in found:
        if mine in expected:
            expected.remove(mine)
        else:
            out.append(f"clue {mine!r}")
    return out + [f"Exolve has {theirs!r}" for theirs in expected]
