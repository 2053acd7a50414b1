"""Cardinality constraints against their truth tables, and their sizes against their docstrings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import pytest
from oracles.solver_files import projections
from support.unit_propagation import models_of, propagate

from satcross.cnf.cardinality import (
    AT_MOST_ONE,
    CARDINALITIES,
    Counting,
    at_least_k,
    at_most_one,
    at_most_one_pairwise,
    at_most_one_sequential,
)

Constraint = Callable[[Sequence[int], Callable[[], int]], list[list[int]]]


class Variables:
    def __init__(self, n: int) -> None:
        self.n = n

    def __call__(self) -> int:
        self.n += 1
        return self.n


def models(clauses: list[list[int]], n: int, n_all: int) -> list[tuple[bool, ...]]:
    return [values[:n] for values in models_of(clauses, n_all)]


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize(
    ("constraint", "allowed"),
    [(at_most_one, (0, 1)), (at_most_one_sequential, (0, 1))],
)
def test_one_of_many(constraint: Constraint, allowed: tuple[int, ...], n: int) -> None:
    variables = Variables(n)
    clauses = constraint(range(1, n + 1), variables)
    found = models(clauses, n, variables.n)
    wanted = [v for v in models([], n, n) if sum(v) in allowed]
    assert sorted(set(found)) == sorted(wanted)
    assert len(found) == len(wanted), "the auxiliaries are not determined"


@pytest.mark.parametrize("n", range(10))
def test_sizes(n: int) -> None:
    lits = range(1, n + 1)
    assert len(at_most_one_pairwise(lits)) == n * (n - 1) // 2
    variables = Variables(n)
    sequential = at_most_one_sequential(lits, variables)
    assert len(sequential) == (4 * n - 5 if n >= 2 else 0)
    assert variables.n - n == max(0, n - 1)
    chosen = at_most_one(lits, Variables(n))
    assert len(chosen) == (n * (n - 1) // 2 if n <= 7 else 4 * n - 5)


@pytest.mark.parametrize("n", range(6))
@pytest.mark.parametrize("k", range(-1, 7))
def test_at_least_k(n: int, k: int) -> None:
    variables = Variables(n)
    signs = [1, -1, 1, 1, -1]
    lits = [signs[i] * (i + 1) for i in range(n)]
    clauses = at_least_k(lits, k, variables)
    found = set(models(clauses, n, variables.n))
    wanted = {v for v in models([], n, n) if sum(v[abs(lit) - 1] == (lit > 0) for lit in lits) >= k}
    assert found == wanted
    if 0 < k <= n:
        assert variables.n - n <= k * (n - k + 1)
        assert len(clauses) <= max(n, 2 * k * (n - k + 1) + 1)


def test_at_least_k_propagates() -> None:
    variables = Variables(6)
    clauses = at_least_k(range(1, 7), 4, variables)
    assert propagate(clauses, [-1]) is not None
    assert {2, 4, 5, 6} <= (propagate(clauses, [-1, -3]) or set())
    assert propagate(clauses, [-1, -3, -5]) is None


@pytest.mark.parametrize("lits", [[1, 0], [2, 2], [3, -3]])
def test_bad_literals(lits: list[int]) -> None:
    numbers = count(10)
    for constraint in (at_most_one, at_most_one_sequential):
        with pytest.raises(ValueError, match="non-zero, over different"):
            constraint(lits, lambda: next(numbers))
    with pytest.raises(ValueError, match="non-zero, over different"):
        at_least_k(lits, 1, lambda: next(numbers))


def solved(clauses: list[list[int]], n: int, n_all: int) -> list[tuple[bool, ...]]:
    """As `models`, by a solver, for many variables."""
    every = projections([*clauses, *([v, -v] for v in range(1, n_all + 1))], range(1, n_all + 1))
    return [tuple(lit > 0 for lit in model[:n]) for model in every]


@pytest.mark.parametrize("n", range(1, 10))
@pytest.mark.parametrize("name", AT_MOST_ONE)
def test_at_most_one_of_any_kind(name: str, n: int) -> None:
    """With one of them the auxiliaries are determined; with none, binary numbers are free."""
    variables = Variables(n)
    clauses = AT_MOST_ONE[name](range(1, n + 1), variables)
    found = solved(clauses, n, variables.n)
    assert set(found) == {v for v in models([], n, n) if sum(v) <= 1}
    with_one = [values for values in found if any(values)]
    assert len(with_one) == len(set(with_one))
    assert len(found) == n + 1 or name in ("bitwise", "bimander")


@pytest.mark.parametrize("n", range(6))
@pytest.mark.parametrize("card", CARDINALITIES[1:])
def test_between(card: str, n: int) -> None:
    lits = [1, -2, 3, 1, 4][:n]  # one stands there twice
    for least in range(n + 2):
        for most in range(-1, n + 1):
            variables = Variables(4)
            clauses = Counting(card=card).between(lits, least, most, variables)
            found = solved(clauses, 4, variables.n)
            holds = {v: sum(v[abs(lit) - 1] == (lit > 0) for lit in lits) for v in models([], 4, 4)}
            wanted = [v for v, k in holds.items() if least <= k <= most]
            assert sorted(found) == sorted(wanted), "wrong, or the auxiliaries are not determined"
            native = Counting(is_native=True)
            if native.between(lits, least, most, variables) == [[]]:
                assert not wanted
            elif least <= most:
                assert wanted == [v for v in holds if all(sums_hold(v, *s) for s in native.sums)]


def sums_hold(values: tuple[bool, ...], lits: list[int], least: int) -> bool:
    return sum(values[abs(lit) - 1] == (lit > 0) for lit in lits) >= least
