"""The fills of a puzzle by their totals, found by going through them with the join.

The join tries no letter where the best words that can follow score too little together, so it ends
where it could not list all fills: the best totals of minis of seven rows take some seconds.
"""

from __future__ import annotations

import heapq
import time
from typing import TYPE_CHECKING

import numpy as np

from satcross import Best, Fill, Progress, Reason, SolverOptions
from satcross.apps.optimise.incumbent import Incumbent
from satcross.apps.optimise.total import TotalSearch
from satcross.extend import Deadline, FillValue, PreparedPuzzle, Session, Work
from satcross.solve.listing.tables import JoinTables

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel._kernel import Join

# Letters that the join would try without regard to totals, by estimate. With them it has ended
# after some hundred thousandth of that.
MAX_ESTIMATE = 1e14
FIRST = 1_000  # fills that are ranked at once, where all are wanted
GROWTH = 4
JOIN_LETTERS = 100_000_000  # of the join, before another search: about a second

_ROWS = 256  # fills between two looks at what the worst of the best scores
_ALL = 1 << 62
_SLICE_S = 0.05


def ranking_tables(
    prepared: PreparedPuzzle, value_of: FillValue, options: SolverOptions
) -> JoinTables | None:
    """What a join needs to go through the fills by their totals; None where it is not for them.

    Args:
        prepared: the puzzle, with words in all slots.
        value_of: what fills are worth.
        options: the seed.
    """
    puzzle = prepared.puzzle
    if value_of.goal != "total" or not JoinTables.can_hold(puzzle):
        return None
    estimates: list[tuple[float, JoinTables]] = []
    for by in JoinTables.ORDERS:
        tables = JoinTables.of(prepared.domains, by=by, seed=options.seed, weights=value_of.weights)
        estimates.append((tables.join().estimate(JoinTables.PROBES, options.seed), tables))
    estimate, tables = min(estimates, key=lambda one: one[0])
    return tables if estimate <= MAX_ESTIMATE else None


