"""The best fills of a puzzle, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Best, Impossible, Reason, Stopped, Work
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Listing
from satcross.tasks.heartbeat import run_by
from satcross.tasks.optimise.objective import Goal
from satcross.tasks.optimise.optimise import OptimiseTask
from satcross.tasks.prepared import watched


class BestFills(Listing[Best[Fill]]):
    """The best fill, then the best of those that differ from it in some entry, and so on.

    Where all are proved, each is as good as the next or better. A fill that a limit leaves without
    proof may be followed by a better one. The time that is left is shared equally.

    Args:
        puzzle, options, goal, slot_weights, rounds: as for `OptimiseTask`; the rounds are those of
            each fill.
        limit: how many fills at most; None for all.
        time_limit_s: seconds for all fills together; None for no limit.

    Raises:
        OptionError: as for `OptimiseTask`, or `limit` is less than 1.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words([("ape", 60), ("bat", 80), ("cot", 70)])
    >>> [str(best.value) for best in BestFills(Puzzle(Grid.parse("..."), words), limit=2)]
    ['BAT', 'COT']
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        goal: Goal = "lowest",
        slot_weights: Mapping[str, int] | None = None,
        rounds: int | None = None,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self._options = watched(self, options)
        self._puzzle: Puzzle | None = puzzle
        self._goal: Goal = goal
        self._slot_weights = slot_weights
        self._rounds = rounds
        self._done = Work()
        self._task().close()  # what is wrong with the options is known at once

    def _task(self) -> OptimiseTask:
        assert self._puzzle is not None
        return OptimiseTask(
            self._puzzle, self._options, goal=self._goal, slot_weights=self._slot_weights,
            rounds=self._rounds,
        )  # fmt: skip

    def _work(self) -> Work:
        return replace(self._done, elapsed_s=self.elapsed_s)

    def _next(self, deadline: Deadline) -> Best[Fill] | Reason | None:
        if self._puzzle is None:
            return None
        left = deadline.left_s()
        if left is not None and self._limit is not None:
            left /= self._limit - self.n_found
        with self._task() as task:
            result = run_by(deadline.within(left), task)
        match result:
            case Impossible():
                self.why = result.why
                return None
            case Stopped():
                return result.reason
            case Best():
                self._done = replace(
                    result.work,
                    conflicts=self._done.conflicts + result.work.conflicts,
                    decisions=self._done.decisions + result.work.decisions,
                )
                self._leave_out(result.value)
        return result

    def _leave_out(self, fill: Fill) -> None:
        """Want fills that differ from this one; there are none where all entries are given."""
        assert self._puzzle is not None
        try:
            self._puzzle = self._puzzle.unlike(fill.grid)
        except OptionError:
            self._puzzle = None
