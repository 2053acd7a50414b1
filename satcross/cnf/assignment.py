"""Truth values of variables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """A truth value for each variable from 1; variables nobody named are false.

    Args:
        truth: (n_vars + 1,): 1 for what is true, else 0; entry 0 is unused.

    >>> Assignment.of([1, -2, 3], n_vars=4).true_variables()
    [1, 3]
    """

    truth: bytes

    @classmethod
    def of(cls, literals: Iterable[int], n_vars: int = 0) -> Assignment:
        """The assignment that makes `literals` true, as of a solver's model.

        Args: n_vars: how many variables it has at least; literals may name more.
        """
        known = list(literals)
        truth = bytearray(max(n_vars, max(map(abs, known), default=0)) + 1)
        for literal in known:
            if literal > 0:
                truth[literal] = 1
        return cls(bytes(truth))

    @property
    def values(self) -> npt.NDArray[np.bool_]:
        """Bool (n_vars + 1,), read-only."""
        import numpy as np

        return np.frombuffer(self.truth, np.bool_)

    @property
    def n_vars(self) -> int:
        """How many variables have a value."""
        return len(self.truth) - 1

    def is_true(self, literal: int) -> bool:
        """Whether a literal holds."""
        return bool(self.truth[abs(literal)]) == (literal > 0)

    def true_variables(self, up_to: int | None = None) -> list[int]:
        """The variables that are true, rising, no further than `up_to`."""
        end = len(self.truth) if up_to is None else up_to + 1
        return list(compress(range(end), self.truth))
