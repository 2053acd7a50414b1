"""No two names that few know cross, pair by pair."""

from __future__ import annotations

from functools import cache
from typing import Any

from satcross.verification.rules import Filled
from satcross.verification.rules.no_crossing import crossings

FAULT = "crossing"
_KINDS = "person", "place", "name", "abbreviation"
_MOST = 49  # a score


@cache
def names_that_few_know() -> frozenset[str]:
    """The names, in capitals."""
    from satcross.words.origin import of_kinds

    return of_kinds(_KINDS, _MOST + 1)


def faults(rule: Any, filled: Filled) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every two such names that cross."""
    return crossings(filled, names_that_few_know())
