"""The best fills of a puzzle, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satcross import Best, Fill, Impossible, OptionError, Puzzle, Reason, SolverOptions, Stopped
from satcross.apps.optimise.lowest import LowestFills
from satcross.apps.optimise.optimise import OptimiseTask
from satcross.apps.optimise.ranked import RankedFills, ranking_tables
from satcross.extend import (
    NO_FILL,
    Deadline,
    FillValue,
    Goal,
    Listing,
    PreparedPuzzle,
    Work,
    check_integer,
    prepare,
    run_by,
    watched,
)


class BestFills(Listing[Best[Fill]]):
    """The best fill, then the best of the others, and so on.

    Where all are proved, each is as good as the next or better. A fill that a limit leaves without
    proof may be followed by a better one.

    The best totals of small puzzles are found together, by going through the fills:
    `satcross.apps.optimise.ranked`. The best lowest scores are found level by level:
    `satcross.apps.optimise.lowest`. Others are searched for one by one; the time that is left is
    shared equally.

    Args: as for `satcross.best_fills`; options: as for `OptimiseTask`.

    Raises:
        OptionError: as for `OptimiseTask`; `limit` is less than 1; or `min_total` is negative, or
            for another goal than the total.

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
        min_total: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        if min_total is not None:
            min_total = check_integer(min_total, "min_total", at_least=0)
            if goal != "total":
                raise OptionError(
                    "it is for the goal total", hint="leave it out", parameter="min_total"
                )
        self._options = watched(self, options)
        self._puzzle: Puzzle | None = puzzle
        self._goal: Goal = goal
        self._slot_weights = slot_weights
        self._rounds = rounds
        self._least = min_total or 0
        self.why = f"no fill has a total of {self._least:,}" if self._least else NO_FILL
        self._done = Work()
        self._opened: PreparedPuzzle | None = None
        self._ranked: RankedFills | None = None
        self._found: list[Fill] = []
        self._lowest: LowestFills | None = None
        self._task().close()  # what is wrong with the options is known at once

    def _task(self) -> OptimiseTask:
        assert self._puzzle is not None
        return OptimiseTask(
            self._puzzle, self._options, goal=self._goal, slot_weights=self._slot_weights,
            rounds=self._rounds,
        )  # fmt: skip

    def _work(self) -> Work:
        done = self._done if self._ranked is None else self._ranked.work()
        return replace(done, elapsed_s=self.elapsed_s)

    def _next(self, deadline: Deadline) -> Best[Fill] | Reason | None:
        if self._puzzle is None:
            return None
        if self._opened is None:
            self._opened = prepare(self._puzzle, self._options)
            if self._opened.domains.emptied is not None:
                self._puzzle, self.why = None, self._opened.why_not
                return None
            self._ranked = self._ranking(self._puzzle, self._opened)
        if self._ranked is None:
            return self._next_by_search(deadline)
        return self._ranked.next_best(deadline)

    def _ranking(self, puzzle: Puzzle, opened: PreparedPuzzle) -> RankedFills | None:
        """What finds all the fills together; None where they are searched for one by one."""
        if self._rounds is not None:
            return None
        value_of = FillValue(puzzle, self._goal, self._slot_weights or {})
        tables = ranking_tables(opened, value_of, self._options)
        if tables is None:
            return None
        return RankedFills(
            opened, value_of, self._options, tables, limit=self._limit, least=self._least
        )

    def _next_by_search(self, deadline: Deadline) -> Best[Fill] | Reason | None:
        if self._puzzle is None:
            return None
        left = deadline.left_s()
        if left is not None and self._limit is not None:
            left /= self._limit - self.n_found
        result: Best[Fill] | Impossible | Stopped
        if self._lowest is not None:
            found = self._lowest.next_best(deadline.within(left))
            if not isinstance(found, Best):
                return found
            result = found
        else:
            with self._task() as task:
                result = run_by(deadline.within(left), task)
        match result:
            case Impossible():
                self.why = result.why
                return None
            case Stopped():
                return result.reason
            case Best(_, objective, _, reason):
                self._done = replace(
                    result.work,
                    conflicts=self._done.conflicts + result.work.conflicts,
                    decisions=self._done.decisions + result.work.decisions,
                )
                if self._least and (objective or 0) < self._least:
                    return reason
                if self._lowest is None:
                    self._leave_out(result)
        return result

    def _leave_out(self, best: Best[Fill]) -> None:
        """Want fills that differ from this one; there are none where all entries are given."""
        assert self._puzzle is not None
        assert self._opened is not None
        self._found.append(best.value)
        is_level = self._goal == "lowest" and best.objective is not None
        if is_level and best.is_proved and self._rounds is None:
            puzzle = self._opened.puzzle
            value_of = FillValue(puzzle, self._goal, self._slot_weights or {})
            lowest = LowestFills(self._opened, value_of, self._options, self._found)
            self._lowest = self._hold(lowest)
            return
        try:
            self._puzzle = self._puzzle.unlike(best.value.grid)
        except OptionError:
            self._puzzle = None
