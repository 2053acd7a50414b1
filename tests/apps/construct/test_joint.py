"""The joint encoding, an oracle of patterns with fills: exactly those of brute force."""

from __future__ import annotations

import random

import pytest
from oracles.joint import JointGrids, encode_joint
from support.brute_force import all_fills
from support.seeds import quick

from satcross.apps.construct.api import patterns
from satcross.apps.construct.patterns.alike import Alike
from satcross.errors import OptionError
from satcross.model.puzzle import Puzzle
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.solve.protocol import SolverOptions
from satcross.tasks.enumerate import Fills
from satcross.words import WordList


def drawn(rng: random.Random, largest: int = 4) -> tuple[PatternRules, list[str], bool]:
    n_rows, n_cols = rng.randint(2, 3), rng.randint(2, largest)
    if largest > 4:
        n_rows, n_cols = 4, 4
    rules = PatternRules(
        n_rows,
        n_cols,
        symmetry=rng.choice([Symmetry.NONE, Symmetry.ROTATION, Symmetry.TOP_BOTTOM]),
        min_length=rng.choice([2, 2, 3]),
        all_checked=rng.random() < 0.5,
        connected=rng.random() < 0.7,
        n_blocks=Range(rng.choice([None, 1, 2]), rng.choice([None, 6])),
    )
    letters = "AB" if rng.random() < 0.5 else "ABC"
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(2, 4)))
        for _ in range(rng.randint(3, 10))
    }
    return rules, sorted(words), rng.random() < 0.6


def by_brute_force(rules: PatternRules, words: list[str], *, distinct: bool) -> set[str]:
    letters = "".join(sorted(set("".join(words))))
    listed = patterns(rules, alike=Alike.EXACTLY)
    return {
        "\n".join(fill)
        for pattern in listed
        for fill in all_fills(str(pattern).split("\n"), words, letters, distinct=distinct)
        # Cells in no run are in no pattern: every open cell is in a slot.
    }


@pytest.mark.parametrize("seed", quick(range(30), 4))
def test_all_grids_are_those_of_brute_force(seed: int) -> None:
    compare(*drawn(random.Random(seed)), seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_all_4x4_grids_are_those_of_brute_force(seed: int) -> None:
    compare(*drawn(random.Random(seed), 5), seed)


def compare(rules: PatternRules, words: list[str], distinct: bool, seed: int) -> None:
    listed, options = WordList.from_words(words), SolverOptions(seed=seed)
    got = [str(grid) for grid in JointGrids(rules, listed, options, distinct=distinct)]
    assert len(set(got)) == len(got)
    assert set(got) == by_brute_force(rules, words, distinct=distinct)


def test_the_cases_are_not_all_empty() -> None:
    sizes = []
    for seed in range(24):
        rules, words, distinct = drawn(random.Random(seed))
        sizes.append(len(by_brute_force(rules, words, distinct=distinct)))
    assert sum(size > 0 for size in sizes) > 4, sizes
    assert max(sizes) > 9, sizes


def test_equals_pattern_by_pattern() -> None:
    words = WordList.from_words(["ABA", "BAB", "AAB", "BBA", "ABB", "ABAB", "BABA", "AABB"])
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE, n_blocks=Range(1, None))
    one_by_one = {
        str(fill.grid)
        for grid in patterns(rules, alike=Alike.EXACTLY)
        for fill in Fills(Puzzle(grid, words, min_length=3))
    }
    assert {str(grid) for grid in JointGrids(rules, words)} == one_by_one
    assert one_by_one


def test_clause_counts() -> None:
    encoding = encode_joint(PatternRules(3, 3, symmetry=Symmetry.NONE), WordList.from_words(["ab"]))
    n_letters = 26
    assert encoding.n_by_rule["letters"] == 9 * (5 * n_letters - 4)
    assert encoding.n_by_rule["slots"] == 6 * 5  # one place a line: the whole line
    assert encoding.n_by_rule["words"] == 6  # and no word for it
    assert sum(encoding.n_by_rule.values()) == encoding.formula.n_clauses


def test_no_bars() -> None:
    with pytest.raises(OptionError, match="not for bars"):
        encode_joint(PatternRules(3, 3, bars=True), WordList.from_words(["abc"]))


def test_words_that_differ_in_their_last_letter_alone() -> None:
    rules = PatternRules(3, 3, symmetry=Symmetry.NONE)
    words = WordList.from_words(["abc", "abd", "efg", "aae", "bbf", "cdg"])
    grids = {str(grid) for grid in JointGrids(rules, words)}
    assert grids == {"ABC\nABD\nEFG", "AAE\nBBF\nCDG"}
