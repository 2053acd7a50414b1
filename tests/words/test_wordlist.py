"""The list in memory: lookups, order, narrowing, the digest."""

from __future__ import annotations

import dataclasses
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from satcross.errors import OptionError, WordListError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.words import Dropped, LoadReport, WordList
from satcross.words.report import BEYOND_MAX, OUTSIDE, TOO_SHORT

PAIRS = [("ice cream", 70), ("Cat", 40), ("dog", 90), ("cow", 40), ("at", 40), ("Zoë", 10)]


@pytest.fixture
def words() -> WordList:
    return WordList.from_words(PAIRS)


def test_lookups(words: WordList) -> None:
    assert len(words) == 6
    assert words.lengths == (2, 3, 8)
    assert "CAT" in words
    assert "CATS" not in words
    assert 3 not in words
    assert words.score("CAT") == 40
    assert words.score("CAR") is None
    assert words.written("ICECREAM") == "ice cream"
    assert words.written("ZOE") == "Zoë"
    assert words.written("UNKNOWN") == "UNKNOWN"
    assert [words.index(word) for word in ("DOG", "CAT", "COW", "ZOE")] == [0, 1, 2, 3]
    assert words.index("CAR") is None
    assert [words.word(3, row) for row in range(4)] == ["DOG", "CAT", "COW", "ZOE"]
    with pytest.raises(IndexError):
        words.word(3, 4)
    with pytest.raises(IndexError):
        words.word(3, -1)
    with pytest.raises(IndexError):
        words.word(7, 0)


@pytest.mark.parametrize("written", ["ICECREAM", "ice cream", "Ice-Cream", " ice  cream "])
def test_words_are_found_as_people_write_them(words: WordList, written: str) -> None:
    assert written in words
    assert words.score(written) == 70
    assert words.written(written) == "ice cream"
    assert words.written_forms(written) == ("ice cream",)
    assert words.pair(written)[1] == 70


def test_words_are_folded_by_the_rules_of_their_list(words: WordList) -> None:
    assert "zoé" in words
    assert words.score("Zoé") == words.score("zoe") == 10
    german = WordList.from_words(["Straße"], alphabet=Alphabet("AERST", (("ẞ", "SS"),)))
    assert "straße" in german
    assert "strasse" in german
    spanish = WordList.from_words(["año"], alphabet=Alphabet("AÑNO"))
    assert "año" in spanish
    assert "ano" not in spanish  # another word, of letters of the alphabet
    dutch = WordList.from_words(["ijs"], alphabet=Alphabet([*"IJS", "IJ"]))
    assert "ijs" in dutch
    assert "i-js" not in dutch  # three letters
    assert dutch.score("IJs") == 50
    for nothing in ("", " ", "-", "4x4", "ĳ"):
        assert nothing not in words
        assert words.score(nothing) is None
        assert words.written(nothing) == nothing
        assert words.written_forms(nothing) == ()


def test_checkers_and_inner_loops_fold_nothing(words: WordList) -> None:
    """Folding would drop the open cell of "CA.T", and accept letters outside the alphabet."""
    assert [words.index(text) for text in ("cat", "CA.T", "ZOË", "")] == [None] * 4


def test_a_list_is_a_sequence_of_its_words(words: WordList) -> None:
    assert [*words] == [word for word, _ in words.words()]
    assert [*words] == ["DOG", "ICECREAM", "AT", "CAT", "COW", "ZOE"]
    assert [words[at] for at in range(len(words))] == [*words]
    assert (words[-1], words[1:3]) == ("ZOE", ["ICECREAM", "AT"])
    with pytest.raises(IndexError):
        words[6]
    again = WordList.from_words(words)  # with its scores and written forms
    assert list(again.words()) == list(words.words())
    assert again.written("icecream") == "ice cream"


