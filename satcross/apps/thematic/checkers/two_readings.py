"""Cells of two letters: the first letters of all of them make a crossword, and so do the second.

`verify` gets the cells and slots of the second reading from here, and looks at them as at others,
so that both readings are checked: each word is in the list, and none comes twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from satcross import OptionError
from satcross.apps.thematic.checkers import is_light
from satcross.extend import Filled, NamedCell
from satcross.verification.rules import numbers_in

FAULT = "readings"


def cells(rule: Any, lights: Mapping[str, list[str]]) -> dict[NamedCell, str]:
    """A hidden cell for each that has or may have two letters, with the second if it is given."""
    found = dict.fromkeys(_chosen(rule, lights) | named_cells(rule, lights), "")
    for cell, _, letter in _contents(rule, lights):
        if cell in found and letter:
            found[cell] = letter
    return {NamedCell(f"{cell}b"): found[cell] for cell in sorted(found, key=numbers_in)}


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


def twins(rule: Any, names: Iterable[str]) -> dict[str, str]:
    """By the second slot of an entry, the first: one word in both stands once."""
    known = set(names) if rule.n is not None or _anywhere(rule) else set()
    return {f"{name}b": name for name in known if f"{name}b" in known}


def words(rule: Any) -> list[str]:
    """The words of pairs that any entry may hold, which the list may lack."""
    return [word for pair in _anywhere(rule) for word in pair]


def faults(rule: Any, filled: Filled) -> Iterable[tuple[str, str]]:
    """Each cell whose two letters are the same, or not those that the rule gives.

    And another number of cells of two letters.
    """
    for first in sorted(named_cells(rule, filled.paths)):
        if filled.cells.get(first) == filled.cells.get(f"{first}b"):
            yield "", f"{first} holds {filled.cells.get(first)} in both readings"
    held_in = filled.cells
    n = sum(
        held_in.get(cell.name[:-1]) != held_in.get(cell.name) for cell in cells(rule, filled.paths)
    )
    if rule.n not in (None, n):
        yield "", f"{n} cells hold two letters, not {rule.n}"
    excused: set[str] = set()  # the cells in which a pair differs
    for pair in _anywhere(rule):
        places = [path for name, path in filled.paths.items() if _holds(name, path, pair, filled)]
        if not places:
            yield "", f"no entry reads {pair[0]}, and {pair[1]} in the other reading"
        for path in places:
            excused |= {cell for cell, *both in zip(path, *pair, strict=True) if len({*both}) == 2}
    for first in _chosen(rule, filled.paths) - named_cells(rule, filled.paths) - excused:
        if rule.n is None and held_in.get(first) != held_in.get(f"{first}b"):
            yield "", f"{first} holds two letters, but in no entry of two given words"
    for cell_name, *texts in _contents(rule, filled.paths):
        for name, text in zip((cell_name, f"{cell_name}b"), texts, strict=True):
            held = filled.cells.get(name, text)
            if text and held != text:
                yield "", f"{name} holds {held}, not {text}"


def named_cells(rule: Any, lights: Mapping[str, list[str]]) -> set[str]:
    """The cells that have two letters because they are named, or lights with two words are."""
    return {cell for cell, one, other in _contents(rule, lights) if one != other or not one}


def _chosen(rule: Any, lights: Mapping[str, list[str]]) -> set[str]:
    """The cells that may have two letters because a number of them has."""
    sizes = {len(first) for first, _ in _anywhere(rule)}
    found = {
        cell
        for name, path in lights.items()
        if is_light(name) and (len(path) in sizes or (rule.n is not None and not rule.among))
        for cell in path
    }
    for name in rule.among:
        found.update(lights[name] if is_light(name) else [name])
    return found


def _anywhere(rule: Any) -> list[tuple[str, str]]:
    """The pairs of words for which no entry is named."""
    return [(first, second) for name, first, second in rule.pairs if not name]


def _holds(name: str, path: list[str], pair: tuple[str, str], filled: Filled) -> bool:
    """Whether an entry holds a pair in the two readings."""
    readings = [[filled.cells.get(f"{cell}{b}", "") for cell in path] for b in ("", "b")]
    return is_light(name) and [*map("".join, readings)] == [*pair]


def _contents(rule: Any, lights: Mapping[str, list[str]]) -> Iterator[tuple[str, str, str]]:
    """Each cell that the rule names, with its letters in the two readings, or ""."""
    for name, first, second in rule.pairs:
        if not name:
            continue
        if not is_light(name):
            yield name, first.strip("."), second.strip(".")
        elif name not in lights or len(lights[name]) != len(first):
            raise OptionError(f"no entry {name} of {len(first)} letters", parameter="rules")
        else:
            yield from zip(lights[name], first, second, strict=True)
