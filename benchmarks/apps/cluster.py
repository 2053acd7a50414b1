"""What a pool of workers gains and costs, and what would limit a thousand of them.

    python -m benchmarks.apps.cluster [--only PART] [--quick] [--workers N] [--min-score N]
    [--record]

The parts, each a table in Markdown:

- `fills`: all fills of the open 5x5, by one process and by `--cluster local:N`; both must give the
  same set, which is compared by its digest. For a speed-up the machine has to be idle.
- `overhead`: what a cube costs besides its work, with the coordinator and one worker on one core.
- `batch`: minis by `satcross batch` and by a loop in one process; CPU seconds of a job.
- `simulate`: recorded cubes on a simulated clock, with many workers: see `simulated`. `--record`
  does the cubes again and writes their seconds to data/cluster.json.

`--quick` takes small sizes, which try the bench out.
"""

from __future__ import annotations

import argparse
import hashlib
import heapq
import json
import random
import resource
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.lists import GRIDS
from benchmarks.measure import measure
from benchmarks.options import count, machine, tell
from satcross import Found, Grid, Puzzle, WordList, fill, patterns
from satcross.apps.cluster import campaign as campaigns
from satcross.apps.cluster import work
from satcross.apps.cluster.batch import Batch
from satcross.apps.cluster.dask import DaskPool
from satcross.apps.cluster.jobs import numbered_jobs
from satcross.apps.cluster.local import LocalPool
from satcross.apps.cluster.pools import Pool
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import Range
from satcross.tasks.cubes import Branch, Cube
from satcross.tasks.enumerate import Fills

PARTS = ("fills", "overhead", "batch", "simulate")
OPEN5 = GRIDS / "open-5x5.txt"
RECORDED = Path(__file__).parents[1] / "data" / "cluster.json"
SEED = 1
BUDGET_S = 1.0  # of recorded cubes
LATENCY_S = 0.002  # between two machines of a room, there and back, with the thread that answers