def test_table(words: WordList) -> None:
    table = words.table(3)
    assert table.length == 3
    assert table.codes.dtype == np.uint8
    assert table.scores.dtype == np.int32
    assert table.codes.flags.c_contiguous
    assert [LATIN.word(row) for row in table.codes.tolist()] == ["DOG", "CAT", "COW", "ZOE"]
    assert table.scores.tolist() == [90, 40, 40, 10]
    with pytest.raises(ValueError, match="read-only"):
        table.codes[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        table.scores[0] = 1
    empty = words.table(5)
    assert (len(empty), empty.codes.shape) == (0, (0, 5))
    with pytest.raises(ValueError, match="must be 1 or greater"):
        words.table(0)


def test_list_cannot_be_changed(words: WordList) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        words.source = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        words.report.dropped["x"] = Dropped(1)  # type: ignore[index]


def test_words_by_falling_score_then_alphabet(words: WordList) -> None:
    assert list(words.words()) == [
        ("DOG", 90),
        ("ICECREAM", 70),
        ("AT", 40),
        ("CAT", 40),
        ("COW", 40),
        ("ZOE", 10),
    ]


def test_order_follows_the_alphabet_not_unicode() -> None:
    backwards = Alphabet("ZYXABC")
    found = WordList.from_words(["abc", "zyx", "bbb", "az", "a z y x"], alphabet=backwards)
    assert [word for word, _ in found.words()] == ["ZYX", "AZ", "AZYX", "ABC", "BBB"]
    assert [found.word(3, row) for row in range(3)] == ["ZYX", "ABC", "BBB"]


def test_best_score_and_its_written_form_win() -> None:
    found = WordList.from_words([("re-sort", 20), ("resort", 60), ("Resort", 60), ("RESORT", 10)])
    assert found.score("RESORT") == 60
    assert found.written("RESORT") == "resort"
    assert found.report.n_duplicates == 3


def test_from_words_reports_and_may_be_empty() -> None:
    found = WordList.from_words(["ok", "4x4", "x", "a\0b", "\ud800z"])
    assert [word for word, _ in found.words()] == ["OK"]
    assert found.report.dropped[OUTSIDE].examples == ("4x4", "a\0b", "\ud800z")
    assert found.report.dropped[TOO_SHORT].count == 1
    empty = WordList.from_words([])
    assert (len(empty), empty.lengths, list(empty.words()), empty.query("*")) == (0, (), [], [])
    assert len(empty.narrowed(min_score=3, max_words=5)) == 0


@pytest.mark.parametrize("score", [-1, 1001, 3.5, True, "9"])
def test_from_words_checks_scores(score: int) -> None:
    with pytest.raises(WordListError, match="of 'cat' is not a whole number from 0 to 1000"):
        WordList.from_words([("cat", score)])


def test_with_min_score(words: WordList) -> None:
    assert words.with_min_score(0) is words
    some = words.with_min_score(41)
    assert list(some.words()) == [("DOG", 90), ("ICECREAM", 70)]
    assert some.lengths == (3, 8)
    assert some.written("ICECREAM") == "ice cream"
    assert "AT" not in some
    assert len(words) == 6


@pytest.mark.parametrize("n", range(1, 8))
def test_max_words_takes_the_first_in_order(words: WordList, n: int) -> None:
    some = words.narrowed(max_words=n)
    assert list(some.words()) == list(words.words())[:n]
    assert len(some) == min(n, 6)
    lost = 6 - len(some)
    assert (some.report.dropped[BEYOND_MAX].count if lost else 0) == lost


def test_max_words_must_be_positive(words: WordList) -> None:
    with pytest.raises(OptionError, match="must be 1 or greater, got 0"):
        words.narrowed(max_words=0)


def test_digest_names_words_scores_and_alphabet(words: WordList) -> None:
    shuffled = PAIRS[:]
    random.Random(4).shuffle(shuffled)
    assert WordList.from_words(shuffled, source="elsewhere").digest == words.digest
    assert WordList.from_words([(w.upper(), s) for w, s in PAIRS]).digest == words.digest
    assert WordList.from_words(PAIRS[1:]).digest != words.digest
    assert WordList.from_words([(w, s + 1) for w, s in PAIRS]).digest != words.digest
    other = WordList.from_words(PAIRS, alphabet=Alphabet(LATIN.letters + "Ñ"))
    assert other.digest != words.digest
    assert len(words.digest) == 64
    int(words.digest, 16)


def test_random_lists_against_plain_python() -> None:
    rng = random.Random(11)
    for _ in range(30):
        pairs = [
            ("".join(rng.choices("ABCD", k=rng.randint(2, 4))), rng.choice([5, 50, 51, 1000]))
            for _ in range(rng.randint(1, 120))
        ]
        best: dict[str, int] = {}
        for word, score in pairs:
            best[word] = max(score, best.get(word, 0))
        expected = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))
        found = WordList.from_words(pairs)
        assert list(found.words()) == expected
        assert found.query("*") == expected
        for word, score in expected:
            row = found.index(word)
            assert row is not None
            assert found.word(len(word), row) == word
            assert found.score(word) == score
        n = rng.randint(1, len(expected))
        assert list(found.narrowed(max_words=n).words()) == expected[:n]


def test_report_text() -> None:
    assert LoadReport(1, 1).lines() == ("1 word from 1 line",)
    assert LoadReport(2000, 1500, 2).lines() == (
        "1,500 words from 2,000 lines",
        "2 duplicates left out",
    )


PROGRAM = """
from satcross.words import WordList
words = WordList.from_words([("ab", 5), ("Ba", 5), ("b-a", 5), ("é é", 7), ("x1", 1), ("abcd", 5)])
print(words.digest, list(words.words()), words.report.lines(), words.written("BA"))
"""


def test_same_under_every_hash_seed() -> None:
    root = Path(__file__).resolve().parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert "('EE', 7)" in outputs.pop()


def test_few_and_many_lookups_give_the_same() -> None:
    words = [f"{a}{b}{c}" for a in "ABCDEF" for b in "GHIJKL" for c in "MNOPQR"]
    some = WordList.from_words(words[::2])
    once = [some.index(word) for word in words]  # the first hundred one by one
    assert [some.index(word) for word in words] == once
    assert [None if row is None else some.word(3, row) for row in once] == [
        word if at % 2 == 0 else None for at, word in enumerate(words)
    ]
    assert some.index("AÉM") is None
    assert "ag.x" not in some
