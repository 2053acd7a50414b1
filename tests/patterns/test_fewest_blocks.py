"""The fewest blocks are the fewest, and a bound that is given holds."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from support.brute_patterns import Brute
from support.random_rules import random_rules

from satcross.patterns.checker import pattern_faults
from satcross.patterns.fewest import Fewest, FewestUnknown, fewest_blocks
from satcross.patterns.rules import PatternRules, Range
from satcross.patterns.search import NoPattern
from satcross.solve.protocol import Deadline


@pytest.mark.parametrize(
    ("size", "symmetry", "bars"),
    [
        ((5, 5), "rotation", False),
        ((5, 5), "both", False),
        ((4, 4), "none", False),
        ((3, 3), "none", True),
    ],
)
def test_as_brute_force(size: tuple[int, int], symmetry: str, bars: bool) -> None:
    every = Brute(*size, symmetry, bars)
    if bars:
        n_walls = (~every.right).sum((1, 2)) + (~every.below).sum((1, 2))
    else:
        n_walls = (~every.open).sum((1, 2))
    n_some = 0
    for seed in range(14):
        rules = random_rules(random.Random(f"few {seed}"), *size, bars=bars, symmetry=symmetry)
        obey = every.obey(rules)
        result = fewest_blocks(rules, seed=seed)
        if not obey.any():
            assert result == NoPattern()
            continue
        assert isinstance(result, Fewest)
        assert result.is_proved
        assert result.n_blocks == n_walls[obey].min(), rules
        assert pattern_faults(result.grid, rules) == ()
        n_some += result.n_blocks > 0
        early = fewest_blocks(rules, seed=seed, max_rounds=1)
        assert isinstance(early, Fewest)
        assert early.least <= result.n_blocks <= early.n_blocks
    assert n_some


def test_published_sizes() -> None:
    told: list[tuple[int, int]] = []
    rules = PatternRules(15, 15, n_words=Range(78, 78))
    result = fewest_blocks(rules, on_bounds=lambda least, best: told.append((least, best)))
    assert isinstance(result, Fewest)
    assert (result.n_blocks, result.least) == (27, 27)
    assert told[-1] == (27, 27)
    assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(told))


def test_the_rule_of_78_words_alone_needs_no_block() -> None:
    result = fewest_blocks(PatternRules(15, 15, n_words=Range(None, 78)))
    assert isinstance(result, Fewest)
    assert (result.n_blocks, result.is_proved) == (0, True)


def test_no_time() -> None:
    result = fewest_blocks(PatternRules(15, 15), deadline=Deadline.after(0))
    assert result == FewestUnknown("time limit")
