"""Draws: even where they say so, uneven where they say that, all of them fills."""

from __future__ import annotations

import collections
import sys
from pathlib import Path
from typing import Any

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.tasks import check_task, ends_within, long_enough

import satcross as sx
from satcross.apps.counting.sample import Evenness, Samples
from satcross.errors import OptionError, SolverError
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Listed, Progress

DUMPS = Path(__file__).parents[3] / "cnf_dumps"
# The 0.001 and 0.999 quantiles of chi-square with 47 degrees of freedom.
LOW_47, HIGH_47 = 23.3, 82.7


def square48() -> sx.Puzzle:
    words = sx.WordList.load(DUMPS / "square48.words")
    return sx.Puzzle(sx.read_grid(str(DUMPS / "square48.grid")), words)


def brute(puzzle: sx.Puzzle) -> set[str]:
    rows = str(puzzle.grid).split("\n")
    words = [word for word, _ in puzzle.words.words()]
    letters = puzzle.words.alphabet.letters
    return {"\n".join(fill) for fill in all_fills(rows, words, letters, distinct=puzzle.distinct)}


def chi_square(draws: list[str], n_fills: int) -> float:
    expected = len(draws) / n_fills
    seen = collections.Counter(draws)
    missed = (n_fills - len(seen)) * expected
    return missed + sum((n - expected) ** 2 / expected for n in seen.values())


@pytest.mark.parametrize("list_up_to", [100, 0])
def test_uniform_draws_pass_the_chi_square_test(list_up_to: int) -> None:
    draws = Samples(square48(), n=960, list_up_to=list_up_to, options=SolverOptions(seed=1))
    statistic = chi_square([str(fill) for fill in draws], 48)
    assert draws.evenness is Evenness.UNIFORM
    assert draws.by == ("enumeration" if list_up_to else "frontier")
    assert draws.n_fills == 48
    assert LOW_47 < statistic < HIGH_47


def test_fast_draws_fail_it_and_say_so() -> None:
    draws = Samples(square48(), n=72, method="fast", options=SolverOptions(seed=1))
    statistic = chi_square([str(fill) for fill in draws], 48)
    assert draws.evenness is Evenness.NOT
    assert draws.n_fills is None
    assert statistic > 3 * HIGH_47


def test_unigen_passes_it_too() -> None:
    pytest.importorskip("pyunigen")
    draws = Samples(square48(), n=240, list_up_to=0, frontier_rows=0, options=SolverOptions(seed=1))
    statistic = chi_square([str(fill) for fill in draws], 48)
    assert (draws.evenness, draws.by) == (Evenness.ALMOST, "unigen")
    assert LOW_47 < statistic < HIGH_47


@pytest.mark.parametrize("how", ["enumeration", "frontier", "unigen", "fast"])
def test_draws_are_fills_and_depend_on_the_seed_alone(how: str) -> None:
    if how == "unigen":
        pytest.importorskip("pyunigen")
    for number in (1, 7, 38) if how == "frontier" else (1, 7):
        puzzle = random_puzzle(number)
        expected = brute(puzzle)

        def run(seed: int, puzzle: sx.Puzzle = puzzle) -> list[str]:
            draws = Samples(
                puzzle,
                n=5,
                method="fast" if how == "fast" else "uniform",
                list_up_to=2000 if how == "enumeration" else 0,
                frontier_rows=10**6 if how == "frontier" else 0,
                options=SolverOptions(seed=seed),
            )
            found = [str(fill) for fill in draws]
            assert draws.n_found == (5 if draws.n_fills != 0 else 0)
            assert draws.stopped is (Reason.LIMIT if draws.n_fills != 0 else None)
            return found

        found = run(3)
        assert run(3) == found
        assert set(found) <= expected
        assert len(found) == (5 if expected else 0)
        if len(expected) > 100:
            assert run(4) != found


def test_with_replacement() -> None:
    draws = Samples(square48(), n=200)
    found = list(draws)
    assert len(found) == 200
    assert len(set(found)) <= 48


