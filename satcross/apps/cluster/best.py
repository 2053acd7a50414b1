"""The best fill of a puzzle, by a pool: branch and bound over cubes.

Each cube is searched for a fill that is better than the best one known when it is given out; its
weight in the ledger is a bound on its fills. A cube that has nothing better is done, one that takes
too long is divided, and one whose bound the best fill has reached is never searched. The bound of
the whole is the largest of those of the open cubes, and the best fill is proved to be one when no
cube is open.

Cubes are poor at finding good fills, as each starts over. So some workers search the whole puzzle,
from the best fill on, as long as that pays.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Unpack

from satcross import (
    Answered,
    Best,
    Bounded,
    Fill,
    Impossible,
    Puzzle,
    SolverOptions,
    Stopped,
    arc_consistent,
)
from satcross.apps.cluster import work
from satcross.apps.cluster.campaign import Campaign, CampaignOptions, CubeTask, plain_options
from satcross.apps.cluster.ledger import HEAVIEST, Node
from satcross.apps.cluster.pools import CallDone, Pool, is_stopped, unpacked
from satcross.apps.cluster.runs import fill_of
from satcross.apps.optimise.optimise import OptimiseResult, OptimiseTask
from satcross.extend import NO_FILL, Deadline, FillValue, Goal, run_by
from satcross.tasks.checking import check
from satcross.tasks.cubes import Branch, Cube

Letters = dict[int, int]
"""Of a fill: the letter code by grid position."""

MOST_IN_VAIN = 3  # searches of the whole puzzle, one after the other, before there are no more


@dataclass(frozen=True, slots=True)
class WantedFill:
    """What makes a fill better, for workers.

    Args:
        options: of the search; without a handler.
        goal: "lowest" or "total".
        slot_weights: by slot name.
    """

    options: SolverOptions
    goal: Goal
    slot_weights: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BestOfCube:
    """What came of a search for a better fill.

    Args:
        letters: of the best fill that was found; None if none is better than the known.
        bound: no fill that was searched for is worth more, unless the known one is; None where
            nothing is proved.
        is_done: whether it is proved that there is no better one than this, or than the known.
        cubes: what takes the place of a cube that is not done; their weights are bounds.
    """

    letters: Letters | None
    bound: int | None
    is_done: bool
    cubes: tuple[Cube, ...] = ()


def best_of_cube(
    digest: str, path: Branch, budget_s: float | None, known: Letters | None
) -> BestOfCube | None:
    """Look for a better fill in a cube, and divide one that takes too long; None where stopped.

    Args:
        digest: of a `Puzzle` and what is `WantedFill`.
        path: of the cube.
        budget_s: seconds; None for no limit.
        known: the letters of the best fill known; None without one.
    """
    puzzle, wanted = _unpacked(digest)
    fill = None if known is None else Fill(puzzle, known)
    found = _search(Cube(path).of(puzzle), wanted, budget_s, fill)
    if found is None or found.is_done:
        return found
    if found.letters is not None:
        fill = Fill(puzzle, found.letters)
    value_of = FillValue(puzzle, wanted.goal, wanted.slot_weights)
    return replace(found, cubes=tuple(_divided(value_of, path, fill, found.bound)))


def best_of_whole(
    digest: str, budget_s: float, known: Letters | None, seed: int
) -> BestOfCube | None:
    """Look for a better fill in the whole puzzle, with another seed; None where stopped."""
    puzzle, wanted = _unpacked(digest)
    fill = None if known is None else Fill(puzzle, known)
    options = replace(wanted.options, seed=seed)
    return _search(puzzle, replace(wanted, options=options), budget_s, fill)


def _search(
    puzzle: Puzzle, wanted: WantedFill, budget_s: float | None, known: Fill | None
) -> BestOfCube | None:
    task = OptimiseTask(
        puzzle, wanted.options, goal=wanted.goal, slot_weights=wanted.slot_weights, known=known
    )
    with task, work.Watch(task):
        result = task.run(budget_s)
    letters: Letters | None = None
    if isinstance(result, Best) and result.value != known:
        letters = dict(result.value.letters)
    is_done = task.is_done
    return None if is_stopped() and not is_done else BestOfCube(letters, task.bound, is_done)


def _divided(value_of: FillValue, path: Branch, known: Fill | None, most: int | None) -> list[Cube]:
    """The cubes that may have a better fill than the known one, with bounds as their weights.

    Args: most: a bound on all of them; None for none.
    """
    floor = None if known is None else value_of.value(known)
    rows = None
    if value_of.goal == "lowest" and floor is not None:
        rows = value_of.rows_from(floor + 1)
    cubes: list[Cube] = []
    for cube in Cube(path).split(value_of.puzzle):
        domains = arc_consistent(cube.of(value_of.puzzle), rows=rows)
        if domains.emptied is not None:
            continue
        bound = min(x for x in (value_of.bound(domains), most) if x is not None)
        if floor is None or bound > floor:
            cubes.append(Cube(cube.path, float(bound)))
    return sorted(cubes, key=lambda cube: (-cube.weight, cube.path))


def _unpacked(digest: str) -> tuple[Puzzle, WantedFill]:
    puzzle, wanted = unpacked(digest)
    assert isinstance(puzzle, Puzzle)
    assert isinstance(wanted, WantedFill)
    return puzzle, wanted


class BestCampaign(Campaign):
    """The cubes of a puzzle, and what is known about its best fill. Arguments: see `Campaign`.

    Args: changed: called with each better fill, and each better bound.

    Fields:
        best: the best fill that is known; None before the first.
        value: what it is worth.
        bound: no fill is worth more.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        wanted: WantedFill,
        pool: Pool,
        changed: Callable[[Answered[Fill] | Bounded], None],
        **kept: Unpack[CampaignOptions],
    ) -> None:
        super().__init__(puzzle, wanted, pool, best_of_cube, **kept)
        self._value_of = FillValue(puzzle, wanted.goal, wanted.slot_weights)
        self._changed = changed
        self._seed = wanted.options.seed
        self._searches: dict[int, bool] = {}  # of the whole, by ticket: whether a fill was known
        self._n_in_vain = 0
        self.best: Fill | None = None
        self.value: int | None = None
        self.bound: int | None = None

    def begin(self) -> None:
        """See `Campaign`; what the ledger knows of an earlier run is verified."""
        self.has_begun = True
        self._digest = self._pool.give(self._payload)
        domains = arc_consistent(self._puzzle)
        if domains.emptied is not None:
            self.ledger.close_up_to(math.inf)
            return
        noted = self.ledger.noted("bound")
        try:
            bound = self._value_of.bound(domains) if noted is None else int(noted)
        except ValueError:
            raise self.ledger.damaged("its bound is not a number") from None
        self._lower(bound)
        self.ledger.weigh_root(float(self.bound or 0))
        letters = self.ledger.noted("best")
        if letters is not None:
            self._accept(dict(fill_of(self._puzzle, letters, self.ledger).letters))
        for _ in range(max(1, self._pool.n_workers)):
            self._search()
        if self.ledger.is_new:
            self._divide_first()

    @property
    def known(self) -> Letters | None:
        """The letters of the best fill."""
        return None if self.best is None else dict(self.best.letters)

    def _search(self) -> None:
        """Search the whole puzzle, longer than the last time if that was in vain."""
        budget_s = self._cube_s * 2 ** min(self._n_in_vain, 6)
        ticket = self._pool.submit(best_of_whole, self._digest, budget_s, self.known, self._seed)
        self._searches[ticket] = self.best is not None
        self._seed += 1

    def _split(self, entry: Node) -> list[Cube]:
        return _divided(self._value_of, entry.path, self.best, self.bound)

    def _chosen(self, leased: Iterable[int], n: int) -> list[Node]:
        return self.ledger.open_cubes(leased, n, by=HEAVIEST)

    def _budget(self) -> float:
        return self._cube_s  # what is the best fill meanwhile is not known to a worker

    def _arguments(self) -> tuple[Any, ...]:
        return (self.known,)

    def _take(self, ended: CallDone) -> Node | None:
        found = ended.value
        if isinstance(found, BestOfCube) and found.letters is not None:
            self._accept(found.letters)
        if ended.ticket in self._searches:
            self._searched(ended)
            return None
        if not isinstance(found, BestOfCube):
            return super()._take(ended)
        lease = self._leases.pop(ended.ticket, None)
        if lease is None:
            return None
        entry = lease[0]
        if not found.is_done:
            self._divide(entry, list(found.cubes))
        elif self.ledger.commit(entry.number, 0, "", b"", 0.0):
            return entry
        return None

    def _searched(self, ended: CallDone) -> None:
        """Take the end of a search of the whole, and begin another if that may pay."""
        had_fill = self._searches.pop(ended.ticket)
        found = ended.value
        if isinstance(found, BestOfCube):
            if found.is_done:
                self.ledger.close_up_to(math.inf)
            elif found.bound is not None:
                self._lower(found.bound)
        is_gain = isinstance(found, BestOfCube) and found.letters is not None
        if had_fill or self.best is None:
            self._n_in_vain = 0 if is_gain else self._n_in_vain + 1
        if not self._searches and self._n_in_vain < MOST_IN_VAIN:
            self._search()

    def _accept(self, letters: Letters) -> None:
        """Take a fill if it is better, after it was verified.

        Raises:
            VerificationError: it breaks a rule.
        """
        fill = Fill(self._puzzle, letters)
        check(self._puzzle, fill.grid, maker="a worker")
        value = self._value_of.value(fill) or 0
        if self.value is not None and value <= self.value:
            return
        self.best, self.value = fill, value
        self.ledger.note("best", json.dumps(sorted(letters.items())))
        self.ledger.close_up_to(float(value))
        self._changed(Answered(fill, value, self.bound))

    def _lower(self, bound: int) -> None:
        """Take note that no fill is worth more than `bound`, or than the best."""
        bound = bound if self.value is None else max(bound, self.value)
        if self.bound is None or bound < self.bound:
            self.bound = bound
            self.ledger.note("bound", str(bound))
            self._changed(Bounded(bound))

    def step(self, wait_s: float) -> list[Node]:
        """See `Campaign`."""
        done = super().step(wait_s)
        most = self.ledger.most_open()
        if most is not None:
            self._lower(int(most))
        elif self.value is not None:
            self._lower(self.value)
        return done