def main(argv: list[str] | None = None) -> int:
    """Run the parts. The exit code: 0, or 1 where two ways gave different sets of fills."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=PARTS, action="append", help="may be repeated")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--workers", type=count, default=2, help="of `fills` and `batch`")
    parser.add_argument("--min-score", type=int, default=30, help="of the list of `fills`")
    parser.add_argument("--record", action="store_true", help="do the cubes of `simulate` again")
    options = parser.parse_args(argv)
    print(machine())
    is_right = True
    parts = options.only or PARTS
    min_score = 70 if options.quick else options.min_score
    if "fills" in parts:
        is_right = _fills(min_score, options.workers)
    if "overhead" in parts:
        _overhead(100 if options.quick else 1000)
    if "batch" in parts:
        _batch(20 if options.quick else 1000, options.workers)
    if "simulate" in parts:
        if options.record:
            write_recorded(min_score)
        _simulate(300 if options.quick else 1000)
    return 0 if is_right else 1


def _table(*head: str) -> None:
    print(f"\n| {' | '.join(head)} |\n|{' --- |' * len(head)}")


def _row(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


# All fills


def _fills(min_score: int, n_workers: int) -> bool:
    _table(
        f"all fills of open-5x5, built-in {min_score}, seed 0",
        *("fills", "wall s", "CPU s", "times as fast", "digest of the set"),
    )
    digests: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        argv = [sys.executable, "-m", "satcross", "fill", str(OPEN5), "--all"]
        argv += ["--min-score", str(min_score), "-o"]
        ways: tuple[list[str], ...] = ([], ["--cluster", f"local:{n_workers}"])
        times: list[float] = []
        for i, more in enumerate(ways):
            out = Path(name) / f"{i}.txt"
            run = measure([*argv, str(out), *more])
            if run.code != 0:
                tell(run.stderr)
                return False
            fills = sorted(out.read_bytes().strip().split(b"\n\n"))
            digests.append(hashlib.sha256(b"\n".join(fills)).hexdigest()[:16])
            times.append(run.wall_s)
            _row(
                "one process" if not more else " ".join(more), f"{len(fills):,}",
                f"{run.wall_s:.1f}", f"{run.cpu_s:.1f}", f"{times[0] / run.wall_s:.2f}",
                digests[-1],
            )  # fmt: skip
    return digests[0] == digests[1]


# A cube's overhead


def tiny_puzzle() -> Puzzle:
    """One whose cubes take hardly any time."""
    rng = random.Random(SEED)
    letters = "ABCDEFGHIJKL"
    words = sorted({"".join(rng.choices(letters, k=3)) for _ in range(700)})
    return Puzzle(Grid.parse("...\n...\n..."), WordList.from_words(words))


@dataclass(frozen=True, slots=True)
class Overhead:
    """What cubes cost, in seconds each.

    Args:
        n: cubes.
        split_s: of the coordinator, to make one.
        wall_s: from the first call to the last result, work included.
        work_s: of that, the work.
        coordinator_s: CPU of the coordinator.
    """

    n: int
    split_s: float
    wall_s: float
    work_s: float
    coordinator_s: float


def measured_overhead(pool: Pool, n: int) -> Overhead:
    """Count a puzzle by n cubes or more, each of hardly any work."""
    campaign = campaigns.Campaign(
        tiny_puzzle(), campaigns.plain_options(None), pool, work.count_cube
    )
    before, campaigns.CUBES_A_WORKER = campaigns.CUBES_A_WORKER, n // max(1, pool.n_workers)
    try:
        cpu_s = time.process_time()
        campaign.begin()
        split_s = time.process_time() - cpu_s
    finally:
        campaigns.CUBES_A_WORKER = before
    n_cubes = campaign.ledger.tally().n_open
    _warm(pool, campaign)
    left = campaign.ledger.tally().n_open
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    while not campaign.is_done:
        campaign.step(campaigns.TICK_S)
    wall_s, cpu_s = time.perf_counter() - wall_s, time.process_time() - cpu_s
    database = campaign.ledger._database
    work_s = database.execute("SELECT avg(seconds) FROM cubes WHERE state = 'done'").fetchone()[0]
    campaign.close()
    return Overhead(left, split_s / n_cubes, wall_s / left, work_s, cpu_s / left)


def _warm(pool: Pool, campaign: campaigns.Campaign) -> None:
    """Until workers have started and unpacked the puzzle."""
    n = campaign.ledger.tally().n_done
    while campaign.ledger.tally().n_done < n + 2 * max(1, pool.n_workers):
        campaign.step(campaigns.TICK_S)


@contextmanager
def _dask_pool() -> Iterator[Pool]:
    """One worker of a Dask cluster on this machine."""
    import distributed

    options: dict[str, Any] = {"n_workers": 1, "threads_per_worker": 1, "host": "127.0.0.1"}
    dask: Any = distributed
    with (
        dask.LocalCluster(dashboard_address=None, **options) as cluster,
        DaskPool(cluster.scheduler_address) as pool,
    ):
        yield pool


def _overhead(n: int) -> None:
    _table(
        f"{n:,} cubes, open 3x3, 12 letters, seed {SEED}",
        *("cubes", "wall ms a cube", "of it work", "coordinator's CPU ms", "to make one, CPU ms"),
    )
    for name, opened in (("1 local process", LocalPool(1)), ("Dask, 1 worker", _dask_pool())):
        with opened as pool:
            cost = measured_overhead(pool, n)
        times = (cost.wall_s, cost.work_s, cost.coordinator_s, cost.split_s)
        _row(name, f"{cost.n:,}", *(f"{1000 * seconds:.2f}" for seconds in times))


# Batches


def _cpu_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def minis() -> list[str]:
    """All 7x7 patterns of the preset with 10 blocks or more; those with fewer may take long."""
    rules = replace(preset_rules(Preset.MINI, 7, 7), n_blocks=Range(10, None))
    return [str(grid) for grid in patterns(rules)]


def _batch(n: int, n_workers: int) -> None:
    grids = minis()
    # Each pattern several times, with other seeds: n grids with 3 seeds each.
    asked = [
        (grids[i % len(grids)], 3 * (i // len(grids)) + seed) for i in range(n) for seed in range(3)
    ]
    words = WordList.builtin()
    started = _cpu_s()
    found = sum(isinstance(fill(grid, words, seed=seed), Found) for grid, seed in asked)
    alone_s = _cpu_s() - started
    jobs = numbered_jobs([{"grid": grid.splitlines(), "seed": seed} for grid, seed in asked])
    started = _cpu_s()
    with LocalPool(n_workers) as pool, Batch(jobs, pool) as batch:
        filled = sum(result["result"] == "found" for result in batch)
    batch_s = _cpu_s() - started
    _table(
        f"{n:,} minis (the {len(grids)} patterns 7x7 with 10 blocks or more) x 3 seeds, built-in",
        *("jobs", "filled", "CPU ms a job", "of the loop's"),
    )
    for name, n_filled, seconds in (
        ("a loop in one process", found, alone_s),
        (f"batch, {n_workers} processes", filled, batch_s),
    ):
        share = f"{seconds / alone_s:.0%}"
        _row(name, f"{len(asked):,}", f"{n_filled:,}", f"{1000 * seconds / len(asked):.2f}", share)


# Many workers, simulated


@dataclass(slots=True)
class Recorded:
    """A cube whose work was done, in one process.

    Args:
        seconds: CPU, to list all of its fills.
        split_s: CPU, to divide it; 0 where it was not.
        cubes: what it was divided into.
    """

    seconds: float
    split_s: float = 0.0
    cubes: list[Recorded] = field(default_factory=list)

    def as_data(self) -> list[Any]:
        """As lists of numbers."""
        return [
            round(self.seconds, 4), round(self.split_s, 4), [cube.as_data() for cube in self.cubes]
        ]  # fmt: skip

    @classmethod
    def of(cls, data: list[Any]) -> Recorded:
        """From `as_data`."""
        return cls(data[0], data[1], [cls.of(cube) for cube in data[2]])

    def leaves(self) -> Iterator[Recorded]:
        """The cubes that are done whole."""
        if not self.cubes:
            yield self
        for cube in self.cubes:
            yield from cube.leaves()


def record(puzzle: Puzzle, path: Branch, budget_s: float) -> Recorded:
    """Do a cube; where it takes longer than its budget, its parts as well."""
    started = time.process_time()
    with Fills(Cube(path).of(puzzle)) as fills:
        n = sum(len(rows) for rows in fills.arrays())
    del n
    done = Recorded(time.process_time() - started)
    if done.seconds > budget_s:
        started = time.process_time()
        cubes = Cube(path).split(puzzle)
        done.split_s = time.process_time() - started
        if [cube.path for cube in cubes] != [path]:
            done.cubes = [record(puzzle, cube.path, budget_s) for cube in cubes]
    return done


@dataclass(frozen=True, slots=True)
class Costs:
    """What the simulated parts take, in seconds.

    Args:
        coordinator_s: for each result: to commit it and give out another cube.
        scheduler_s: of Dask's, for each call.
        latency_s: from the end of a call to the beginning of the next, where none waits.
        split_s: of the coordinator, for each cube that it makes.
        budget_s: what a cube may take before it is divided, where few are open.
    """

    coordinator_s: float
    scheduler_s: float
    latency_s: float
    split_s: float
    budget_s: float


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of a simulation.

    Args:
        n_workers: how many.
        n_cubes: calls that ended.
        work_s: what the same takes one process.
        makespan_s: until the last result was committed.
        first_s: of it, until the first cubes were made.
        tail_s: of it, from the moment when a worker had nothing more to do.
        wasted: the share of the workers' time that went into cubes which were divided.
        busy: the share of the makespan in which the coordinator was at work, and the scheduler.
    """

    n_workers: int
    n_cubes: int
    work_s: float
    makespan_s: float
    first_s: float
    tail_s: float
    wasted: float
    busy: tuple[float, float]

    @property
    def efficiency(self) -> float:
        """How much of the workers' time was of use."""
        return self.work_s / (self.n_workers * self.makespan_s)


