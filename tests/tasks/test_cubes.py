"""Cubes share no fill, and together have all of them."""

from __future__ import annotations

import random

import pytest
from support.letter_checks import brute
from support.random_puzzles import random_puzzle

from satcross.tasks.cubes import Cube


@pytest.mark.parametrize("seed", range(25))
def test_cubes_are_a_partition(seed: int) -> None:
    rng = random.Random(f"cubes {seed}")
    puzzle = random_puzzle(seed)
    leaves: list[Cube] = [Cube()]
    for _ in range(4):
        if not leaves:
            break
        chosen = leaves.pop(rng.randrange(len(leaves)))
        leaves += chosen.split(puzzle)
    parts = [brute(leaf.of(puzzle)) for leaf in leaves]
    assert sum(map(len, parts)) == len(brute(puzzle))
    assert set().union(*parts) == brute(puzzle)


def test_a_split_is_the_same_every_time() -> None:
    puzzle = random_puzzle(3)
    assert Cube().split(puzzle) == Cube().split(puzzle)
