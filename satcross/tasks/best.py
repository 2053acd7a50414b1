"""The best fills by total score, in falling order, proved to be the best."""

from __future__ import annotations

import heapq
import time
from typing import Literal

import numpy as np

from satcross.checks import check_integer
from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped, Work
from satcross.solve.listing.join import Join, make_join
from satcross.solve.listing.tables import MAX_LETTERS, join_tables
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Progress, Task
from satcross.tasks.prepared import PreparedPuzzle, prepare, watched

BestFillsResult = Found[tuple[Fill, ...]] | Impossible | Stopped

_ROWS = 256  # fills between two looks at what the worst of the best scores
_ALL = 1 << 62
_SLICE_S = 0.05


class BestFillsTask(Task[tuple[Fill, ...], BestFillsResult]):
    """The `n` fills with the largest sums of scores; of equal ones those that are found first.

    All fills are gone through, without those that cannot be better than the n-th best so far: a
    letter is not tried where the best words that can follow score too little together. Run again
    after a time limit, it goes on.

    Args:
        puzzle: what to fill; without constraints, a rebus and rules between entries.
        options: seed and progress.
        n: how many fills.
        min_total: leave out fills with a lower total; None for none.

    `run` returns `Found` with the fills, the best first, fewer than `n` if there are no others;
    `Impossible`; or `Stopped`, whose `partial` are the best so far.

    Raises:
        OptionError: n is less than 1, or the puzzle has other rules.

    >>> from satcross import Grid, WordList
    >>> words = WordList.of({"ape": 60, "bat": 80, "cot": 70})
    >>> with BestFillsTask(Puzzle(Grid.parse("..."), words), n=2) as task:
    ...     print(*(f"{fill} {fill.score}" for fill in task.run().value), sep=", ")
    BAT 80, COT 70
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        n: int,
        min_total: int | None = None,
    ) -> None:
        super().__init__()
        check_integer(n, "n", at_least=1)
        if min_total is not None:
            check_integer(min_total, "min_total", at_least=0)
        if not puzzle.is_plain or puzzle.has_rebus or len(puzzle.words.alphabet) > MAX_LETTERS:
            raise OptionError(
                "the best fills of puzzles with rules between entries, constraints or a rebus"
                " cannot be listed",
                hint="optimise finds one of them",
                parameter="n",
            )
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._n = n
        self._least = min_total or 0
        self._opened: PreparedPuzzle | None = None
        self._join: Join | None = None
        # (total, minus the number in the order of finding, letters); the worst first.
        self._heap: list[tuple[int, int, bytes]] = []
        self._n_seen = 0

    def _run(self, deadline: Deadline) -> BestFillsResult:
        if self._opened is None:
            self._opened = prepare(self._puzzle, self._options)
        opened = self._opened
        if opened.domains.emptied is not None:
            return Impossible(opened.why_not, opened.work())
        if self._join is None:
            by: Literal["rows", "columns"] = (
                "rows" if self._puzzle.grid.n_cols <= self._puzzle.grid.n_rows else "columns"
            )
            tables = join_tables(opened.domains, by=by, seed=self._options.seed)
            self._join = make_join(tables)
            self._join.least = self._least
        is_all = False
        while not is_all:
            if deadline.passed():
                self.best = self._fills()
                return Stopped(deadline.reason, self._work(), partial=self.best)
            is_all = self._search(self._join, deadline)
        if not self._heap:
            why = f"no fill has a total of {self._least:,}" if self._least else ""
            return Impossible(why, self._work())
        return Found(self._fills(), self._work())

    def _search(self, join: Join, deadline: Deadline) -> bool:
        """Look at some more fills; whether these were the last."""
        rows = np.empty((_ROWS, len(self._cells())), dtype=np.uint8)
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
            elapsed_s = time.monotonic() - self._started()
            self._options.on_progress(Progress("best fills", elapsed_s, n_found=self._n_seen))
        return is_all

    def _cells(self) -> tuple[int, ...]:
        assert self._opened is not None
        return self._opened.domains.cells

    def _started(self) -> float:
        assert self._opened is not None
        return self._opened.started

    def _fills(self) -> tuple[Fill, ...]:
        assert self._opened is not None
        opened, cells = self._opened, self._cells()
        return tuple(
            opened.verified(dict(zip(cells, letters, strict=True)))
            for _, _, letters in sorted(self._heap, reverse=True)
        )

    def _work(self) -> Work:
        assert self._opened is not None
        return Work(
            elapsed_s=time.monotonic() - self._opened.started,
            conflicts=0,
            decisions=self._join.n_nodes if self._join is not None else 0,
            n_words=self._opened.domains.n_words,
            engine="join",
        )
