"""The fewest blocks with which a grid can be filled from a list, proved where time allows.

Patterns with 0, 1, 2, … blocks are tried one by one with the filler. Those that take long are put
off, and come again with twice the time, as long as they have fewer blocks than the best grid.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from satcross.fill import Fill
from satcross.grid import BLOCK, Grid
from satcross.patterns.joint_search import JointSearch
from satcross.patterns.listing import patterns
from satcross.patterns.rules import PatternRules, Range
from satcross.patterns.search import NoPattern, PatternUnknown
from satcross.patterns.symmetry import Alike
from satcross.puzzle import Puzzle, find_slots
from satcross.solve.protocol import Deadline, Progress, ProgressHandler, SolverOptions
from satcross.tasks.fill import TIME_LIMIT, fill
from satcross.tasks.results import Filled, Unfillable
from satcross.words import WordList

FIRST_SLICE_S = 2.0  # for a pattern's first try; twice as much each time it comes again
TURNS = 6  # so the last try has 64 s


@dataclass(slots=True)
class DensestWork:
    """What was done.

    Fields:
        n_tries: how often the filler was asked.
        n_unfillable: patterns that were proved to have no fill.
        elapsed_s: wall-clock seconds.
    """

    n_tries: int = 0
    n_unfillable: int = 0
    elapsed_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Densest:
    """The filled grid with the fewest blocks that was found; the fill has passed `verify`.

    Args:
        fill: the grid.
        n_blocks: its blocks.
        least: proved: with fewer than this no grid can be filled.
        n_open: patterns with fewer blocks than `n_blocks` that are neither filled nor refuted.
    """

    fill: Fill
    n_blocks: int
    least: int
    n_open: int
    work: DensestWork = field(compare=False)

    @property
    def is_proved(self) -> bool:
        """Whether no grid with fewer blocks can be filled."""
        return self.n_blocks == self.least


@dataclass(frozen=True, slots=True)
class NoDensest:
    """Proved: no pattern that obeys the rules can be filled."""

    work: DensestWork = field(compare=False)


@dataclass(frozen=True, slots=True)
class DensestUnknown:
    """No grid was filled.

    Args:
        reason: "time limit", or that some patterns were given up.
        least: proved: with fewer blocks than this no grid can be filled.
    """

    reason: str
    least: int
    work: DensestWork = field(compare=False)


DensestResult = Densest | NoDensest | DensestUnknown


def densest(
    rules: PatternRules,
    words: WordList,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    first_slice_s: float = FIRST_SLICE_S,
    turns: int = TURNS,
    on_progress: ProgressHandler | None = None,
) -> DensestResult:
    """A filled grid with as few blocks as the rules and the list allow.

    Of patterns that are each other's transposes one is tried: they have the same fills. Other
    turns and mirrors are tried, for they turn words round.

    Args:
        rules: of the pattern; a range of `n_blocks` bounds the search.
        words: for all slots.
        seed: different seeds may give different grids, of the same number when it is proved.
        time_limit_s: seconds after which to stop; None for no limit.
        first_slice_s: seconds for a pattern's first try.
        turns: how often a pattern is tried, each time with twice the seconds, before it is given
            up.
        on_progress: as for `fill`.

    Returns: the best grid with a bound that is proved, equal to it when it is the optimum.
    """
    return _Search(rules, words, seed, Deadline.after(time_limit_s), turns, on_progress).run(
        first_slice_s
    )


class _Search:
    """One search: levels of patterns by number of blocks, and what is known of each."""

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        seed: int,
        deadline: Deadline,
        turns: int,
        on_progress: ProgressHandler | None,
    ) -> None:
        self.rules, self.words, self.seed, self.turns = rules, words, seed, turns
        self.deadline = deadline
        self.on_progress = on_progress
        self.work = DensestWork()
        self.best: Fill | None = None
        self._put_off: dict[int, list[Grid]] = {}  # by number of blocks: tried, not decided
        self._unlisted: set[int] = set()  # numbers of blocks whose patterns were not all listed
        self._started = time.monotonic()
        self._lowest = rules.n_blocks.least or 0
        cells = rules.n_rows * rules.n_cols - 1
        self._highest = cells if rules.n_blocks.most is None else min(cells, rules.n_blocks.most)

    def run(self, slice_s: float) -> DensestResult:
        n_blocks = self._lowest
        while n_blocks <= self._highest and self.best is None and not self.deadline.passed():
            self._level(n_blocks, slice_s)
            n_blocks += 1
        if self.best is None:  # these were not looked at
            self._unlisted.update(range(n_blocks, self._highest + 1))
        for _ in range(self.turns - 1):
            slice_s *= 2
            self._again(slice_s)
        self.work.elapsed_s = time.monotonic() - self._started
        return self._result()

    def _level(self, n_blocks: int, slice_s: float) -> None:
        """Try all patterns with so many blocks, until one is filled."""
        rules = replace(self.rules, n_blocks=Range(n_blocks, n_blocks))
        listed = patterns(
            rules, alike=Alike.TRANSPOSED, seed=self.seed, time_limit_s=self.deadline.left_s()
        )
        put_off = self._put_off.setdefault(n_blocks, [])
        try:
            for grid in listed:
                decided = self._try(grid, n_blocks, slice_s)
                if self.best is not None:
                    return
                if not decided:
                    put_off.append(grid)
                if self.deadline.passed():
                    break
            if not listed.exhausted:
                self._unlisted.add(n_blocks)
        finally:
            listed.close()

    def _again(self, slice_s: float) -> None:
        """Try the patterns again that were put off and would be better, fewest blocks first."""
        for n_blocks, grids in sorted(self._put_off.items()):
            if self.best is not None and n_blocks >= self._n_best():
                return
            still = []
            for at, grid in enumerate(grids):
                if self.deadline.passed():
                    still += grids[at:]
                    break
                if not self._try(grid, n_blocks, slice_s):
                    still.append(grid)
                elif self.best is not None and self._n_best() == n_blocks:
                    still += grids[at + 1 :]
                    break
            self._put_off[n_blocks] = still

    def _try(self, grid: Grid, n_blocks: int, slice_s: float) -> bool:
        """Fill a pattern; whether it is decided."""
        self.work.n_tries += 1
        if self.on_progress is not None:
            self.on_progress(Progress(f"{n_blocks} blocks", time.monotonic() - self._started))
        if not find_slots(grid, self.rules.min_length):
            return True
        left = self.deadline.left_s()
        seconds = slice_s if left is None else min(slice_s, max(left, 0.01))
        puzzle = Puzzle(grid, self.words, min_length=self.rules.min_length)
        result = fill(puzzle, options=SolverOptions(seed=self.seed), time_limit_s=seconds)
        if isinstance(result, Filled):
            self.best = result.fill
            return True
        if isinstance(result, Unfillable):
            self.work.n_unfillable += 1
            return True
        return False

    def _n_best(self) -> int:
        assert self.best is not None
        return self.best.grid.cells.count(BLOCK)

    def _least(self) -> int:
        """The smallest number of blocks that is not refuted."""
        undecided = [n for n, grids in self._put_off.items() if grids] + list(self._unlisted)
        best = self._highest + 1 if self.best is None else self._n_best()
        return min([*undecided, best])

    def _result(self) -> DensestResult:
        least = self._least()
        if self.best is not None:
            n_best = self._n_best()
            n_open = sum(len(grids) for n, grids in self._put_off.items() if n < n_best)
            return Densest(self.best, n_best, least, n_open, self.work)
        n_open = sum(map(len, self._put_off.values()))
        if not n_open and not self._unlisted:
            return NoDensest(self.work)
        reason = TIME_LIMIT if self.deadline.passed() else f"{n_open} patterns were given up"
        return DensestUnknown(reason, least, self.work)


def densest_joint(
    rules: PatternRules,
    words: WordList,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_bound: Callable[[int], None] | None = None,
) -> tuple[Grid | NoPattern | PatternUnknown, int]:
    """The same by the joint encoding: "at most k blocks" for k = 0, 1, 2, … until it can be.

    Slower than `densest` but for small lists, and told nothing by it but the grid. For checks.

    Args: as for `densest`; on_bound: told each number of blocks that is tried.

    Returns: the grid, or `NoPattern` when no pattern can be filled, or why it stopped; and the
        number of blocks that is proved to be needed.
    """
    deadline = Deadline.after(time_limit_s)
    n_cells = rules.n_rows * rules.n_cols
    search = JointSearch(rules, words, count_blocks_upto=n_cells, seed=seed)
    try:
        outputs = search.encoding.pattern.counts.blocks
        found: Grid | NoPattern | PatternUnknown = NoPattern()
        for n_blocks in _numbers(rules, len(outputs)):
            if on_bound is not None:
                on_bound(n_blocks)
            bound = [-outputs[n_blocks]] if n_blocks < len(outputs) else []
            found = search.next(bound, deadline=deadline)
            if not isinstance(found, NoPattern):
                return found, n_blocks
        return found, n_cells
    finally:
        search.close()


def _numbers(rules: PatternRules, n: int) -> Iterator[int]:
    most = n if rules.n_blocks.most is None else min(n, rules.n_blocks.most)
    yield from range(rules.n_blocks.least or 0, most + 1)
