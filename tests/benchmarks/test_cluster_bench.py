"""The simulated clock of the bench of clusters: bounds that hold whatever is simulated."""

from __future__ import annotations

import random

import pytest

from benchmarks.apps.cluster import Costs, Recorded, larger, measured_overhead, record, simulated
from satcross import Grid, Puzzle, WordList
from satcross.apps.cluster.local import LocalPool

FREE = Costs(0.0, 0.0, 0.0, 0.0, 10.0)


def cubes(n: int, seed: int = 0) -> list[Recorded]:
    rng = random.Random(seed)
    return [Recorded(rng.uniform(0.1, 2.0)) for _ in range(n)]


def test_one_worker_without_costs_loses_nothing() -> None:
    came = simulated(cubes(40), 1, FREE)
    assert came.efficiency == pytest.approx(1.0)
    assert came.n_cubes == 40
    assert came.busy == (0.0, 0.0)


@pytest.mark.parametrize("n_workers", [2, 7, 64])
def test_no_more_than_all_workers_work(n_workers: int) -> None:
    costs = Costs(0.001, 0.002, 0.003, 0.001, 1.0)
    some = cubes(500)
    came = simulated(some, n_workers, costs)
    assert came.n_cubes == 500
    assert 0 < came.efficiency < 1
    longest = max(cube.seconds for cube in some)
    assert came.makespan_s >= max(came.work_s / n_workers, longest, 500 * 0.002, 500 * 0.001)
    assert all(0 <= share <= 1 for share in came.busy)
    # No worker is idle for long while there is work: Graham's bound, plus the serial parts.
    apart_s = 500 * (0.001 + 0.002 + 0.003 + 0.001)
    assert came.makespan_s <= came.work_s / n_workers + 2 * longest + apart_s


def test_a_busy_scheduler_is_the_limit() -> None:
    came = simulated(cubes(2000), 1000, Costs(0.0, 0.1, 0.0, 0.0, 10.0))
    assert came.makespan_s >= 2000 * 0.1
    assert came.busy[0] > 0.9


def test_a_divided_cube_costs_its_budget() -> None:
    parts = [Recorded(1.0), Recorded(2.0)]
    whole = Recorded(3.0, 0.25, parts)
    came = simulated([whole], 1, Costs(0.0, 0.0, 0.0, 0.0, 1.0))
    budget_s = 2.0  # as there are two places for each worker
    assert came.makespan_s == pytest.approx(budget_s + 0.25 + 3.0)
    assert (came.n_cubes, came.work_s) == (3, 3.0)
    assert came.wasted == pytest.approx(2.25 / 5.25)
    assert simulated([whole], 1, FREE).makespan_s == pytest.approx(3.0)


def test_a_larger_puzzle_has_as_much_work_as_was_asked_for() -> None:
    some = [Recorded(2.5, 0.1, [Recorded(1.0), Recorded(1.5)]), Recorded(0.5, 0.1)]
    wanted = larger(some, 1000.0, 8, random.Random(1))
    assert len(wanted) == 8
    assert 1000 <= sum(cube.seconds for cube in wanted) <= 3 * 1000
    copy = Recorded.of(wanted[0].as_data())
    assert copy.seconds == pytest.approx(wanted[0].seconds)
    assert len(list(copy.leaves())) == len(list(wanted[0].leaves()))
    assert sum(leaf.seconds for leaf in copy.leaves()) == pytest.approx(copy.seconds, rel=0.01)


def test_cubes_are_recorded_and_measured() -> None:
    words = WordList.from_words(["cod", "are", "ben", "cab", "ore", "den"])
    puzzle = Puzzle(Grid.parse("...\n...\n..."), words)
    done = record(puzzle, (), 1e-9)
    assert done.cubes
    assert all(leaf.seconds >= 0 for leaf in done.leaves())
    with LocalPool(1) as pool:
        cost = measured_overhead(pool, 30)
    assert cost.n >= 20
    assert min(cost.split_s, cost.wall_s, cost.work_s, cost.coordinator_s) > 0
