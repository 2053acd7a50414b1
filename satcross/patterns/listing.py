"""Patterns one after the other, no two alike."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from satcross.grid import Grid
from satcross.patterns.rules import PatternRules
from satcross.patterns.search import NoPattern, PatternFound, PatternSearch, PatternUnknown
from satcross.patterns.symmetry import Alike, all_images
from satcross.solve.protocol import Deadline

# Patterns of which less than this part of the cells differ look alike to a solver of crosswords.
# Of several such in a row the last is taken all the same: the rules may leave no others.
APART = 0.08
TRIES = 6


class Patterns(Iterator[Grid]):
    """A lazy iterator over patterns. See `patterns`.

    Fields:
        n_found: how many it has given.
        exhausted: whether it is proved that there are no others.
        stopped: why it ended before it had what was asked for, or "".
    """

    def __init__(
        self,
        rules: PatternRules,
        limit: int | None,
        alike: Alike,
        seed: int,
        time_limit_s: float | None,
    ) -> None:
        self.n_found = 0
        self.exhausted = False
        self.stopped = ""
        self._limit = limit
        self._alike = alike
        self._deadline = Deadline.after(time_limit_s)
        self._search: PatternSearch | None = PatternSearch(rules, seed=seed)
        self._seen = _Seen(rules)
        self._put_off: list[Grid] = []  # found, but much like one that was given

    def __next__(self) -> Grid:
        if self._search is None or self.n_found == self._limit:
            self.close()
            raise StopIteration
        grid = self._found(self._search)
        if grid is None and self._put_off and not self.stopped:
            grid = self._put_off.pop(0)
        if grid is None:
            self.exhausted = not self.stopped
            self.close()
            raise StopIteration
        self.n_found += 1
        self._seen.add(grid)
        return grid

    def _found(self, search: PatternSearch) -> Grid | None:
        """The next pattern, unlike those before it where that is not hard; None: no other."""
        for left in reversed(range(TRIES)):
            match search.next(deadline=self._deadline):
                case PatternFound(grid):
                    search.exclude(grid, self._alike)
                    if not left or self._limit is None or not self._seen.is_near(grid):
                        return grid
                    self._put_off.append(grid)
                case NoPattern():
                    return None
                case PatternUnknown(reason):
                    self.stopped = reason
                    return None
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End the search and give back the solver's memory. May be called twice."""
        if self._search is not None:
            self._search.close()
            self._search = None


class _Seen:
    """The blocks of the patterns that were given, turned and mirrored in all ways."""

    def __init__(self, rules: PatternRules) -> None:
        n = rules.n_rows * rules.n_cols
        self._moves = np.array(all_images(rules.n_rows, rules.n_cols))
        self._open = np.zeros((0, n), np.bool_)
        self._bars = rules.bars

    def is_near(self, grid: Grid) -> bool:
        """Whether a pattern differs from one of them in less than `APART` of the cells."""
        differ: npt.NDArray[np.float64] = (self._open != _open_cells(grid)).mean(axis=1)
        return not self._bars and bool((differ < APART).any())

    def add(self, grid: Grid) -> None:
        """This one was given."""
        self._open = np.concatenate([self._open, _open_cells(grid)[self._moves]])


def _open_cells(grid: Grid) -> npt.NDArray[np.bool_]:
    return np.array([grid.is_square(cell) for cell in range(len(grid.cells))])


def patterns(
    rules: PatternRules,
    *,
    limit: int | None = None,
    alike: Alike = Alike.TURNED,
    seed: int = 0,
    time_limit_s: float | None = None,
) -> Patterns:
    """Block patterns that obey some rules, each checked, and no two alike.

    Args:
        rules: what they are to be like.
        limit: how many at most; None for all there are. With a limit, patterns that differ in
            a few cells from one before them are put off, as far as others are found easily.
        alike: which patterns count as one; by default those that can be turned or mirrored into
            each other.
        seed: different seeds give different patterns first.
        time_limit_s: stop after so many seconds.

    Returns: a lazy iterator of grids. At its end `exhausted` says whether there are no others, and
        `stopped` why it ended early.

    >>> from satcross.patterns.rules import PatternRules
    >>> found = patterns(PatternRules(4, 4))
    >>> sorted(grid.to_hex() for grid in found), found.exhausted
    (['EFF7', 'FFFF'], True)
    """
    return Patterns(rules, limit, alike, seed, time_limit_s)
