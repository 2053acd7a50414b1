"""Truth values of variables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """A truth value for each variable from 1; variables nobody named are false.

    Args:
        values: bool (n_vars + 1,); entry 0 is unused.

    >>> Assignment.of([1, -2, 3], n_vars=4).true_variables()
    [1, 3]
    """

    values: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, literals: Iterable[int], n_vars: int) -> Assignment:
        """The assignment that makes `literals` true. Raises IndexError beyond `n_vars`."""
        values = np.zeros(n_vars + 1, dtype=np.bool_)
        positive = np.array([lit for lit in literals if lit > 0], dtype=np.int64)
        values[positive] = True
        return cls(values)

    @property
    def n_vars(self) -> int:
        """How many variables have a value."""
        return len(self.values) - 1

    def is_true(self, literal: int) -> bool:
        """Whether a literal holds."""
        return bool(self.values[abs(literal)]) == (literal > 0)

    def true_variables(self, up_to: int | None = None) -> list[int]:
        """The variables that are true, rising, no further than `up_to`."""
        end = None if up_to is None else up_to + 1
        found: list[int] = np.flatnonzero(self.values[:end]).tolist()
        return found
