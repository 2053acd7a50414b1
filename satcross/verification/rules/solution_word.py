"""The letters of a solution word stand in cells of the rectangle, each in one of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "solution"
_IN_RECTANGLE = re.compile(r"r\d+c\d+")


def slots(
    rule: Any, places: Mapping[str, int], others: Mapping[str, list[int]]
) -> dict[str, list[int]]:
    """The slot of any word of the list, `*`. Args: places: by a cell's name."""
    if rule.word != "*":
        return {}
    return {"solution": [places[name] for name in line_of_cells(rule.cells, places)]}


def faults(rule: Any, filled: Filled) -> Found:
    """The letters that are missing, or that stand in none of their cells."""
    alphabet = filled.words.alphabet
    if rule.word == "*":
        return
    word = alphabet.normalise(rule.word) or ""
    letters = [alphabet.texts[code] for code in alphabet.codes(word)]
    if rule.cells:
        names = line_of_cells(rule.cells, filled.cells)
        held = [filled.cells.get(name, "") for name in names]
        if held != letters or len(set(names)) < len(names):
            yield "", f"{rule.cells} reads {' '.join(text or '.' for text in held)}: {rule}"
        return
    left = [text for name, text in filled.cells.items() if _IN_RECTANGLE.fullmatch(name)]
    missing = []
    for letter in letters:
        if letter in left:
            left.remove(letter)
        else:
            missing.append(letter)
    if missing:
        yield "", f"no cell is left for {' '.join(missing)}: {rule}"
