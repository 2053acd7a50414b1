"""Fills as a search lists them: checked, some thousand at a time, and continued from a state."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from satcross import rooms
from satcross.errors import OptionError, VerificationError
from satcross.model.puzzle import Puzzle
from satcross.results import Reason, Work
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Progress
from satcross.tasks.checking import rows_check
from satcross.tasks.prepared import PreparedPuzzle
from satcross.words.table import Codes

Bool = npt.NDArray[np.bool_]

if TYPE_CHECKING:
    from satcross.solve.listing.lister import Lister

STATE_FORMAT = "satcross.listing/3"
MOST = 10_000  # fills that are asked of the search at once
# Fills are handed over at least so often, if there are any.
_HAND_OVER_S = 0.25
_SLICE_S = 0.05  # between two looks for requests to stop
_TICK_S = 0.1  # between two signs of progress
# How often to count ahead and for how long, and the number of tries before that is given up.
COUNT_EVERY_S = 1.0
COUNT_S = 0.1
MOST_COUNTS = 50


def with_digest(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state with the digest of its content, in the place of the one that it has."""
    return {**state, "digest": _digest_of(state)}


def checked_state(state: object) -> dict[str, Any]:
    """A state that is as it was made, whatever puzzle it is of.

    Raises:
        OptionError: it is none, has another format, or is damaged.
    """
    format_ = state.get("format") if isinstance(state, dict) else None
    if not isinstance(state, dict) or not str(format_).startswith("satcross.listing/"):
        raise OptionError(
            "is not the state of a listing",
            hint="give another name, or the file that --state has written",
            parameter="state",
        )
    if format_ != STATE_FORMAT:
        raise OptionError(
            f"this state has the format {format_}, not {STATE_FORMAT}",
            hint="delete it, and list the fills anew",
            parameter="state",
        )
    try:
        is_whole = state.get("digest") == _digest_of(state)
    except (TypeError, ValueError, RecursionError):  # as for NaN
        is_whole = False
    if not is_whole:
        raise _damaged("its content and its digest differ")
    return state


