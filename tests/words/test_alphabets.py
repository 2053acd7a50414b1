"""Alphabets by name."""

from __future__ import annotations

import pytest

from satcross.errors import OptionError
from satcross.words import alphabets
from satcross.words.alphabets import ALPHABETS, parse_alphabet


@pytest.mark.parametrize("name", ALPHABETS)
def test_every_name_is_an_alphabet_and_documented(name: str) -> None:
    assert parse_alphabet(name.upper()).letters == ALPHABETS[name]
    assert alphabets.__doc__ is not None
    assert name in alphabets.__doc__


@pytest.mark.parametrize(
    ("name", "written", "word"),
    [
        ("german", "Straße über", "STRASSEÜBER"),
        ("spanish", "cañón", "CAÑON"),
        ("catalan", "caçar à", "CAÇARA"),
        ("danish", "Ærøskøbing å é", "ÆRØSKØBINGÅE"),
        ("swedish", "Ängelholm-å", "ÄNGELHOLMÅ"),
        ("polish", "zażółć gęślą", "ZAŻÓŁĆGĘŚLĄ"),
        ("esperanto", "eĥoŝanĝo", "EĤOŜANĜO"),
        ("greek", "Οδυσσεύς", "ΟΔΥΣΣΕΥΣ"),
        ("russian", "ёлка чай", "ЕЛКАЧАЙ"),
        ("polish", "quiz", None),
        ("latin", "Ωmega", None),
    ],
)
def test_normalisation(name: str, written: str, word: str | None) -> None:
    assert parse_alphabet(name).normalise(written) == word


def test_letters_and_faults() -> None:
    assert parse_alphabet("ABÑ").letters == "ABÑ"
    with pytest.raises(OptionError) as info:
        parse_alphabet("klingon")
    assert str(info.value).startswith(
        "alphabet: there is no alphabet called 'klingon'; choose one of latin, german, "
    )
    for bad in ("", "AA", "A.B", "ABc"):
        with pytest.raises(OptionError, match=r"^alphabet: "):
            parse_alphabet(bad)
