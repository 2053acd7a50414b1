"""The least score of entries in some slots."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found

FAULT = "score"
PER_ENTRY = True


def faults(rule: Any, filled: Filled) -> Found:
    """Each of its slots that holds a word of a lower score, and was not given."""
    for entry in filled.open_entries(rule.slots):
        score = filled.words.score(entry.reading)
        # A word in no list is a fault of its own.
        if score is not None and score < rule.score:
            yield (
                entry.slot,
                f"{entry.reading} has score {score}, and {entry.slot} needs {rule.score}",
            )