def _digest_of(state: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of all of a state but the digest."""
    import hashlib  # imported late, as in `WordList.digest`

    content = {key: value for key, value in state.items() if key != "digest"}
    text = json.dumps(content, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _damaged(what: str) -> OptionError:
    return OptionError(
        f"the state is damaged: {what}",
        hint="delete it, and list the fills anew",
        parameter="state",
    )


class ListedFills:
    """The fills of a puzzle in the order of a `Lister`, each array of them verified.

    Args:
        puzzle: what to fill.
        options: seed and progress.
        keep: which rows to hand over; None for all.
        state: to go on from; None or {} to begin.
        n_wanted: how many fills are wanted, for progress; None for all.

    Fields:
        n_before: fills of the listings that this one continues.
        counts_ahead: whether to count the fills meanwhile, for progress, from time to time and
            unless that takes long.

    Raises:
        OptionError: the state is of another listing.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions,
        keep: Callable[[Codes], Bool] | None = None,
        *,
        state: Mapping[str, Any] | None = None,
        n_wanted: int | None = None,
    ) -> None:
        self.n_before = 0
        self.counts_ahead = False
        self._count_s = COUNT_EVERY_S  # when to count ahead next
        self._n_counts = 0
        self._counter: Any = None  # a `FillCounter`, of a room that counts fills
        self._puzzle = puzzle
        self._options = options
        self._start = state
        self._n_wanted = -1 if n_wanted is None else n_wanted
        self._keep = keep
        self._lister: Lister | None = None
        self._check: Callable[[Codes], None] | None = None
        self._rows: Codes | None = None  # found, verified, and not handed over
        self._size = 1  # how many to ask for next
        self._n_handed = 0
        self._is_last = False  # the search has nothing after `_rows`
        self._tick_s = 0.0
        # Before anything else: a puzzle that has no fill never opens a search.
        if self._start and checked_state(self._start).get("of") != self._signature():
            raise OptionError(
                "this is the state of another listing",
                hint="give the same grid, words, rules and seed as then",
                parameter="state",
            )

    def next_rows(
        self, opened: PreparedPuzzle, deadline: Deadline, most: int
    ) -> Codes | Reason | None:
        """The next fills.

        Args:
            opened: the puzzle, with words for every slot.
            deadline: when to stop.
            most: how many at most.

        Returns: `Codes` (fills, cells), one or more; why there was no time for one; or None when
            there are no more.
        """
        lister = self._lister or self._open(opened)
        if self._rows is None or not len(self._rows):
            while True:
                found = self._search(opened, lister, deadline, most)
                if not isinstance(found, np.ndarray):
                    return found
                self._rows = found if self._keep is None else found[self._keep(found)]
                if len(self._rows):
                    break
        rows, self._rows = self._rows[:most], self._rows[most:]
        self._n_handed += len(rows)
        return rows

    def _search(
        self, opened: PreparedPuzzle, lister: Lister, deadline: Deadline, most: int
    ) -> Codes | Reason | None:
        # Who asks for one at a time gets the first one soon, and the others from stock.
        self._size = min(MOST, 2 * self._size)
        shape = max(most, self._size), len(opened.domains.cells)
        n, rows = 0, np.empty(shape, dtype=opened.domains.dtype)
        hand_over_s = time.monotonic() + _HAND_OVER_S
        while n < len(rows) and not self._is_last:
            if deadline.passed() or (n and time.monotonic() >= hand_over_s):
                break
            left_s = deadline.left_s()
            seconds = _SLICE_S if left_s is None else min(_SLICE_S, left_s)
            more, self._is_last = lister.run(rows[n:], seconds, deadline)
            n += more
            self._report(opened, lister, n)
            if self.counts_ahead and time.monotonic() >= opened.started + self._count_s:
                self._count_ahead(opened, deadline)
        if not n:
            return None if self._is_last else deadline.reason
        if self._check is None:
            self._check = rows_check(self._puzzle, opened.domains.cells, maker=lister.name)
        self._check(rows[:n])
        return rows[:n]

    def _report(self, opened: PreparedPuzzle, lister: Lister, n: int) -> None:
        now = time.monotonic()
        if now >= self._tick_s and self._options.on_progress is not None:
            self._tick_s = now + _TICK_S
            progress = Progress(
                "listing",
                now - opened.started,
                lister.counters.conflicts,
                n_found=self._n_handed + n,
                n_wanted=self._n_wanted,
            )
            self._options.on_progress(progress)

    def _count_ahead(self, opened: PreparedPuzzle, deadline: Deadline) -> None:
        """Find out how many fills there are, if that is quick; the listing stays the same."""
        counters = [
            each for each in rooms.modules("counter") if self._puzzle.needs <= each.SUPPORTS
        ]
        if self._n_wanted >= 0 or self._keep is not None or not counters:
            self.counts_ahead = False
            return
        if self._counter is None:
            self._counter = counters[0].FillCounter(opened.domains)
        is_all = self._counter.run(deadline=deadline.within(COUNT_S))
        if is_all:
            self._n_wanted = self._counter.n_found - self.n_before
        self._count_s = time.monotonic() - opened.started + COUNT_EVERY_S
        self._n_counts += 1
        if is_all or self._n_counts == MOST_COUNTS:
            self.counts_ahead, self._counter = False, None

    def work(self, opened: PreparedPuzzle) -> Work:
        """What was done so far."""
        counters = None if self._lister is None else self._lister.counters
        return Work(
            elapsed_s=time.monotonic() - opened.started,
            conflicts=-1 if counters is None else counters.conflicts,
            decisions=-1 if counters is None else counters.decisions,
            n_words=opened.domains.n_words,
            engine="" if self._lister is None else self._lister.name,
        )

    def _open(self, opened: PreparedPuzzle) -> Lister:
        from satcross.solve.listing.lister import lister_at, lister_for

        domains, letters, seed = opened.domains, opened.letters, self._options.seed
        if not self._start:
            self._lister = lister_for(domains, letters, seed)
            return self._lister
        start = self._start
        self._rows = np.array(start["rows"], domains.dtype).reshape(-1, len(domains.cells))
        try:
            rows_check(self._puzzle, domains.cells, maker="it")(self._rows)  # they are handed over
            self._lister = lister_at(start["search"], domains, letters, seed)
        except VerificationError as error:
            raise _damaged(str(error)) from None
        except ValueError:
            raise _damaged("no search is there") from None
        self._is_last, self.n_before = start["is_last"], start["n_fills"]
        return self._lister

    def state(self, opened: PreparedPuzzle | None) -> dict[str, Any]:
        """What is needed to go on after the last fill that was handed over.

        Args: opened: the puzzle; None where it has no fill.
        """
        lister = None if opened is None else self._lister or self._open(opened)
        return with_digest(
            {
                "format": STATE_FORMAT,
                "of": self._signature(),
                "n_fills": self.n_before + self._n_handed,
                "is_last": self._is_last,
                "rows": [] if self._rows is None else self._rows.tolist(),
                "search": {} if lister is None else lister.state(),
            }
        )

    def _signature(self) -> str:
        """What a state belongs to."""
        from satcross.formats.puzzle import puzzle_data  # with readers that few listings need

        how = {"seed": self._options.seed, "keep": self._keep is not None}
        return _digest_of(puzzle_data(self._puzzle, with_words=False) | how)
