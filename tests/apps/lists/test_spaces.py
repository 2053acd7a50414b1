"""Spaces restored where that is sure."""

from __future__ import annotations

import random

import pytest

from satcross.apps.lists.records import Record
from satcross.apps.lists.spaces import Spacer, restored
from satcross.words import WordList

KNOWN = WordList.from_words([
    ("ice cream", 80), ("don't", 90), ("guardian", 80), ("angel", 85), ("understated", 40),
    ("stated", 60), ("under", 90), ("sample", 80), ("ample", 60), ("weighting", 60), ("weight", 90),
    ("worth", 90), ("gold", 95), ("old", 99), ("its", 99), ("useless", 80), ("chocolate", 90),
    ("cakes", 80), ("dull", 20), ("blades", 70),
])  # fmt: skip


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("ICECREAM", "ICE CREAM"),  # as it is known
        ("icecream", "ice cream"),
        ("DONT", "DON'T"),
        ("MYGUARDIANANGEL", "MY GUARDIAN ANGEL"),
        ("chocolatecakes", "chocolate cakes"),
        ("Chocolatecakes", "chocolate cakes"),
        ("GUARDIAN", None),  # one word
        ("RUNASAMPLE", None),  # RUN is not known, and two ways would be
        ("WORTHITSWEIGHTINGOLD", None),  # WEIGHT IN GOLD, WEIGHTING OLD
        ("UNDERBLADES", None),  # a prefix
        ("DULLBLADES", None),  # a rare word
        ("ice cream", None),
    ],
)
def test_entries_with_their_spaces(word: str, form: str | None) -> None:
    letters = word.replace(" ", "").upper()
    found = restored([Record(letters, word, 50)], KNOWN)
    assert [record.written for record in found.entries.values()] == ([form] if form else [])
    assert found.n_known + found.n_cut == len(found.entries)


def test_phrases_that_nobody_looks_up_are_cut_as_they_are_written() -> None:
    words = WordList.builtin()
    spacer = Spacer(words)
    phrases = [
        word for word, _ in words.words() if words.written(word).replace(" ", "").isalpha()
        and " " in words.written(word)
    ]  # fmt: skip
    some = random.Random(7).sample(phrases, 800)
    cuts = {word: " ".join(spacer.cut(word)) for word in some if spacer.cut(word)}
    right = [word for word, cut in cuts.items() if cut == words.written(word).upper()]
    assert len(cuts) > 0.4 * len(some)
    assert len(right) >= 0.95 * len(cuts)
