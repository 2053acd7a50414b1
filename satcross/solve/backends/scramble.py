"""Renaming the variables of a formula, so that a seed changes the search of any solver."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import I32, I64


class Scramble:
    """A permutation of the variables 1..n; variables beyond n keep their names.

    Args:
        new_name: int (n + 1,): the new name of each variable; entry 0 is 0.

    >>> scramble = Scramble(np.array([0, 3, 1, 2]))
    >>> scramble.literals([1, -2, 3, 7])
    (3, -1, 2, 7)
    >>> scramble.values(np.array([False, True, False, False])).tolist()
    [False, False, True, False]
    """

    def __init__(self, new_name: I64) -> None:
        self._new = new_name
        self._n = len(new_name) - 1
        # By literal + n, so that one look-up renames a literal of either sign.
        self._table = np.concatenate((-new_name[:0:-1], new_name)).astype(np.int32)

    @classmethod
    def identity(cls, n_vars: int) -> Scramble:
        """The renaming that changes nothing."""
        return cls(np.arange(n_vars + 1))

    @classmethod
    def by_order(cls, order: I64) -> Scramble:
        """Name the variable `order[0]` 1, `order[1]` 2, and so on."""
        new_name = np.zeros(len(order) + 1, dtype=np.int64)
        new_name[order] = np.arange(1, len(order) + 1)
        return cls(new_name)

    def flat(self, flat: I32) -> I32:
        """Clauses with their literals renamed."""
        known = np.abs(flat) <= self._n
        if known.all():
            renamed: I32 = self._table[flat + np.int32(self._n)]
            return renamed
        renamed = flat.copy()
        renamed[known] = self._table[flat[known] + np.int32(self._n)]
        return renamed

    def literals(self, literals: Sequence[int]) -> tuple[int, ...]:
        """The new names of `literals`, in their order."""
        n, table = self._n, self._table
        return tuple(int(table[lit + n]) if -n <= lit <= n else lit for lit in literals)

    def values(self, values: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Values by old name, from values by new name; at least n + 1 of them."""
        renamed = values.copy()
        renamed[1 : self._n + 1] = values[self._new[1:]]
        return renamed
