"""Blocks of clauses that several constraints are made of, built at the speed of numpy."""

from __future__ import annotations

import numpy as np

from satcross.cnf.formula import I32, I64, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder

_PAIRWISE_UP_TO = 7


def at_most_one_block(
    lits: I32, label: str, variables: VarMapBuilder, builder: FormulaBuilder
) -> None:
    """At most one of `lits` holds: pairwise for up to 7, else by the product encoding.

    With the literals in a square of m = ceil(sqrt n) columns, and R[i], C[j] for "one in this row",
    "one in this column":

        -x[i,j] or R[i],   -x[i,j] or C[j]               2n
        -R[i] or OR_j x[i,j],   -C[j] or OR_i x[i,j]     one for each row and column
        at most one R, at most one C                     the same again, smaller

    Clauses: n(n - 1)/2 for n <= 7; else 2n + about 6 sqrt(n), against 4n - 5 by sequential counter.
    The auxiliaries, 2 sqrt(n) and a few, are determined by `lits`: the second line sees to that.
    Source: J. Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
    """
    n = len(lits)
    if n <= _PAIRWISE_UP_TO:
        left, right = np.triu_indices(n, 1)
        if len(left):
            builder.add_block(-lits[left], -lits[right])
        return
    m = int(np.ceil(np.sqrt(n)))
    for group in (np.arange(n) // m, np.arange(n) % m):
        n_groups = int(group.max()) + 1
        first = variables.new(label, n_groups)
        members = np.arange(first, first + n_groups, dtype=np.int32)
        builder.add_block(-lits, members[group])
        for index, member in enumerate(members.tolist()):
            builder.add([-member, *lits[group == index].tolist()])
        at_most_one_block(members, label, variables, builder)


def add_grouped(clause_of: I64, literals: I32, builder: FormulaBuilder) -> None:
    """Add clauses given as (clause, literal) pairs, in the order of their numbers."""
    if not len(clause_of):
        return
    order = np.argsort(clause_of, kind="stable")
    _, lengths = np.unique(clause_of, return_counts=True)
    builder.add_ragged(literals[order], lengths.astype(np.int64))
