"""A cell beside those of the grid, and what is given in it.

`verify` gets the cell from here: the fill must have it, with the letter that is given. A template
that has the cell already says by itself what is in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satcross.model.cellnames import NamedCell
from satcross.verification.rules import Filled, Found

FAULT = "given"


def cells(rule: Any, lights: Mapping[str, list[str]]) -> dict[NamedCell, str]:
    """The cell, with what is given in it."""
    return {rule.cell: rule.letter}


def faults(rule: Any, filled: Filled) -> Found:
    """Nothing more: the cell is one of the template."""
    return []
