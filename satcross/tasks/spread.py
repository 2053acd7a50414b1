"""Several fills that differ as much as they can.

The aim is a set of n fills in which the two that are most alike differ in as many entries as
possible. To find the best set is far harder than to find a fill, so it is looked for by steps: for
a number K of entries, fills are found one after the other, each unlike all before in K entries or
more; and K goes up and down by halving. Each fill has a number of conflicts, so that the result
does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from satcross.model.fill import Fill
from satcross.results import Reason
from satcross.solve.protocol import LazySession, Outcome, SolverOptions
from satcross.task import Deadline
from satcross.tasks.diversity import difference, free_slots
from satcross.tasks.prepared import PreparedPuzzle

CONFLICTS_A_FILL = 2_000  # most fills of a fillable grid take some hundred


def n_apart(fills: Sequence[Fill]) -> int | None:
    """The least number of entries in which two of the fills differ; None for fewer than two."""

    def differ(one: Fill, other: Fill) -> int:
        return sum(a.word != b.word for a, b in zip(one.entries, other.entries, strict=True))

    return min((differ(one, other) for one, other in combinations(fills, 2)), default=None)


class Spread:
    """The search for n fills that differ as much as they can.

    Args:
        opened: the puzzle after arc consistency, with words in all slots.
        options: of the lazy engine.
        n: how many fills.

    Fields:
        bound: no choice of as many fills has any two differ in more entries.
    """

    def __init__(self, opened: PreparedPuzzle, options: SolverOptions, n: int) -> None:
        self._opened = opened
        self._options = options
        self._n = n
        domains = opened.domains
        self.bound = sum(len(domains.codes[slot.index]) > 1 for slot in free_slots(domains))

    def search(self, deadline: Deadline) -> list[Fill] | Reason:
        """The fills; none if n that differ at all were not found; or why there was no time."""
        n_free = len(free_slots(self._opened.domains))
        best: list[Fill] = []
        low, high = 0, n_free + 1  # fills that differ in `low` are known, in `high` not to be hoped
        steps: list[str | int] = ["words", n_free]
        while low + 1 < high:
            step = steps.pop(0) if steps else (low + high) // 2
            found = self._fills(step, deadline)
            if isinstance(found, Reason):
                return best or found
            if len(found) == self._n:
                best = found
                low = max(low, n_apart(found) or n_free)
                if step == "words":
                    break
            elif isinstance(step, int):
                high = step
        return best

    def _fills(self, distinct: str | int, deadline: Deadline) -> list[Fill] | Reason:
        """Fills that are apart, as many as were found."""
        opened = replace(self._opened, session=None)
        leave_out = difference(distinct, opened.domains, opened.letters)
        try:
            session = opened.start(self._options, deadline=deadline)
            assert isinstance(session, LazySession)
            fills: list[Fill] = []
            while len(fills) < self._n:
                answer = session.solve(deadline=deadline, conflicts=CONFLICTS_A_FILL)
                if answer.outcome is not Outcome.SAT:
                    is_step_over = answer.outcome is Outcome.UNSAT or not deadline.passed()
                    return fills if is_step_over else answer.reason
                fills.append(opened.fill(answer))
                if not leave_out(fills[-1], session):
                    return fills
            return fills
        finally:
            opened.close()
