"""What a count of fills can say."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from satcross.tasks.results import Work


class CountKind(Enum):
    """What a count says."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True)
class Count:
    """How many fills there are.

    Args:
        kind: what `n` means.
        n: the number.
        by: what found it: "arc consistency", "enumeration", "frontier", "ganak", "approxmc".
        epsilon, delta: when approximate: with probability at least 1 - delta the true number is
            from n / (1 + epsilon) to n (1 + epsilon).
        at_least: what is proved in any case.
        n_projected: how many letter variables it is projected on; 0 where none were needed.
        stopped: why it is not exact: "time limit", "interrupted"; else "".
        why: why there is no fill, when arc consistency shows it; else "".
        missing: packages that would have been tried.
        work: what it cost.
    """

    kind: CountKind
    n: int
    by: str
    epsilon: float | None = None
    delta: float | None = None
    at_least: int = 0
    n_projected: int = 0
    stopped: str = ""
    why: str = ""
    missing: tuple[str, ...] = ()
    work: Work = field(default_factory=Work, compare=False)

    def bounds(self) -> tuple[int, int | None]:
        """Where the true number lies: (lowest, highest or None when nothing is known).

        When approximate, that is so with probability at least 1 - delta.
        """
        if self.kind is CountKind.EXACT:
            return self.n, self.n
        if self.kind is CountKind.AT_LEAST or self.epsilon is None:
            return self.at_least, None
        factor = 1 + Fraction(self.epsilon)
        low = max(self.at_least, math.ceil(self.n / factor))
        return low, max(low, math.floor(self.n * factor))
