"""The cubes of one puzzle on their way through a pool, written down in a ledger."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any, TypedDict, TypeVar

from satcross import (
    OptionError,
    Progress,
    Puzzle,
    Reason,
    SolverError,
    SolverOptions,
    Task,
    __version__,
    puzzle_data,
)
from satcross.apps.cluster import work
from satcross.apps.cluster.ledger import IN_ORDER, LARGEST, Ledger, Node, Tally
from satcross.apps.cluster.pools import CallDone, Pool, WorkerDiedError, digest_of, payload_of
from satcross.extend import Deadline, Result, Work, as_path, counted
from satcross.tasks.cubes import Cube

CUBE_S = 5.0  # what a cube may take before it is divided
LEAST_CUBE_S = 0.5  # where workers die all the time
CUBES_A_WORKER = 4  # before the first is given out
WINDOW = 2  # calls for each worker: one at work, one waiting
MOST_FAILURES = 3  # of one cube
OVERDUE_S = 60.0  # beyond its budget, before a cube is given to another worker as well
REPORT_S = 0.5  # between two reports of progress
TICK_S = 0.1

CubeFunction = Callable[..., object]
T = TypeVar("T")
R = TypeVar("R", bound=Result[Any])


class CampaignOptions(TypedDict, total=False):
    """What the tasks by cubes have in common: see `PoolFills`."""

    state: str | FilePath | None
    resume: bool
    cube_s: float


class Campaign:
    """The cubes of one puzzle on their way through a pool.

    Args:
        puzzle: what is divided.
        options: what the function is to know besides; plain data.
        pool: who does the work; it stays open.
        function: of `work`: what is done with a cube.
        state, resume, cube_s: see `PoolFills`.
        ordered: whether the cubes are done in the order of the tree.

    Raises:
        OptionError: the ledger cannot be used.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: object,
        pool: Pool,
        function: CubeFunction,
        *,
        state: str | FilePath | None = None,
        resume: bool = False,
        cube_s: float = CUBE_S,
        ordered: bool = False,
    ) -> None:
        self._puzzle = puzzle
        self._pool = pool
        self._function = function
        self._cube_s = cube_s
        self._order = IN_ORDER if ordered else LARGEST
        self._payload = payload_of((puzzle, options))
        about = {
            "version": __version__,
            "task": function.__name__,
            "puzzle": identity(puzzle, options),
        }
        self.ledger = Ledger(state_folder(state, resume=resume), about, resume=resume)
        self.has_begun = False
        self._digest = ""
        self._n_open = 0  # cubes, when the latest were given out
        self._started = time.monotonic()
        self._leases: dict[int, tuple[Node, float]] = {}  # by ticket, with when it is overdue
        self._given_up: set[int] = set()  # tickets of leases that are overdue
        self._n_failures: dict[int, int] = {}
        self._whole: set[int] = set()  # cubes that cannot be divided: no budget
        self._reported = 0.0
        self._first: tuple[float, int] | None = None  # when this run began, and with how many

    def begin(self) -> None:
        """Give the puzzle to the pool, and divide it for the first time."""
        self.has_begun = True
        self._started = time.monotonic()
        self._digest = self._pool.give(self._payload)
        if self.ledger.is_new:
            self._divide_first()

    def _divide_first(self) -> None:
        wanted = CUBES_A_WORKER * max(1, self._pool.n_workers)
        for _ in range(wanted):  # a split of each at most
            if self.ledger.tally().n_open >= wanted:
                return
            largest = self.ledger.open_cubes(self._whole, 1)
            if not largest:
                return
            self._divide(largest[0], self._split(largest[0]))

    def run(
        self,
        task: Task[Any, Any],
        deadline: Deadline,
        *,
        about: str = "",
        phase: Callable[[], str] = str,
    ) -> Reason | None:
        """Work until every cube is done; why it has stopped before, or None.

        Args:
            task: for it; progress is sent as its own, twice a second at most.
            deadline: when to stop.
            about, phase: as for `report`.
        """
        if not self.has_begun:
            self.begin()
        while not self.is_done:
            if deadline.passed():
                return deadline.reason
            self.report(task, about, phase)
            self.step(TICK_S)
        return None

    def report(
        self, task: Task[Any, Any], about: str = "fills", phase: Callable[[], str] = str
    ) -> None:
        """Send the standing as progress, if it is time.

        Args:
            task: whose progress it is.
            about: what results count, as a noun; "" where that says nothing.
            phase: what stands before it, as in "total 790; ...".
        """
        now = time.monotonic()
        if now - self._reported < REPORT_S:
            return
        self._reported = now
        standing = self.ledger.tally()
        since, n = self._first = self._first or (now, standing.n)
        rate = (standing.n - n) / max(now - since, REPORT_S)
        n_workers = self._pool.n_workers
        parts = [phase(), phase_of(standing, n_workers, about, rate)]
        text = "; ".join(part for part in parts if part)
        task.emit(
            CubeProgress(
                text, task.elapsed_s, standing=standing, n_workers=n_workers, per_second=rate
            )
        )

    @property
    def is_done(self) -> bool:
        """Whether every cube is done."""
        return self.ledger.first_open() is None

    def step(self, wait_s: float) -> list[Node]:
        """Give out cubes, wait for results, and commit them; the cubes that are now done.

        Raises:
            SolverError: a cube failed too often, or two results of one cube differ.
        """
        self._give_out()
        done: list[Node] = []
        for ended in self._pool.ended(wait_s):
            entry = self._take(ended)
            if entry is not None:
                done.append(entry)
        return done

    def _give_out(self) -> None:
        now = time.monotonic()
        for ticket, (entry, overdue) in list(self._leases.items()):
            if now <= overdue or ticket in self._given_up:
                continue
            if self._pool.renew(ticket):  # which counts how often
                self._leases[ticket] = (entry, self._late(self._budget()))
            else:  # its worker may hang: another gets the cube too, and the first result counts
                self._given_up.add(ticket)
                self._fail(entry, TimeoutError("no worker has come to an end with it"))
        live = [lease for ticket, lease in self._leases.items() if ticket not in self._given_up]
        n = WINDOW * max(1, self._pool.n_workers) - len(live)
        if n > 0:
            self._n_open = self.ledger.n_open()
            for entry in self._chosen({entry.number for entry, _ in live}, n):
                self._submit(entry)

    def _chosen(self, leased: Iterable[int], n: int) -> list[Node]:
        """The open cubes to give out next."""
        return self.ledger.open_cubes(leased, n, by=self._order)

    def _arguments(self) -> tuple[Any, ...]:
        """What the function is given after digest, path and budget."""
        return ()

    def _submit(self, entry: Node) -> None:
        budget_s = None if entry.number in self._whole else self._budget()
        ticket = self._pool.submit(
            self._function, self._digest, entry.path, budget_s, *self._arguments()
        )
        self._leases[ticket] = (entry, self._late(budget_s))

    def _budget(self) -> float:
        """Seconds that a cube may take which is given out now."""
        pool = self._pool
        life_s = life_of(pool.n_workers, time.monotonic() - self._started, pool.n_deaths)
        return budget_of(self._cube_s, self._n_open, pool.n_workers, life_s)

    def _late(self, budget_s: float | None) -> float:
        """When a call that is begun now is overdue."""
        if budget_s is None:
            return float("inf")
        waiting = len(self._leases) / max(1, self._pool.n_workers)
        return time.monotonic() + OVERDUE_S + (1 + waiting) * 2 * budget_s

    def _take(self, ended: CallDone) -> Node | None:
        lease = self._leases.pop(ended.ticket, None)
        if lease is None:
            return None
        entry = lease[0]
        if ended.error is not None:
            self._fail(entry, ended.error)
            return None
        match ended.value:
            case work.CubeResult(n, digest, data, seconds):
                if self.ledger.commit(entry.number, n, digest, data, seconds):
                    return entry
            case list() as cubes:
                self._divide(entry, cubes)
        return None

    def _split(self, entry: Node) -> list[Cube]:
        """The cubes that can take the place of one; itself where it cannot be divided."""
        return Cube(entry.path).split(self._puzzle)

    def _divide(self, entry: Node, cubes: list[Cube]) -> None:
        if [cube.path for cube in cubes] == [entry.path]:
            self._whole.add(entry.number)
        else:
            self.ledger.divide(entry, cubes)

    def _fail(self, entry: Node, error: BaseException) -> None:
        """Take note that a cube failed, and divide it if that was too often; else it stays open.

        One that is overdue, and cannot be divided, gets all the time that it needs.

        Raises:
            SolverError: it failed too often, and cannot be divided.
        """
        failures = self._n_failures[entry.number] = self._n_failures.get(entry.number, 0) + 1
        # The pool has tried again and again already where workers died.
        if failures < MOST_FAILURES and not isinstance(error, WorkerDiedError):
            return
        # It may need more memory than a worker has: smaller cubes need less.
        cubes = self._split(entry)
        is_whole = [cube.path for cube in cubes] == [entry.path]
        if is_whole and not isinstance(error, TimeoutError):
            problem = f"{type(error).__name__}: {error}".splitlines()[0]
            raise SolverError(f"a cube failed {failures} times: {problem}") from error
        self._divide(entry, cubes)

    def close(self) -> None:
        """Stop the calls that are left, and close the ledger; the pool is its owner's."""
        if self._leases:
            self._pool.stop()
        self.ledger.close()


