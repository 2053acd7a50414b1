"""Many fills of a puzzle, each unlike the ones before, and whether there are more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from satcross.checks import check_integer
from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Reason, Stopped, Work
from satcross.solve.protocol import LAZY, Outcome, Session, SolverOptions
from satcross.task import Deadline, DeadlinePassedError, Listed, Listing, ListingResult
from satcross.tasks.diversity import Difference, check_distinct, difference
from satcross.tasks.listed import ListedFills
from satcross.tasks.preferred import BetterFills
from satcross.tasks.prepared import NO_FILL, PreparedPuzzle, is_lazy, prepare, watched
from satcross.tasks.symmetry import Bool
from satcross.words.table import Codes, code_dtype

if TYPE_CHECKING:
    from satcross.tasks.certificate.proof import CompleteList
    from satcross.tasks.placed import PlacedFills

Distinct = Literal["grids", "words", "symmetry", "auto"] | int | str

# Up to this number, fills are searched one by one, each unlike the one before; more are listed in
# an order in which neighbours are much alike.
FEW = 1000

# What is listed; with more, fills are found one by one, unless they have a state.
LISTED = frozenset({Need.CONDITIONS, Need.ENTRIES})


class Fills(Listing[Fill]):
    """Distinct fills of one puzzle, each verified; a `Listing`.

    All fills, or more than `FEW`, are *listed*: thousands at a time, in an order in which
    neighbours differ little, with memory that does not grow. `arrays` gives them as arrays;
    `is_listed` says whether it is so. Fewer fills are searched one by one, each unlike the one
    before. So are fills of other solvers than the lazy engine, fills that are to differ in more
    than a letter, and fills of puzzles with a rebus or rules between entries: see
    `satcross.solve.listing.lister`.

    Run again after a time limit, the lazy engine goes on with all that it has learnt; other solvers
    start over, without the fills that were found.

    A limited number of fills that are searched one by one begins with fills of the better words, as
    for `FillTask`.

    Args: as for `satcross.enumerate_fills`; options: engine, seed and progress. How fills differ is
        in `satcross.tasks.symmetry` and `satcross.tasks.spread`. The state {} lists a puzzle from
        the start; with rules between entries or a rebus, a state has all fills that were found.

    Fields:
        n_apart: with "auto": in how many entries any two differ at least; None until it is known,
            and for fewer than two. 0 where a rebus leaves no choice but to divide the same words
            into other cells.
        n_apart_bound: with "auto": no choice of as many fills has any two differ in more entries.

    Raises:
        OptionError: `limit` or K is less than 1, or `state` is of another listing; or as `FillTask`
            raises, from the first answer on, also when `state` is damaged.

    >>> from satcross import Grid, WordList
    >>> fills = Fills(Puzzle(Grid.parse("..."), WordList.from_words(["ape", "bat"])))
    >>> sorted(str(fill) for fill in fills), fills.is_exhausted
    (['APE', 'BAT'], True)
    """

    BATCH: ClassVar = 10_000  # fills that are handed over together

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        distinct: Distinct = "grids",
        time_limit_s: float | None = None,
        state: dict[str, Any] | None = None,
        certificate: str | PathLike[str] | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.why = NO_FILL
        check_distinct(distinct, puzzle)
        self.work = Work()
        self._puzzle = puzzle
        self._options = watched(self, options)
        self.n_apart: int | None = None
        self.n_apart_bound: int | None = None
        self._spread: list[Fill] | None = None
        self._bound = 0  # of any choice, where `_spread` is known
        self._unspread: list[Fill] | None = None  # with "auto", where `Spread` has found no choice
        if distinct == "auto":
            self._check_auto(limit)
        self._distinct: Distinct = distinct
        self._opened: PreparedPuzzle | None = None
        self._difference: Difference | None = None
        self._before: list[Fill] = []  # those that a session does not leave out yet
        self._better: BetterFills | None = None
        self._placed: PlacedFills | None = None
        keep, n_images = self._symmetries() if distinct == "symmetry" else (None, 1)
        self._listed_fills = ListedFills(puzzle, self._options, keep, state=state, n_wanted=limit)
        self._receive: Callable[[Codes], None] | None = None
        has_ways = distinct == 1 and puzzle.has_rebus  # to put the same entries into cells
        self.is_listed = (
            distinct in ("grids", "symmetry", 1)
            and (limit is None or limit > FEW or n_images > FEW or state is not None)
            and self._options.asks_for(LAZY)
            and self._options.encoding == "auto"
            and (puzzle.needs <= LISTED or (state is not None and not has_ways))
        )
        if n_images > FEW and not self.is_listed:
            raise OptionError(
                f"each fill has {n_images:,} images, too many for fills that are found one by one",
                hint="use the lazy engine, without a rebus or rules between entries",
                parameter="distinct",
            )
        if state is not None and not self.is_listed:
            raise OptionError(
                "these fills are found one by one, and cannot be continued",
                hint="use the lazy engine, without a distance of fills",
                parameter="state",
            )
        self.complete: CompleteList | None = None
        if certificate is not None:
            if distinct != "grids" or state is not None:
                raise OptionError(
                    "a certificate is of all fills, from the first on",
                    hint="leave out distinct and state",
                    parameter="certificate",
                )
            from satcross.tasks.certificate.proof import CompleteList

            complete = CompleteList(puzzle, self.cells, certificate, self._options)
            self.complete = self._hold(complete)

    def _symmetries(self) -> tuple[Callable[[Codes], Bool], int]:
        """Which fills come before their images; and how many images there are."""
        from satcross.tasks.symmetry import find_symmetries

        found = find_symmetries(self._puzzle)
        return found.is_first(self.cells), found.n

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
        """The next of fills that differ as much as they can; None where there are no more."""
        from satcross.tasks.spread import Spread, n_apart

        if self._spread is None:
            search = Spread(opened, self._options, self._limit or 1)
            found = search.search(deadline)
            if isinstance(found, Reason):
                return found
            if not found:  # there may be fewer than were asked for
                self._distinct, self._unspread = "grids", []
            self._spread, self._bound = list(reversed(found)), search.bound
            self._note_apart(n_apart(found))
        if self._unspread is None:
            return self._spread.pop() if self._spread else None
        fill = self._next_of_session(opened, deadline)
        if isinstance(fill, Fill):
            apart = [n_apart((fill, other)) for other in self._unspread]
            self._unspread.append(fill)
            known = [n for n in (self.n_apart, *apart) if n is not None]
            self._note_apart(min(known, default=None))
        elif fill is None:  # these are all
            self.n_apart_bound = self.n_apart
        return fill

    def _note_apart(self, n_apart: int | None) -> None:
        self.n_apart = n_apart
        self.n_apart_bound = None if n_apart is None else self._bound

    def _next(self, deadline: Deadline) -> Fill | Reason | None:
        if self.is_listed:
            rows = self._listed(deadline, 1)
            return self.fill(rows[0]) if isinstance(rows, np.ndarray) else rows
        opened = self._prepared()
        found: Fill | Reason | None = None
        if self._placed is not None:
            fill = self._placed.next(deadline)
            self.work = self._placed.work
            return fill or (None if self._placed.is_proved else deadline.reason)
        if opened is not None and (self._distinct == "auto" or self._unspread is not None):
            found = self._next_of_spread(opened, deadline)
        elif opened is not None:
            found = self._next_of_session(opened, deadline)
        if self.complete is None:
            return found
        if isinstance(found, Fill):
            self.complete.add([[found.letters[cell] for cell in self.cells]])
        return self._prove(deadline) if found is None else found

    def _prove(self, deadline: Deadline) -> Reason | None:
        """Why there was no time for the certificate, if one is wanted."""
        if self.complete is None or self._opened is None:
            return None
        return self.complete.prove(self._opened.domains, deadline)

    def _in_places(self) -> PlacedFills | None:
        """The fills of a puzzle of which a rule leaves open where something is; or None."""
        if self.is_listed or self._distinct != "grids" or not self._puzzle.twins:
            return None
        from satcross.tasks.placed import PlacedFills

        placed = PlacedFills(self._puzzle, self._options)
        return self._hold(placed) if placed.is_all else None

    def _next_of_session(self, opened: PreparedPuzzle, deadline: Deadline) -> Fill | Reason | None:
        """The next of fills that are found one after the other."""
        if self._limit is not None and (better := self._next_better(opened, deadline)) is not None:
            return better
        try:
            session = self._session(opened, deadline)
        except DeadlinePassedError:
            return deadline.reason
        if session is None:
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
        self._before.append(opened.fill(answer))
        return self._before[-1]

    def _next_better(self, opened: PreparedPuzzle, deadline: Deadline) -> Fill | None:
        """The next fill with the better words only; None where none was found."""
        if self._better is None:
            better = BetterFills(self._puzzle, self._options, self._distinct)
            self._better = self._hold(better)
        fill = self._better.next(deadline)
        if fill is not None:
            self._before.append(fill)
        opened.count(self._better.work)
        self.work = opened.work()
        return fill

    def _prepared(self) -> PreparedPuzzle | None:
        """The puzzle after arc consistency; None where that has shown that there is no fill."""
        if self._opened is None:
            self._opened = self._hold(prepare(self._puzzle, self._options))
            self._placed = self._in_places()
        opened = self._opened
        if opened.domains.emptied is not None:
            self.why, self.work = opened.why_not, opened.work()
            return None
        return opened

    def _session(self, opened: PreparedPuzzle, deadline: Deadline) -> Session | None:
        """The session for the next fill; None where none can be far enough from the others."""
        is_new = opened.session is None
        session = opened.start(self._options, deadline=deadline)
        is_kept = is_lazy(self._options)
        before = self._before if is_new or is_kept else self._before[-1:]
        if self._difference is None:
            self._difference = difference(self._distinct, opened.domains, opened.letters)
        is_open = all(self._difference(fill, session) for fill in before)
        if is_kept:
            self._before = []
        return session if is_open else None

    # Arrays

    @property
    def cells(self) -> tuple[int, ...]:
        """The positions of the cells in slots, row by row: the columns of `arrays`."""
        return tuple(sorted({cell for slot in self._puzzle.slots for cell in slot.cells}))

    def arrays(self, batch: int = BATCH) -> Iterator[Codes]:
        """The rest of the fills, many at a time, as letters; each is verified.

        Args: batch: how many fills an array has at most. It may have fewer.

        Returns: an iterator of uint8 (fills, cells), or uint16 in alphabets of more than 240
            letters: letter codes, the index of a letter in `Puzzle.texts`; the columns are
            `cells`. `fill` makes a `Fill` of a row.

        >>> from satcross import enumerate_fills
        >>> fills = enumerate_fills("..\\n..", ["at", "to", "oh", "ah", "ho"])
        >>> sum(len(rows) for rows in fills.arrays())
        2
        """
        batch = check_integer(batch, "batch", at_least=1)
        while True:
            if self._is_closed:
                return
            if self._deadline is None:
                self._deadline = Deadline.after(self._time_limit_s, self._request)
            with self._working():
                rows = self.advance_many(self._deadline, batch)
            if rows is None:
                self.result = self._ending()
                self.close()
                return
            yield rows

    def count_ahead(self) -> None:
        """Have progress say how many fills there are, where all are listed and that is quick."""
        self._listed_fills.counts_ahead = True

    def receive(self, handler: Callable[[Codes], None]) -> None:
        """From now on, `run` passes arrays of fills to `handler` instead of an event for each."""
        self._receive = handler

    def fill(self, row: Codes) -> Fill:
        """The fill with these letters: a row of one of `arrays`."""
        return Fill(self._puzzle, dict(zip(self.cells, row.tolist(), strict=True)))

    def advance_many(self, deadline: Deadline, batch: int) -> Codes | None:
        """The next fills as an array, by the deadline of a task that this one is part of.

        Returns: None when there is none: `is_exhausted` or `stopped` says why, as for `advance`.
        """
        if not self.is_listed:
            found = self.advance(deadline)
            if found is None:
                return None
            kind = code_dtype(len(self._puzzle.texts))
            return np.array([[found.letters[cell] for cell in self.cells]], dtype=kind)
        if not self._may_advance():
            return None
        if self._limit is not None:
            batch = min(batch, self._limit - self.n_found)
        rows = self._listed(deadline, batch)
        if isinstance(rows, Reason):
            self.stopped = rows
            return None
        if rows is None:
            self.is_exhausted = True
            return None
        self.n_found += len(rows)
        return rows

    def _run(self, deadline: Deadline) -> ListingResult:
        if self._receive is None:
            return super()._run(deadline)
        deadline = deadline.within(self._time_limit_s)
        while (rows := self.advance_many(deadline, self.BATCH)) is not None:
            self._receive(rows)
        return self._ending()

    def _ending(self) -> ListingResult:
        if self.is_exhausted and self._listed_fills.n_before and not self.n_found:
            return Found(Listed(0, True), self._work())
        result = super()._ending()
        is_first = not self.n_found and not self._listed_fills.n_before
        if isinstance(result, Stopped) and is_first and self._opened is not None:
            return self._opened.doubted(result)
        return result

    def _listed(self, deadline: Deadline, most: int) -> Codes | Reason | None:
        """The next fills, verified; why there was no time for any; None when there are none."""
        opened = self._prepared()
        rows: Codes | Reason | None = None
        if opened is not None:
            rows = self._listed_fills.next_rows(opened, deadline, most)
            self.work = self._listed_fills.work(opened)
        if rows is None:
            return self._prove(deadline)
        if self.complete is not None and isinstance(rows, np.ndarray):
            self.complete.add(rows.tolist())
        return rows

    def state(self) -> dict[str, Any]:
        """Where the listing is: what is needed to go on after the last fill that was handed over.

        Returns: plain data, for `state` of another `Fills`, and for a file in JSON.

        Raises:
            OptionError: these fills are not listed, but found one by one.
        """
        if not self.is_listed:
            raise OptionError("only listed fills have a state", parameter="state")
        return self._listed_fills.state(self._prepared())

    def _close(self) -> None:
        if self._opened is not None and not self.is_listed:
            self.work = self._opened.work()
        super()._close()
