"""Counts: exact, approximate and at least; and honest about which."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.runs import count, counted
from support.seeds import split
from support.tasks import check_stops, check_task, long_enough

import satcross as sx
from satcross.apps.counting.count import Count, CountKind, CountMethod, CountResult, CountTask
from satcross.errors import OptionError, SolverError
from satcross.results import Found, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Event, Progress

DUMPS = Path(__file__).parents[3] / "cnf_dumps"


def n_by_brute_force(puzzle: sx.Puzzle) -> int:
    rows = str(puzzle.grid).split("\n")
    words = [word for word, _ in puzzle.words.words()]
    letters = puzzle.words.alphabet.letters
    return len(all_fills(rows, words, letters, distinct=puzzle.distinct))


def at_least(result: CountResult, reason: Reason) -> Count:
    """The lower bound of a run that was stopped."""
    assert isinstance(result, Stopped)
    assert result.reason is reason
    assert isinstance(result.partial, Count)
    assert result.partial.kind is CountKind.AT_LEAST
    return result.partial


def square48() -> sx.Puzzle:
    words = sx.WordList.load(DUMPS / "square48.words")
    return sx.Puzzle(sx.read_grid(str(DUMPS / "square48.grid")), words)


def many_fills() -> sx.Puzzle:
    """4^16 fills: too many to list, and nothing to prune."""
    words = sx.WordList.from_words(
        ["".join(letters) for letters in itertools.product("ABCD", repeat=4)],
        alphabet=sx.Alphabet("ABCD"),
    )
    return sx.Puzzle(sx.Grid.parse("\n".join(["...."] * 4)), words, distinct=False)


def without(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    for package in packages:
        monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize("seeds", split(range(30), 4))
@pytest.mark.parametrize("method", ["auto", "exact", "enumerate"])
def test_counts_are_those_of_brute_force(seeds: range, method: CountMethod) -> None:
    for seed in seeds:
        puzzle = random_puzzle(seed)
        expected = n_by_brute_force(puzzle)
        if method == "enumerate" and expected > 100:
            continue
        found = counted(count(puzzle, method=method))
        assert (found.kind, found.n) == (CountKind.EXACT, expected), seed
        assert found.bounds() == (expected, expected)


def test_the_square_has_48_by_every_method() -> None:
    assert counted(count(square48())).n == 48
    exact = counted(count(square48(), method="exact"))
    assert (exact.n, exact.by) == (48, "frontier")
    listed = counted(count(square48(), method="enumerate"))
    assert (listed.n, listed.by) == (48, "enumeration")


def test_no_fill_is_an_exact_count_with_a_reason() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("A.Z"), sx.WordList.from_words(["abc", "zzz"]))
    found = counted(count(puzzle))
    assert (found.kind, found.n, found.by) == (CountKind.EXACT, 0, "arc consistency")
    assert found.why == "no word fits 1A"
    words = sx.WordList.load(DUMPS / "impossible.words")
    found = counted(count(sx.Puzzle(sx.read_grid(str(DUMPS / "impossible.grid")), words)))
    assert (found.kind, found.n, found.why) == (CountKind.EXACT, 0, "")


def test_approximate_with_its_guarantee() -> None:
    pytest.importorskip("pyapproxmc")
    puzzle = sx.Puzzle(sx.Grid.parse("..\n.."), sx.WordList.builtin(min_score=55))
    expected = counted(count(puzzle, method="exact")).n
    found, again = (
        counted(
            count(
                puzzle, method="approximate", epsilon=0.5, delta=0.1, options=SolverOptions(seed=1)
            )
        )
        for _ in range(2)
    )
    assert (found.kind, found.by) == (CountKind.APPROXIMATE, "approxmc")
    assert (found.epsilon, found.delta) == (0.5, 0.1)
    low, high = found.bounds()
    assert high is not None
    assert low <= expected <= high
    assert low < found.n < high
    assert found.n_projected > 0
    assert again == found


@pytest.mark.parametrize("method", ["auto", "exact", "enumerate"])
def test_time_limits_are_kept_and_leave_a_lower_bound(method: CountMethod) -> None:
    pytest.importorskip("pyganak")
    pytest.importorskip("pyapproxmc")
    puzzle = sx.Puzzle("\n".join(["....."] * 5), sx.WordList.builtin())
    found = long_enough(
        lambda limit_s: at_least(
            count(puzzle, method=method, time_limit_s=limit_s), Reason.TIME_LIMIT
        ),
        lambda found: found.n or method == "exact",
        0.4,
    )
    assert found.bounds() == (found.n, None)
    if method in ("auto", "enumerate"):
        assert found.n > 0


def test_the_lower_bound_needs_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pyganak", "pyapproxmc")
    monkeypatch.setattr("satcross.apps.counting.count.LIST_S", 0.1)
    found = long_enough(
        lambda limit_s: at_least(count(many_fills(), time_limit_s=limit_s), Reason.TIME_LIMIT),
        lambda found: found.n > 1000,
        0.8,
    )
    assert found.by == "frontier"
    assert 1000 < found.n < 4**16
    assert found.missing == ("pyganak", "pyapproxmc")
    assert counted(count(square48())).n == 48  # nor do small counts
    assert counted(count(square48(), method="exact")).n == 48


def test_what_a_method_needs_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pyapproxmc")
    with pytest.raises(SolverError, match=r"pip install 'satcross\[count\]'"):
        count(square48(), method="approximate")


def test_ganak_takes_over_when_the_frontier_runs_out_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("pyganak")
    monkeypatch.setattr("satcross.apps.counting.count.FRONTIER_S", 0.0)
    monkeypatch.setattr("satcross.apps.counting.count.LIST_UP_TO", 0)
    monkeypatch.setattr("satcross.apps.counting.count.TICK_COUNT_S", 0.0)
    puzzle = random_puzzle(1)
    expected = n_by_brute_force(puzzle)
    found = counted(count(puzzle, method="exact"))
    assert (found.kind, found.n, found.by) == (CountKind.EXACT, expected, "ganak")


def test_few_fills_are_listed_before_ganak_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.apps.counting.tools.is_installed", lambda tool: True)
    monkeypatch.setattr(
        "satcross.apps.counting.count.run_tool", lambda *_, **__: pytest.fail("started")
    )
    puzzle = sx.Puzzle("..\n..", ["at", "to", "oh", "ah", "ho"], no_near_duplicates=True)
    found = counted(count(puzzle, method="exact"))
    assert (found.kind, found.n, found.by) == (CountKind.EXACT, 2, "enumeration")


@pytest.mark.parametrize("method", ["auto", "exact", "enumerate"])
def test_what_was_known_at_an_interrupt(
    method: CountMethod, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.apps.counting.count.LIST_S", 0.1)
    task = CountTask(many_fills(), method=method)

    def stop(event: Event) -> None:
        if task.elapsed_s > 0.4 and task.best is not None:
            task.stop(Reason.INTERRUPTED)

    task.subscribe(stop)
    found = at_least(task.run(), Reason.INTERRUPTED)
    assert 0 < found.n < 4**16
    assert task.best == found


def three_rows() -> sx.Puzzle:
    """4^9 fills: the frontier takes some tenths of a second for them."""
    words = sx.WordList.from_words(
        ["".join(letters) for letters in itertools.product("ABCD", repeat=3)],
        alphabet=sx.Alphabet("ABCD"),
    )
    return sx.Puzzle(sx.Grid.parse("\n".join(["..."] * 3)), words, distinct=False)


@pytest.mark.parametrize("method", ["exact", "enumerate"])
def test_another_run_goes_on_where_the_last_one_was(method: CountMethod) -> None:
    puzzle = three_rows() if method == "exact" else square48()
    seen: list[int] = []
    n_runs = 0
    with CountTask(puzzle, method=method) as task:
        task.subscribe(lambda event: task.stop() if isinstance(event, Progress) else None)
        known = 0
        while not isinstance(result := task.run(0.002), Found):
            n_runs += 1
            found = at_least(result, result.reason)
            assert found.n >= known  # never less than before
            known = found.n
            seen.append(known)
            assert n_runs < 1000
        assert task.is_done
        assert task.run() is result
    assert counted(result).n == (4**9 if method == "exact" else 48)
    assert len(set(seen)) > 1


@pytest.mark.parametrize("method", ["auto", "exact", "enumerate"])
def test_counting_is_a_task_like_others(method: CountMethod) -> None:
    check_task(lambda: CountTask(square48(), method=method), final=lambda result, _: result.value.n)
    open5 = sx.Puzzle(sx.Grid.parse("\n".join(["....."] * 5)), sx.WordList.builtin())
    check_stops(lambda: CountTask(open5, method=method))  # which nobody counts in a second


def test_lower_bounds_are_events_and_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.apps.counting.count.LIST_S", 0.3)
    seen: list[Count] = []
    phases: set[str] = set()

    def see(event: Event) -> None:
        match event:
            case Answered(value):
                seen.append(value)
            case Progress(phase):
                phases.add(phase.split(":")[0])

    # Ganak is quick with it on a quick machine.
    monkeypatch.setattr("satcross.apps.counting.tools.is_installed", lambda tool: False)
    with CountTask(many_fills()) as task:
        task.subscribe(see)
        last = long_enough(
            lambda limit_s: at_least(task.run(limit_s), Reason.TIME_LIMIT),
            lambda _: len(seen) > 1,
            1.0,
        )
        assert 1 < len(seen) <= 2 + 10 * task.elapsed_s
    assert {count.kind for count in seen} == {CountKind.AT_LEAST}
    numbers = [count.n for count in seen]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] <= last.n
    assert phases >= {"arc consistency", "counting"}


def test_bounds_of_an_approximation_are_whole_numbers_within_the_factor() -> None:
    found = Count(CountKind.APPROXIMATE, 90, "approxmc", epsilon=0.8, delta=0.2, at_least=3)
    assert found.bounds() == (50, 162)
    found = Count(CountKind.APPROXIMATE, 90, "approxmc", epsilon=0.8, delta=0.2, at_least=70)
    assert found.bounds() == (70, 162)
    huge = Count(CountKind.APPROXIMATE, 10**400, "approxmc", epsilon=0.5, delta=0.2)
    assert huge.bounds()[1] == 15 * 10**399


@pytest.mark.parametrize(
    "keywords",
    [
        {"method": "guess"},
        {"epsilon": 0.0},
        {"epsilon": float("nan")},
        {"delta": 0.0},
        {"delta": 1.0},
    ],
)
def test_senseless_options_are_refused(keywords: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        count(square48(), **keywords)  # type: ignore[arg-type]


@pytest.mark.shared
def test_berghel_has_48() -> None:
    path = Path(__file__).parents[4] / "shared" / "data" / "words" / "berghel-134.txt"
    if not path.exists():
        pytest.skip("no shared data")
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(["....."] * 5)), sx.WordList.load(path))
    for method in ("auto", "exact"):
        found = counted(count(puzzle, method=method))
        assert (found.kind, found.n) == (CountKind.EXACT, 48)


@pytest.mark.slow
def test_ganak_counts_the_square_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyganak")
    monkeypatch.setattr("satcross.apps.counting.count.FRONTIER_S", 0.0)
    monkeypatch.setattr("satcross.apps.counting.count.LIST_UP_TO", 0)
    found = counted(count(square48(), method="exact"))
    assert (found.n, found.by) == (48, "ganak")
