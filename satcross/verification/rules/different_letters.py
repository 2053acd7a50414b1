"""No two of some cells hold the same."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "different"


def faults(rule: Any, filled: Filled) -> Found:
    """Each cell that holds what an earlier one does, with that one."""
    seen: dict[str | None, str] = {}
    for cell in dict.fromkeys(line_of_cells(rule.cells)):
        held = filled.cells.get(cell)
        if held in seen:
            yield "", f"{seen[held]} and {cell} both hold {held}"
        seen.setdefault(held, cell)
