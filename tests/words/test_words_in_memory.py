"""Word lists from Python: tables, numbers of numpy, and what is refused."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import satcross as sx
from satcross.words.alphabets import parse_alphabet
from satcross.words.entries import EntryBuilder


@dataclass
class Table:
    """What of a DataFrame is used."""

    data: dict[str, list[Any]]

    @property
    def columns(self) -> list[str]:
        return list(self.data)

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __getitem__(self, name: str) -> list[Any]:
        return self.data[name]

    def itertuples(self, index: bool, name: None) -> Iterator[tuple[Any, ...]]:
        assert not index
        return zip(*self.data.values(), strict=True)


def data_frame(data: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("pandas").DataFrame(data)


def scores_of(words: Any) -> list[tuple[str, int]]:
    listed = sorted(sx.WordList.from_words(words).words())
    assert sorted(sx.WordList.of(words).words()) == listed
    return listed


@pytest.mark.parametrize("table", [Table, data_frame])
def test_a_table_has_a_column_of_words_and_one_of_scores(table: Any) -> None:
    two = table({"word": ["cat", "dog"], "score": [80.0, np.int64(60)]})
    assert scores_of(two) == [("CAT", 80), ("DOG", 60)]
    one = table({"word": ["cat", "dog"]})
    assert scores_of(one) == scores_of(one["word"]) == [("CAT", 50), ("DOG", 50)]


@pytest.mark.parametrize("table", [Table, data_frame])
def test_another_table_is_refused_with_the_remedy(table: Any) -> None:
    three = table({"word": ["cat"], "score": [80], "clue": ["Pet"]})
    with pytest.raises(sx.OptionError, match=r'got 3 columns; choose them, as in df\["word"\]'):
        sx.WordList.from_words(three)
    with pytest.raises(sx.WordListError, match="a word and its score, got"):
        sx.WordList.from_words(table({"score": [80], "word": ["cat"]}))
    with pytest.raises(sx.WordListError, match="score nan of 'cat' is not a whole number"):
        sx.WordList.from_words(table({"word": ["cat"], "score": [float("nan")]}))


def test_an_open_file_is_refused() -> None:
    with pytest.raises(sx.OptionError, match=r"got an open file; WordList.load\(path\)"):
        sx.WordList.from_words(io.StringIO("cat\ndog;80\n"))


@pytest.mark.parametrize(
    "words",
    [
        {"cat": 3},
        {"cat": 3.0},
        [("cat", np.int8(3))],
        [["cat", np.float32(3)]],
        (pair for pair in [("cat", 3)]),
        {("cat", 3)},
        {"cat": 3}.items(),
    ],
)
def test_words_with_scores_come_in_many_forms(words: Any) -> None:
    assert list(sx.WordList.from_words(words).words()) == [("CAT", 3)]


@pytest.mark.parametrize(
    "score", [True, np.bool_(True), 3.5, float("inf"), "3", None, -1, 1001, 3j]
)
def test_other_scores_are_refused(score: Any) -> None:
    with pytest.raises(sx.WordListError, match="is not a whole number from 0 to 1000"):
        sx.WordList.from_words({"cat": score})


def test_the_order_of_a_set_does_not_matter() -> None:
    class Backwards(set[str]):
        def __iter__(self) -> Iterator[str]:
            return iter(sorted(super().__iter__(), reverse=True))

    written = [
        sx.WordList.from_words(words).written("ICECREAM")
        for words in ({"ice cream", "icecream"}, Backwards({"ice cream", "icecream"}))
    ]
    assert written == ["ice cream", "ice cream"]


@pytest.mark.parametrize("alphabet", ["latin", "Ä A B C", "IJ I J A B"])
def test_plain_words_are_read_as_they_are_one_by_one(alphabet: str) -> None:
    letters = parse_alphabet(alphabet)
    rng = random.Random(alphabet)
    words = ["".join(rng.choices("ABCIJabij", k=rng.randint(1, 4))) for _ in range(300)]
    pairs = [(word, rng.randrange(1001)) for word in words]
    at_once = sx.WordList.from_words(pairs, alphabet=letters)
    builder = EntryBuilder(letters)
    for pair in pairs:
        builder.add(*pair)
    one_by_one = sx.WordList._from_entries([builder.entries(300)], letters, "words", "UTF-8")
    assert len(at_once) > 20
    assert list(at_once.words()) == list(one_by_one.words())
    assert at_once.report == one_by_one.report
    assert [at_once.written(word) for word, _ in at_once.words()] == [
        one_by_one.written(word) for word, _ in at_once.words()
    ]
