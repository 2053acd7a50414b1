"""A small SAT solver: the procedure of Davis, Putnam, Logemann and Loveland (1962)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from satcross.extend import Counters, Deadline, Outcome, RawAnswer

Clauses = list[tuple[int, ...]]


class Dpll:
    """A solver for satcross: it is made with the seed, and then asked as often as needed."""

    is_resumable = True  # after UNKNOWN it may be asked again

    def __init__(self, seed: int) -> None:
        del seed  # nothing in it is random
        self.counters = Counters(conflicts=0, decisions=0)
        self._clauses: Clauses = []

    def add(self, flat: npt.NDArray[np.int32]) -> None:
        """Add clauses, each closed by a 0."""
        start = 0
        for end in np.flatnonzero(flat == 0).tolist():
            self._clauses.append(tuple(flat[start:end].tolist()))
            start = end + 1

    def solve(self, assumptions: tuple[int, ...], n_vars: int, deadline: Deadline) -> RawAnswer:
        """Answer for all clauses so far, with the assumptions as clauses of one literal."""
        open_: list[tuple[Clauses, tuple[int, ...]]] = [(self._clauses, assumptions)]
        trails: list[tuple[int, ...]] = [()]
        while open_:
            if deadline.passed():
                return RawAnswer(Outcome.UNKNOWN, reason=deadline.reason)
            clauses, units = open_.pop()
            trail = list(trails.pop())
            left = _propagated(clauses, list(units), trail, deadline)
            if left is None:
                self.counters.conflicts += 1
            elif not left:
                values = np.zeros(n_vars + 1, dtype=np.bool_)
                values[[literal for literal in trail if literal > 0]] = True
                return RawAnswer(Outcome.SAT, values=values)
            else:
                self.counters.decisions += 1
                choice = min(left, key=len)[0]
                for literal in (-choice, choice):  # the last one is tried first
                    open_.append((left, (literal,)))
                    trails.append(tuple(trail))
        return RawAnswer(Outcome.UNSAT, core=assumptions)

    def close(self) -> None:
        """Give everything back. May be called twice."""
        self._clauses = []


def _propagated(
    clauses: Clauses, units: list[int], trail: list[int], deadline: Deadline
) -> Clauses | None:
    """The clauses left when these literals and all that follow hold; None in a conflict."""
    while True:
        true = set(units)
        if any(-literal in true for literal in true) or any(-x in true for x in trail):
            return None
        trail += true
        clauses = [
            tuple(x for x in clause if -x not in true)
            for clause in clauses
            if true.isdisjoint(clause)
        ]
        if () in clauses:
            return None
        units = [clause[0] for clause in clauses if len(clause) == 1]
        if not units or deadline.passed():
            return clauses
