"""Weighted totalizers count right, for every setting of their literals."""

from __future__ import annotations

import random
from itertools import count, product

import pytest
from pysat.solvers import Solver
from support.seeds import quick

from satcross.cnf.cardinality import weighted_totalizer


@pytest.mark.parametrize("seed", quick(range(12), 3))
def test_outputs_say_how_much_there_is(seed: int) -> None:
    rng = random.Random(seed)
    weights = [rng.choice([1, 2, 2, 4]) for _ in range(rng.randint(1, 7))]
    cut = rng.randint(0, len(weights))
    items = [(rng.choice([1, -1]) * v, w) for v, w in enumerate(weights, 1)]
    names = count(len(items) + 1)
    upto = rng.randint(1, sum(weights))
    clauses: list[list[int]] = []
    groups = [items[:cut], items[cut:]]
    outputs = weighted_totalizer(groups, upto, lambda: next(names), clauses.append)
    assert len(outputs) == min(upto, sum(weights))
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        for signs in product([1, -1], repeat=len(items)):
            fixed = [sign * v for v, sign in enumerate(signs, 1)]
            total = sum(w for lit, w in items if lit in fixed)
            assert solver.solve(assumptions=fixed)
            for k, output in enumerate(outputs, 1):
                wrong = -output if total >= k else output
                assert not solver.solve(assumptions=[*fixed, wrong]), (items, upto, fixed, k)


def test_nothing_to_count() -> None:
    assert weighted_totalizer([[], []], 3, lambda: 1, print) == []
    with pytest.raises(ValueError, match="upto must be 1 or greater, got 0"):
        weighted_totalizer([[(1, 1)]], 0, lambda: 2, print)
