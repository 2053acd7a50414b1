"""Answers that differ in how they are written alone."""

from __future__ import annotations

import pytest

from satcross.model.alphabet import Alphabet


@pytest.mark.parametrize("written", ["C-at", "c\tat", "cat\n", "C\u2028AT", "ÇÁT", "« c’at »"])
def test_blanks_of_any_kind_are_no_letters(written: str) -> None:
    assert Alphabet.same_letters(written, "CAT")
    assert not Alphabet.same_letters(written, "CATS")
