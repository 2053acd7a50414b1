"""Fills far apart: the distance that is reported, and the bound, against all choices."""

from __future__ import annotations

import itertools

import pytest
from support.random_puzzles import random_puzzle
from support.seeds import quick

import satcross as sx
from satcross.tasks import farthest
from satcross.tasks.enumerate import Fills
from satcross.tasks.farthest import FarApartTask


def apart(one: sx.Fill, other: sx.Fill) -> int:
    return sum(a != b for a, b in zip(one.grid.cells, other.grid.cells, strict=True))


@pytest.mark.parametrize("seed", quick(range(120), 40))
def test_the_distance_and_its_bound_are_right(seed: int) -> None:
    puzzle = random_puzzle(seed)
    every = list(Fills(puzzle))
    n = 2 + seed % 3
    with FarApartTask(puzzle, n=n) as task:
        result = task.run()
    if not every:
        assert isinstance(result, sx.Impossible)
        return
    assert isinstance(result, sx.Found)
    spread = result.value
    assert spread.n_fills == len(every)
    assert len(spread.fills) == len(set(spread.fills)) == min(n, len(every))
    assert set(spread.fills) <= set(every)
    pairs = [apart(a, b) for a, b in itertools.combinations(spread.fills, 2)]
    assert spread.apart == min(pairs, default=0)
    if len(every) <= 25 and len(every) >= n:
        best = max(
            min(apart(a, b) for a, b in itertools.combinations(choice, 2))
            for choice in itertools.combinations(every, n)
        )
        assert spread.apart <= best <= spread.bound <= 2 * spread.apart


def test_too_many_fills_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farthest, "MAX_FILLS", 3)
    words = sx.WordList.from_words(["ab", "ba", "ac", "ca", "bc", "cb", "cc"])
    with FarApartTask(sx.Puzzle("..\n..", words, distinct=False), n=2) as task:
        result = task.run()
    assert isinstance(result, sx.Stopped)
    assert result.reason is sx.Reason.GIVEN_UP
