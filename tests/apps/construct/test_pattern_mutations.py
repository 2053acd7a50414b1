"""A rule that is lost or bent on its way into clauses is found out."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.pattern_counts import brute, check_formula
from support.random_rules import random_rules

from satcross.apps.construct.patterns import constraints as encode
from satcross.apps.construct.patterns.solver import PatternSearch
from satcross.cnf.assignment import Assignment
from satcross.cnf.connectivity import Edges
from satcross.errors import VerificationError
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry

Mutation = Callable[[list[list[int]]], list[list[int]]]


def lost(clauses: list[list[int]]) -> list[list[int]]:
    return []


def some_lost(clauses: list[list[int]]) -> list[list[int]]:
    return [clause for i, clause in enumerate(clauses) if i % 3 != 1]


def bent(clauses: list[list[int]]) -> list[list[int]]:
    return [[-c[0], *c[1:]] if i % 3 == 0 else c for i, c in enumerate(clauses)]


def shortened(clauses: list[list[int]]) -> list[list[int]]:
    return [c[:-1] if i % 3 == 0 and len(c) > 1 else c for i, c in enumerate(clauses)]


MUTATIONS = (lost, some_lost, bent, shortened)
NAMES = [*encode._RULES, "share_checked", "stacks"]


def mutate(monkeypatch: pytest.MonkeyPatch, name: str, mutation: Mutation) -> None:
    table: Any = encode._RULES if name in encode._RULES else vars(encode)
    rule = table[name]

    def bad(*arguments: Any) -> Iterator[list[int]]:
        yield from mutation([list(clause) for clause in rule(*arguments)])

    monkeypatch.setitem(table, name, bad)


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("name", NAMES)
def test_brute_force_finds_a_bad_rule(
    name: str, mutation: Mutation, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutate(monkeypatch, name, mutation)
    if (name, mutation) == ("fixed", shortened):
        pytest.skip("clauses of one literal")
    if name == "not empty":  # no random rules are as lax as those to which it matters
        if mutation in (some_lost, shortened):
            pytest.skip("one clause, and a literal more or less in it is one cell")
        with pytest.raises(AssertionError):
            check_formula(
                PatternRules(4, 4, symmetry=Symmetry.NONE, min_length=4, max_block_run=None)
            )
        return
    for seed in range(300):
        rules = random_rules(random.Random(seed), 4, 4, symmetry="none")
        if brute(4, 4, "none", False).obey(rules, connected=False).sum() > 400:
            continue
        try:
            check_formula(rules)
        except AssertionError:
            return
    raise AssertionError(f"{name}, {mutation.__name__}: nobody noticed")


def test_the_search_gives_no_pattern_that_breaks_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, "cheaters", lost)
    finder = PatternSearch(PatternRules(7, 7, cheaters=False))
    with pytest.raises(VerificationError, match="a pattern that breaks a rule: cheaters: the bl"):
        give_many(finder)


def give_many(finder: PatternSearch) -> None:
    for _ in range(50):
        found = finder.next()
        assert isinstance(found, Assignment)
        finder.exclude(finder.grid_of(found))


def test_a_search_that_forgets_to_connect_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def whole(edges: object, cells: list[int]) -> list[frozenset[int]]:
        return [frozenset(cells)]

    monkeypatch.setattr(Edges, "components", whole)
    blocks = frozenset(range(27, 36))  # a row of nine
    ends = frozenset({0, 62})
    finder = PatternSearch(PatternRules(7, 9, blocks=blocks, open_cells=ends))
    with pytest.raises(VerificationError, match=r"connected: r5c. is not connected"):
        finder.next()
