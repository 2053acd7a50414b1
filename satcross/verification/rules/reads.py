"""Some cells, one after the other, read one of some texts."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "reads"


def faults(rule: Any, filled: Filled) -> Found:
    """What they read, if it is none of the texts."""
    symbols = filled.words.alphabet.symbols
    names = list(dict.fromkeys(line_of_cells(rule.cells)))
    held = [filled.cells.get(name) or "" for name in names]
    if any([symbols(text) for text in held] == list(symbols(wanted)) for wanted in rule.texts):
        return
    yield "", f"{rule.cells} reads {' '.join(text or '.' for text in held)}: {rule}"
