"""The cells of a path, one after the other, spell a word: such a slot is an entry like others.

`verify` gets the cells from here, and compares what they hold as it does for slots of the grid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "word"


def slots(
    rule: Any, places: Mapping[str, int], others: Mapping[str, list[int]]
) -> dict[str, list[int]]:
    """The positions of the cells, by the slot's name. Args: places: by a cell's name."""
    return {rule.name: [places[name] for name in line_of_cells(rule.path, places)]}


def faults(rule: Any, filled: Filled) -> Found:
    """Nothing more: the slot is among the entries."""
    return []
