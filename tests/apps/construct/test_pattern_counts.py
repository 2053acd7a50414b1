"""The patterns of a rule set are those that trying all of them finds."""

from __future__ import annotations

import random

import pytest
from support.brute_patterns import SYMMETRIES
from support.pattern_counts import brute, check_formula, check_listing
from support.random_rules import random_rules

from satcross.model.grid import Grid
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import pattern_faults

SIZES = [
    (4, 4, "none", False),
    *((5, 5, symmetry, False) for symmetry in SYMMETRIES if symmetry != "none"),
    (3, 5, "none", False),
    (3, 3, "none", True),
    (3, 3, "rotation", True),
    (3, 3, "diagonal", True),
    (2, 4, "none", True),
]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "-".join(map(str, size)))
def test_formulas_have_the_patterns_of_brute_force(size: tuple[int, int, str, bool]) -> None:
    run(size, range(1))


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [*SIZES, (3, 4, "none", True)], ids=lambda s: "-".join(map(str, s))
)
def test_formulas_have_the_patterns_of_brute_force_for_many_rules(
    size: tuple[int, int, str, bool],
) -> None:
    run(size, range(100, 220))


def run(size: tuple[int, int, str, bool], seeds: range) -> None:
    n_rows, n_cols, symmetry, bars = size
    some = 0
    for seed in seeds:
        rng = random.Random(f"{size} {seed}")
        rules = random_rules(rng, n_rows, n_cols, bars=bars, symmetry=symmetry)
        if brute(*size[:2], symmetry, bars).obey(rules, connected=False).sum() > 4000:
            continue
        some += check_formula(rules) > 0
        check_listing(rules, 60 if len(seeds) < 50 else 250)
    assert len(seeds) < 50 or some > 10


def test_random_rules_leave_some_patterns_and_not_all() -> None:
    all_ = brute(4, 4, "none", False)
    numbers = [
        int(all_.obey(random_rules(random.Random(s), 4, 4, symmetry="none")).sum())
        for s in range(20)
    ]
    assert sum(0 < n < 4000 for n in numbers) >= 7


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "-".join(map(str, size)))
def test_the_checker_agrees_with_brute_force(size: tuple[int, int, str, bool]) -> None:
    n_rows, n_cols, symmetry, bars = size
    all_ = brute(n_rows, n_cols, symmetry, bars)
    for seed in range(6):
        rng = random.Random(f"checker {size} {seed}")
        rules = random_rules(rng, n_rows, n_cols, bars=bars, symmetry=symmetry)
        obey = all_.obey(rules)
        good = [int(i) for i in obey.nonzero()[0]]
        some = [*rng.sample(good, min(8, len(good))), *rng.sample(range(len(obey)), 12)]
        for index in some:
            faults = pattern_faults(all_.grid(index), rules)
            assert (not faults) == obey[index], (rules, str(all_.grid(index)), faults)


def test_the_checker_knows_every_symmetry() -> None:
    everything = brute(4, 4, "none", False)
    rng = random.Random(4)
    for symmetry in SYMMETRIES:
        rules = PatternRules(
            4, 4, symmetry=Symmetry(symmetry), min_length=2, all_checked=False, connected=False
        )
        these = brute(4, 4, symmetry, False)
        keys = set(these.keys(these.some_open()))
        picks = [everything.grid(rng.randrange(1, 1 << 16)) for _ in range(40)]
        picks += [grid_of(key) for key in rng.sample(sorted(keys), min(10, len(keys)))]
        for grid in picks:
            faults = {fault.rule for fault in pattern_faults(grid, rules)}
            key = tuple(grid.is_square(cell) for cell in range(16))
            assert ("symmetry" in faults) == (key not in keys), (symmetry, str(grid))


def grid_of(key: tuple[bool, ...]) -> Grid:
    return Grid(4, 4, tuple(".#"[not value] for value in key))
