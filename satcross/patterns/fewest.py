"""The fewest blocks that some rules allow, proved; or how near that came before time was over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from satcross.grid import BLOCK, Grid
from satcross.patterns.rules import PatternRules
from satcross.patterns.search import NoPattern, PatternFound, PatternSearch
from satcross.solve.protocol import NEVER, Deadline, Outcome


@dataclass(frozen=True, slots=True)
class Fewest:
    """The least number of blocks (bars), or what is known of it.

    Args:
        grid: a pattern with the fewest that were found.
        n_blocks: how many it has.
        least: proved: no pattern has fewer than this.
    """

    grid: Grid
    n_blocks: int
    least: int

    @property
    def is_proved(self) -> bool:
        """Whether no pattern has fewer blocks than the one here."""
        return self.n_blocks == self.least


@dataclass(frozen=True, slots=True)
class FewestUnknown:
    """No pattern was found in time, nor proved that there is none.

    Args: reason: "time limit".
    """

    reason: str


FewestResult = Fewest | NoPattern | FewestUnknown
Report = Callable[[int, int], None]  # the least number possible, and the least found


def fewest_blocks(
    rules: PatternRules,
    *,
    seed: int = 0,
    deadline: Deadline = NEVER,
    max_rounds: int | None = None,
    on_bounds: Report | None = None,
) -> FewestResult:
    """A pattern with as few blocks (or bars) as the rules allow.

    The number is closed in from both sides by bounds as assumptions, in turn: "at most `least`",
    which has to be refuted to raise it, and "fewer than the best". With N blocks in the first
    pattern found there are 2N questions at most, and learnt clauses serve them all.

    Args:
        rules: what the pattern is to be like.
        seed: different seeds may give different patterns, of the same number when it is proved.
        deadline: when to stop.
        max_rounds: stop after so many questions from each side.
        on_bounds: told both bounds whenever one has changed.

    Returns: the best found with a proved bound, equal to it when it is the optimum; or `NoPattern`;
        or `FewestUnknown` when time was over before there was any pattern.
    """
    first = PatternSearch(rules, seed=seed)
    try:
        found = first.next(deadline=deadline)
    finally:
        first.close()
    if isinstance(found, NoPattern):
        return found
    if not isinstance(found, PatternFound):
        return FewestUnknown(found.reason)
    bounds = _Bounds(found.grid, _n_walls(found.grid, rules), rules.n_blocks.least or 0, on_bounds)
    if bounds.best:
        _close_in(rules, seed, deadline, max_rounds, bounds)
    return Fewest(bounds.grid, bounds.best, bounds.least)


class _Bounds:
    """What is known so far."""

    def __init__(self, grid: Grid, best: int, least: int, report: Report | None) -> None:
        self.grid, self.best, self.least = grid, best, least
        self._report = report
        self.tell()

    def tell(self) -> None:
        if self._report is not None:
            self._report(self.least, self.best)


def _close_in(
    rules: PatternRules, seed: int, deadline: Deadline, max_rounds: int | None, bounds: _Bounds
) -> None:
    search = PatternSearch(rules, seed=seed, count_blocks_upto=bounds.best)
    try:
        outputs = search.encoding.counts.blocks
        n_rounds = 0
        while bounds.least < bounds.best and (max_rounds is None or n_rounds < max_rounds):
            n_rounds += 1
            for most in (bounds.least, bounds.best - 1):
                if most >= bounds.best or most < bounds.least:
                    continue  # the question before has settled it
                # outputs[k] holds when there are more than k.
                answer = search.solve([-outputs[most]], deadline=deadline)
                if answer.outcome is Outcome.UNKNOWN:
                    return
                if answer.outcome is Outcome.UNSAT:
                    bounds.least = most + 1
                else:
                    bounds.grid = search.grid_of(answer)
                    bounds.best = _n_walls(bounds.grid, rules)
                bounds.tell()
    finally:
        search.close()


def _n_walls(grid: Grid, rules: PatternRules) -> int:
    return len(grid.bars_right) + len(grid.bars_below) if rules.bars else grid.cells.count(BLOCK)
