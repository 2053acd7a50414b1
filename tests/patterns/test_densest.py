"""The fewest blocks with which a grid can be filled: proved, or with an honest bound."""

from __future__ import annotations

import random
from functools import cache

import pytest
from support.brute_force import all_fills

from satcross.grid import BLOCK, Grid
from satcross.patterns import densest as module
from satcross.patterns.densest import Densest, DensestUnknown, NoDensest, densest, densest_joint
from satcross.patterns.listing import patterns
from satcross.patterns.rules import PatternRules, Range
from satcross.patterns.search import NoPattern
from satcross.patterns.symmetry import Alike, Symmetry
from satcross.tasks.fill import fill
from satcross.tasks.results import FillResult, Unknown
from satcross.verify import verify
from satcross.words import WordList


def drawn(rng: random.Random) -> tuple[PatternRules, list[str]]:
    rules = PatternRules(
        rng.randint(3, 4),
        rng.randint(3, 4),
        symmetry=rng.choice([Symmetry.NONE, Symmetry.NONE, Symmetry.ROTATION]),
        min_length=rng.choice([2, 3]),
        all_checked=rng.random() < 0.6,
        n_blocks=Range(rng.choice([None, None, 2]), None),
    )
    letters = rng.choice(["AB", "ABC"])
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(2, 4)))
        for _ in range(rng.randint(5, 22))
    }
    return rules, sorted(words)


@cache
def fewest(seed: int) -> int | None:
    """By brute force, of the drawn case of this seed."""
    rules, words = drawn(random.Random(seed))
    letters = "".join(sorted(set("".join(words))))
    numbers = [
        pattern.cells.count(BLOCK)
        for pattern in patterns(rules, alike=Alike.EXACTLY)
        if all_fills(str(pattern).split("\n"), words, letters, distinct=True)
    ]
    return min(numbers, default=None)


@pytest.mark.parametrize("seed", range(18))
def test_as_few_as_brute_force(seed: int) -> None:
    rules, words = drawn(random.Random(seed))
    listed = WordList.from_words(words)
    wanted = fewest(seed)
    result = densest(rules, listed, seed=seed)
    joint, n_joint = densest_joint(rules, listed, seed=seed)
    if wanted is None:
        assert isinstance(result, NoDensest)
        assert isinstance(joint, NoPattern)
        return
    assert isinstance(result, Densest)
    assert result.is_proved
    assert result.n_blocks == result.fill.grid.cells.count(BLOCK) == wanted
    assert not verify(None, result.fill.grid, listed, min_length=rules.min_length)
    assert isinstance(joint, Grid)
    assert joint.cells.count(BLOCK) == n_joint == wanted


def test_both_kinds_come_up() -> None:
    numbers = [fewest(seed) for seed in range(18)]
    assert None in numbers
    assert len({number for number in numbers if number is not None}) >= 3


def test_what_is_put_off_keeps_the_bound_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A filler that gives up on full grids: the bound stays below them."""
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE)
    words = WordList.builtin()
    real = fill

    def timid(puzzle: object, **options: object) -> FillResult:
        if BLOCK not in puzzle.grid.cells:  # type: ignore[attr-defined]
            return Unknown("time limit")
        return real(puzzle, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "fill", timid)
    result = densest(rules, words)
    assert isinstance(result, Densest)
    assert (result.n_blocks, result.least, result.n_open, result.is_proved) == (1, 0, 1, False)


def test_what_was_put_off_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE)
    real, slices = fill, []

    def slow(puzzle: object, *, time_limit_s: float, **options: object) -> FillResult:
        slices.append(time_limit_s)
        if BLOCK not in puzzle.grid.cells and time_limit_s < 8:  # type: ignore[attr-defined]
            return Unknown("time limit")
        return real(puzzle, time_limit_s=time_limit_s, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "fill", slow)
    result = densest(rules, WordList.builtin())
    assert isinstance(result, Densest)
    assert (result.n_blocks, result.is_proved) == (0, True)
    assert max(slices) == 8


def test_no_time() -> None:
    result = densest(PatternRules(5, 5), WordList.builtin(), time_limit_s=1e-6)
    assert isinstance(result, DensestUnknown)
    assert (result.reason, result.least) == ("time limit", 0)


def test_the_same_seed_gives_the_same_grid() -> None:
    words = WordList.builtin(min_score=50)
    rules = PatternRules(5, 5, symmetry=Symmetry.NONE)
    first = densest(rules, words, seed=3)
    assert first == densest(rules, words, seed=3)
    assert first != densest(rules, words, seed=4)
    assert isinstance(first, Densest)
    assert first.n_blocks == 0
