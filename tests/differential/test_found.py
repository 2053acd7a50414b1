"""What the differential harness has found: each test failed before its defect was mended."""

from __future__ import annotations

from fuzz.differential.data import PuzzleData
from fuzz.differential.running import repeat


def test_a_given_row_that_looks_like_a_hexadecimal_pattern_is_decoded_as_a_grid() -> None:
    data = PuzzleData(rows=(("C",),), letters="ABC", words=(("B", 99),), min_length=1)
    assert repeat("export", 10619, data) == ""
    data = PuzzleData(rows=(("D", "A"),), letters="ABCD", words=(("AB", 50),))
    assert repeat("export", 1, data) == ""


def test_two_new_words_that_can_only_be_equal_are_no_correction() -> None:
    data = PuzzleData(rows=((".",) * 3,) * 2, letters="A", words=(), min_length=3)
    assert repeat("corrections", 1984843, data) == ""
