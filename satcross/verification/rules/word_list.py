"""Entries that some slots may hold: a list of their own."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found

FAULT = "choice"
PER_ENTRY = True


def faults(rule: Any, filled: Filled) -> Found:
    """Each of its slots that holds another word, and was not given."""
    alphabet = filled.words.alphabet
    allowed = {alphabet.normalise(word) for word in rule.words}
    for entry in filled.open_entries(rule.slots):
        if entry.reading not in allowed:
            yield entry.slot, f"{entry.reading} is not one of the words for {entry.slot}"
