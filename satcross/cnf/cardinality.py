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

PAIRWISE_UP_TO = 7  # beyond it the other encodings take fewer clauses

NewVariable = Callable[[], int]
Clauses = list[list[int]]
AUTO = "auto"
SEQCOUNTER, TOTALIZER, SORTNETWRK = CARDINALITIES = ("seqcounter", "totalizer", "sortnetwrk")
Weighted = tuple[int, int]  # literal, weight


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


def at_most_one_bitwise(lits: Sequence[int], new_variable: NewVariable) -> list[list[int]]:
    """At most one of `lits` holds, by the binary number of the one that does.

        -x_i or b_j, or -x_i or -b_j        for each digit j of i

    Returns: n ceil(log2 n) clauses; as many auxiliaries as digits.
    Raises: ValueError: a literal is 0, or a variable stands twice.
    The auxiliaries are determined where one of `lits` holds, and free where none does.
    Source: A. Frisch, T. Peugniez, A. Doggett, P. Nightingale, Solving non-Boolean satisfiability
        problems with stochastic local search, JAR 2005.
    """
    _check(lits)
    return _by_numbers([[lit] for lit in lits], new_variable)


def at_most_one_bimander(lits: Sequence[int], new_variable: NewVariable) -> list[list[int]]:
    """At most one of `lits` holds: pairwise in groups of two, and the groups by binary numbers.

    Returns: n / 2 + n ceil(log2(n / 2)) clauses; ceil(log2(n / 2)) auxiliaries.
    Raises, auxiliaries: as for `at_most_one_bitwise`.
    Source: V.-H. Nguyen, S. Mai, A new method to encode the at-most-one constraint into SAT, 2015.
    """
    _check(lits)
    groups = [lits[at : at + 2] for at in range(0, len(lits), 2)]
    pairs = [[-group[0], -group[1]] for group in groups if len(group) == 2]
    return pairs + _by_numbers(groups, new_variable)


def _by_numbers(groups: Sequence[Sequence[int]], new_variable: NewVariable) -> list[list[int]]:
    """Literals of at most one group hold: each group has a binary number."""
    digits = [new_variable() for _ in range((len(groups) - 1).bit_length())]
    return [
        [-lit, digit if number >> place & 1 else -digit]
        for number, group in enumerate(groups)
        for lit in group
        for place, digit in enumerate(digits)
    ]


def at_most_one_commander(lits: Sequence[int], new_variable: NewVariable) -> list[list[int]]:
    """At most one of `lits` holds: in groups of three, each with a commander, of which one may.

        pairwise in each group,   -x_i or c,   -c or OR { x_i }

    Returns: about 3.5 n clauses; n / 2 auxiliaries.
    Raises: ValueError: a literal is 0, or a variable stands twice.
    The auxiliaries are determined by `lits`.
    Source: W. Klieber, G. Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.
    """
    _check(lits)
    clauses: list[list[int]] = []
    while len(lits) > PAIRWISE_UP_TO:
        commanders: list[int] = []
        for at in range(0, len(lits), 3):
            group = lits[at : at + 3]
            commander = new_variable()
            clauses += at_most_one_pairwise(group)
            clauses += [[-lit, commander] for lit in group]
            clauses.append([-commander, *group])
            commanders.append(commander)
        lits = commanders
    return clauses + at_most_one_pairwise(lits)


def _at_most_one_product(lits: Sequence[int], new_variable: NewVariable) -> Clauses:
    """The clauses of `at_most_one_product`; `new_variable` counts up."""

    def new_variables(n: int) -> int:
        first = new_variable()
        for _ in range(n - 1):
            new_variable()
        return first

    _check(lits)
    builder = FormulaBuilder()
    at_most_one_product(np.array(lits, dtype=np.int32), new_variables, builder)
    return list(builder.build())


