"""Estimates follow the formula in the docstring, and say which pattern is the easier one."""

from __future__ import annotations

from itertools import product
from math import inf, log10

import pytest

from satcross.apps.construct.patterns.estimate import Estimator
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

WORDS = ["cat", "cot", "oat", "tot", "tea", "ace", "at", "to"]


def test_the_expected_number_of_fills_is_that_of_random_words() -> None:
    grid = Grid.parse("...\n.#.\n...")
    words = WordList.from_words(WORDS)
    three = [word for word in WORDS if len(word) == 3]
    slots = Puzzle(grid, words).slots
    n_fit = 0
    for chosen in product(three, repeat=len(slots)):
        at: dict[int, set[str]] = {}
        for slot, word in zip(slots, chosen, strict=True):
            for cell, letter in zip(slot.cells, word, strict=True):
                at.setdefault(cell, set()).add(letter)
        n_fit += all(len(letters) == 1 for letters in at.values())
    # Each corner agrees by a chance of its own in the formula; so count corner by corner.
    share = {i: {a: sum(w[i] == a for w in three) / 6 for a in "acote"} for i in (0, 2)}
    expected = log10(6**4)
    for i, j in ((0, 0), (2, 0), (0, 2), (2, 2)):
        expected += log10(sum(share[i][a] * share[j][a] for a in "acote"))
    estimated = Estimator(words)(grid)
    assert estimated.log_fills == pytest.approx(expected)
    assert (estimated.n_words, estimated.mean_length) == (4, 3)
    assert n_fit > 0


def test_a_length_without_words() -> None:
    estimated = Estimator(WordList.from_words(WORDS))(Grid.parse("....\n#.#.\n#..."))
    assert estimated.log_fills == -inf
    assert (estimated.tightest, estimated.tightest_slot) == (-inf, "1A")


def test_more_crossings_are_harder() -> None:
    estimate = Estimator(WordList.builtin(min_score=30))
    lattice = ".....\n.#.#.\n.....\n.#.#.\n....."
    easy, hard = estimate(Grid.parse(lattice)), estimate(Grid.parse(lattice.replace("#", ".")))
    assert easy.log_fills > hard.log_fills
    assert easy.tightest > hard.tightest


def test_room_elsewhere_does_not_make_a_tight_part_easier() -> None:
    cycle = ["abc", "bcd", "cde", "dea", "eab"]
    five = [f"{a}{b}abc" for a in "abcde" for b in "abcde"]
    estimate = Estimator(WordList.from_words(cycle + five))
    tight = estimate(Grid.parse("...#.....\n...######\n...#.....\n#########\n####....."))
    loose = estimate(Grid.parse("...\n.##\n.##"))
    assert tight.log_fills == pytest.approx(-3 * log10(5) + 3 * log10(25))
    assert tight.log_fills > loose.log_fills
    assert tight.ease < loose.ease == (0.0, loose.log_fills)


def test_no_slot() -> None:
    assert Estimator(WordList.from_words(WORDS))(Grid.parse("#.#")).n_words == 0
