"""Alphabets of scripts other than Latin, Greek and Cyrillic."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.errors import OptionError
from satcross.words.alphabets import ALPHABETS, SYLLABIC, parse_alphabet, syllables
from satcross.words.choice import ListChoice


@pytest.mark.parametrize(
    ("alphabet", "written", "letters"),
    [
        ("hebrew", "שלום", "שלומ"),  # a final form is its letter
        ("hebrew", "שָׁלוֹם", "שלומ"),
        ("hebrew", 'צה"ל', "צהל"),
        ("hebrew", "בית־ספר", "ביתספר"),
        ("hebrew+ךםןףץ", "שלום", "שלום"),
        ("arabic", "كِتَاب", "كتاب"),
        ("arabic", "أسئلة", "اسيلة"),
        ("arabic", "إلى", "الي"),
        ("arabic", "كـتـاب", "كتاب"),
        ("arabic+أإ", "أسئلة", "أسيلة"),
        ("arabic", "ﻻ", "لا"),
        ("kana", "がっこう", "ガツコウ"),
        ("kana", "ヴァイオリン", "ヴアイオリン"),
        ("kana", "コーヒー", "コーヒー"),
        ("kana+ッ", "ガッコウ", "ガッコウ"),
        ("hiragana", "ガッコウ", "がつこう"),
        ("hiragana", "コーヒー", "こーひー"),
        ("hangul", "한국어", "한국어"),
        ("hangul", "\u1112\u1161\u11ab\u1100\u116e\u11a8", "한국"),  # jamo are composed
    ],
)
def test_a_written_form_has_these_letters(alphabet: str, written: str, letters: str) -> None:
    known = parse_alphabet(alphabet)
    assert known.normalise(written) == letters
    assert known.normalise("\u200f" + written + "\u200f") == letters
    assert known.normalise(letters) == letters


@pytest.mark.parametrize(
    ("script", "word", "letters"),
    [
        ("hindi", "क्षत्रिय", "क्ष त्रि य"),
        ("hindi", "हिन्दी", "हि न्दी"),
        ("hindi", "क्\u200dया", "क्या"),  # a joiner is no letter
        ("hindi", "ज़मीन", "ज़ मी न"),
        ("bengali", "বাংলা", "বাং লা"),
        ("tamil", "தமிழ்", "த மி ழ்"),
        ("tamil", "பக்ஷி", "ப க்ஷி"),
        ("telugu", "తెలుగు", "తె లు గు"),
        ("malayalam", "മലയാളം", "മ ല യാ ളം"),
    ],
)
def test_syllables_are_letters(script: str, word: str, letters: str) -> None:
    known = parse_alphabet(script, [word])
    normalised = known.normalise(word)
    assert normalised is not None
    assert known.cut(normalised) == tuple(letters.split())
    assert list(known.texts) == syllables(script, letters.split())


def test_a_syllable_that_the_list_lacks_is_not_taken_for_another() -> None:
    known = parse_alphabet("hindi", ["कष"])
    assert known.normalise("क्ष") is None
    assert known.normalise("कि") is None


def test_syllables_are_those_of_the_list() -> None:
    choice = ListChoice(word_list=(("नमक", 50), ("कमल", 50)), alphabet="hindi+digits")
    assert choice.letters().texts == ("क", "न", "म", "ल", *"0123456789")
    assert len(choice.load()) == 2


def test_a_script_without_a_list_is_refused() -> None:
    with pytest.raises(OptionError, match="those of a word list"):
        parse_alphabet("hindi")
    with pytest.raises(OptionError, match="no word is written in tamil"):
        parse_alphabet("tamil", ["नमक"])


def test_names_differ() -> None:
    assert not set(ALPHABETS) & set(SYLLABIC)


def test_letters_of_a_list_from_standard_input_are_refused() -> None:
    choice = ListChoice(words=(Path("-"),), alphabet="hindi")
    with pytest.raises(OptionError, match="would be read twice"):
        choice.letters()
