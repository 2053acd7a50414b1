"""Finished grids from a theme and words, by a pool: a race of seeds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from satcross.checks import check_integer
from satcross.cluster import work
from satcross.cluster.campaign import TICK_S
from satcross.cluster.pools import CallDone, Calls, Pool, is_stopped, payload_of, unpacked
from satcross.construct.make import MakeTask
from satcross.construct.spec import GridSpec, MadeGrid
from satcross.construct.theme import ThemedPattern
from satcross.errors import SolverError, VerificationError
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.results import Found, Impossible, Reason, Stopped, Work
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Listing, ListingResult, Progress
from satcross.tasks.heartbeat import seeded

MOST_FAILURES = 3  # of seeds, while none has made a grid
MOST_ALIKE = 16  # grids in a row with patterns that are there, before no others are expected
WHO = "a worker"


def make_grid(digest: str, seed: int, time_limit_s: float | None) -> dict[str, Any]:
    """In a worker: a grid with a seed.

    Args: digest: of a `GridSpec`.

    Returns: `outcome`: "found", with `themed` and `letters`, which the caller verifies;
        "impossible", with `why` and `evidence`; or "stopped", with `reason`, and in `themed` the
        most promising pattern or None. Besides `conflicts`.
    """
    spec = unpacked(digest)
    assert isinstance(spec, GridSpec)
    options = SolverOptions(seed=seed)
    made_by = MakeTask(spec.rules, spec.words, spec.theme, options, entries=spec.entries)
    with made_by as task, work.Watch(task):
        result = task.run(time_limit_s)
    out: dict[str, Any] = {"conflicts": result.work.conflicts}
    match result:
        case Found(made):
            letters = dict(made.fill.letters)
            return out | {"outcome": "found", "themed": made.themed, "letters": letters}
        case Impossible(why):
            return out | {"outcome": "impossible", "why": why, "evidence": result.evidence}
        case Stopped(reason):
            reason = Reason.CANCELLED if is_stopped() else reason
            return out | {"outcome": "stopped", "reason": str(reason), "themed": result.partial}


class PoolGrids(Listing[MadeGrid]):
    """Grids as of `MadeGrids`, by a pool: each seed makes one, and no two have the same pattern.

    They come as they are made; which seed is first depends on the machines. A grid is verified
    where it arrives. What one seed proves impossible is impossible.

    Args:
        spec: what they must be like.
        pool: who does the work; it stays open.
        options: their seed is the first.
        n_seeds: how many seeds; None for as many as are needed.
        limit: how many grids at most.
        keep_best: whether to wait until all seeds have ended, or the time has, and give the grids
            whose entries have the best scores: first the largest lowest score, then the largest
            average.

    Fields:
        seeds: which made the grids that were given, in their order.

    Raises:
        OptionError: an option is out of range.
        SolverError: from the first answer on: workers fail again and again.
    """

    def __init__(
        self,
        spec: GridSpec,
        pool: Pool,
        options: SolverOptions | None = None,
        *,
        n_seeds: int | None = None,
        limit: int | None = 1,
        keep_best: bool = False,
    ) -> None:
        super().__init__(limit)
        seed = seeded(self, options).seed
        if n_seeds is not None:
            n_seeds = check_integer(n_seeds, "seeds", at_least=1)
        self._spec = spec
        self._pool = pool
        self._digest = ""
        self._waiting: Iterator[int] = itertools.islice(itertools.count(seed), n_seeds)
        self._calls: Calls[int] = Calls(pool)  # about seeds
        self._keep_best = keep_best
        self._kept: list[tuple[MadeGrid, int]] = []  # not yet given, with their seeds
        self._patterns: set[Grid] = set()
        self._n_alike = 0  # grids in a row whose pattern was there
        self._n_failed = 0
        self._n_conflicts = 0
        self._stopped: Reason | None = None  # why a seed made none
        self._partial: object = None
        self._is_impossible = False
        self.seeds: list[int] = []

    def _next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        if not self._digest:
            self._digest = self._pool.give(payload_of(self._spec))
        reason = None
        while reason is None and (self._keep_best or not self._kept):
            if self._is_impossible and not self._patterns:
                return None
            reason = self._step(deadline)
        if not self._kept:
            return reason
        self._kept.sort(key=_rank)
        made, seed = self._kept.pop(0)
        self.seeds.append(seed)
        return made

    def _step(self, deadline: Deadline) -> Reason | None:
        """Give out seeds, and take what was made; why there is no more to come."""
        if deadline.passed():
            return deadline.reason
        while self._n_alike < MOST_ALIKE and self._calls.has_room:
            seed = next(self._waiting, None)
            if seed is None:
                break
            self._calls.begin(seed, make_grid, self._digest, seed, deadline.left_s())
        if not self._calls:
            return self._stopped or Reason.GIVEN_UP
        phase = f"seeds: {len(self._calls)} at work; {len(self._patterns)} grids"
        self.emit(Progress(phase, self.elapsed_s, self._n_conflicts))
        for seed, ended in self._calls.ended(TICK_S):
            self._take(seed, ended)
        return None

    def _take(self, seed: int, ended: CallDone) -> None:
        if ended.error is not None:
            self._n_failed += 1
            if self._n_failed >= MOST_FAILURES and not self._patterns:
                problem = f"{type(ended.error).__name__}: {ended.error}".splitlines()[0]
                raise SolverError(f"{self._n_failed} seeds failed: {problem}") from ended.error
            return
        answer = ended.value
        self._n_conflicts += max(0, answer["conflicts"])
        match answer["outcome"]:
            case "found":
                made = self._checked(answer["themed"], answer["letters"])
                pattern = made.themed.grid
                self._n_alike = self._n_alike + 1 if pattern in self._patterns else 0
                if pattern not in self._patterns:
                    self._patterns.add(pattern)
                    self._kept.append((made, seed))
            case "impossible":
                self._is_impossible = True
                self.why, self.evidence = answer["why"], answer["evidence"]
            case _:
                self._stopped = Reason(answer["reason"])
                self._partial = self._partial or answer["themed"]

    def _checked(self, themed: ThemedPattern, letters: dict[int, int]) -> MadeGrid:
        """A grid of a worker.

        Raises:
            VerificationError: it is wrong.
        """
        puzzle = self._spec.puzzle(themed.grid)
        if puzzle is None:
            raise VerificationError(f"{WHO} gave a wrong grid: a constraint cannot hold in it")
        fill = Fill(puzzle, letters)
        self._spec.check(fill, maker=WHO)
        return MadeGrid(fill, themed)

    def _ending(self) -> ListingResult:
        result = super()._ending()
        return replace(result, partial=self._partial) if isinstance(result, Stopped) else result

    def _work(self) -> Work:
        return Work(self.elapsed_s, self._n_conflicts, engine="pool", n_failed=self._n_failed)

    def _close(self) -> None:
        self._calls.stop()


def _rank(kept: tuple[MadeGrid, int]) -> tuple[float, ...]:
    """The best scores first."""
    fill, seed = kept[0].fill, kept[1]
    return -(fill.lowest_score or 0), -(fill.mean_score or 0), seed