class CubeTask(Task[T, R]):
    """A task whose work is that of a campaign.

    Args: campaign: it is closed with the task.
    """

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self._campaign = self._hold(campaign)

    def _work(self) -> Work:
        return Work(elapsed_s=self.elapsed_s, engine="pool")


NOTHING = Tally(0, 0, 0, 0.0, 0)


@dataclass(frozen=True, slots=True)
class CubeProgress(Progress):
    """How far the cubes of a puzzle have come.

    Args:
        standing: of the ledger.
        n_workers: that work now.
        per_second: what results count, for each second of this run: fills of a listing.
    """

    standing: Tally = NOTHING
    n_workers: int = 0
    per_second: float = 0.0


def budget_of(cube_s: float, n_open: int, n_workers: int, life_s: float = math.inf) -> float:
    """Seconds that a cube may take before it is divided.

    A division throws away what was done of the cube. It is for workers that would have nothing to
    do, and the more cubes are open, the later that is. `python -m benchmarks.apps.cluster --only
    simulate` compares. But a cube must be done before its worker dies: with a quarter of the mean
    life, three of four are.

    Args:
        cube_s: so much where few are open.
        n_open: cubes.
        n_workers: that share them.
        life_s: of a worker, mean seconds: see `life_of`.
    """
    wanted = cube_s * max(1.0, n_open / max(1, n_workers))
    return min(wanted, max(LEAST_CUBE_S, life_s / 4))


