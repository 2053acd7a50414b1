"""The independent check of `no-anagrams`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from satcross.verification.rules import Filled

FAULT = "anagram"


def faults(rule: Any, filled: Filled) -> Iterator[tuple[str, str]]:
    """Every pair of entries with the same letters."""
    for one, other in filled.pairs():
        if Counter(one.word) == Counter(other.word):
            yield other.slot, f"{one.word} and {other.word} are anagrams"
