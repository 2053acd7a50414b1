"""Words that some slots may not hold."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found

FAULT = "choice"
PER_ENTRY = True


def faults(rule: Any, filled: Filled) -> Found:
    """Each of its slots that holds such a word, and was not given."""
    alphabet = filled.words.alphabet
    unwanted = {alphabet.normalise(word) for word in rule.words}
    for entry in filled.open_entries(rule.slots):
        if entry.reading in unwanted:
            yield entry.slot, f"{entry.reading} is one of the words that {entry.slot} may not hold"
