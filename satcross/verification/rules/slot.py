"""The cells of a path, one after the other, spell a word: such a slot is an entry like others.

`verify` gets the cells from here, and compares what they hold as it does for slots of the grid.
"""

from __future__ import annotations

import re
from typing import Any

from satcross.verification.rules import Filled, Found

FAULT = "word"


def slots(rule: Any, n_cols: int) -> dict[str, list[int]]:
    """The positions of the cells, by the slot's name."""
    cells: list[int] = []
    for part in rule.path.split():
        numbers = [int(number) - 1 for number in re.findall(r"\d+", part)]
        row, col, *end = numbers
        last_row, last_col = end or (row, col)
        steps = max(abs(last_row - row), abs(last_col - col))
        for step in range(steps + 1):
            # Straight lines only, so that the division leaves no rest.
            down = (last_row - row) * step // steps if steps else 0
            right = (last_col - col) * step // steps if steps else 0
            cells.append((row + down) * n_cols + col + right)
    return {rule.name: cells}


def faults(rule: Any, filled: Filled) -> Found:
    """Nothing more: the slot is among the entries."""
    return []
