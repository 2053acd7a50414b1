"""Every cell holds exactly one letter."""

from __future__ import annotations

import numpy as np

from satcross.cnf.cardinality import Counting, NewVariable
from satcross.cnf.formula import FormulaBuilder
from satcross.encoding.letters import CellVars


def one_letter_per_cell(
    letters: CellVars,
    builder: FormulaBuilder,
    counting: Counting | None = None,
    new_variable: NewVariable | None = None,
) -> None:
    """Exactly one of `L[c,a]` for each cell c.

    For every cell c with letters A(c):

        OR { L[c,a] : a in A(c) }        and        -L[c,a] or -L[c,b]   for a < b in A(c)

    Clauses: 1 + |A|(|A| - 1)/2 per cell, hence a unit clause for a cell with one letter. Pairwise,
    because it propagates at once, needs no auxiliaries, and is small: 326 clauses for 26 letters.
    No auxiliary variables.

    Args:
        counting, new_variable: how else to say that there are not two.
    """
    builder.begin("cells")
    for row in letters.ids:
        ids = row[row > 0]
        n = len(ids)
        if n == 0:
            continue
        builder.add(ids.tolist())
        if counting is not None and new_variable is not None:
            builder.add_all(counting.at_most_one(ids.tolist(), new_variable))
        elif n > 1:
            first, second = np.triu_indices(n, k=1)
            builder.add_block(-ids[first], -ids[second])
