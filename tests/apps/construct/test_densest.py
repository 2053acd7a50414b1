"""The fewest blocks with which a grid can be filled: proved, or with an honest bound."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from oracles.joint import JointGrids
from support.brute_force import all_fills
from support.seeds import quick

from satcross.apps.construct import densest as module
from satcross.apps.construct.api import densest, patterns
from satcross.apps.construct.densest import (
    DensestTask,
    Undecided,
    fill_by,
)
from satcross.apps.construct.patterns.alike import Alike
from satcross.model.fill import FillResult
from satcross.model.grid import BLOCK
from satcross.model.puzzle import Puzzle
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.results import Best, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline
from satcross.verification.crossword import verify
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


def fewest_jointly(rules: PatternRules, words: WordList) -> int | None:
    """By the joint encoding: "exactly n blocks" for n = 0, 1, 2, … until it is possible."""
    for n in range(rules.n_blocks.least or 0, rules.n_rows * rules.n_cols):
        for grid in JointGrids(replace(rules, n_blocks=Range(n, n)), words, limit=1):
            assert grid.cells.count(BLOCK) == n
            return n
    return None


@pytest.mark.usefixtures("solvers_in_process")
@pytest.mark.parametrize("seed", quick([*range(1, 18), 0], 5))
def test_as_few_as_brute_force(seed: int) -> None:
    rules, words = drawn(random.Random(seed))
    listed = WordList.from_words(words)
    wanted = fewest(seed)
    result = densest(rules, listed, seed=seed)
    joint = fewest_jointly(rules, listed)
    if wanted is None:
        assert isinstance(result, Impossible)
        assert joint is None
        return
    assert isinstance(result, Best)
    assert result.is_proved
    assert result.objective == result.value.grid.cells.count(BLOCK) == wanted
    assert not verify(None, result.fill.grid, listed, min_length=rules.min_length)
    assert joint == wanted


def test_both_kinds_come_up() -> None:
    numbers = [fewest(seed) for seed in range(1, 6)]
    assert None in numbers
    assert len({number for number in numbers if number is not None}) >= 3


def test_what_is_put_off_keeps_the_bound_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A filler that gives up on full grids: the bound stays below them."""
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE)
    words = WordList.builtin()

    def timid(deadline: Deadline, puzzle: Puzzle, options: SolverOptions) -> FillResult:
        if BLOCK not in puzzle.grid.cells:
            return Stopped(Reason.TIME_LIMIT)
        return fill_by(deadline, puzzle, options)

    monkeypatch.setattr(module, "fill_by", timid)
    with DensestTask(rules, words) as task:
        result = task.run()
        assert task.n_open == 1
    assert isinstance(result, Best)
    assert (result.objective, result.bound, result.reason) == (1, 0, Reason.GIVEN_UP)


def test_what_was_put_off_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE)
    slices: list[float] = []

    def slow(deadline: Deadline, puzzle: Puzzle, options: SolverOptions) -> FillResult:
        left_s = deadline.left_s()
        assert left_s is not None
        slices.append(left_s)
        if BLOCK not in puzzle.grid.cells and left_s < 7:
            return Stopped(Reason.TIME_LIMIT)
        return fill_by(deadline, puzzle, options)

    monkeypatch.setattr(module, "fill_by", slow)
    result = densest(rules, WordList.builtin())
    assert isinstance(result, Best)
    assert (result.objective, result.is_proved) == (0, True)
    assert 7 < max(slices) <= 8


def test_no_time() -> None:
    result = densest(PatternRules(5, 5), WordList.builtin(), time_limit_s=1e-6)
    assert result == Stopped(Reason.TIME_LIMIT)
    assert result.partial == Undecided(0, 0)


def test_the_same_seed_gives_the_same_grid() -> None:
    words = WordList.builtin(min_score=32)
    rules = PatternRules(5, 5, symmetry=Symmetry.NONE)
    first = densest(rules, words, seed=3)
    assert first == densest(rules, words, seed=3)
    assert first != densest(rules, words, seed=4)
    assert isinstance(first, Best)
    assert first.objective == 0


def test_there_may_be_more_bars_than_cells() -> None:
    # No word can stand below another, so all 12 bars between rows are needed, and 4 within them.
    words = WordList.from_words([a + b for a in "abcd" for b in "xy"])
    rules = PatternRules(
        4, 4, bars=True, symmetry=Symmetry.NONE, min_length=2, all_checked=False, connected=False,
        n_blocks=Range(16, None),
    )  # fmt: skip
    match densest(rules, words):
        case Best(value=fill, objective=objective, bound=bound):
            assert (objective, bound) == (16, 16)
            assert not verify(None, fill.grid, words, min_length=2)
        case other:
            pytest.fail(str(other))
