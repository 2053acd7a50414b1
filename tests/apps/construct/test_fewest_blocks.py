"""The fewest blocks are the fewest, and a bound that is given holds."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from support.brute_patterns import Brute
from support.random_rules import random_rules

from satcross.apps.construct.patterns.minimum import FewestBlocks, FewestBlocksTask
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.verify import pattern_faults
from satcross.results import Best, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Bounded, Event


def fewest_blocks(
    rules: PatternRules,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    max_rounds: int | None = None,
) -> FewestBlocks:
    with FewestBlocksTask(rules, options, max_rounds=max_rounds) as task:
        return task.run(time_limit_s)


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
        options = SolverOptions(seed=seed)
        result = fewest_blocks(rules, options=options)
        if not obey.any():
            assert isinstance(result, Impossible)
            continue
        assert isinstance(result, Best)
        assert result.is_proved
        assert result.objective == result.bound == n_walls[obey].min(), rules
        assert pattern_faults(result.value, rules) == ()
        assert result.objective is not None
        n_some += result.objective > 0
        early = fewest_blocks(rules, options=options, max_rounds=1)
        assert isinstance(early, Best)
        assert early.objective is not None
        assert early.bound is not None
        assert early.bound <= result.objective <= early.objective
        assert early.is_proved or early.reason is Reason.ROUNDS
    assert n_some


def test_published_sizes() -> None:
    seen: list[tuple[int, int]] = []

    def note(event: Event) -> None:
        if isinstance(event, Answered | Bounded):
            assert task.objective is not None
            assert task.bound is not None
            seen.append((task.bound, task.objective))

    with FewestBlocksTask(PatternRules(15, 15, n_words=Range(78, 78))) as task:
        task.subscribe(note)
        result = task.run()
    assert isinstance(result, Best)
    assert (result.objective, result.bound) == (27, 27)
    assert seen[-1] == (27, 27)
    assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(seen))


def test_the_rule_of_78_words_alone_needs_no_block() -> None:
    result = fewest_blocks(PatternRules(15, 15, n_words=Range(None, 78)))
    assert isinstance(result, Best)
    assert (result.objective, result.is_proved) == (0, True)


def test_no_time() -> None:
    result = fewest_blocks(PatternRules(15, 15), time_limit_s=1e-9)
    assert result == Stopped(Reason.TIME_LIMIT)
