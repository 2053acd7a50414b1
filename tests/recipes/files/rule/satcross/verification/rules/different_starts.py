"""No two entries begin with the same letters, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from satcross.verification.rules import Filled

FAULT = "start"


def faults(rule: Any, filled: Filled) -> Iterator[tuple[str, str]]:
    """(slot, what is wrong) for every pair of entries that begin alike."""
    for one, other in filled.pairs():
        if len(one.word) >= rule.n and one.word[: rule.n] == other.word[: rule.n]:
            yield other.slot, f"{one.slot} {one.word} and {other.slot} {other.word} begin alike"
