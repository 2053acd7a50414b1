"""A list of Romanian, made from a dictionary, and its letters."""

from __future__ import annotations

from pathlib import Path

import pytest

import satcross as sx
from satcross.words.alphabets import parse_alphabet
from satcross.words.languages import build_list


def test_its_letters_have_cells_of_their_own(tmp_path: Path) -> None:
    dictionary = tmp_path / "words"
    dictionary.write_text("țară\nînger\nșcoală\n", encoding="utf-8")
    built = build_list("ro", dictionary, tmp_path / "ro.dict")
    words = sx.WordList.load(built.path, alphabet=parse_alphabet("romanian"))
    assert sorted(word for word, _ in words.words()) == ["ÎNGER", "ȘCOALĂ", "ȚARĂ"]


@pytest.mark.parametrize(("written", "word"), [("Ţară", "ȚARĂ"), ("café", "CAFE")])
def test_other_accents_are_folded(written: str, word: str) -> None:
    assert parse_alphabet("romanian").normalise(written) == word
