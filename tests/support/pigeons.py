"""The pigeon hole formulas, of which no resolution proof is short (Haken, 1985)."""

from __future__ import annotations

import itertools

from satcross.cnf.formula import Formula

PIGEONS = 10  # holes, and one more pigeon: hours of work for any solver


def pigeon_hole(n: int) -> Formula:
    """n + 1 pigeons in n holes."""
    var = {pair: i for i, pair in enumerate(itertools.product(range(n + 1), range(n)), 1)}
    clauses = [[var[p, h] for h in range(n)] for p in range(n + 1)]
    clauses += [
        [-var[p, h], -var[q, h]]
        for h in range(n)
        for p, q in itertools.combinations(range(n + 1), 2)
    ]
    return Formula.of(clauses)
