"""The first and the last of some cells hold opposite letters, and so on inwards."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "opposite"


def faults(rule: Any, filled: Filled) -> Found:
    """Each cell that does not hold the opposite of what its partner holds."""
    alphabet = filled.words.alphabet
    symbols = [alphabet.symbols(letter) for letter in alphabet.texts]
    mirror = dict(zip(symbols, reversed(symbols), strict=True))
    cells = list(dict.fromkeys(line_of_cells(rule.cells)))
    while len(cells) > 1:
        one, other = cells.pop(0), cells.pop()
        held, wanted = filled.cells.get(other, ""), filled.cells.get(one, "")
        if not alphabet.is_word(held) or not alphabet.is_word(wanted):
            continue  # it is reported for the cell
        if alphabet.symbols(held) != "".join(mirror[s] for s in alphabet.symbols(wanted)):
            yield "", f"{one} holds {wanted} and {other} holds {held}, which are not opposite"
