"""The letters of cells whose kind is not the first of the alphabet spell a message."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells

FAULT = "spells"


def faults(rule: Any, filled: Filled) -> Found:
    """What they spell, if it is another text."""
    alphabet = filled.words.alphabet
    names = list(dict.fromkeys(line_of_cells(rule.cells)))
    letters, kinds = names[: len(names) // 2], names[len(names) // 2 :]
    found = [
        filled.cells.get(letter) or ""
        for letter, kind in zip(letters, kinds, strict=True)
        if filled.cells.get(kind) != alphabet.texts[0]
    ]
    if alphabet.joined(found) != rule.message:
        yield "", f"the letters spell {alphabet.joined(found) or 'nothing'}, not {rule.message}"
