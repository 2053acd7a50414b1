"""Smallest hitting sets of a growing collection of sets, by SAT with a counter."""

from __future__ import annotations

from collections.abc import Iterable

from satcross.extend import Deadline, Formula, Outcome, formula_session, weighted_totalizer


class HittingSets:
    """The fewest of `n` items, by number from 0, of which each set has one.

    Args:
        n: how many items there are; at least 1.

    Fields:
        least: no hitting set has fewer items.
    """

    def __init__(self, n: int) -> None:
        self.least = 0
        self._n = n
        self._session = formula_session(Formula.of([], n))
        items = [[(item + 1, 1)] for item in range(n)]
        session = self._session
        self._at_least = weighted_totalizer(items, n, session.new_variable, session.add_clause)

    def add(self, items: Iterable[int]) -> None:
        """From now on, one of these is in each hitting set."""
        self._session.add_clause([item + 1 for item in items])

    def smallest(self, deadline: Deadline) -> list[int] | None:
        """A smallest hitting set, rising; None where there was no time to find it."""
        while True:
            held = [-self._at_least[self.least]] if self.least < self._n else []
            answer = self._session.solve(held, deadline=deadline)
            if answer.assignment is not None:
                return [item - 1 for item in answer.assignment.true_variables(self._n)]
            if answer.outcome is Outcome.UNKNOWN:
                return None
            self.least += 1

    def close(self) -> None:
        """Give back the solver."""
        self._session.close()
