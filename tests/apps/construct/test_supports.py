"""How many words have some letters in some places."""

from __future__ import annotations

from itertools import product

from satcross.apps.construct.supports import Supports
from satcross.words import WordList


def test_supports_are_counted() -> None:
    words = ["".join(letters) for letters in product("ABC", repeat=3)][::2]
    supports = Supports(WordList.from_words(words))
    for letters in ({}, {0: "A"}, {1: "B", 2: "C"}, {0: "A", 1: "A", 2: "A"}):
        wanted = sum(all(word[at] == a for at, a in letters.items()) for word in words)
        assert supports.count(3, letters) == wanted
    assert supports.count(5, {}) == supports.count(5, {1: "A"}) == 0
    part = supports.too_few(3, {0: "A", 1: "B", 2: "C"}, 2)
    assert supports.count(3, part) < 2
    assert all(supports.count(3, {i: a for i, a in part.items() if i != at}) >= 2 for at in part)
