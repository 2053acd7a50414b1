"""How many of some literals hold, as clauses.

Functions over lists return their clauses, in a fixed order, and take new variables from a function,
so that they serve formulas under construction and solver sessions alike. The one over an array adds
its clauses to a builder, at the speed of numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import numpy as np

from satcross.cnf.formula import I32, FormulaBuilder
from satcross.cnf.variables import VarMapBuilder

PAIRWISE_UP_TO = 7  # beyond it the other encodings take fewer clauses

NewVariable = Callable[[], int]
Weighted = tuple[int, int]  # literal, weight


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


def at_most_one_product(
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
    if n <= PAIRWISE_UP_TO:
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
        at_most_one_product(members, label, variables, builder)


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


def weighted_totalizer(
    groups: Sequence[Sequence[Weighted]],
    upto: int,
    new_variable: NewVariable,
    add: Callable[[list[int]], None],
) -> list[int]:
    """The total weight of the literals that hold, in unary.

    Each node of a tree has a literal r_v, "v or more", for each sum v that its literals can reach.
    For two children a and b, with u' the next sum after u:

        -a_u or -b_v or r_(u+v)                   at least the sum of both
        a_u' or b_v' or -r_w,  w next after u+v   and not more

    Literals of one group are added first, so that a bound on a row or column is a bound on one
    node. Literals of an orbit that share a variable are one item with the orbit's weight.

    Args:
        groups: literals of different variables, with weights of at least 1.
        upto: larger sums are not distinguished; at least 1.
        new_variable: called once for each sum of each node.
        add: called with each clause. There may be millions: an exception in it ends the work.
    Returns: the outputs: outputs[k - 1] holds exactly when the sum is at least k, for
        k = 1 … min(total, upto). A sum that cannot be reached shares the literal of the next.
    Raises: ValueError: `upto` is less than 1.
    The auxiliaries are determined by the literals.
    Source: Joshi, Martins, Manquinho, Generalized totalizer encoding, CP 2015; both directions.
    """
    if upto < 1:
        raise ValueError(f"upto must be 1 or greater, got {upto}")

    def merge(a: dict[int, int], b: dict[int, int]) -> dict[int, int]:
        """Nodes: sum -> literal, rising. All sums beyond `upto` are one."""
        sums = sorted({min(u + v, upto + 1) for u in (0, *a) for v in (0, *b)} - {0})
        out = {w: new_variable() for w in sums}
        following = dict(pairwise((0, *sums)))
        for u, after_u in _steps(a):
            for v, after_v in _steps(b):
                w = min(u + v, upto + 1)
                if w:
                    have = ([-a[u]] if u else []) + ([-b[v]] if v else [])
                    add([*have, out[w]])
                if w in following:
                    lack = [node[x] for node, x in ((a, after_u), (b, after_v)) if x is not None]
                    add([*lack, -out[following[w]]])
        for w, after in pairwise(sums):
            add([-out[after], out[w]])
        return out

    def tree(nodes: Sequence[dict[int, int]]) -> dict[int, int]:
        if len(nodes) == 1:
            return nodes[0]
        half = len(nodes) // 2
        return merge(tree(nodes[:half]), tree(nodes[half:]))

    filled = [[{min(w, upto + 1): lit} for lit, w in group] for group in groups if group]
    if not filled:
        return []
    top = tree([tree(group) for group in filled])
    outputs: list[int] = []
    for w in sorted(top):
        outputs += [top[w]] * (w - len(outputs))
    return outputs[:upto]


def _steps(node: dict[int, int]) -> list[tuple[int, int | None]]:
    """Each sum, from 0, with the next one; None after the last."""
    sums = [0, *sorted(node)]
    return [*pairwise(sums), (sums[-1], None)]


def _check(lits: Sequence[int]) -> None:
    variables = {abs(lit) for lit in lits}
    if 0 in variables or len(variables) < len(lits):
        raise ValueError("the literals must be non-zero, over different variables")
