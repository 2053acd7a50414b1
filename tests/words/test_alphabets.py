"""Alphabets by name."""

from __future__ import annotations

import itertools
import pickle

import pytest

from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet
from satcross.words import alphabets
from satcross.words.alphabets import ALPHABETS, parse_alphabet


@pytest.mark.parametrize("name", ALPHABETS)
def test_every_name_is_an_alphabet_and_documented(name: str) -> None:
    assert parse_alphabet(name.upper()).spelling == ALPHABETS[name]
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
        ("esperanto", "ehxosxangxo CXEF", "EĤOŜANĜOĈEF"),
        ("esperanto", "auxskulti jxauxdo", "AŬSKULTIĴAŬDO"),
        ("esperanto", "flughaveno c-xu", None),
        ("esperanto", "flughaveno", "FLUGHAVENO"),
        ("latin+esperanto", "CXEF", "CXEF"),
        ("czech", "chléb much", "CHLÉBMUCH"),
        ("slovak", "džem chyža", "DŽEMCHYŽA"),
        ("albanian", "Gjirokastër", "GJIROKASTËR"),
        ("maltese", "Għajnsielem bieb", "GĦAJNSIELEMBIEB"),
        ("spanish+[CH]+[LL]", "chillar perro", "CHILLARPERRO"),
        ("greek", "Οδυσσεύς", "ΟΔΥΣΣΕΥΣ"),
        ("russian", "ёлка чай", "ЕЛКАЧАЙ"),
        ("polish", "quiz", None),
        ("dutch", "bijou ĳs", "BIJOUIJS"),
        ("dutch", "bi-jou", "BI·JOU"),
        ("croatian", "ǆep nadživjeti", "DŽEPNADŽIVJETI"),
        ("hungarian", "edzés, dzsungel", "EDZÉSDZSUNGEL"),
        ("hungarian", "egész-ség", "EGÉSZSÉG"),
        ("welsh", "Llanfair-pwllgwyngyll", "LLANFAIRPWLLGWYNGYLL"),
        ("welsh", "tŷ", "TY"),
        ("spanish-traditional", "chillar cañón", "CHILLARCAÑON"),
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


@pytest.mark.parametrize(
    ("name", "word", "letters"),
    [
        ("dutch", "BIJOUIJS", "B IJ O U IJ S"),
        ("dutch", "BI·JOU", "B I J O U"),
        ("hungarian", "DZSESSZ", "DZS E S SZ"),
        ("welsh", "LLANGOLLEN", "LL A NG O LL E N"),
        ("croatian", "NJEGUŠ", "NJ E G U Š"),
        ("czech", "CHLÉB", "CH L É B"),
        ("albanian", "XHAXHA", "XH A XH A"),
        ("maltese", "GĦAJN", "GĦ A J N"),
        ("spanish+[CH]+[LL]", "CHILLARPERRO", "CH I LL A R P E R R O"),
        ("A B AB ABC C", "ABCAB·CA·B", "ABC AB C A B"),
    ],
)
def test_words_are_cut_into_the_longest_letters(name: str, word: str, letters: str) -> None:
    alphabet = parse_alphabet(name)
    codes = [alphabet.texts.index(letter) for letter in letters.split()]
    assert list(alphabet.codes(word)) == codes
    assert alphabet.word(codes) == word
    assert alphabet.size(word) == len(codes)


def test_every_word_is_read_as_it_is_written() -> None:
    for letters in ("C CS S Z SZ ZS D DZ DZS", "क ष क्ष क्षि त ता", "A AA AAA B"):
        alphabet = parse_alphabet(letters)
        for n in range(1, 5):
            for codes in itertools.product(range(len(alphabet)), repeat=n):
                word = alphabet.word(codes)
                assert alphabet.codes(word) == codes
                assert alphabet.normalise(word) == word == alphabet.normalise(word.lower())
                assert alphabet.text(alphabet.symbols(word)) == word
                assert len(alphabet.symbols(word)) == alphabet.size(word) == n


def test_an_alphabet_is_written_as_it_is_read() -> None:
    for text in (*ALPHABETS, "latin+[IJ]", "A B CH", "A[CH]B+digits", "IJ", "+A"):
        alphabet = parse_alphabet(text)
        again = parse_alphabet(alphabet.spelling)
        assert again.texts == alphabet.texts
        assert again.letters == alphabet.letters
        assert pickle.loads(pickle.dumps(alphabet)) == alphabet
    assert parse_alphabet("A[CH]B").texts == ("A", "CH", "B")
    assert parse_alphabet("latin+[IJ]+dutch").texts[-1] == "IJ"
    assert parse_alphabet("ab[ij]".upper()) != parse_alphabet("AB[CH]")


@pytest.mark.parametrize("bad", ["A[]", "A[B", "A]", "A[I·J]", "A[Ij]", "A[I#]", "A[ABCDEFGHI]"])
def test_what_is_no_letter_is_refused(bad: str) -> None:
    with pytest.raises(OptionError, match=r"^alphabet: .*letter"):
        parse_alphabet(bad)


def test_stand_ins_are_no_letters() -> None:
    dutch = parse_alphabet("dutch")
    stand_in = dutch.letters[dutch.code("IJ")]
    assert stand_in not in dutch
    assert dutch.normalise(f"B{stand_in}") is None
    assert not dutch.is_word(stand_in)
    with pytest.raises(OptionError, match="cannot be a letter"):
        Alphabet(dutch.letters)
