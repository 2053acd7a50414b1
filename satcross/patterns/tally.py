"""Weighted sums in unary: how much the literals weigh that hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from satcross.cnf.cardinality import NewVariable

Weighted = tuple[int, int]  # literal, weight


def weighted_totalizer(
    groups: Sequence[Sequence[Weighted]], upto: int, new_variable: NewVariable
) -> tuple[list[int], list[list[int]]]:
    """Literals that say how much those of some weighted literals weigh that hold, in unary.

    A node of the tree knows which sums v its literals can reach and has a literal r_v, "v or
    more", for each. Of two nodes a and b, with u' the next sum after u:

        -a_u or -b_v or r_(u+v)               so much there is
        a_u' or b_v' or -r_w,  w next after u+v   and no more

    Literals of one group meet first, so that what a row or column says of itself is a bound of its
    own in the sum. Literals of an orbit that are one variable are one item with the orbit's weight.

    Args:
        groups: literals of different variables, with weights of at least 1.
        upto: the largest sum to be told apart, at least 1.
        new_variable: called once for each sum of each node.
    Returns: (outputs, clauses): outputs[k - 1] holds exactly when the sum is at least k, for
        k = 1 … min(total, upto). A sum that cannot be reached shares the literal of the next.
    Raises: ValueError: `upto` is less than 1.
    The auxiliaries are determined by the literals.
    Source: Joshi, Martins, Manquinho, Generalized totalizer encoding, CP 2015; both directions.
    """
    if upto < 1:
        raise ValueError(f"there is nothing to count up to {upto}")
    clauses: list[list[int]] = []

    def merge(a: dict[int, int], b: dict[int, int]) -> dict[int, int]:
        """Nodes: sum -> literal, rising. A sum beyond `upto` is only known to be beyond."""
        sums = sorted({min(u + v, upto + 1) for u in (0, *a) for v in (0, *b)} - {0})
        out = {w: new_variable() for w in sums}
        following = dict(pairwise((0, *sums)))
        for u, after_u in _steps(a):
            for v, after_v in _steps(b):
                w = min(u + v, upto + 1)
                if w:
                    have = ([-a[u]] if u else []) + ([-b[v]] if v else [])
                    clauses.append([*have, out[w]])
                if w in following:
                    lack = [node[x] for node, x in ((a, after_u), (b, after_v)) if x is not None]
                    clauses.append([*lack, -out[following[w]]])
        for w, after in pairwise(sums):
            clauses.append([-out[after], out[w]])
        return out

    def tree(nodes: Sequence[dict[int, int]]) -> dict[int, int]:
        if len(nodes) == 1:
            return nodes[0]
        half = len(nodes) // 2
        return merge(tree(nodes[:half]), tree(nodes[half:]))

    filled = [[{min(w, upto + 1): lit} for lit, w in group] for group in groups if group]
    if not filled:
        return [], []
    top = tree([tree(group) for group in filled])
    outputs: list[int] = []
    for w in sorted(top):
        outputs += [top[w]] * (w - len(outputs))
    return outputs[:upto], clauses


def _steps(node: dict[int, int]) -> list[tuple[int, int | None]]:
    """Each sum, from 0, with the next one; None after the last."""
    sums = [0, *sorted(node)]
    return [*pairwise(sums), (sums[-1], None)]
