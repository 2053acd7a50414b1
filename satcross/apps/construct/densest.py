"""The fewest blocks with which a grid can be filled from a list, proved where time allows.

Patterns with 0, 1, 2, … blocks are tried one by one with the filler. Those that take long are
postponed, and come again with twice the time, as long as they have fewer blocks than the best grid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from satcross import (
    Answered,
    Best,
    Bounded,
    Fill,
    FillTask,
    Found,
    Grid,
    Impossible,
    PatternRules,
    Progress,
    Puzzle,
    Range,
    Reason,
    SolverOptions,
    Stopped,
    Task,
    WordList,
)
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.solver import PatternSearch
from satcross.extend import (
    Deadline,
    DeadlinePassedError,
    FillResult,
    Heartbeat,
    Work,
    counted,
    find_slots,
    run_by,
    seeded,
)

FIRST_SLICE_S = 2.0  # for a pattern's first try; twice as much each time it comes again
TURNS = 6  # so the last try has 64 s
NO_FILL = "no pattern that obeys the rules can be filled"

DensestResult = Best[Fill] | Impossible | Stopped


@dataclass(frozen=True, slots=True)
class Undecided:
    """What `Stopped` has to say of a search without a grid; its `partial`.

    Args:
        least: proved: with fewer blocks than this no grid can be filled.
        n_open: patterns that are neither filled nor refuted.
    """

    least: int
    n_open: int


class DensestTask(Task[Fill, DensestResult]):
    """A filled grid with as few blocks as the rules and the list allow.

    Of patterns that are each other's transposes one is tried: they have the same fills. Other
    rotations and reflections are tried, for they reverse words.

    Args:
        rules: of the pattern; a range of `n_blocks` bounds the search.
        words: for all slots.
        options: seed and progress. Different seeds may give different grids, with the same number
            of blocks when it is proved.
        first_slice_s: seconds for a pattern's first try.
        turns: how often a pattern is tried, each time with twice the seconds, before it is given
            up.

    Fields:
        n_open: patterns with fewer blocks than the best that are neither filled nor refuted.
        n_tries: how often the filler was asked.
        n_unfillable: patterns that were proved to have no fill.

    `run` returns `Best`, whose objective and bound are numbers of blocks; `Impossible`, when no
    pattern that obeys the rules can be filled; or `Stopped`, whose partial is `Undecided`. Its
    reason is `GIVEN_UP` when patterns were given up; run again, they have twice the time once more.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        options: SolverOptions | None = None,
        *,
        first_slice_s: float = FIRST_SLICE_S,
        turns: int = TURNS,
    ) -> None:
        super().__init__()
        self.n_open = self.n_tries = self.n_unfillable = 0
        self._rules, self._words = rules, words
        self._options = seeded(self, options)
        self._slice_s, self._turns = first_slice_s, turns
        self._heartbeat = Heartbeat(self, self._options)
        self._postponed: dict[int, list[Grid]] = {}  # by number of blocks: tried, not decided
        self._search: PatternSearch | None = None  # of the level in progress
        self._n_blocks = rules.n_blocks.least or 0  # that level; all below are done
        n = rules.n_rows * rules.n_cols
        walls = 2 * n - rules.n_rows - rules.n_cols if rules.bars else n - 1
        most = rules.n_blocks.most
        self._highest = walls if most is None else min(walls, most)
        self._turn = 1

    def _run(self, deadline: Deadline) -> DensestResult:
        self._heartbeat.begin(counted(self._n_blocks, "block"), deadline)
        try:
            while self._n_blocks <= self._highest and self.best is None:
                reason = self._level(deadline)
                if reason is not None:
                    return self._answer(reason)
        except DeadlinePassedError:
            return self._answer(deadline.reason)
        while self._least() < self._n_best():
            if self._turn == self._turns:
                self._turns += 1  # of the next run
                return self._answer(Reason.GIVEN_UP)
            if not self._again(self._slice_s * 2**self._turn, deadline):
                return self._answer(deadline.reason)
            self._turn += 1
        return self._answer(None)

    def _level(self, deadline: Deadline) -> Reason | None:
        """Try all patterns of a level, until one is filled; why that ended early."""
        n_blocks = self._n_blocks
        if self._search is None:
            rules = replace(self._rules, n_blocks=Range(n_blocks, n_blocks))
            seed = self._options.seed
            self._search = PatternSearch(rules, seed=seed, tick=self._heartbeat)
        postponed = self._postponed.setdefault(n_blocks, [])
        while self.best is None:
            found = self._search.next(deadline=deadline)
            if isinstance(found, Reason):
                return found
            if found is None:
                self._n_blocks += 1
                self._close_search()
                self._emit_bound()
                return None
            grid = self._search.grid_of(found)
            self._search.exclude(grid, Alike.TRANSPOSED)
            if not self._is_decided(grid, n_blocks, deadline.within(self._slice_s)):
                postponed.append(grid)
        return None

    def _again(self, slice_s: float, deadline: Deadline) -> bool:
        """Try the patterns that were postponed and would be better; False at the deadline."""
        for n_blocks, grids in sorted(self._postponed.items()):
            for grid in grids.copy():
                if n_blocks >= self._n_best():
                    return True
                if deadline.passed():
                    return False
                if self._is_decided(grid, n_blocks, deadline.within(slice_s)):
                    grids.remove(grid)
                    self._emit_bound()
        return True

    def _is_decided(self, grid: Grid, n_blocks: int, deadline: Deadline) -> bool:
        """Try to fill a pattern; whether it is filled or refuted."""
        self.n_tries += 1
        phase = counted(n_blocks, "block")
        self.emit(Progress(phase, self.elapsed_s))
        if not find_slots(grid, self._rules.min_length):
            return True
        options = SolverOptions(
            seed=self._options.seed,
            on_progress=lambda progress: self.emit(replace(progress, phase=phase)),
        )
        puzzle = Puzzle(grid, self._words, min_length=self._rules.min_length)
        match fill_by(deadline, puzzle, options):
            case Found(fill):
                self.emit(Answered(fill, n_blocks, min(self._least(), n_blocks)))
            case Impossible():
                self.n_unfillable += 1
            case Stopped():
                return False
        return True

    def _emit_bound(self) -> None:
        least = self._least()
        if least > (self.bound or 0):
            self.emit(Bounded(least))

    def _n_best(self) -> int:
        return self._highest + 1 if self.objective is None else self.objective

    def _least(self) -> int:
        """The smallest number of blocks that is not refuted."""
        undecided = [n for n, grids in self._postponed.items() if grids]
        level = self._n_blocks if self.best is None else self._n_best()
        return min([*undecided, level, self._n_best()])

    def _answer(self, reason: Reason | None) -> DensestResult:
        work = Work(self.elapsed_s, engine="lazy")
        least, n_best = self._least(), self._n_best()
        self.n_open = sum(len(grids) for n, grids in self._postponed.items() if n < n_best)
        if self.best is not None:
            return Best(self.best, n_best, least, reason, work)
        if reason is None:
            return Impossible(NO_FILL, work)
        detail = f"{counted(self.n_open, 'pattern')} given up" if reason is Reason.GIVEN_UP else ""
        return Stopped(reason, work, detail, Undecided(least, self.n_open))

    def _close(self) -> None:
        self._close_search()
        super()._close()

    def _close_search(self) -> None:
        if self._search is not None:
            self._search.close()
            self._search = None


def fill_by(deadline: Deadline, puzzle: Puzzle, options: SolverOptions) -> FillResult:
    """As `fill`, by the deadline of another task."""
    with FillTask(puzzle, options) as task:
        return run_by(deadline, task)
