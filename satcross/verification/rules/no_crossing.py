"""No two of some words have a cell in common, pair by pair."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from satcross.verification.rules import Filled

FAULT = "crossing"


def faults(rule: Any, filled: Filled) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every two of its words that cross."""
    return crossings(filled, {filled.words.alphabet.normalise(word) for word in rule.words})


def crossings(filled: Filled, words: Collection[str | None]) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every two of these words that cross."""
    found: list[tuple[str, str]] = []
    for one, other in filled.pairs():
        if one.reading in words and other.reading in words:
            # What a treatment adds to a slot is after the cells of its entry.
            mine = filled.paths[one.slot][: len(one.cells)]
            others = filled.paths[other.slot][: len(other.cells)]
            common = [cell for cell in mine if cell in others]
            if common:
                text = f"{one.slot} {one.reading} and {other.slot} {other.reading} cross"
                found.append((other.slot, f"{text} at {common[0]}"))
    return found
