"""Letters that lose their accents are reported, with the alphabet that keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.words import WordList
from satcross.words.alphabets import ALPHABETS, parse_alphabet
from satcross.words.folding import folding_of

LISTS = {
    "german": ["Äpfel", "Öl", "Tür", "Straße"],
    "spanish": ["año", "niña"],
    "catalan": ["caçar"],
    "danish": ["Ærø", "blå"],
    "swedish": ["smörgås", "är"],
    "polish": ["żółć", "łódź"],
    "esperanto": ["eĥoŝanĝo"],
}


@pytest.mark.parametrize("name", LISTS)
def test_the_alphabet_that_keeps_the_letters_is_proposed(name: str) -> None:
    folding = folding_of(LISTS[name], parse_alphabet("latin"))
    assert folding.n_words == sum(not w.replace("ß", "ss").isascii() for w in LISTS[name])
    assert folding.alphabet == name
    assert not folding_of(LISTS[name], parse_alphabet(name)).n_words
    for other in ALPHABETS:
        alphabet = parse_alphabet(other)
        written = LISTS[name]
        if all(alphabet.normalise(word) for word in written):
            some = folding_of(written, alphabet)
            assert (some.n_words > 0) == any(
                char not in alphabet and not char.isascii() and char not in dict(alphabet.folds)
                for word in written
                for char in word.upper()
            )


def test_letters_that_no_alphabet_keeps_are_reported_too() -> None:
    folding = folding_of(["café", "naïve", "tea"], parse_alphabet("latin"))
    assert str(folding) == "2 words had letters folded (É to E, Ï to I)"
    assert str(folding_of(["tea"], parse_alphabet("latin"))) == ""
    assert str(folding_of(["Öl"], parse_alphabet("german-ae"))) == ""


def test_no_alphabet_of_another_language_is_proposed() -> None:
    latin, spanish = parse_alphabet("latin"), parse_alphabet("spanish")
    assert not folding_of(["garçon", "école", "forêt", "Noël"], latin).alphabet
    assert not folding_of(["corazón", "lápiz", "pingüino", "niño"], spanish).alphabet
    mixed = folding_of(["corazón", "lápiz", "pingüino", "niño"], latin)
    assert str(mixed).endswith("; --alphabet spanish keeps Ñ")
    # One word of another language changes nothing.
    assert folding_of(["Tür", "Öl", "Bär", "Übung", "Fön", "crème"], latin).alphabet == "german"


@pytest.mark.needs("apps/freeform")
def test_lists_and_the_command_line_say_so(tmp_path: Path) -> None:
    path = tmp_path / "de.txt"
    path.write_text("Tür;50\nTor;60\nÜber;70\nRat\n", encoding="utf-8")
    words = WordList.load(path)
    assert words.folding().n_words == 2
    done = run_cli("words", "query", "t??", "-w", path)
    assert done.err.startswith("2 words had letters folded (Ü to U); --alphabet german keeps them")
    assert run_cli("words", "query", "t??", "-w", path, "--alphabet", "german").err == ""
    table = tmp_path / "de.csv"
    table.write_text("word,clue\nTor,Tür\n", encoding="utf-8")
    assert not WordList.load(table).folding().n_words  # of words, not of clues
    for command in ("freeform", "wordsearch"):
        printed = run_cli(command, "-", stdin="Tür\nUhr\nRat\n")
        assert "1 word had letters folded (Ü to U); --alphabet german keeps them" in printed.err
        other = run_cli(command, "-", stdin="ΑΘΗΝΑ\n")
        assert other.code == 2
        assert "use the alphabet 'greek'" in other.err
