"""The second formulas of patterns, layouts and themes, for a solver."""

from __future__ import annotations

from pysat.solvers import Solver

from satcross.apps.construct.patterns.certificate.clauses import Definitions


def solver_of(formula: Definitions) -> Solver:
    """A solver that has the clauses of a formula."""
    clauses: list[list[int]] = [[]]
    for literal in formula.clauses.flat.tolist():
        clauses[-1:] = [[*clauses[-1], literal]] if literal else [clauses[-1], []]
    return Solver("glucose4", bootstrap_with=clauses[:-1])
