"""What breaks the rule, found anew: no code of the rule is used here."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "doubles"


def faults(rule: Any, filled: Filled) -> Found:
    """Each cell that holds what the one before it does."""
    for one, other in pairwise(dict.fromkeys(line_of_cells(rule.cells))):
        if filled.cells.get(one) == filled.cells.get(other):
            yield "", f"{one} and {other} both hold {filled.cells.get(one)}"