class _Machines:
    """The coordinator, Dask's scheduler, and workers, on a simulated clock."""

    def __init__(self, cubes: list[Recorded], n_workers: int, costs: Costs) -> None:
        self._costs = costs
        self._open = deque(cubes)
        self.first_s = costs.split_s * len(cubes)
        self._scheduler = self._coordinator = self.first_s  # when each is free
        self.scheduler_busy_s, self.coordinator_busy_s = 0.0, self.first_s
        self._ends: list[tuple[float, int, int, list[Recorded]]] = []  # when, number, worker, parts
        self._waiting: list[deque[Recorded]] = [deque() for _ in range(n_workers)]
        self._idle = set(range(n_workers))
        self.n_calls = 0
        self.wasted_s = 0.0  # on cubes that were divided
        self.free_since: float | None = None

    def run(self) -> float:
        """Until the last result is committed; when that is."""
        now = self.first_s
        for _ in range(campaigns.WINDOW):
            for worker in range(len(self._waiting)):
                self._give(worker, now)
        while self._ends:
            now, _, worker, parts = heapq.heappop(self._ends)
            if self._waiting[worker]:
                self._begin(worker, self._waiting[worker].popleft(), now)
            else:
                self._idle.add(worker)
            self._report(now)
            self._open.extend(parts)
            self._give(worker, self._coordinator)
            while self._open and self._idle:
                self._give(min(self._idle), self._coordinator)
        return max(now, self._coordinator)

    def _begin(self, worker: int, cube: Recorded, at: float) -> None:
        self.n_calls += 1
        n_open = len(self._open) + campaigns.WINDOW * len(self._waiting)
        budget_s = campaigns.budget_of(self._costs.budget_s, n_open, len(self._waiting))
        seconds, parts = cube.seconds, list[Recorded]()
        if seconds > budget_s and cube.cubes:
            seconds, parts = budget_s + cube.split_s, cube.cubes
        self.wasted_s += seconds if parts else 0.0
        heapq.heappush(self._ends, (at + seconds, self.n_calls, worker, parts))

    def _report(self, at: float) -> None:
        """The end of a call, through the scheduler to the coordinator."""
        costs = self._costs
        self._scheduler = max(self._scheduler, at) + costs.scheduler_s / 2
        arrives = self._scheduler + costs.latency_s / 2
        self._coordinator = max(self._coordinator, arrives) + costs.coordinator_s
        self.scheduler_busy_s += costs.scheduler_s / 2
        self.coordinator_busy_s += costs.coordinator_s

    def _give(self, worker: int, at: float) -> None:
        """A cube for a worker, if one is open, from the coordinator through the scheduler."""
        if not self._open:
            if worker in self._idle and self.free_since is None:
                self.free_since = at
            return
        cube = self._open.popleft()
        self._scheduler = max(self._scheduler, at) + self._costs.scheduler_s / 2
        self.scheduler_busy_s += self._costs.scheduler_s / 2
        if worker in self._idle:
            self._idle.discard(worker)
            self._begin(worker, cube, self._scheduler + self._costs.latency_s)
        else:
            self._waiting[worker].append(cube)


