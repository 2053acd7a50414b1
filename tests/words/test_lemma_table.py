"""Which words are forms of which, by the encoder's rule and by the checker's."""

from __future__ import annotations

import random

import pytest

from satcross.model.grid import Grid
from satcross.verification.crossword import verify
from satcross.verification.rules.no_near_duplicates import root_of_word
from satcross.words import WordList
from satcross.words.lemmas import base_of, root_of

FORMS = [
    # form, its base, other words that are known
    ("CATS", "CAT", ""),
    ("HORSES", "HORSE", "HORS"),
    ("DIES", "DIE", "DY"),
    ("TOES", "TOE", "TO"),
    ("BOXES", "BOX", ""),
    ("BUSES", "BUS", ""),
    ("CHURCHES", "CHURCH", ""),
    ("BUSHES", "BUSH", ""),
    ("GOES", "GO", ""),
    ("PONIES", "PONY", ""),
    ("TRIED", "TRY", ""),
    ("TIED", "TIE", "TY"),
    ("HOPED", "HOPE", "HOP"),
    ("HOPPED", "HOP", "HOPE"),
    ("FREED", "FREE", ""),
    ("TESTED", "TEST", ""),
    ("PLANED", "PLANE", "PLAN"),
    ("PLANNED", "PLAN", "PLANE"),
    ("TESTING", "TEST", ""),
    ("HOPING", "HOPE", "HOP"),
    ("HOPPING", "HOP", "HOPE"),
    ("SINGING", "SING", "SINGE"),
    ("SEEING", "SEE", ""),
    ("DOING", "DO", "DOE"),
    ("LEAVING", "LEAVE", ""),
    ("EATING", "EAT", ""),
    ("USING", "USE", ""),
    ("OPENING", "OPEN", ""),
    ("DYEING", "DYE", ""),
    ("CALLED", "CALL", "CAL"),
    ("NEWS", "NEW", ""),  # the rule knows no meanings
]
APART = [
    ("BUSS", "BUS"), ("SING", "SIN"), ("SING", "S"), ("THING", "THE"), ("SEED", "SEE"),
    ("FEED", "FEE"), ("HEED", "HE"), ("RED", "R"), ("KING", "K"), ("GAS", "GA"), ("AS", "A"),
    ("FOXS", "FOX"), ("QUIZS", "QUIZ"), ("STRING", "STR"), ("GEESE", "GOOSE"), ("TALLER", "TALL"),
    ("PLAIED", "PLAY"), ("SEEED", "SEE"), ("CAT", "CAT"), ("DAIES", "DAY"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "base", "others"), FORMS)
def test_forms_have_their_base(form: str, base: str, others: str) -> None:
    known = {form, base, *others.split()}
    assert base_of(form, known.__contains__) == base
    assert root_of(form, known.__contains__) == base
    assert root_of_word(form, WordList.from_words(sorted(known)), set()) == base


@pytest.mark.parametrize(("word", "other"), APART)
def test_other_words_have_none(word: str, other: str) -> None:
    known = {word, other}
    assert base_of(word, known.__contains__) is None
    assert root_of_word(word, WordList.from_words(sorted(known)), set()) == word


def test_a_base_must_be_known() -> None:
    assert base_of("CATS", {"CATS", "DOG"}.__contains__) is None


def test_bases_of_bases_are_followed() -> None:
    known = {"PAINT", "PAINTED", "PAINTING", "PAINTINGS"}
    assert {root_of(word, known.__contains__) for word in known} == {"PAINT"}
    assert root_of("PAINTINGS", {"PAINTING"}.__contains__) == "PAINTING"


def test_both_codes_agree_on_every_listed_word() -> None:
    words = WordList.builtin(min_score=60)
    assert len(words) > 20_000
    for word, _ in words.words():
        assert root_of(word, words.__contains__) == root_of_word(word, words, set()), word


def test_both_codes_agree_on_made_up_words() -> None:
    rng = random.Random(1)
    n_forms = 0
    for _ in range(1200):
        known = {
            "".join(rng.choice("AEISDNGYOTH") for _ in range(rng.randint(1, 4))) for _ in range(60)
        }
        stem = rng.choice(sorted(known))
        ending = rng.choice(["S", "ES", "ED", "D", "ING", "IES", "IED", stem[-1] + "ED"])
        form = (stem[:-1] if rng.random() < 0.3 else stem) + ending
        root = root_of(form, known.__contains__)
        assert root == root_of_word(form, WordList.from_words(sorted(known)), set()), form
        n_forms += root != form
    assert n_forms > 150


def test_verify_tells_pairs_unless_both_are_given() -> None:
    words = WordList.from_words(["cat", "cats", "tar", "oxo"])
    filled = Grid.parse("CAT#\n####\nCATS")
    found = verify(None, filled, words, no_near_duplicates=True, min_length=3)
    assert [str(fault) for fault in found] == ["1A CAT and 2A CATS are forms of CAT"]
    assert found[0].kind == "near"
    assert verify(filled, filled, words, no_near_duplicates=True, min_length=3) == []
    half = Grid.parse("CAT#\n####\n....")
    assert len(verify(half, filled, words, no_near_duplicates=True, min_length=3)) == 1
    # A given word is known, listed or not.
    listed = WordList.from_words(["glommed"])
    done = Grid.parse("GLOM###\n#######\nGLOMMED")
    half = Grid.parse("GLOM###\n#######\n.......")
    assert [f.kind for f in verify(half, done, listed, no_near_duplicates=True, min_length=3)] == [
        "near"
    ]
