"""The best fill by a pool is as good as that of one search, and proved by cubes alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.pools import SerialPool
from support.random_puzzles import random_puzzle

from satcross import optimise
from satcross.apps.cluster.best import (
    BestCampaign,
    PoolOptimise,
    WantedFill,
    _divided,
    best_of_cube,
    best_of_whole,
)
from satcross.apps.cluster.ledger import Ledger
from satcross.apps.cluster.local import LocalPool
from satcross.apps.cluster.pools import CallDone
from satcross.errors import OptionError, VerificationError
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Best, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Bounded, Event
from satcross.tasks.objective import FillValue, Goal
from satcross.words import WordList

GOALS: tuple[Goal, ...] = ("lowest", "total")


def square(seed: int = 0) -> Puzzle:
    rng = random.Random(f"best {seed}")
    words = {"".join(rng.choices("ABCD", k=3)): rng.randrange(1, 100) for _ in range(34)}
    return Puzzle(Grid.parse("...\n...\n..."), WordList.from_words(sorted(words.items())))


class CubesOnly(SerialPool):
    """Nothing comes of searches of the whole, and every cube is over its budget at first."""

    def __init__(self, n_divided: int = 12) -> None:
        super().__init__()
        self._n_divided = n_divided

    def ended(self, wait_s: float) -> list[CallDone]:
        self.calls = [call for call in self.calls if call[1] is not best_of_whole]
        if self.calls and self._n_divided:
            self._n_divided -= 1
            ticket, function, args = self.calls[0]
            self.calls[0] = (ticket, function, (*args[:2], 1e-9, *args[3:]))
        return super().ended(wait_s)


@pytest.mark.parametrize("seed", range(6))
def test_cubes_give_the_best_value(seed: int) -> None:
    puzzle = square(seed)
    for goal in GOALS:
        weights = {"1A": 3, "2D": 0} if seed % 2 else {}
        alone = optimise(puzzle, goal=goal, slot_weights=weights)
        events: list[Event] = []
        with PoolOptimise(puzzle, CubesOnly(), goal=goal, slot_weights=weights) as task:
            task.subscribe(events.append)
            result = task.run()
        assert type(result) is type(alone)
        if isinstance(result, Best):
            assert isinstance(alone, Best)
            assert result.is_proved
            assert (result.objective, result.bound) == (alone.objective, alone.objective)
            assert FillValue(puzzle, goal, weights).value(result.value) == result.objective
            values = [event.objective for event in events if isinstance(event, Answered)]
            assert values == sorted(set(values))  # type: ignore[type-var]
            bounds = [event.bound for event in events if isinstance(event, Bounded)]
            assert bounds == sorted(bounds, reverse=True)
            assert all(bound >= (result.objective or 0) for bound in bounds)


@pytest.mark.parametrize("seed", range(12))
def test_random_puzzles(seed: int) -> None:
    puzzle = random_puzzle(seed)
    for goal in GOALS:
        try:
            alone = optimise(puzzle, goal=goal)
        except OptionError as error:
            with pytest.raises(OptionError, match=str(error.problem)[:20]):
                PoolOptimise(puzzle, SerialPool(), goal=goal)
            continue
        with PoolOptimise(puzzle, CubesOnly(3), goal=goal) as task:
            result = task.run()
        assert type(result) is type(alone)
        if isinstance(result, Best) and isinstance(alone, Best):
            assert (result.objective, result.is_proved) == (alone.objective, True)


@pytest.mark.parametrize("goal", GOALS)
def test_no_cube_that_could_hold_something_better_is_left_out(goal: Goal) -> None:
    puzzle = square(3)
    value_of = FillValue(puzzle, goal)
    alone = optimise(puzzle, goal=goal)
    assert isinstance(alone, Best)
    most = alone.objective
    assert most is not None
    cubes = _divided(value_of, (), None, None)
    assert max(cube.weight for cube in cubes) >= most
    for cube in cubes:
        within = optimise(cube.of(puzzle), goal=goal)
        if isinstance(within, Best) and within.objective is not None:
            assert within.objective <= cube.weight
    left = _divided(value_of, (), alone.value, None)
    assert all(cube.weight > most for cube in left)


@pytest.mark.parametrize("goal", GOALS)
def test_local_processes(goal: Goal) -> None:
    puzzle = square(1)
    alone = optimise(puzzle, goal=goal)
    with LocalPool(2) as pool, PoolOptimise(puzzle, pool, goal=goal) as task:
        result = task.run()
    assert isinstance(result, Best)
    assert isinstance(alone, Best)
    assert (result.objective, result.reason) == (alone.objective, None)


def test_no_fill() -> None:
    puzzle = Puzzle(Grid.parse("...\n...\n..."), WordList.from_words(["abc", "bca", "cab"]))
    for pool in (SerialPool(), CubesOnly()):
        with PoolOptimise(puzzle, pool) as task:
            assert isinstance(task.run(), Impossible)


def test_where_no_slot_counts() -> None:
    puzzle = square()
    weights = {slot.name: 0 for slot in puzzle.slots}
    with PoolOptimise(puzzle, SerialPool(), slot_weights=weights) as task:
        result = task.run()
    assert isinstance(result, Best)
    assert result.objective is None


class Halting(CubesOnly):
    """As `CubesOnly`; after some calls, it asks a task to stop."""

    def __init__(self, n_calls: int) -> None:
        super().__init__(6)
        self.task: PoolOptimise | None = None
        self._halt = n_calls

    def ended(self, wait_s: float) -> list[CallDone]:
        if len(self.ran) >= self._halt and self.task is not None:
            self.task.stop(Reason.INTERRUPTED)
            return []
        return super().ended(wait_s)


@pytest.mark.parametrize("n_calls", [0, 1, 3, 8])
def test_what_was_known_is_kept(tmp_path: Path, n_calls: int) -> None:
    puzzle = square(2)
    alone = optimise(puzzle, goal="total")
    assert isinstance(alone, Best)
    pool = Halting(n_calls)
    known: int | None = None
    with PoolOptimise(puzzle, pool, goal="total", state=tmp_path / "run") as task:
        pool.task = task
        first = task.run()
    if isinstance(first, Best):
        known = first.objective
        assert first.bound is not None
        assert (first.objective or 0) <= (alone.objective or 0) <= first.bound
    else:
        assert isinstance(first, Stopped)
    values: list[int | None] = []
    again = PoolOptimise(puzzle, CubesOnly(2), goal="total", state=tmp_path / "run", resume=True)
    with again as task:
        task.subscribe(
            lambda event: values.append(event.objective) if isinstance(event, Answered) else None
        )
        second = task.run()
    assert isinstance(second, Best)
    assert (second.objective, second.is_proved) == (alone.objective, True)
    if known is not None:
        assert values[0] == known
    with pytest.raises(OptionError, match="its puzzle is not the same"):
        PoolOptimise(puzzle, SerialPool(), goal="lowest", state=tmp_path / "run", resume=True)


def test_a_wrong_fill_is_no_answer() -> None:
    puzzle = square()
    changes: list[Answered[Fill] | Bounded] = []
    campaign = BestCampaign(
        puzzle, WantedFill(SolverOptions(), "total", {}), SerialPool(), changes.append
    )
    with pytest.raises(VerificationError):
        campaign._accept(dict.fromkeys(range(9), 0))
    assert not changes
    campaign.close()


def test_a_failed_cube_is_divided_into_cubes_with_bounds() -> None:
    puzzle = square(4)
    campaign = BestCampaign(
        puzzle, WantedFill(SolverOptions(), "total", {}), SerialPool(), lambda _: None
    )
    campaign.begin()
    entry = campaign.ledger.open_cubes((), 1)[0]
    for _ in range(3):
        campaign._fail(entry, MemoryError("no memory"))
    rows = campaign.ledger._database.execute(
        "SELECT path, weight FROM cubes WHERE place LIKE ? AND state = 'open'",
        (f"{entry.place}.%",),
    ).fetchall()
    assert all(weight > 100 for _, weight in rows)  # six scores, not a logarithm
    campaign.close()


def test_budgets_do_not_decide_what_a_cube_holds() -> None:
    puzzle = square(1)
    pool = SerialPool()
    payload_pool = BestCampaign(
        puzzle, WantedFill(SolverOptions(), "total", {}), pool, lambda _: None
    )
    payload_pool.begin()
    digest = payload_pool._digest
    whole = best_of_cube(digest, (), None, None)
    assert whole is not None
    assert whole.is_done
    assert whole.letters is not None
    nothing = best_of_cube(digest, (), None, whole.letters)
    assert nothing is not None
    assert (nothing.letters, nothing.is_done) == (None, True)
    payload_pool.close()


def test_notes_and_weights_of_the_ledger(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, {"task": "x"})
    assert ledger.noted("best") is None
    ledger.note("best", "1")
    ledger.note("best", "2")
    assert ledger.noted("best") == "2"
    ledger.weigh_root(7.0)
    assert ledger.most_open() == 7.0
    ledger.close_up_to(6.0)
    assert ledger.first_open() == "000"
    ledger.close_up_to(7.0)
    assert ledger.first_open() is None
    assert ledger.most_open() is None
    ledger.close()
    assert Ledger(tmp_path, {"task": "x"}, resume=True).noted("best") == "2"
