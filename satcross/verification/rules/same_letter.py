"""All of some cells hold the same."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "same"


def faults(rule: Any, filled: Filled) -> Found:
    """The first cell, and each that differs from it."""
    first, *others = line_of_cells(rule.cells)
    for other in others:
        held, wanted = filled.cells.get(other), filled.cells.get(first)
        if held is None or held != wanted:
            yield "", f"{first} holds {wanted} and {other} holds {held}, but they must be the same"
