"""The built-in list in its packed file: the same as from its text."""

from __future__ import annotations

import pytest
from wordlist.packing import pack

from satcross.model.alphabet import LATIN, Alphabet
from satcross.words import WordList
from satcross.words.builtin import BUILTIN_FILES, BUILTIN_PACKED, ByLength, Packed


@pytest.fixture(scope="module")
def text() -> WordList:
    return WordList.load(BUILTIN_FILES[0][0])


def test_it_is_the_list_of_the_text(text: WordList) -> None:
    packed = WordList.builtin()
    assert packed.digest == text.digest
    assert packed.report == text.report
    assert packed.lengths == text.lengths
    assert [packed.written(word) for word, _ in packed.words()] == [
        text.written(word) for word, _ in text.words()
    ]
    assert not packed.table(7).codes.flags.writeable
    assert packed.table(7).scores.dtype == text.table(7).scores.dtype


def test_the_file_can_be_made_again(text: WordList) -> None:
    assert pack(text) == BUILTIN_PACKED.read_bytes()


@pytest.mark.parametrize("min_score", [30, 41, 100])
def test_narrowing_is_reported_alike(text: WordList, min_score: int) -> None:
    packed = WordList.builtin(min_score=min_score)
    narrowed = text.with_min_score(min_score)
    assert packed.digest == narrowed.digest
    assert packed.report == narrowed.report


def test_another_alphabet_is_read_from_the_text() -> None:
    accents = WordList.builtin(alphabet=Alphabet(LATIN.letters + "É"))
    assert "CAFÉ" in accents
    assert "CAFE" not in accents
    assert accents.source == "built-in list"


def test_odd_lists_come_back_whole() -> None:
    words = WordList.from_words([("Été", 1000), ("ice cream", 0), "cat", "l'été", "x" * 64])
    packed = Packed(pack(words))
    again = WordList(words.alphabet, "again", words.report, packed.tables, packed.data)
    assert packed.n_words == 5
    assert again.digest == words.digest
    for word, _ in words.words():
        assert again.written(word) == words.written(word)
    none = Packed(pack(WordList.from_words([])))
    assert (none.n_words, dict(none.tables)) == (0, {})


def test_only_what_is_asked_for_is_made() -> None:
    made: list[int] = []

    def make(length: int) -> str:
        made.append(length)
        return "x" * length

    some = ByLength([2, 5], make)
    assert 5 in some
    assert 3 not in some
    assert (list(some), len(some), made) == ([2, 5], 2, [])
    assert (some[5], some[5], made) == ("xxxxx", "xxxxx", [5])
    with pytest.raises(KeyError):
        some[3]
