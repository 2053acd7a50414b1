"""The lazy engine as a `LazySession`: our own clause learning over the letters and slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from satcross.cnf.assignment import Assignment
from satcross.results import Reason
from satcross.solve.lazy import engine
from satcross.solve.lazy.clock import SearchClock
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.search import FOUND, PAUSED
from satcross.solve.protocol import Answer, Counters, Outcome
from satcross.task import NEVER, Deadline, ProgressHandler

if TYPE_CHECKING:
    from satcross.solve.listing.guide import Guide

# Between two looks for requests to stop, signals among them. In C other threads run meanwhile; each
# slice begins with a wait for the interpreter lock, so it should not be too short either.
SLICE_S = 0.02
SLICE_DECISIONS = 100_000
UNLIMITED = 1 << 62
GUIDED = 20  # how many times better the letters of a guide look
WHOLE_CONFLICTS = 100  # after which a fill of the guide is not right, and only its letters count


class SearchSession:
    """A `Search` behind the protocol of all solvers.

    Args:
        problem: what to solve; no slot may be without a word.
        seed: of the decisions.
        on_progress: called ten times a second at most.
        log: receives what is learnt, and why: see docs/internals/certificates.md.
        guide: is asked for good letters while a search is long.
    """

    name = "lazy"

    def __init__(
        self,
        problem: TableProblem,
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
        log: Callable[[bytes], object] | None = None,
        guide: Guide | None = None,
    ) -> None:
        self.problem = problem
        self.search = engine.make_search(problem, seed)
        self._log = log
        if log is not None:
            self.search.start_log()
        self.hints = self.search.order.hints
        self._n_vars = problem.cells.n
        self._clock = SearchClock(problem.n_cells, on_progress)
        self._is_first = True
        self._open = True
        self._guide = guide
        self._advice: bytearray | None = None

    @property
    def counters(self) -> Counters:
        """What was done so far; propagations are changes of slots' domains."""
        search = self.search
        return Counters(
            search.n_conflicts,
            search.n_decisions,
            search.n_propagations,
            search.n_restarts,
        )

    @property
    def slot_activity(self) -> Sequence[int]:
        """By slot, how many conflicts and reasons came from it."""
        return self.search.activity

    @property
    def n_auxiliaries(self) -> int:
        """How many variables there are after the letters."""
        return self._n_vars - self.problem.cells.n

    def new_variable(self) -> int:
        """A variable that no clause has yet."""
        self._n_vars = self.search.new_variable()
        return self._n_vars

    @property
    def define(self) -> Callable[[Iterable[int]], None] | None:
        """Writes in the log what a new variable stands for: see `Search.log_definition`.

        None where there is no log.
        """
        return None if self._log is None else self.search.log_definition

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause over known variables, for good."""
        self.search.add_clause(clause)

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        keep_noise: bool = False,
    ) -> Answer:
        """Answer under `assumptions`: see `LazySession.solve`."""
        if not self._open:
            raise RuntimeError("the session is closed")
        search = self.search
        if not (self._is_first or keep_noise):
            search.order.resample_noise()
        self._is_first = False
        search.assume(assumptions)
        self._clock.deadline = deadline
        last = None if conflicts is None else search.n_conflicts + conflicts
        guide = self._guide if not assumptions and self.hints.preferred is None else None
        if guide is not None:
            self.hints.preferred = self._advice
        outcome = PAUSED
        try:
            while outcome == PAUSED:
                if not self._clock.keep_on(search.n_conflicts, search.deepest):
                    return Answer(Outcome.UNKNOWN, reason=deadline.reason)
                if last is not None and search.n_conflicts >= last:
                    return Answer(Outcome.UNKNOWN, reason=Reason.CONFLICTS)
                if guide is not None and search.n_conflicts >= guide.at:
                    outcome = self._advised(guide, deadline)
                else:
                    outcome = self._run(last, None if guide is None else guide.at)
        finally:
            if guide is not None:
                self.hints.preferred = None
        if outcome == FOUND:
            self._advice = None
            if self._guide is not None:
                self._guide.begin(search.n_conflicts)
            return Answer(Outcome.SAT, Assignment.of(search.true_variables(), self._n_vars))
        return Answer(Outcome.UNSAT, core=tuple(search.core))

    def _run(self, *stops: int | None) -> int:
        """Search on for a slice, up to the first of some conflicts: FOUND, NONE or PAUSED."""
        left_s = self._clock.deadline.left_s()
        left = (stop - self.search.n_conflicts for stop in stops if stop is not None)
        outcome = self.search.run(
            min([UNLIMITED, *left]),
            SLICE_DECISIONS,
            SLICE_S if left_s is None else min(SLICE_S, left_s),
        )
        if self._log is not None:
            self._log(self.search.take_log())
        return outcome

    def _advised(self, guide: Guide, deadline: Deadline) -> int:
        """Ask a guide for letters, and prefer them: FOUND if they are a fill, else PAUSED."""
        search, cells = self.search, self.problem.cells
        advice = guide.next(search.n_conflicts, deadline)
        if advice is None or deadline.passed():
            return PAUSED
        literals = cells.literals(advice.letters)
        self.hints.preferred = self._advice = bytearray(b"\x01") * (cells.n + 1)
        for literal in literals:
            self._advice[literal] = GUIDED
        if advice.is_whole:
            search.assume(literals)
            if search.run(WHOLE_CONFLICTS, UNLIMITED) == FOUND:
                return FOUND
        search.assume(())
        return PAUSED

    def fixed_letters(self) -> list[int]:
        """Letter literals that follow without assumptions: see `LazySession.fixed_letters`."""
        n_letters = self.problem.cells.n
        return [literal for literal in self.search.root() if abs(literal) <= n_letters]

    def close(self) -> None:
        """Take no more questions."""
        self._open = False
