"""Patterns around themes, beside a second formula of them."""

from __future__ import annotations

import random

import pytest
from oracles.themes import ThemedFormula, theme_faults
from support.seeds import split

from satcross.apps.construct.theme import Theme
from satcross.apps.construct.theme_search import ThemePatterns
from satcross.model.puzzle import Direction
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import pattern_faults


def rules_and_theme(seed: int) -> tuple[PatternRules, Theme]:
    """Small rules, and a theme of a few words, perhaps with optional ones."""
    rng = random.Random(f"theme {seed}")
    n_rows, n_cols = rng.choice([(3, 4), (4, 3), (4, 4), (5, 5)])
    is_square = n_rows == n_cols
    symmetries = [Symmetry.ROTATION, Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM]
    symmetries += [Symmetry.DIAGONAL] if is_square else []
    rules = PatternRules(
        n_rows, n_cols,
        symmetry=rng.choice(symmetries if n_rows == 5 else [Symmetry.NONE, *symmetries]),
        min_length=2 if n_rows * n_cols == 12 and rng.random() < 0.5 else 3,
        all_checked=rng.random() < 0.6,
        connected=rng.random() < 0.8,
        n_blocks=Range(rng.choice([None, None, 2]), None),
    )  # fmt: skip
    drawn = {
        "".join(rng.choice("AB") for _ in range(rng.randint(rules.min_length, max(n_rows, n_cols))))
        for _ in range(rng.randint(1, 3))
    }
    words = sorted(drawn)
    n_needed = rng.randint(0 if len(words) > 1 else 1, len(words))
    return rules, Theme(
        tuple(words[:n_needed]), tuple(words[n_needed:]), rng.randint(0, len(words) - n_needed),
        directions=rng.choice([tuple(Direction), (Direction.ACROSS,), (Direction.DOWN,)]),
        symmetric=rng.random() < 0.3,
        gap=rng.randint(1, 3),
    )  # fmt: skip


@pytest.mark.parametrize("seeds", split(range(100), 24))
def test_the_search_lists_the_patterns_of_the_second_formula(seeds: range) -> None:
    n_empty = n_found = 0
    for seed in seeds:
        rules, theme = rules_and_theme(seed)
        wanted = {
            (grid, frozenset(places.items()))
            for grid, places in ThemedFormula(rules, theme).themed()
            if not pattern_faults(grid, rules)
        }
        found = set()
        for themed in ThemePatterns(rules, theme):
            grid = themed.grid.without_letters()
            assert not list(theme_faults(grid, themed.slots, rules, theme)), seed
            found.add((grid, frozenset(themed.slots.items())))
        assert found == wanted, seed
        n_empty += not found
        n_found += len(found)
    assert n_empty
    assert n_found > len(seeds)
