"""Grids by several seeds at once, each in its own process: the same ones whatever the timing.

Each seed is a *lane*: a `MadeGrids` of its own. What a lane has done is measured in units that no
clock has a part in (`GridMaker.effort`). Grids are given in the order of this measure, and the lane
with the smaller seed first: a grid waits until every other lane has done as much. So which grids
come depends on the seed and the number of lanes, but not on the machine.

Where cheaters are allowed if needed, every second lane allows them from the start: themes that need
them are made while other lanes find out. Its grids with cheaters count as made with as much effort
as comes before cheaters elsewhere.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from satcross import (
    Answered,
    Found,
    Grid,
    Impossible,
    ProcessTask,
    Progress,
    Reason,
    SolverError,
    SolverOptions,
    Stopped,
    WordList,
)
from satcross.apps.construct.make import MadeGrids
from satcross.apps.construct.maker import CHEATERS_FROM
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.extend import (
    Child,
    Crew,
    Deadline,
    Event,
    Listed,
    Listing,
    ListingResult,
    Work,
    seeded,
)

_TICK_S = 0.1


@dataclass(frozen=True, slots=True)
class Effort(Progress):
    """How much a lane has done.

    Args: effort: at least; exactly so where an answer or the end follows.
    """

    effort: int = 0


class Lane(MadeGrids):
    """Grids of one seed, whose progress says how much was done for them."""

    def _next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        found = super()._next(deadline)
        self.emit(Progress("filling", self.elapsed_s))
        return found

    def emit(self, event: Event) -> None:
        """Pass an event on; of progress, with the effort."""
        if isinstance(event, Progress):
            maker = self.maker
            event = Effort(event.phase, event.elapsed_s, maker.n_conflicts, effort=maker.effort)
        super().emit(event)


@dataclass(slots=True)
class _Runner:
    """A lane, from the outside.

    Args:
        seed: its seed.
        lane: itself, for its process.
        cheaters_from: the effort that a grid with cheaters counts as, at least.
        child: the process; None before it starts, and where it does not stop in time.
        effort: how much it has done at least.
        conflicts: of its filler, as far as it is known.
        is_working: something is still to be heard of its run.
        has_ended: no other run would bring anything.
        stopped: why its last run ended early; None where it did not.
        waiting: its grids, and at last the end, with the effort for each; others may come before.
    """

    seed: int
    lane: Lane
    cheaters_from: int = 0
    child: Child | None = None
    effort: int = 0
    conflicts: int = 0
    is_working: bool = False
    has_ended: bool = False
    stopped: Stopped | None = None
    waiting: deque[tuple[int, MadeGrid | ListingResult]] = field(default_factory=deque)

    @property
    def next_at(self) -> float:
        """With how much effort at least its next grid comes."""
        if self.waiting:
            return self.waiting[0][0]
        return self.effort if self.is_working else inf

    def take(self, what: object) -> None:
        """Take note of what its process reports."""
        match what:
            case Effort():
                self.effort, self.conflicts = what.effort, what.conflicts
                return
            case Answered(MadeGrid() as made):
                least = self.cheaters_from if made.n_cheaters else 0
                self.waiting.append((max(self.effort, least), made))
                return
            case Stopped(reason) if reason is not Reason.LIMIT:
                self.stopped = what
            case Found(Listed(is_exhausted=True)) | Impossible():
                self.has_ended = True
                self.waiting.append((self.effort, what))
            case _:  # it has made as many as are wanted, or has died
                self.has_ended = True
        self.is_working = False


class RacedGrids(Listing[MadeGrid]):
    """Grids as of `MadeGrids`, by several seeds at once; no two have the same pattern.

    Without a time limit the same seed and number of jobs give the same grids, in the same order.

    Args:
        spec: what they must be like.
        jobs: how many seeds, from that of the options on; 0 for one for each CPU.
        options: first seed and progress.
        limit: how many grids at most.
        lists: as for `MadeGrids`.

    Fields:
        seeds: which made the grids that were given, in their order.
        with_cheaters: seeds whose lanes allow cheaters from the start, where others do if needed.

    Raises:
        OptionError: `jobs` is out of range.
        SolverError: from the first answer on: all processes died or failed.
    """

    def __init__(
        self,
        spec: GridSpec,
        jobs: int,
        options: SolverOptions | None = None,
        *,
        limit: int | None = 1,
        lists: Mapping[int, WordList] | None = None,
    ) -> None:
        super().__init__(limit)
        first = seeded(self, options).seed
        self.seeds: list[int] = []
        loose = spec.rules.with_cheaters
        seeds = range(first, first + Crew.size_of(jobs))
        self.with_cheaters = frozenset(seeds[1::2] if loose is not None else ())
        self._runners: list[_Runner] = []
        for seed in seeds:
            rules = loose if loose is not None and seed in self.with_cheaters else spec.rules
            lane = Lane(
                rules, spec.words, spec.theme, SolverOptions(seed=seed),
                entries=spec.entries, limit=limit, lists=lists,
            )  # fmt: skip
            # What the first finds out is enough, and the search has more lanes than the changes.
            lane.maker.advises_after = 2 if seed == first else inf
            cheaters_from = CHEATERS_FROM if rules is loose else 0
            self._runners.append(_Runner(seed, lane, cheaters_from))
        self._crew = self._hold(Crew())
        self._spec = spec
        self._patterns: set[Grid] = set()
        self._failures: list[str] = []
        self._shown_at = 0.0

    def _next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        for number in range(len(self._runners)):
            self._start(number, deadline)
        passed_at: float | None = None
        while True:
            runner = min(self._runners, key=lambda each: (each.next_at, each.seed))
            if runner.next_at == inf:
                return self._unanswered(deadline)
            if not runner.waiting:
                if passed_at is None and deadline.passed():
                    passed_at = time.monotonic()
                    self._stop(deadline.reason)
                if passed_at is not None and time.monotonic() > passed_at + ProcessTask.PATIENCE_S:
                    self._end_those_at_work(deadline.reason)
                self._listen()
                continue
            _, what = runner.waiting.popleft()
            if not isinstance(what, MadeGrid):
                if isinstance(what, Impossible):
                    self.why, self.evidence = what.why, what.evidence
                return None
            if what.themed.grid not in self._patterns:
                self._patterns.add(what.themed.grid)
                self.seeds.append(runner.seed)
                return what

    @property
    def _at_work(self) -> list[int]:
        """The lanes that may still bring something."""
        return [n for n, runner in enumerate(self._runners) if runner.is_working]

    def _start(self, number: int, deadline: Deadline) -> None:
        """Let a lane go on that is not at work."""
        runner = self._runners[number]
        if runner.is_working or runner.has_ended:
            return
        runner.stopped, runner.is_working = None, True
        try:
            if runner.child is None:
                runner.child = ProcessTask.start_child(
                    runner.lane, partial(self._crew.start, number)
                )
        except SolverError as error:  # the others may do without it
            self._fail(number, error)
        else:
            runner.child.send(("run", deadline.end))

    def _stop(self, reason: Reason) -> None:
        for number in self._at_work:
            child = self._runners[number].child
            if child is not None:
                child.send(("stop", reason))

    def _end_those_at_work(self, reason: Reason) -> None:
        """Kill lanes that do not stop; they begin anew with the next run."""
        for number in self._at_work:
            self._crew.drop(number)
            self._runners[number].child = None
            self._runners[number].take(Stopped(reason))

    def _listen(self) -> None:
        """Take note of what the lanes report; waits a moment for it."""
        for message in self._crew.listen(_TICK_S):
            if message.kind == "failed":
                self._fail(message.number, message.error)
                continue
            _, what = message.data
            if isinstance(what, Answered):
                self._spec.check(what.value.fill, maker="a job")
            self._runners[message.number].take(what)
        now = time.monotonic()
        if now - self._shown_at >= _TICK_S:
            self._shown_at = now
            phase = f"seeds: {len(self._at_work)} at work"
            self.emit(Progress(phase, self.elapsed_s, self._n_conflicts))

    def _fail(self, number: int, error: Exception) -> None:
        self._failures.append(str(error))
        self._runners[number].take(error)

    @property
    def _stopped(self) -> list[Stopped]:
        """Why lanes have stopped."""
        return [runner.stopped for runner in self._runners if runner.stopped is not None]

    def _unanswered(self, deadline: Deadline) -> Reason:
        """Why there is no answer.

        Raises:
            SolverError: all lanes died or failed.
        """
        if len(self._failures) == len(self._runners):
            raise SolverError(f"all {len(self._failures)} jobs failed: {self._failures[0]}")
        return self._stopped[0].reason if self._stopped else deadline.reason

    def _ending(self) -> ListingResult:
        result = super()._ending()
        if isinstance(result, Stopped) and self._stopped:
            # What other rules would do is known to the first one, if to any.
            first = self._stopped[0]
            return replace(result, detail=first.detail, partial=first.partial)
        return result

    @property
    def _n_conflicts(self) -> int:
        return sum(runner.conflicts for runner in self._runners)

    def _work(self) -> Work:
        n_failed = len(self._failures)
        return Work(self.elapsed_s, self._n_conflicts, engine="lazy", n_failed=n_failed)