class PoolOptimise(CubeTask[Fill, OptimiseResult]):
    """The best fill, by a pool; see `OptimiseTask` for what is best and what `run` returns.

    The value is that of a search alone. Which of several best fills it is depends on the machines.
    Each fill is verified where it arrives.

    Args:
        puzzle: what to fill.
        pool: who does the work; it stays open.
        options: of the search in each cube.
        goal, slot_weights: as for `OptimiseTask`.
        state, resume, cube_s: as for `PoolFills`.

    Raises:
        OptionError: as for `OptimiseTask`, or the ledger cannot be used.
        SolverError: from `run`: a cube failed too often.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        pool: Pool,
        options: SolverOptions | None = None,
        *,
        goal: Goal = "lowest",
        slot_weights: Mapping[str, int] | None = None,
        **kept: Unpack[CampaignOptions],
    ) -> None:
        weights = dict(sorted((slot_weights or {}).items()))
        wanted = WantedFill(plain_options(options), goal, weights)
        # It finds the mistakes in options, and does the work where no slot counts.
        self._alone = OptimiseTask(puzzle, wanted.options, goal=goal, slot_weights=slot_weights)
        self._counts = any(FillValue(puzzle, goal, wanted.slot_weights).weights)
        self._goal = goal
        self._best = BestCampaign(puzzle, wanted, pool, self.emit, **kept)
        super().__init__(self._best)
        self._hold(self._alone)

    def _run(self, deadline: Deadline) -> OptimiseResult:
        if not self._counts:
            return run_by(deadline, self._alone)
        reason = self._best.run(self, deadline, phase=self._phase)
        fill, value, bound = self._best.best, self._best.value, self._best.bound
        if fill is None:
            return Stopped(reason, self._work()) if reason else Impossible(NO_FILL, self._work())
        return Best(fill, value, bound if reason else value, reason, self._work())

    def _phase(self) -> str:
        value, bound = self._best.value, self._best.bound
        known = "no fill yet" if value is None else f"{value:,}"
        return f"{self._goal} {known}" + ("" if bound is None else f" of at most {bound:,}")
