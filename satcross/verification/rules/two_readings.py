"""Cells of two letters: the first letters of all of them make a crossword, and so do the second.

`verify` gets the cells and slots of the second reading from here, and looks at them as at others,
so that both readings are checked: each word is in the list, and none comes twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satcross.errors import OptionError
from satcross.model.cellnames import NamedCell
from satcross.verification.rules import Filled, Found

FAULT = "readings"


def cells(rule: Any, lights: Mapping[str, list[str]]) -> dict[NamedCell, str]:
    """A hidden cell for each of two letters, with the second one if it is given."""
    found = {cell: "" for cell, one, other in _contents(rule, lights) if one != other or not one}
    for cell, _, letter in _contents(rule, lights):
        if cell in found and letter:
            found[cell] = letter
    return {NamedCell(f"{cell}b"): letter for cell, letter in sorted(found.items(), key=_place)}


def letters(rule: Any, lights: Mapping[str, list[str]]) -> dict[str, str]:
    """The letters that are given in cells of the grid."""
    return {cell: letter for cell, letter, _ in _contents(rule, lights) if letter}


def slots(
    rule: Any, places: Mapping[str, int], others: Mapping[str, list[int]]
) -> dict[str, list[int]]:
    """For each slot through a cell of two letters, one through its second letters."""
    names = {at: name for name, at in places.items()}
    lights = {name: [names[at] for at in light] for name, light in others.items()}
    second = {places[cell.name[:-1]]: places[cell.name] for cell in cells(rule, lights)}
    return {
        f"{name}b": [second.get(at, at) for at in light]
        for name, light in others.items()
        if any(at in second for at in light)
    }


def faults(rule: Any, filled: Filled) -> Found:
    """Each cell whose two letters are the same, or not those that the rule gives."""
    for cell in cells(rule, filled.paths):
        first = cell.name[:-1]
        if filled.cells.get(first) == filled.cells.get(cell.name):
            yield "", f"{first} holds {filled.cells.get(first)} in both readings"
    for cell_name, *texts in _contents(rule, filled.paths):
        for name, text in zip((cell_name, f"{cell_name}b"), texts, strict=True):
            held = filled.cells.get(name, text)
            if text and held != text:
                yield "", f"{name} holds {held}, not {text}"


def _contents(rule: Any, lights: Mapping[str, list[str]]) -> Iterator[tuple[str, str, str]]:
    """Each cell that the rule names, with its letters in the two readings, or ""."""
    for name, first, second in rule.pairs:
        if not re.fullmatch(r"\d+[AD]", name):
            yield name, first.strip("."), second.strip(".")
        elif name not in lights or len(lights[name]) != len(first):
            raise OptionError(f"no entry {name} of {len(first)} letters", parameter="rules")
        else:
            yield from zip(lights[name], first, second, strict=True)


def _place(item: tuple[str, str]) -> list[int]:
    """Row and column of a cell."""
    return [int(number) for number in re.findall(r"\d+", item[0])]
