"""Cubes share no fill, and together have all of them."""

from __future__ import annotations

import random

import pytest
from support.letter_checks import brute
from support.random_puzzles import random_puzzle

import satcross as sx
from satcross.tasks.cubes import Cube, weight_of


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


@pytest.mark.parametrize("seed", range(5))
def test_weights_do_not_depend_on_the_order_of_slots(seed: int) -> None:
    # Nor on how a processor adds: what differs in the last digits alone is equal.
    rng = random.Random(f"transposed {seed}")
    words = ["".join(rng.choices("ABCDE", k=rng.randrange(2, 5))) for _ in range(400)]
    rows = [".#..", "....", "....", "..#."]
    one, other = (
        sx.Puzzle("\n".join(grid), sx.WordList.from_words(words))
        for grid in (rows, map("".join, zip(*rows, strict=True)))
    )
    paths = [((cell, letter),) for cell in (4, 5, 6) for letter in range(5)]
    turned = [((4 * (cell % 4) + cell // 4, letter),) for ((cell, letter),) in paths]
    assert [weight_of(one, path) for path in paths] == [weight_of(other, path) for path in turned]
