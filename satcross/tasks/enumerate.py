"""Many fills of a puzzle, each unlike the ones before, and whether there are more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from satcross.errors import OptionError
from satcross.fill import Fill
from satcross.puzzle import Puzzle
from satcross.solve.protocol import Deadline, Outcome, SolverOptions
from satcross.tasks.differing import Difference, difference
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.opening import Opened, open_puzzle
from satcross.tasks.results import Work

Distinct = Literal["grids", "words"] | int


def enumerate_fills(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    distinct: Distinct = "grids",
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
) -> Fills:
    """An iterator over distinct fills, found one by one as they are asked for.

    Args:
        puzzle: what to fill.
        limit: how many fills at most; None for all.
        distinct: how any two differ: "grids", in some letter; "words", no free entry of one
            stands anywhere in the other; a number K, in at least K entries.
        options: engine, seed and progress.
        time_limit_s: seconds for all fills together; None for no limit.

    Raises:
        OptionError: `limit` or K is less than 1; or as `fill` raises, when the first is asked for.

    >>> from satcross import Grid, WordList
    >>> fills = enumerate_fills(Puzzle(Grid.parse("...") , WordList.from_words(["ape", "bat"])))
    >>> sorted(str(fill) for fill in fills), fills.exhausted
    (['APE', 'BAT'], True)
    """
    if limit is not None and limit < 1:
        raise OptionError(f"{limit} is not a number of fills", mend="give 1 or more")
    if isinstance(distinct, int) and distinct < 1:
        raise OptionError(
            f"fills cannot differ in {distinct} entries", mend="give 1 or more", source="--distinct"
        )
    return Fills(puzzle, limit, distinct, options or SolverOptions(), time_limit_s)


class Fills(Iterator[Fill]):
    """Distinct fills of one puzzle, each verified.

    Fields, final when the iteration has ended:
        exhausted: it is proved that there are no others.
        stopped: why it ended otherwise: "limit", "time limit"; "" while it has not.
        why: why there is no fill at all, when arc consistency shows it; else "".
        n_found: how many were found so far.
        work: what they cost.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        limit: int | None,
        distinct: Distinct,
        options: SolverOptions,
        time_limit_s: float | None,
    ) -> None:
        self.exhausted = False
        self.stopped = ""
        self.why = ""
        self.n_found = 0
        self.work = Work()
        self._puzzle = puzzle
        self._limit = limit
        self._distinct: Distinct = distinct
        self._options = options
        self._time_limit_s = time_limit_s
        self._deadline: Deadline | None = None
        self._opened: Opened | None = None
        self._difference: Difference | None = None
        self._last: Fill | None = None

    def __iter__(self) -> Fills:
        return self

    def __next__(self) -> Fill:
        if self.exhausted or self.stopped:
            raise StopIteration
        if self.n_found == self._limit:
            return self._stop("limit")
        try:
            return self._find()
        except BaseException as error:
            if not isinstance(error, StopIteration):
                self.close()
            raise

    def close(self) -> None:
        """End the iteration and give back the solver."""
        if self._opened is not None:
            self.work = self._opened.work()
            self._opened.close()
            self._opened = None
        self.stopped = self.stopped or ("" if self.exhausted else "closed")

    def _find(self) -> Fill:
        if self._deadline is None:
            self._deadline = Deadline.after(self._time_limit_s)
            try:
                self._opened = open_puzzle(self._puzzle, self._options, deadline=self._deadline)
            except TimeoutError:
                return self._stop(TIME_LIMIT)
        opened = self._opened
        if opened is None:
            raise StopIteration
        session = opened.session
        if session is None:
            self.why = opened.why_not
            return self._exhaust()
        if self._difference is None:
            self._difference = difference(self._distinct, opened.domains, opened.letters)
        if self._last is not None:
            for clause in self._difference(self._last, session):
                session.add_clause(clause)
                if not clause:
                    return self._exhaust()
        answer = session.solve(deadline=self._deadline)
        if answer.outcome is Outcome.UNSAT:
            return self._exhaust()
        if answer.outcome is Outcome.UNKNOWN:
            return self._stop(answer.reason or TIME_LIMIT)
        self._last = opened.fill(answer)
        self.n_found += 1
        self.work = opened.work()
        return self._last

    def _exhaust(self) -> Fill:
        self.exhausted = True
        self.close()
        raise StopIteration

    def _stop(self, reason: str) -> Fill:
        self.stopped = reason
        self.close()
        raise StopIteration