def test_unfillable_is_proved_by_every_way() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("A.Z"), sx.WordList.from_words(["abc", "zzz"]))
    draws = Samples(puzzle)
    assert (list(draws), draws.n_fills, draws.why) == ([], 0, "no word fits 1A")
    words = sx.WordList.load(DUMPS / "impossible.words")
    puzzle = sx.Puzzle(sx.read_grid(str(DUMPS / "impossible.grid")), words)
    for draws in (Samples(puzzle), Samples(puzzle, list_up_to=0), Samples(puzzle, method="fast")):
        assert (list(draws), draws.n_fills) == ([], 0)
    draws = Samples(puzzle, list_up_to=0, frontier_rows=0)
    pytest.importorskip("pyunigen")
    assert (list(draws), draws.n_fills) == ([], 0)


def test_time_limits_are_kept() -> None:
    puzzle = sx.Puzzle("\n".join(["....."] * 5), sx.WordList.builtin())
    for list_up_to in (0, 10**9):
        draws = Samples(puzzle, time_limit_s=0.3, list_up_to=list_up_to)
        with ends_within(0.3):
            assert list(draws) == []
        assert draws.stopped is Reason.TIME_LIMIT


def test_fast_keeps_what_was_drawn_before_the_limit() -> None:
    def drawn(limit_s: float) -> tuple[Samples, list[sx.Fill]]:
        draws = Samples(square48(), n=10**9, method="fast", time_limit_s=limit_s)
        return draws, list(draws)

    draws, found = long_enough(drawn, lambda both: both[1])
    assert 0 < len(found) == draws.n_found
    assert draws.stopped is Reason.TIME_LIMIT


@pytest.mark.parametrize("how", ["enumeration", "frontier", "fast"])
def test_runs_that_were_stopped_give_the_samples_of_one_run(how: str) -> None:
    def samples() -> Samples:
        return Samples(
            square48(),
            SolverOptions(seed=5),
            n=6,
            method="fast" if how == "fast" else "uniform",
            list_up_to=100 if how == "enumeration" else 0,
        )

    expected = [str(fill) for fill in samples()]
    found: list[str] = []
    n_runs = 0
    with samples() as task:
        task.subscribe(
            lambda event: (
                task.stop()
                if isinstance(event, Progress)
                else found.append(str(getattr(event, "value", "")))
            )
        )
        while isinstance(result := task.run(0.02), Stopped):
            assert result.partial == Listed(len(found), False)
            n_runs += 1
            assert n_runs < 1000
    assert result == Found(Listed(6, False))
    assert n_runs > 0
    if how != "fast":  # where a search that was stopped may find another fill
        assert found == expected
    assert len(found) == 6


def test_samples_are_a_task_like_others() -> None:
    def final(result: Any, values: list[Any]) -> object:
        return result, [str(fill) for fill in values]

    check_task(lambda: Samples(square48(), SolverOptions(seed=2), n=5), final=final)
    check_task(lambda: Samples(square48(), n=5, list_up_to=0), final=final)


def test_the_result_of_a_run_says_when_there_is_nothing_to_sample() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("A.Z"), sx.WordList.from_words(["abc", "zzz"]))
    assert Samples(puzzle).run() == Impossible("no word fits 1A")


def test_unigen_is_asked_for_only_when_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyunigen", None)
    assert len(list(Samples(square48(), n=3))) == 3
    assert len(list(Samples(square48(), n=3, list_up_to=0))) == 3
    with pytest.raises(SolverError, match="pyunigen"):
        list(Samples(square48(), n=3, list_up_to=0, frontier_rows=0))


@pytest.mark.parametrize("keywords", [{"n": 0}, {"method": "lucky"}])
def test_senseless_options_are_refused(keywords: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        Samples(square48(), **keywords)  # type: ignore[arg-type]


@pytest.mark.slow
def test_unigen_by_hashing_passes_the_chi_square_test() -> None:
    pytest.importorskip("pyunigen")
    puzzle = random_puzzle(38)  # 448 fills: too many for UniGen to list
    draws = Samples(puzzle, n=896, list_up_to=0, frontier_rows=0, options=SolverOptions(seed=1))
    statistic = chi_square([str(fill) for fill in draws], 448)
    assert statistic < 545  # 0.999 quantile with 447 degrees of freedom
