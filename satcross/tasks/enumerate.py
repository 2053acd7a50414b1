"""Many fills of a puzzle, each unlike the ones before, and whether there are more."""

from __future__ import annotations

from typing import Literal

from satcross.checks import check_integer
from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Reason, Work
from satcross.solve.protocol import Outcome, Session, SolverOptions
from satcross.task import Deadline, DeadlinePassedError, Listing
from satcross.tasks.diversity import Difference, difference
from satcross.tasks.prepared import PreparedPuzzle, is_lazy, prepare, watched

Distinct = Literal["grids", "words", "auto"] | int


class Fills(Listing[Fill]):
    """Distinct fills of one puzzle, each verified; a `Listing`.

    Run again after a time limit, the lazy engine goes on with all that it has learnt; other solvers
    begin anew, without the fills that were found.

    Args:
        puzzle: what to fill.
        options: engine, seed and progress.
        limit: how many fills at most; None for all.
        distinct: how any two differ: "grids", in some letter; "words", no free entry of one
            stands anywhere in the other; a number K, in at least K entries; "auto", for `limit`
            fills that differ as much as they can: see `satcross.tasks.spread`. An entry is the
            word that it spells, however a rebus divides it into cells.
        time_limit_s: seconds for all fills together; None for no limit.

    Fields:
        n_apart: with "auto": in how many entries any two differ at least; None until it is known.

    Raises:
        OptionError: `limit` or K is less than 1; or as `FillTask` raises, from the first answer on.

    >>> from satcross import Grid, WordList
    >>> fills = Fills(Puzzle(Grid.parse("..."), WordList.from_words(["ape", "bat"])))
    >>> sorted(str(fill) for fill in fills), fills.is_exhausted
    (['APE', 'BAT'], True)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        distinct: Distinct = "grids",
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        if not isinstance(distinct, str):
            check_integer(distinct, "distinct", at_least=1)
        elif distinct not in ("grids", "words", "auto"):
            raise OptionError(
                f"must be grids, words, auto or a number of entries from 1, got {distinct!r}",
                parameter="distinct",
            )
        self.work = Work()
        self._puzzle = puzzle
        self._options = watched(self, options)
        self.n_apart: int | None = None
        self._spread: list[Fill] | None = None
        if distinct == "auto":
            self._check_auto(limit)
        self._distinct: Distinct = distinct
        self._opened: PreparedPuzzle | None = None
        self._difference: Difference | None = None
        self._last: Fill | None = None
        self._before: list[Fill] = []  # for solvers that must begin anew after a time limit

    def _check_auto(self, limit: int | None) -> None:
        problem, hint = "", ""
        if limit is None:
            problem, hint = "as different as they can be are a number of fills", "say how many"
        elif not is_lazy(self._options):
            problem, hint = "auto needs the lazy engine", "give a number, or leave out the solver"
        if problem:
            raise OptionError(problem, hint=hint, parameter="distinct")

    def _work(self) -> Work:
        return self.work

    def _next_of_spread(self, opened: PreparedPuzzle, deadline: Deadline) -> Fill | Reason | None:
        """The next of fills that differ as much as they can; None where there are too few."""
        if self._spread is None:
            from satcross.tasks.spread import Spread, n_apart

            found = Spread(opened, self._options, self._limit or 1).search(deadline)
            if isinstance(found, Reason):
                return found
            self._spread, self.n_apart = found[::-1], n_apart(found)
        return self._spread.pop() if self._spread else None

    def _next(self, deadline: Deadline) -> Fill | Reason | None:
        if self._opened is None:
            self._opened = prepare(self._puzzle, self._options)
        opened = self._opened
        if opened.domains.emptied is not None:
            self.why, self.work = opened.why_not, opened.work()
            return None
        if self._distinct == "auto":
            found = self._next_of_spread(opened, deadline)
            if found is not None:
                return found
            self._distinct = "grids"  # there may be fewer fills than were asked for
        return self._next_of_session(opened, deadline)

    def _next_of_session(self, opened: PreparedPuzzle, deadline: Deadline) -> Fill | Reason | None:
        """The next of fills that are found one after the other."""
        try:
            session = self._session(opened, deadline)
        except DeadlinePassedError:
            return deadline.reason
        if self._last is not None:
            last, self._last = self._last, None
            if not is_lazy(self._options):
                self._before.append(last)
            if not self._leave_out(last, session):
                return None
        answer = session.solve(deadline=deadline)
        self.work = opened.work()
        if answer.outcome is Outcome.UNSAT:
            return None
        if answer.outcome is Outcome.UNKNOWN:
            if not is_lazy(self._options):  # its session has ended with this answer
                opened.close()
                opened.session = None
            return answer.reason
        self._last = opened.fill(answer)
        return self._last

    def _session(self, opened: PreparedPuzzle, deadline: Deadline) -> Session:
        is_new = opened.session is None
        session = opened.start(self._options, deadline=deadline)
        if is_new:
            for fill in self._before:
                self._leave_out(fill, session)
        return session

    def _leave_out(self, fill: Fill, session: Session) -> bool:
        """Keep the next fills apart from this one; whether there can be any."""
        opened = self._opened
        if self._difference is None and opened is not None:
            self._difference = difference(self._distinct, opened.domains, opened.letters)
        clauses = self._difference(fill, session) if self._difference is not None else []
        for clause in clauses:
            session.add_clause(clause)
        return all(clauses)

    def _close(self) -> None:
        if self._opened is not None:
            self.work = self._opened.work()
            self._opened.close()
