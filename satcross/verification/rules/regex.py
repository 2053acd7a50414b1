"""A regular expression that the words in some slots match."""

from __future__ import annotations

import re
from typing import Any

from satcross.verification.rules import Filled, Found

FAULT = "regex"
PER_ENTRY = True


def faults(rule: Any, filled: Filled) -> Found:
    """Each of its slots whose word does not match it, and was not given."""
    for entry in filled.open_entries(rule.slots):
        if not re.fullmatch(rule.expression, entry.reading, re.IGNORECASE):
            yield entry.slot, f"{entry.reading} in {entry.slot} does not match {rule.expression}"
