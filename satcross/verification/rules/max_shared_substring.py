"""No two entries have the same `n` cells in a row, pair by pair."""

from __future__ import annotations

from typing import Any

from satcross.verification.rules import Filled

FAULT = "shared"


def faults(rule: Any, filled: Filled) -> list[tuple[str, str]]:
    """(slot, what is wrong) for every pair of entries with `n` equal cells in a row."""
    n = rule.n
    runs = {
        entry.slot: [entry.cells[i : i + n] for i in range(len(entry.cells) - n + 1)]
        for entry in filled.entries
    }
    found: list[tuple[str, str]] = []
    for one, other in filled.pairs():
        shared = [run for run in runs[other.slot] if run in set(runs[one.slot])]
        if shared:
            text = "".join(shared[0])
            words = f"{one.slot} {one.word} and {other.slot} {other.word}"
            found.append((other.slot, f"{words} both have {text}"))
    return found