def at_most_one_product(
    lits: I32, new_variables: Callable[[int], int], builder: FormulaBuilder
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
        first = new_variables(n_groups)
        members = np.arange(first, first + n_groups, dtype=np.int32)
        builder.add_block(-lits, members[group])
        for index, member in enumerate(members.tolist()):
            builder.add([-member, *lits[group == index].tolist()])
        at_most_one_product(members, new_variables, builder)


def sorted_literals(lits: Sequence[int], new_variable: NewVariable) -> tuple[list[int], Clauses]:
    """Literals that hold as many times as `lits`, those that hold first, by a sorting network.

    Batcher's odd-even mergesort. A comparator of a and b has two outputs:

        high <-> a or b,        low <-> a and b

    Returns: n outputs, of which k - 1 holds exactly when k of `lits` do or more; and the clauses, 6
        for each of about n log2(n)^2 / 4 comparators.
    The auxiliaries are determined by `lits`.
    Source: K. E. Batcher, Sorting networks and their applications, 1968; as clauses: N. Een, N.
        Sorensson, Translating pseudo-Boolean constraints into SAT, JSAT 2006.
    """
    clauses: list[list[int]] = []
    wires: list[int | None] = [*lits]
    n = 1 << (len(lits) - 1).bit_length() if lits else 0
    wires += [None] * (n - len(lits))  # None is false

    def compare(i: int, j: int) -> None:
        a, b = wires[i], wires[j]
        if b is None:
            return
        if a is None:
            wires[i], wires[j] = b, None
            return
        high, low = new_variable(), new_variable()
        clauses.extend([[-a, high], [-b, high], [a, b, -high], [-low, a], [-low, b], [low, -a, -b]])
        wires[i], wires[j] = high, low

    def merge(start: int, size: int, step: int) -> None:
        twice = 2 * step
        if twice < size:
            merge(start, size, twice)
            merge(start + step, size, twice)
            for i in range(start + step, start + size - step, twice):
                compare(i, i + step)
        else:
            compare(start, start + step)

    def sort(start: int, size: int) -> None:
        if size > 1:
            half = size // 2
            sort(start, half)
            sort(start + half, half)
            merge(start, size, 1)

    sort(0, n)
    return [wire for wire in wires if wire is not None], clauses


class Counting:
    """How a formula says how many of some literals hold.

    Args:
        amo: how at most one of them: of `AT_MOST_ONE`; "auto": as each constraint does by itself.
        card: how other numbers: of `CARDINALITIES`; "auto": as conditions do by themselves.
        is_native: whether the format has sums, which stand in `sums` instead of clauses for "auto".

    Fields:
        sums: literals, and how many of them hold at least.
        n_amo, n_card: how often clauses or sums were made.
    """

    def __init__(self, amo: str = AUTO, card: str = AUTO, *, is_native: bool = False) -> None:
        self._amo = amo
        self._card = card
        self._is_native = is_native
        self.sums: list[tuple[list[int], int]] = []
        self.n_amo = self.n_card = 0

    @property
    def makes_at_most_one(self) -> bool:
        """Whether constraints call `at_most_one`, and do not say it by themselves."""
        return self._is_native or self._amo != AUTO

    @property
    def makes_between(self) -> bool:
        """The same for `between`."""
        return self._is_native if self._card == AUTO else self._card != SEQCOUNTER

    def at_most_one(self, lits: Sequence[int], new_variable: NewVariable) -> Clauses:
        """The clauses that at most one of different literals holds."""
        if len(lits) < 2:
            return []
        self.n_amo += 1
        if self._amo == AUTO:
            self.sums.append(([-lit for lit in lits], len(lits) - 1))
            return []
        return AT_MOST_ONE[self._amo](lits, new_variable)

    def between(
        self, lits: Sequence[int], least: int, most: int, new_variable: NewVariable
    ) -> Clauses:
        """The clauses that from `least` to `most` of some literals hold, equal ones among them."""
        n = len(lits)
        if least > n or most < 0:
            return [[]]
        self.n_card += 1
        if self._card == AUTO:
            sums = [([*lits], least), ([-lit for lit in lits], n - most)]
            self.sums += [(part, bound) for part, bound in sums if bound > 0]
            return []
        clauses: Clauses = []
        if self._card == TOTALIZER:
            groups = [[(lit, 1)] for lit in lits]
            reached = weighted_totalizer(groups, max(1, n), new_variable, clauses.append)
        else:
            reached, clauses = sorted_literals(lits, new_variable)
        if least > 0:
            clauses.append([reached[least - 1]])
        if most < n:
            clauses.append([-reached[most]])
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


AT_MOST_ONE: dict[str, Callable[[Sequence[int], NewVariable], Clauses]] = {
    "pairwise": lambda lits, _: at_most_one_pairwise(lits),
    "seqcounter": at_most_one_sequential,
    "product": _at_most_one_product,
    "bitwise": at_most_one_bitwise,
    "bimander": at_most_one_bimander,
    "commander": at_most_one_commander,
}
"""Encodings by name, as the field calls them."""
