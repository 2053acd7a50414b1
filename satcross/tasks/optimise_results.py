"""What the search for a best fill can end with."""

from __future__ import annotations

from dataclasses import dataclass, field

from satcross.fill import Fill
from satcross.tasks.results import Unfillable, Unknown, Work


@dataclass(frozen=True, slots=True)
class Optimal:
    """A best fill: it is proved that no fill is worth more.

    Args:
        fill: verified.
        value: what it is worth by the goal; None for the lowest score when no slot counts.
    """

    fill: Fill
    value: int | None
    work: Work = field(default_factory=Work, compare=False)


@dataclass(frozen=True, slots=True)
class BestSoFar:
    """The best fill found until the search stopped.

    Args:
        fill: verified.
        value: what it is worth by the goal.
        bound: it is proved that no fill is worth more than this.
        reason: why the search stopped, for people: "time limit", "rounds"; "" while it goes on.
    """

    fill: Fill
    value: int
    bound: int
    reason: str = ""
    work: Work = field(default_factory=Work, compare=False)

    @property
    def gap(self) -> int:
        """How much more a fill could be worth, at most."""
        return self.bound - self.value


Optimum = Optimal | BestSoFar | Unfillable | Unknown
