"""Sets of words as bits, against plain sets."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from bitarray import bitarray

from satcross.words import bits
from satcross.words.bits import SlotTable, tiers_of
from satcross.words.wordtable import WordTable

compiled: Any = pytest.importorskip("satcross.words._bits")

ALPHABETS = [5, 64, 65, 300]


@pytest.fixture(params=["compiled", "numpy"], autouse=True)
def _both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "numpy":
        monkeypatch.setattr(bits, "_bits", None)


def random_table(rng: random.Random, n_letters: int, n_words: int) -> WordTable:
    length = rng.randint(1, 6)
    used = [rng.randrange(n_letters) for _ in range(7)]
    codes = [[rng.choice(used) for _ in range(length)] for _ in range(n_words)]
    scores = sorted((rng.randint(0, 9) for _ in codes), reverse=True)
    kind = np.uint8 if n_letters <= 240 else np.uint16
    return WordTable(length, np.array(codes, kind).reshape(-1, length), np.array(scores, np.int32))


def set_of(rng: random.Random, table: SlotTable) -> tuple[bitarray, set[int]]:
    rows = {row for row in range(len(table)) if rng.random() < 0.4}
    words = table.all_words()
    for row in range(len(table)):
        words[row] = row in rows
    return words, rows


def mask_of(letters: set[int]) -> int:
    return sum(1 << letter for letter in letters)


@pytest.mark.parametrize("n_letters", ALPHABETS)
@pytest.mark.parametrize("n_words", [0, 1, 63, 64, 65, 200])
def test_sets_are_those_of_the_letters(n_letters: int, n_words: int) -> None:
    rng = random.Random(n_words)
    table = random_table(rng, n_letters, n_words)
    slot, codes = table.bits(n_letters), table.codes.tolist()
    words, rows = set_of(rng, slot)
    letters = {letter for letter in range(n_letters) if rng.random() < 0.6}
    for offset in range(table.length):
        there = [code[offset] for code in codes]
        having = slot.support[offset]
        assert [set(having[a].search(1)) for a in range(n_letters)] == [
            {row for row in range(n_words) if there[row] == a} for a in range(n_letters)
        ]
        found = slot.letters_at(words, offset, mask_of(letters))
        assert found == mask_of({there[row] for row in rows} & letters)
        counts = [sum(there[row] == a for row in rows) for a in range(n_letters)]
        assert list(slot.counts_at(words, offset)) == counts
        for other in range(table.length):
            alike = {row for row in range(n_words) if codes[row][offset] == codes[row][other]}
            assert set(slot.alike(offset, other).search(1)) == alike
        kept = words.copy()
        slot.keep(kept, offset, mask_of(letters), mask_of(set(range(n_letters)) - letters))
        assert set(kept.search(1)) == {row for row in rows if there[row] in letters}


@pytest.mark.parametrize("n_letters", ALPHABETS)
def test_a_part_has_the_words_of_a_set(n_letters: int) -> None:
    rng = random.Random(n_letters)
    for n_words in [1, 64, 200]:
        table = random_table(rng, n_letters, n_words)
        words, rows = set_of(rng, table.bits(n_letters))
        part = table.part(words, n_letters)
        assert list(part.words) == sorted(rows)
        assert [list(part.word(row)) for row in range(len(part))] == table.codes[
            sorted(rows)
        ].tolist()
        scores = array("i", table.scores[sorted(rows)].tolist())
        assert part.tiers == tiers_of(list(WordTable(1, bytes(len(rows)), scores).runs()))
        for row, index in enumerate(sorted(rows)):
            assert part.local(index) == row


def test_tiers_count_words_by_their_worth() -> None:
    rng = random.Random(0)
    for n_words in [2, 10, 500]:
        scores = sorted((rng.randint(1, 100) for _ in range(n_words)), reverse=True)
        table = WordTable(1, bytes(n_words), array("i", scores))
        tiers = tiers_of(list(table.runs()))
        worth = sum((score / scores[0]) ** bits.WORTH_POWER for score in scores)
        assert sum(n * more for n, more in tiers) == pytest.approx(worth)
        ends = [n for n, _ in tiers]
        assert ends == sorted(set(ends))
        assert ends[-1] == n_words
        assert len(ends) <= bits.MAX_TIERS
        assert all(n == n_words or scores[n - 1] > scores[n] for n in ends)


@pytest.mark.parametrize(
    "call",
    [
        lambda: compiled.pack(b"\0\0\0", 2, 26, bytearray(2 * 26 * 8)),
        lambda: compiled.pack(b"\0\0", 0, 26, bytearray(2 * 26 * 8)),
        lambda: compiled.pack(b"\0\0", 2, 0, bytearray(2 * 26 * 8)),
        lambda: compiled.pack(b"\0\x1a", 2, 26, bytearray(2 * 26 * 8)),
        lambda: compiled.pack(bytes(18), 2, 26, bytearray(2 * 26)),
        lambda: compiled.take(b"abc", 2, b"\1", array("i", [0]), bytearray(2)),
        lambda: compiled.take(b"ab", 0, b"\1", array("i", [0]), bytearray(0)),
        lambda: compiled.take(b"ab", 2, b"", array("i", [0]), bytearray(2)),
        lambda: compiled.take(b"ab", 2, b"\1", array("i", [0]), bytearray(1)),
        lambda: compiled.take(b"ab", 2, b"\1", array("i", [0, 0]), bytearray(4)),
        lambda: compiled.take(b"abcd", 2, b"\3", array("i", [0]), bytearray(2)),
    ],
)
def test_arguments_that_do_not_fit_are_refused(call: Callable[[], None]) -> None:
    with pytest.raises(ValueError, match="do not fit together"):
        call()
