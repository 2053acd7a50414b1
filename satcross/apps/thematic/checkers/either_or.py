"""Either/or cells: one string is read across, and another down.

`verify` gets the hidden cells that are read down from here, the entries down through them, and the
strings that only these cells may hold; then it looks at entries and cells as at others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from satcross import OptionError
from satcross.apps.thematic.checkers import is_light
from satcross.extend import Filled, NamedCell
from satcross.verification.rules import numbers_in

FAULT = "either-or"


def cells(rule: Any, lights: Mapping[str, list[str]]) -> dict[NamedCell, str]:
    """A hidden cell for each that is an either/or cell, or may be one."""
    return {NamedCell(f"{name}d"): "" for name in _cells(rule, lights)}


def paths(rule: Any, lights: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The entries down with the hidden cells in them."""
    mine = set(_cells(rule, lights))
    return {
        light: [f"{name}d" if name in mine else name for name in path]
        for light, path in lights.items()
        if is_light(light) and light.endswith("D")
    }


def texts(
    rule: Any, lights: Mapping[str, list[str]], held: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Each cell that holds a pair of the rule, and the hidden one, with what they hold."""
    for name in _cells(rule, lights):
        if (held.get(name), held.get(f"{name}d")) in rule.pairs:
            yield from ((one, held[one]) for one in (name, f"{name}d"))


def faults(rule: Any, filled: Filled) -> Iterable[tuple[str, str]]:
    """Each cell whose two strings are no pair; and another number of cells than asked for."""
    n = 0
    for name in _cells(rule, filled.paths):
        both = filled.cells.get(name), filled.cells.get(f"{name}d")
        n += both[0] != both[1]
        if rule.n is None and both[0] == both[1]:
            yield "", f"{name} reads {both[0]} both across and down"
        elif both[0] != both[1] and rule.pairs and both not in rule.pairs:
            yield "", f"{name} reads {both[0]} across and {both[1]} down, which is no pair"
        elif both[0] == both[1] and both[0] in _strings(rule, filled):
            yield "", f"{name} reads {both[0]} both across and down"
    if rule.n not in (None, n):
        yield "", f"{n} cells read one string across and another down, not {rule.n}"


def _strings(rule: Any, filled: Filled) -> set[str]:
    """What stands in cells as a part of a pair alone."""
    return {text for pair in rule.pairs for text in pair if text not in filled.words.alphabet}


def _cells(rule: Any, lights: Mapping[str, list[str]]) -> list[str]:
    """The names of its cells in the grid, row by row."""
    ways: dict[str, set[str]] = {"A": set(), "D": set()}
    for light, path in lights.items():
        if is_light(light):
            ways[light[-1]].update(name.removesuffix("d") for name in path)
    both = ways["A"] & ways["D"]
    found: set[str] = set()
    for place in rule.places:
        if not is_light(place):
            found.add(place)
        elif place not in lights:
            raise OptionError(f"no entry {place}", parameter="rules")
        else:
            found |= {name.removesuffix("d") for name in lights[place]} & both
    if not rule.places:
        found = both
    return sorted(found, key=numbers_in)
