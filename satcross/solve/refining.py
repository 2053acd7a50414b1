"""The lazy engine with all rules of a puzzle: those between entries, and its constraints.

The engine knows slots and crossings. A rule between entries (`satcross.rules.families`) has
too many families to be written down, thousands of clauses each, and a search meets few of them. So
a fill is looked for without them; the families that it breaks are added whole, for all slots at
once, and the search goes on with what it has learnt. Every clause added holds in every right fill,
so that proofs, cores and fixed letters stay right. Where there is no engine, the eager encoding has
them all from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains
from satcross.model.needs import Need
from satcross.results import Reason
from satcross.solve.lazy.engine import fits
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.session import SearchSession
from satcross.solve.listing.guide import SUPPORTS as GUIDED
from satcross.solve.listing.guide import Guide
from satcross.solve.protocol import (
    Answer,
    Counters,
    LazySession,
    OrderHints,
    Outcome,
)
from satcross.task import NEVER, Deadline, DeadlinePassedError, ProgressHandler

if TYPE_CHECKING:
    from satcross.encoding.families import Define
    from satcross.rules.families import Families, Key


def search_session(
    domains: Domains,
    letters: LetterVars,
    *,
    seed: int = 0,
    on_progress: ProgressHandler | None = None,
    log: Callable[[bytes], object] | None = None,
) -> LazySession:
    """The lazy engine's session for all rules of a puzzle.

    The session is one of the eager encoding where the engine cannot hold the problem.

    Args:
        domains: what arc consistency left; no slot may be empty.
        letters: the variables of those letters.
        seed: of the decisions.
        on_progress: called ten times a second at most.
        log: as for `SearchSession`.
    """
    problem = TableProblem.of(domains, letters)
    if not fits(problem):
        from satcross.solve.backends.encoded import EncodedSession

        return EncodedSession(domains, problem, seed=seed, on_progress=on_progress)
    guide = Guide(domains, seed) if domains.puzzle.needs <= GUIDED else None
    session = SearchSession(problem, seed=seed, on_progress=on_progress, log=log, guide=guide)
    return with_rules(session, domains, letters)


def with_rules(
    session: LazySession, domains: Domains, letters: LetterVars, *, conditions: bool = True
) -> LazySession:
    """A session that keeps the constraints and the rules between entries, if there are any.

    Args: conditions: whether it is given the constraints; else it has them.
    """
    needs = domains.puzzle.needs
    if conditions and Need.CONDITIONS in needs:
        from satcross.encoding.conditions import condition_clauses

        define = _definer(session)
        for clause in condition_clauses(domains, letters, session.new_variable, define):
            session.add_clause(clause)
    if not needs.isdisjoint((Need.PAIRS, Need.SPELLED_APART, Need.TREATMENTS)):
        return RefiningSession(session, domains, letters)
    return session


def _definer(session: LazySession) -> Define | None:
    """What writes definitions in the log of a session; None where there is no log."""
    return session.define if isinstance(session, SearchSession) else None


class RefiningSession:
    """Adds the clauses of broken families to a session until an answer breaks none.

    Args:
        session: receives clauses and variables, and is closed with this one.
        domains: the words.
        letters: the letter variables.

    Fields:
        n_rounds: how often an answer broke a rule.
        n_families: how many families were added.
    """

    def __init__(self, session: LazySession, domains: Domains, letters: LetterVars) -> None:
        from satcross.encoding.families import families_of

        self.name = session.name
        self.problem: TableProblem = session.problem
        self.hints: OrderHints = session.hints
        self.new_variable = session.new_variable
        self.add_clause = session.add_clause
        self.fixed_letters = session.fixed_letters
        self.close = session.close
        self.n_rounds = 0
        self.n_families = 0
        self._puzzle = domains.puzzle
        self._letters = letters
        self._session = session
        self._rules = families_of(domains, letters, self._tick)
        self._deadline = NEVER

    @property
    def counters(self) -> Counters:
        """What was done so far."""
        return self._session.counters

    @property
    def slot_activity(self) -> Sequence[int]:
        """By slot, how many conflicts and reasons came from it."""
        return self._session.slot_activity

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        keep_noise: bool = False,
    ) -> Answer:
        """The first answer that breaks no rule: see `LazySession.solve`."""
        self._deadline = deadline
        start = self._session.counters.conflicts
        left = conflicts
        while True:
            answer = self._session.solve(
                assumptions, deadline=deadline, conflicts=left, keep_noise=keep_noise
            )
            if answer.outcome is not Outcome.SAT or answer.assignment is None:
                return answer
            try:
                if not self.refine(answer):
                    return answer
                self._tick()
            except DeadlinePassedError:
                return Answer(Outcome.UNKNOWN, reason=deadline.reason)
            if conflicts is not None:
                left = conflicts - (self._session.counters.conflicts - start)
                if left < 1:
                    return Answer(Outcome.UNKNOWN, reason=Reason.CONFLICTS)
            keep_noise = True  # what was right in the fill stays likely

    def refine(self, answer: Answer) -> bool:
        """Whether an answer of the session beneath breaks a rule; if so, add what it breaks."""
        if answer.assignment is None:
            return False
        fill = self._letters.letters(answer.assignment.true_variables(self._letters.n))
        broken = [(rule, keys) for rule in self._rules if (keys := rule.broken(fill))]
        for rule, keys in broken:
            self._add(rule, keys)
        self.n_rounds += bool(broken)
        return bool(broken)

    def _add(self, rule: Families, keys: list[Key]) -> None:
        from satcross.cnf.formula import FormulaBuilder, iter_clauses
        from satcross.encoding.families import at_most_one_slot

        self.n_families += len(keys)
        builder = FormulaBuilder()
        define = _definer(self._session)
        at_most_one_slot(self._puzzle, rule, builder, self._new_variables, keys, define)
        for clause in iter_clauses(builder.build().flat):
            self._session.add_clause(clause)

    def _tick(self) -> None:
        if self._deadline.passed():
            raise DeadlinePassedError

    def _new_variables(self, n: int) -> int:
        """The first of `n` new variables, which follow each other."""
        first = self._session.new_variable()
        for _ in range(n - 1):
            self._session.new_variable()
        return first
