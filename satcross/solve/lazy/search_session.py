"""The lazy engine as a `Session`: our own clause learning over the letters and slots."""

from __future__ import annotations

from collections.abc import Sequence

from satcross.cnf.assignment import Assignment
from satcross.consistency import Domains
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.clock import SearchClock
from satcross.solve.lazy.engine import make_search
from satcross.solve.lazy.search import FOUND, PAUSED
from satcross.solve.protocol import (
    NEVER,
    Answer,
    Counters,
    Deadline,
    Outcome,
    ProgressHandler,
)

# Between two looks at the clock: some milliseconds in C, some dozens in Python.
SLICE_CONFLICTS = 20
SLICE_DECISIONS = 100


class SearchSession:
    """A `Search` behind the protocol of all solvers.

    It does more than the protocol asks: after UNKNOWN it may be asked again, and keeps what it has
    learnt; `solve` can be limited by conflicts; `fixed_letters` says what is true in every fill.

    Args:
        domains: what arc consistency left; no slot may be empty.
        letters: the variables of those letters.
        seed: of the decisions.
        on_progress: called ten times a second at most.

    Field:
        n_calls: how often it was asked; all but the first time its decisions are drawn anew.
    """

    name = "lazy"

    def __init__(
        self,
        domains: Domains,
        letters: LetterVars,
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
    ) -> None:
        self._n_vars = letters.n
        self._clock = SearchClock(len(domains.cells), on_progress)
        self.n_calls = 0
        self._open = True
        self.search = make_search(domains, letters, seed)

    @property
    def counters(self) -> Counters:
        """What was done so far; propagations are changes of slots' domains."""
        search = self.search
        return Counters(
            search.n_conflicts,
            search.n_decisions,
            search.state.n_propagations,
            search.n_restarts,
        )

    def new_variable(self) -> int:
        """A variable that no clause has yet."""
        self._n_vars = self.search.new_variable()
        return self._n_vars

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause over known variables, for good."""
        self.search.add_clause(clause)

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
    ) -> Answer:
        """Answer under `assumptions`.

        Args:
            assumptions: literals that shall hold, this time.
            deadline: when to stop; looked at every few conflicts.
            conflicts: after how many conflicts to stop, at least 1; None for no limit.
        """
        if not self._open:
            raise RuntimeError("the session is closed")
        search = self.search
        if self.n_calls:
            search.order.draw_luck()
        self.n_calls += 1
        search.assume(assumptions)
        self._clock.deadline = deadline
        last = None if conflicts is None else search.n_conflicts + conflicts
        while True:
            if not self._keep_on():
                return Answer(Outcome.UNKNOWN, reason="time limit")
            n = SLICE_CONFLICTS if last is None else min(SLICE_CONFLICTS, last - search.n_conflicts)
            outcome = search.run(n, SLICE_DECISIONS)
            if outcome != PAUSED:
                break
            if last is not None and search.n_conflicts >= last:
                return Answer(Outcome.UNKNOWN, reason="conflict limit")
        if outcome == FOUND:
            return Answer(Outcome.SAT, Assignment.of(search.true_variables(), self._n_vars))
        return Answer(Outcome.UNSAT, core=tuple(search.core))

    def fixed_letters(self) -> list[int]:
        """Letter literals that follow from the words and the clauses added, as far as is known.

        Returns: literals true in every fill, in the order in which they were found. A cell with a
            true letter need not have its false ones here. More may be here after each `solve`.
        """
        return [literal for literal in self.search.state.root() if self._is_letter(literal)]

    def _keep_on(self) -> bool:
        return self._clock.keep_on(self.search.n_conflicts, self.search.deepest)

    def close(self) -> None:
        """Take no more questions."""
        self._open = False

    def _is_letter(self, literal: int) -> bool:
        return abs(literal) <= self.search.state.letters.n