def simulated(cubes: list[Recorded], n_workers: int, costs: Costs) -> Simulated:
    """The cubes through a pool, given out as by `satcross.apps.cluster.campaign`, on a simulated
    clock.

    The coordinator makes the first cubes, one after the other. A worker has one call at work and
    one waiting. The end of a call goes through Dask's scheduler and the coordinator, which do one
    thing at a time; the coordinator then gives out another. A cube over its budget costs that and
    the split, and its parts are open then.
    """
    machines = _Machines(cubes, n_workers, costs)
    end_s = machines.run()
    free = machines.free_since
    return Simulated(
        n_workers,
        machines.n_calls,
        sum(cube.seconds for cube in cubes),
        end_s,
        machines.first_s,
        end_s - free if free is not None else 0.0,
        machines.wasted_s / (n_workers * end_s),
        (machines.scheduler_busy_s / end_s, machines.coordinator_busy_s / end_s),
    )


def write_recorded(min_score: int) -> None:
    """Do all cubes of the open 5x5, and write down their seconds."""
    puzzle = Puzzle(Grid.parse(OPEN5.read_text()), WordList.builtin(min_score=min_score))
    cubes = Cube().split(puzzle)
    done: list[Recorded] = []
    for i, cube in enumerate(cubes):
        done.append(record(puzzle, cube.path, BUDGET_S))
        tell(f"{i + 1} of {len(cubes)} cubes: {done[-1].seconds:.2f} s")
    data = {
        "what": f"open-5x5, built-in {min_score}: CPU seconds of cubes, budget {BUDGET_S:g} s",
        "cubes": [cube.as_data() for cube in done],
    }
    RECORDED.write_text(json.dumps(data, indent=None) + "\n", encoding="ascii")


