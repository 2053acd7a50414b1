"""Fills that are as unlike each other as can be, of all that there are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from satcross.checks import check_integer
from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Task
from satcross.tasks.enumerate import BATCH, Fills
from satcross.words.table import U8

MAX_FILLS = 2_000_000  # that are kept in memory


@dataclass(frozen=True, slots=True)
class FarApart:
    """Fills that differ much.

    Args:
        fills: the fills, in the order in which they were chosen.
        apart: in how many letters any two differ, at least.
        bound: no choice of as many fills has any two differ in more letters; with fewer than two
            fills, 0.
        n_fills: of how many fills they were chosen.
    """

    fills: tuple[Fill, ...]
    apart: int
    bound: int
    n_fills: int


FarApartResult = Found[FarApart] | Impossible | Stopped


class FarApartTask(Task[FarApart, FarApartResult]):
    """Choose `n` fills of all fills so that the closest two differ in many letters.

    All fills are listed. The first is chosen, and then each time the one that is farthest from all
    that were chosen. The choice is at least half as good as the best one: all fills are within
    `apart` letters of one of the first n - 1, so that of any n fills two are near the same one, and
    differ in no more than twice as many letters.

    Args:
        puzzle: what to fill.
        options: engine, seed and progress.
        n: how many fills; fewer are chosen if there are no more.

    `run` returns `Found` with a `FarApart`; `Impossible`; or `Stopped`, with `Reason.GIVEN_UP`
    where there are more than `MAX_FILLS`. Run again, it goes on listing.

    Source: T. F. Gonzalez, Clustering to minimize the maximum intercluster distance, TCS 38, 1985.

    >>> from satcross import Grid, WordList
    >>> puzzle = Puzzle(Grid.parse("..."), WordList.from_words(["cat", "cot", "dig"]))
    >>> with FarApartTask(puzzle, n=2) as task:
    ...     spread = task.run().value
    >>> spread.apart, spread.n_fills
    (3, 3)
    """

    def __init__(self, puzzle: Puzzle, options: SolverOptions | None = None, *, n: int) -> None:
        super().__init__()
        check_integer(n, "n", at_least=1)
        self._n = n
        self._fills = Fills(puzzle, options)
        if not self._fills.is_listed:
            raise OptionError(
                "only fills that are listed can be chosen from",
                hint="use the lazy engine, without a rebus or rules between entries",
                parameter="n",
            )
        self._fills.subscribe(self.emit)
        self._arrays: list[U8] = []

    def _run(self, deadline: Deadline) -> FarApartResult:
        fills = self._fills
        while (rows := fills.advance_many(deadline, BATCH)) is not None:
            self._arrays.append(rows)
            if fills.n_found > MAX_FILLS:
                return Stopped(
                    Reason.GIVEN_UP, fills.work, f"there are more than {MAX_FILLS:,} fills"
                )
        if not fills.is_exhausted:
            return Stopped(fills.stopped or Reason.CANCELLED, fills.work)
        if not self._arrays:
            return Impossible(fills.why, fills.work)
        every = np.concatenate(self._arrays)
        chosen, apart = farthest_first(every, self._n)
        # With all fills chosen there is no other choice.
        is_best = len(chosen) < 2 or len(chosen) == len(every)
        bound = apart if is_best else min(2 * apart, every.shape[1])
        found = tuple(fills.fill(every[at]) for at in chosen)
        return Found(FarApart(found, apart, bound, len(every)), fills.work)

    def _close(self) -> None:
        self._fills.close()


def farthest_first(rows: U8, n: int) -> tuple[list[int], int]:
    """Rows that differ much.

    Args:
        rows: uint8 (rows, columns), no two alike.
        n: how many to choose.

    Returns: the chosen ones, the first row first; and in how many columns the closest two differ,
        0 with fewer than two.
    """
    chosen = [0]
    nearest = (rows != rows[0]).sum(axis=1)
    apart = 0
    while len(chosen) < min(n, len(rows)):
        at = int(np.argmax(nearest))
        apart = int(nearest[at])
        chosen.append(at)
        nearest = np.minimum(nearest, (rows != rows[at]).sum(axis=1))
    return chosen, apart