def life_of(n_workers: int, run_s: float, n_deaths: int) -> float:
    """Mean seconds that a worker lives.

    Args:
        n_workers: that are there.
        run_s: for how long.
        n_deaths: of workers, in this time.
    """
    return max(1, n_workers) * run_s / n_deaths if n_deaths else math.inf


def identity(puzzle: Puzzle, options: object) -> str:
    """A digest of a puzzle and options by what they say: the same in every process.

    That of their pickle is not: it has what the word list has looked up so far.
    """
    text = repr((puzzle_data(puzzle, with_words=False), options))
    return digest_of(text.encode("utf-8", "surrogatepass"))


def phase_of(standing: Tally, n_workers: int, about: str = "", rate: float = 0.0) -> str:
    """How far the work has come, for people.

    Args:
        standing: of the ledger.
        n_workers: that work now.
        about: what results count, as a noun; "" where that says nothing.
        rate: how many of those come each second.
    """
    done, open_, split = standing.n_done, standing.n_open, standing.n_split
    cubes = f"cubes: {done:,} done, {open_:,} open, {split:,} split; {standing.share_done:.1%}"
    results = f"; {standing.n:,} {about}, {rate:,.0f}/s" if about else ""
    return f"{cubes}{results}; {counted(n_workers, 'worker')}"


def plain_options(options: SolverOptions | None) -> SolverOptions:
    """The options as data: without a handler."""
    return replace(options or SolverOptions(), on_progress=None)


def state_folder(state: str | FilePath | None, *, resume: bool) -> FilePath | None:
    """The folder of the ledger. Raises OptionError: nothing can be resumed without one."""
    if state is None:
        if resume:
            raise OptionError(
                "there is nothing to resume", hint="name the folder with state", parameter="resume"
            )
        return None
    return as_path(state, "state")