def larger(cubes: list[Recorded], work_s: float, n: int, rng: random.Random) -> list[Recorded]:
    """A larger puzzle, as n cubes: trees of recorded ones, as deep as it takes.

    Args:
        cubes: recorded ones, which are drawn from.
        work_s: of all.
        n: cubes that the coordinator makes.
    """
    split_s = max(cube.split_s for cube in cubes)

    def tree(seconds: float) -> Recorded:
        parts: list[Recorded] = []
        left = seconds
        while left > 0 or not parts:
            # Drawn from the recorded cubes, so their times vary as much as those.
            drawn = rng.choice(cubes)
            wanted = seconds * drawn.seconds / whole_s
            parts.append(tree(wanted) if wanted > 2 * drawn.seconds else drawn)
            left -= parts[-1].seconds
        return Recorded(sum(part.seconds for part in parts), split_s, parts)

    whole_s = sum(cube.seconds for cube in cubes)
    return [tree(work_s / n) for _ in range(n)]


def _simulate(seconds_each: int) -> None:
    data = json.loads(RECORDED.read_text(encoding="ascii"))
    cubes = [Recorded.of(cube) for cube in data["cubes"]]
    leaves = [leaf for cube in cubes for leaf in cube.leaves()]
    with LocalPool(1) as pool:
        alone = measured_overhead(pool, 300)
    with _dask_pool() as dask:
        with_dask = measured_overhead(dask, 300)
    scheduler_s = max(0.0, with_dask.coordinator_s - alone.coordinator_s)
    print(
        f"\n{data['what']}; {len(leaves):,} cubes of {sum(x.seconds for x in leaves):,.0f} s,"
        f" {1000 * sum(x.seconds for x in leaves) / len(leaves):.0f} ms on average."
        f"\nCoordinator {1000 * alone.coordinator_s:.2f} ms a cube, Dask {1000 * scheduler_s:.2f}"
        f" ms, network {1000 * LATENCY_S:g} ms, {1000 * alone.split_s:.2f} ms to make a cube;"
        f" {seconds_each:,} s of work for each worker, seed {SEED}."
    )
    _table(
        "workers", "calls", "s a call", "hours of work", "efficiency", "first cubes, s", "tail, s",
        "divided in vain", "scheduler busy", "coordinator busy",
    )  # fmt: skip
    for n_workers in (2, 64, 256, 1024):
        costs = Costs(alone.coordinator_s, scheduler_s, LATENCY_S, alone.split_s, BUDGET_S)
        wanted = larger(
            cubes,
            seconds_each * n_workers,
            campaigns.CUBES_A_WORKER * n_workers,
            random.Random(SEED),
        )
        came = simulated(wanted, n_workers, costs)
        _row(
            f"{n_workers:,}", f"{came.n_cubes:,}", f"{came.work_s / came.n_cubes:.2f}",
            f"{came.work_s / 3600:,.1f}", f"{came.efficiency:.0%}", f"{came.first_s:.1f}",
            f"{came.tail_s:.1f}", f"{came.wasted:.0%}", *(f"{share:.0%}" for share in came.busy),
        )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
