"""How many of some literals hold, as clauses.

Each function returns its clauses, in a fixed order, and takes new variables from a function, so
that it serves formulas in the making and solver sessions alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

PAIRWISE_UP_TO = 7  # beyond it the sequential counter takes fewer clauses

NewVariable = Callable[[], int]


def exactly_one(lits: Sequence[int], new_variable: NewVariable) -> list[list[int]]:
    """Exactly one of `lits` holds: one clause OR `lits`, and `at_most_one`.

    Args: lits: n >= 1 distinct literals (none give the empty clause: no such choice).
    Returns: one clause more than `at_most_one`.
    Raises: ValueError: a literal is 0, or a variable stands twice.
    The auxiliaries are determined by `lits`.
    """
    return [list(lits), *at_most_one(lits, new_variable)]


def at_most_one(lits: Sequence[int], new_variable: NewVariable) -> list[list[int]]:
    """At most one of `lits` holds: pairwise for few, by sequential counter for many.

    Args: lits: distinct literals (fewer than two give no clauses).
    Returns: n(n - 1)/2 clauses for n <= 7, else 4n - 5.
    Raises: ValueError: a literal is 0, or a variable stands twice.
    The auxiliaries are determined by `lits`.
    """
    if len(lits) <= PAIRWISE_UP_TO:
        return at_most_one_pairwise(lits)
    return at_most_one_sequential(lits, new_variable)


def at_most_one_pairwise(lits: Sequence[int]) -> list[list[int]]:
    """At most one of `lits` holds, without auxiliaries.

        -x_i or -x_j        for i < j

    Returns: n(n - 1)/2 clauses.
    Raises: ValueError: a literal is 0, or a variable stands twice.
    """
    _check(lits)
    return [[-a, -b] for a, b in combinations(lits, 2)]


def at_most_one_sequential(lits: Sequence[int], new_variable: NewVariable) -> list[list[int]]:
    """At most one of `lits` holds, by sequential counter.

    With s_i, "one of x_1 … x_i holds", for i < n:

        -x_i or s_i,   -s_{i-1} or s_i,   -s_i or x_i or s_{i-1},   -s_{i-1} or -x_i

    Args: lits: n >= 2 distinct literals (n < 2 give no clauses); new_variable: called n - 1 times.
    Returns: 4n - 5 clauses for n >= 2.
    Raises: ValueError: a literal is 0, or a variable stands twice.
    The auxiliaries are determined by `lits`: the third kind of clause sees to that, at a cost of
    n - 1 clauses over Sinz' own.
    Source: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005,
        LT_SEQ(n, 1).
    """
    _check(lits)
    clauses: list[list[int]] = []
    before: int | None = None
    for lit in lits[:-1] if len(lits) > 1 else ():
        so_far = new_variable()
        clauses.append([-lit, so_far])
        if before is None:
            clauses.append([-so_far, lit])
        else:
            clauses += [[-before, so_far], [-so_far, lit, before], [-before, -lit]]
        before = so_far
    if before is not None:
        clauses.append([-before, -lits[-1]])
    return clauses


def at_least_k(lits: Sequence[int], k: int, new_variable: NewVariable) -> list[list[int]]:
    """At least `k` of `lits` hold, by sequential counter.

    With s[i,j], "at least j of x_1 … x_i hold", for j <= min(i, k), where it can matter:

        -s[i,j] or s[i-1,j] or x_i
        -s[i,j] or s[i-1,j-1]
        s[n,k]

    s[i,0] is true and s[i,j] is false for j > i. Only those s[i,j] are made from which k can still
    be reached: k - j <= n - i.

    Args: lits: n distinct literals; k: how many must hold; new_variable: called at most
        k (n - k + 1) times.
    Returns: 0 clauses for k <= 0; the empty clause for k > n; n unit clauses for k = n; one clause
        for k = 1; else at most 2 k (n - k + 1) + 1.
    Raises: ValueError: a literal is 0, or a variable stands twice.
    The auxiliaries are NOT determined by `lits`: s[i,j] may be false where j of them hold.
    Source: C. Sinz, CP 2005, LT_SEQ(n, k), turned round and with one direction only.
    """
    _check(lits)
    n = len(lits)
    if k <= 0:
        return []
    if k > n:
        return [[]]
    if k == n:
        return [[lit] for lit in lits]
    if k == 1:
        return [list(lits)]
    clauses: list[list[int]] = []
    before: dict[int, int] = {}
    for i, lit in enumerate(lits, 1):
        row = {j: new_variable() for j in range(max(1, k - (n - i)), min(i, k) + 1)}
        for j, reached in row.items():
            # s[i-1,j] is missing exactly where j > i - 1, that is where x_i must hold.
            clauses.append([-reached, *([before[j]] if j in before else []), lit])
            if j > 1:
                clauses.append([-reached, before[j - 1]])
        before = row
    clauses.append([before[k]])
    return clauses


def _check(lits: Sequence[int]) -> None:
    variables = {abs(lit) for lit in lits}
    if 0 in variables or len(variables) < len(lits):
        raise ValueError("the literals must be non-zero, over different variables")