class RankedFills:
    """Fills in falling order of their totals; of equal ones, those first that are found first.

    Args:
        prepared, value_of, options: as for `ranking_tables`.
        tables: what it returned.
        limit: how many fills are wanted; None for all.
        least: leave out fills with a lower total.
    """

    def __init__(
        self,
        prepared: PreparedPuzzle,
        value_of: FillValue,
        options: SolverOptions,
        tables: JoinTables,
        limit: int | None,
        least: int,
    ) -> None:
        self._prepared = prepared
        self._value_of = value_of
        self._options = options
        self._tables = tables
        self._n = limit or FIRST
        self._least = least
        self._join: Join | None = None
        # (total, minus the number in the order of finding, letters); the worst first.
        self._heap: list[tuple[int, int, bytes]] = []
        self._n_seen = 0
        self._n_letters = 0  # tried by joins that have ended
        self._handed: set[bytes] = set()
        self._ready: list[tuple[int, bytes]] = []  # to hand over, the best last
        self._reason: Reason | None = None  # why those are not proved
        self._is_all = False

    def next_best(self, deadline: Deadline) -> Best[Fill] | Reason | None:
        """The best fill that was not handed over yet; where time is up, the best of those found.

        Returns: the reason if there is none among those found; None when there are no others.
        """
        while not self._ready:
            if self._is_all:
                return None
            if not self._search(deadline) and not self._ready:
                return deadline.reason
        total, letters = self._ready.pop()
        self._handed.add(letters)
        fill = self._prepared.verified(
            dict(zip(self._prepared.domains.cells, letters, strict=True))
        )
        bound = total
        if self._reason is not None:
            bound = max(total, self._value_of.bound(self._prepared.domains))
        return Best(fill, total, bound, self._reason, self.work())

    def _search(self, deadline: Deadline) -> bool:
        """Find the best `_n` fills, and make them ready; whether there was time for all of it."""
        if self._join is None:
            self._join = self._tables.join()
            self._join.least = self._least
            self._heap.clear()
        while not deadline.passed():
            if self._look(self._join, deadline):
                self._n_letters += self._join.n_nodes
                self._join = None
                self._is_all = len(self._heap) < self._n
                self._n *= GROWTH
                self._make_ready(None)
                return True
        self._make_ready(deadline.reason)
        return False

    def _make_ready(self, reason: Reason | None) -> None:
        self._reason = reason
        self._ready = [
            (total, letters)
            for total, _, letters in sorted(self._heap)
            if letters not in self._handed
        ]

    def _look(self, join: Join, deadline: Deadline) -> bool:
        """Look at some more fills; whether these were the last."""
        rows = np.empty((_ROWS, len(self._prepared.domains.cells)), dtype=np.uint8)
        totals = np.empty(_ROWS, dtype=np.int64)
        left_s = deadline.left_s()
        seconds = _SLICE_S if left_s is None else min(_SLICE_S, left_s)
        n, is_all = join.run(rows, _ALL, seconds, totals)
        for row, total in zip(rows[:n], totals[:n].tolist(), strict=True):
            self._n_seen += 1
            entry = (total, -self._n_seen, row.tobytes())
            if len(self._heap) < self._n:
                heapq.heappush(self._heap, entry)
            elif total > self._heap[0][0]:
                heapq.heapreplace(self._heap, entry)
        if len(self._heap) == self._n:
            join.least = max(self._least, self._heap[0][0] + 1)
        if self._options.on_progress is not None:
            elapsed_s = time.monotonic() - self._prepared.started
            self._options.on_progress(Progress("best fills", elapsed_s, n_found=self._n_seen))
        return is_all

    def work(self) -> Work:
        """What was done so far."""
        return Work(
            elapsed_s=time.monotonic() - self._prepared.started,
            conflicts=0,
            decisions=self._n_letters + (0 if self._join is None else self._join.n_nodes),
            n_words=self._prepared.domains.n_words,
            engine="join",
        )


class JoinedTotal:
    """The search for one best total of a small puzzle: first the join, then `TotalSearch`.

    The join ends when it has gone through all fills, or after a fixed number of letters; so the
    result does not depend on the machine.

    Args:
        best: the first fill; receives better ones and bounds.
        tables: of `ranking_tables`.
    """

    def __init__(self, best: Incumbent, tables: JoinTables) -> None:
        self._best = best
        self._join = tables.join()
        self._total: TotalSearch | None = None

    @property
    def sessions(self) -> list[Session]:
        """The session that is open."""
        return [] if self._total is None else self._total.sessions

    def run(self, deadline: Deadline) -> Reason | None:
        """Search until the best fill is proved, or the deadline comes; which."""
        if self._total is None:
            reason = self._run_join(deadline)
            if reason is not None or self._best.is_proved:
                return reason
            self._total = TotalSearch(self._best)
        return self._total.run(deadline)

    def _run_join(self, deadline: Deadline) -> Reason | None:
        """Go through fills; why there was no time for it."""
        best, join = self._best, self._join
        cells = best.prepared.domains.cells
        rows, totals = np.empty((1, len(cells)), dtype=np.uint8), np.empty(1, dtype=np.int64)
        while join.n_nodes < JOIN_LETTERS:
            if (reason := best.stopped(deadline)) is not None:
                return reason
            join.least = max(best.value + 1, join.least or 0)
            left_s = deadline.left_s()
            seconds = _SLICE_S if left_s is None else min(_SLICE_S, left_s)
            n, is_all = join.run(rows, JOIN_LETTERS - join.n_nodes, seconds, totals)
            if n:
                best.accept(best.prepared.verified(dict(zip(cells, rows[0].tolist(), strict=True))))
            if is_all:
                best.lower_bound_to(best.value)
                return None
            best.on_progress(Progress("", 0.0))
        return None

    def close(self) -> None:
        """Close the session of the other search."""
        if self._total is not None:
            self._total.close()
