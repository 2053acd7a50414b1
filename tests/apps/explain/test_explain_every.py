"""All minimal sets of reasons of tiny puzzles, against brute force over all sets of rules."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from support.relaxed_puzzles import Scored, kept, sparse_puzzle
from support.runs import explain
from support.seeds import split
from support.tasks import check_stops

import satcross as sx
from satcross.apps.explain.every import Explanations
from satcross.apps.explain.explain import Explanation
from satcross.apps.explain.rules import Rules, SoftRule

MOST_RULES = 12


def minimal_sets(made: Scored, rules: tuple[SoftRule, ...]) -> set[frozenset[SoftRule]]:
    """All minimal sets of rules that cannot be kept together: the smallest are tried first."""
    found: list[frozenset[SoftRule]] = []
    for size in range(1, len(rules) + 1):
        found += [
            chosen
            for chosen in map(frozenset, combinations(rules, size))
            if not any(one <= chosen for one in found) and not kept(made, chosen)
        ]
    return set(found)


def check(seed: int) -> int:
    """Check one puzzle; how many minimal sets it has."""
    made = sparse_puzzle(seed)
    rules = Rules(made.puzzle, made.full_words).rules
    result = explain(made.puzzle, full_words=made.full_words)
    if len(rules) > MOST_RULES or not isinstance(result, sx.Found):
        return 0
    others = Explanations(result, full_words=made.full_words)
    listed = [result.value, *others]
    sets = [frozenset(one.reasons) for one in listed]
    assert all(one.is_minimal for one in listed), seed
    assert others.is_exhausted, seed
    assert len(sets) == len(set(sets)), seed
    assert set(sets) == minimal_sets(made, rules), seed
    return len(sets)


@pytest.mark.parametrize("seeds", split(range(60), 5))
def test_all_minimal_sets_are_listed_once(seeds: range) -> None:
    assert max(map(check, seeds)) > 1


@pytest.mark.slow
def test_all_minimal_sets_of_a_thousand() -> None:
    assert sum(check(seed) > 1 for seed in range(1000, 2000)) > 100


def explained() -> Explanation:
    rows = "XQVX\n....\n....\nVXJQ"
    words = sx.WordList.from_words(["axle", "xray", "lava", "ezra"])
    result = sx.explain(rows, words)
    assert isinstance(result, sx.Found)
    return result.value


def test_they_can_be_stopped() -> None:
    rng = random.Random(1)
    words = {"".join(rng.choices("abcde", k=8)) for _ in range(80)}
    result = sx.explain("\n".join(["." * 8] * 8), sx.WordList.from_words(words))
    assert isinstance(result, sx.Found)
    # Its sets take minutes: the first 67 took 30 s.
    check_stops(lambda: Explanations(result.value))


def test_an_explanation_that_is_not_minimal_is_shrunk() -> None:
    made = explained()
    puzzle = made.puzzle
    whole = Explanation(puzzle, Rules(puzzle).rules, unsure=Rules(puzzle).rules)
    sets = {frozenset(one.reasons) for one in Explanations(whole)}
    assert frozenset(made.reasons) in sets
    assert len(sets) == 1 + len(list(Explanations(made)))
