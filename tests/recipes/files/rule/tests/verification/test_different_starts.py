"""Faults of `different-starts`."""

from __future__ import annotations

import satcross as sx

WORDS = ["car", "cod", "cat", "den", "tar"]


def test_entries_that_begin_alike_are_faults() -> None:
    puzzle = sx.Puzzle("...\n.##\n...", WORDS, different_starts=2)
    assert not sx.check(puzzle, "CAR\nO##\nDEN")
    (fault,) = sx.check(puzzle, "CAR\nA##\nTAR")
    assert str(fault).endswith("1A CAR and 1D CAT begin alike")
