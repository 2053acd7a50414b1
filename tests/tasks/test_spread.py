"""Fills that differ as much as they can: the distance that is reported, and its bound."""

from __future__ import annotations

import itertools

import pytest
from support.random_puzzles import random_puzzle
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle, slots_of
from support.seeds import quick

import satcross as sx
from satcross.tasks.enumerate import Fills
from satcross.tasks.spread import n_apart


def check_choice(puzzle: sx.Puzzle, n: int) -> None:
    """Compare the choice of n fills with all choices."""
    every = list(Fills(puzzle))
    fills = Fills(puzzle, limit=n, distinct="auto")
    found = list(fills)
    assert len(found) == len(set(found)) == min(n, len(every))
    assert set(found) <= set(every)
    assert fills.is_exhausted == (len(every) < n)
    assert fills.n_apart == n_apart(found)
    if fills.n_apart is None:
        assert fills.n_apart_bound is None
        return
    assert fills.n_apart_bound is not None
    assert fills.n_apart <= fills.n_apart_bound
    if n <= len(every) <= 25:
        best = max(n_apart(choice) or 0 for choice in itertools.combinations(every, n))
        assert fills.n_apart <= best <= fills.n_apart_bound


@pytest.mark.parametrize("seed", quick(range(120), 15))
def test_the_distance_and_its_bound_are_right(seed: int) -> None:
    check_choice(random_puzzle(seed), 2 + seed % 3)


@pytest.mark.parametrize("kind", [Kind("ABC", rebus=True), Kind("ABC", shared=True)])
@pytest.mark.parametrize("seed", quick(range(120), 15))
def test_the_distance_is_known_beside_any_two_fills(seed: int, kind: Kind) -> None:
    puzzle = make_puzzle(seed, kind)
    every = all_fills_by_rules(puzzle)
    n = 2 + seed % 3
    fills = Fills(puzzle, limit=n, distinct="auto")
    found = list(fills)
    assert {fill.grid.cells for fill in found} <= every
    assert len(found) == len(set(found)) == min(n, len(every))
    assert fills.is_exhausted == (len(every) < n)
    assert fills.n_apart == n_apart(found)
    if fills.n_apart is None:
        assert fills.n_apart_bound is None
    elif fills.is_exhausted:
        assert fills.n_apart_bound == fills.n_apart
    elif len(every) <= 25:
        slots = slots_of(puzzle.grid, puzzle.min_length)
        entries = [["".join(cells[at] for at in slot) for slot in slots] for cells in every]

        def apart(one: list[str], other: list[str]) -> int:
            return sum(a != b for a, b in zip(one, other, strict=True))

        best = max(
            min(apart(*pair) for pair in itertools.combinations(choice, 2))
            for choice in itertools.combinations(entries, n)
        )
        assert fills.n_apart <= best <= (fills.n_apart_bound or 0)
