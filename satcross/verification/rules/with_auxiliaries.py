"""Constraints of which all hold for some values of the user's own variables.

The values that are still possible are followed from constraint to constraint, as far as later ones
name the same variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from satcross.verification.rules import Filled
from satcross.verification.rules.constraint import holding_in

FAULT = "constraint"


def faults(rule: Any, filled: Filled) -> Iterator[tuple[str, str]]:
    """What is wrong, where no values of the variables suit."""
    about = cache(holding_in(filled))
    left = [(one, frozenset(_names_in(one))) for one in rule.constraints]
    possible: list[dict[str, bool]] = [{}]
    while left:
        shared = set(possible[0])
        at = min(range(len(left)), key=lambda at: len(_open(shared, left, at)))
        one, names = left[at]
        stay = _open(shared, left, at)
        new = sorted(names - shared)
        found: dict[tuple[bool, ...], dict[str, bool]] = {}
        for values in possible:
            for more in product((False, True), repeat=len(new)):
                every = {**values, **dict(zip(new, more, strict=True))}

                def known(literal: Any, every: dict[str, bool] = every) -> bool | None:
                    if hasattr(literal, "name"):
                        return every[literal.name] != bool(literal.negated)
                    return about(literal)

                if holding_in(filled, known)(one):
                    kept = {name: every[name] for name in stay}
                    found[tuple(kept.values())] = kept
        if not found:
            yield "", f"does not hold: {rule}"
            return
        possible = list(found.values())
        del left[at]


def _names_in(one: Any) -> Iterator[str]:
    if hasattr(one, "literals"):
        for part in one.literals:
            yield from _names_in(part)
    elif hasattr(one, "name"):
        yield one.name


def _open(shared: set[str], left: list[tuple[Any, frozenset[str]]], at: int) -> list[str]:
    """The variables with values after a constraint that others name, too."""
    later = frozenset().union(*(names for other, (_, names) in enumerate(left) if other != at))
    return sorted((shared | left[at][1]) & later)
