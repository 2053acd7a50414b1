"""Rules between entries in the lazy engines: clauses for families that a fill broke.

The engines know slots and crossings. A rule between entries (`satcross.encode.entry_rules`) has too
many families to be written down, thousands of clauses each, and a search meets few of them. So a
fill is looked for without them; the families that it breaks are added whole, for all slots at once,
and the search goes on with what it has learnt. Every clause added holds in every right fill, so
that proofs, cores and fixed letters stay right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from satcross.consistency import Domains
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.search_session import SearchSession
from satcross.solve.protocol import (
    NEVER,
    Answer,
    Deadline,
    Outcome,
    ProgressHandler,
    Session,
)

if TYPE_CHECKING:
    from satcross.encode.entry_rules import EntryRule, Key


class Plain(Protocol):
    """How a session answers."""

    def __call__(
        self, assumptions: Sequence[int], /, *, deadline: Deadline, conflicts: int | None
    ) -> Answer:
        """Answer under `assumptions`."""


class LazyLike(Session, Protocol):
    """Either of the lazy engine's sessions."""

    n_calls: int


def search_session(
    domains: Domains,
    letters: LetterVars,
    *,
    seed: int = 0,
    on_progress: ProgressHandler | None = None,
) -> SearchSession:
    """The lazy engine's session for all rules of a puzzle. Args: as for `SearchSession`."""
    kind = RefiningSearchSession if domains.puzzle.has_entry_rules else SearchSession
    return kind(domains, letters, seed=seed, on_progress=on_progress)


def cadical_session(
    domains: Domains,
    letters: LetterVars,
    *,
    seed: int = 0,
    on_progress: ProgressHandler | None = None,
) -> Session:
    """The same with CaDiCaL's search. Args: as for `LazySession`."""
    from satcross.solve.lazy.session import LazySession

    if not domains.puzzle.has_entry_rules:
        return LazySession(domains, letters, seed=seed, on_progress=on_progress)

    class RefiningLazySession(LazySession):
        """A `LazySession` that keeps the rules between entries too."""

        def __init__(self) -> None:
            super().__init__(domains, letters, seed=seed, on_progress=on_progress)
            self._refiner = Refiner(domains, letters, self)

        def solve(
            self,
            assumptions: Sequence[int] = (),
            *,
            deadline: Deadline = NEVER,
            conflicts: int | None = None,
        ) -> Answer:
            return self._refiner.solve(super().solve, assumptions, deadline, conflicts)

    return RefiningLazySession()


class RefiningSearchSession(SearchSession):
    """A `SearchSession` that keeps the rules between entries too.

    Args: as for `SearchSession`.
    """

    def __init__(
        self,
        domains: Domains,
        letters: LetterVars,
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
    ) -> None:
        super().__init__(domains, letters, seed=seed, on_progress=on_progress)
        self._refiner = Refiner(domains, letters, self)

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
    ) -> Answer:
        """Answer under `assumptions`: see `SearchSession.solve`."""
        return self._refiner.solve(super().solve, assumptions, deadline, conflicts)


class Refiner:
    """Adds the clauses of broken families to a session until an answer breaks none.

    Args:
        domains: the words.
        letters: the letter variables.
        session: receives clauses and variables.

    Fields:
        n_rounds: how often an answer broke a rule.
        n_families: how many families were added.
    """

    def __init__(self, domains: Domains, letters: LetterVars, session: LazyLike) -> None:
        from satcross.encode.entry_rules import entry_rules

        self.n_rounds = 0
        self.n_families = 0
        self._puzzle = domains.puzzle
        self._letters = letters
        self._session = session
        self._rules = entry_rules(domains, letters)
        self._impossible = False

    def solve(
        self,
        plain: Plain,
        assumptions: Sequence[int],
        deadline: Deadline,
        conflicts: int | None,
    ) -> Answer:
        """The first answer that breaks no rule.

        Args:
            plain: how the session answers without these rules.
            assumptions: literals that shall hold, this time.
            deadline: when to stop.
            conflicts: after how many conflicts to stop, at least 1; None for no limit.
        """
        start = self._session.counters.conflicts
        left = conflicts
        while not self._impossible:
            answer = plain(assumptions, deadline=deadline, conflicts=left)
            if answer.outcome is not Outcome.SAT or answer.assignment is None:
                return answer
            fill = self._letters.letters(answer.assignment.true_variables(self._letters.n))
            broken = [(rule, keys) for rule in self._rules if (keys := rule.broken(fill))]
            if not broken:
                return answer
            self.n_rounds += 1
            for rule, keys in broken:
                self._add(rule, keys)
            if deadline.passed():
                return Answer(Outcome.UNKNOWN, reason="time limit")
            if conflicts is not None:
                left = conflicts - (self._session.counters.conflicts - start)
                if left < 1:
                    return Answer(Outcome.UNKNOWN, reason="conflict limit")
            # Asked the same again, it shall not draw its decisions anew: what was right in the fill
            # stays likely.
            self._session.n_calls = 0
        return Answer(Outcome.UNSAT)

    def _add(self, rule: EntryRule, keys: list[Key]) -> None:
        from satcross.cnf.formula import FormulaBuilder, iter_clauses
        from satcross.encode.families import at_most_one_slot

        self.n_families += len(keys)
        builder = FormulaBuilder()
        at_most_one_slot(self._puzzle, rule, builder, self._new_variables, keys)
        for clause in iter_clauses(builder.build().flat):
            if not clause:
                self._impossible = True
                return
            self._session.add_clause(clause)

    def _new_variables(self, n: int) -> int:
        first = self._session.new_variable()
        for _ in range(n - 1):
            self._session.new_variable()
        return first
