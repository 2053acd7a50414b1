"""Ganak, ApproxMC and UniGen: right, stoppable, and asked for by name when missing."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from support.random_puzzles import random_puzzle
from support.seeds import quick, split
from support.tasks import ends_within

import satcross as sx
from satcross.apps.counting import tools as counting
from satcross.apps.counting.counter import FillCounter
from satcross.apps.counting.tools import Tool, ToolJob
from satcross.encoding.encode import encode
from satcross.errors import SolverError
from satcross.model.consistency import arc_consistent
from satcross.task import Deadline

FEW = 6  # Ganak takes seconds for some puzzles with more fills


def job_of(
    puzzle: sx.Puzzle, tool: Tool, encoding: str = "dawg", *, n_samples: int = 0, seed: int = 1
) -> ToolJob:
    encoded = encode(puzzle, encoding=encoding)
    formula = encoded.formula
    return ToolJob(
        tool, formula.flat, formula.n_vars, encoded.letters.n, seed=seed, n_samples=n_samples
    )


def n_fills(puzzle: sx.Puzzle) -> int | None:
    """None when arc consistency leaves nothing to encode."""
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return None
    counter = FillCounter(domains)
    counter.run()
    return counter.n_found


def hard_puzzle() -> sx.Puzzle:
    words = sx.WordList.builtin(min_score=55)
    return sx.Puzzle(sx.Grid.parse("\n".join(["....."] * 5)), words)


def check_ganak(seed: int, few: int) -> bool:
    puzzle = random_puzzle(seed)
    expected = n_fills(puzzle)
    if expected is None or expected > few:
        return False
    for encoding in ("support", "dawg"):
        assert counting.answer(job_of(puzzle, "ganak", encoding)).n == expected, (seed, encoding)
    return True


@pytest.mark.parametrize("first", quick(range(0, 200, 50), 1))
def test_ganak_is_exact(first: int) -> None:
    pytest.importorskip("pyganak")
    assert sum(check_ganak(seed, FEW) for seed in range(first, first + 50)) > 12


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 3000, 100))
def test_ganak_is_exact_on_thousands(first: int) -> None:
    pytest.importorskip("pyganak")
    for seed in range(first, first + 100):
        check_ganak(seed, 10 * FEW)


@pytest.mark.parametrize("encoding", ["support", "dawg"])
def test_approxmc_keeps_its_word(encoding: str) -> None:
    pytest.importorskip("pyapproxmc")
    n_asked = n_outside = n_large = 0
    for seed in range(40):
        puzzle = random_puzzle(seed)
        expected = n_fills(puzzle)
        if expected is None:
            continue
        n_asked += 1
        n_large += expected > 72  # below, ApproxMC lists them
        n = counting.answer(job_of(puzzle, "approxmc", encoding)).n
        n_outside += not expected / 1.8 <= n <= expected * 1.8
        assert expected > 72 or n == expected
    assert n_asked > 20
    assert n_large > 2
    assert n_outside <= 0.2 * n_large


def test_a_release_of_approxmc_that_miscounts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counter:
        def __init__(self, **_: object) -> None:
            pass

        def add_clause(self, clause: object) -> None:
            pass

        def count(self, _: object) -> tuple[int, int]:
            return 1, 0  # what pyapproxmc 4.3 and 4.4 say

    monkeypatch.setitem(sys.modules, "pyapproxmc", SimpleNamespace(Counter=Counter, __spec__=1))
    with pytest.raises(SolverError, match=r"miscounts .* pip install 'pyapproxmc<4.3'"):
        counting.answer(job_of(random_puzzle(0), "approxmc"))


@pytest.mark.parametrize("seeds", split(range(60), 10))
def test_unigen_draws_fills_and_as_many_as_asked_for(seeds: range) -> None:
    pytest.importorskip("pyunigen")
    for seed in seeds:
        puzzle = random_puzzle(seed)
        if not 0 < (n_fills(puzzle) or 0) <= 70:
            continue
        encoded = encode(puzzle, encoding="dawg")
        found = counting.answer(job_of(puzzle, "unigen", n_samples=3))
        assert len(found.samples) == 3
        for sample in found.samples:
            fill = sx.Fill(puzzle, encoded.letters.letters(sample))
            assert not sx.verify(puzzle.grid, fill.grid, puzzle.words, distinct=puzzle.distinct)


@pytest.mark.parametrize("tool", ["ganak", "approxmc", "unigen"])
def test_the_child_says_what_this_process_says(tool: Tool) -> None:
    pytest.importorskip(counting.package_of(tool))
    job = job_of(random_puzzle(1), tool, n_samples=4)
    assert counting.run(job) == counting.answer(job)


@pytest.mark.parametrize("tool", ["ganak", "approxmc", "unigen"])
def test_deadlines_are_kept_whatever_the_tool_does(tool: Tool) -> None:
    pytest.importorskip(counting.package_of(tool))
    job = job_of(hard_puzzle(), tool, n_samples=2)
    with ends_within(0.3):
        assert counting.run(job, deadline=Deadline.after(0.3)) is None


def test_an_exception_in_a_tick_ends_the_child() -> None:
    pytest.importorskip("pyganak")

    def tick() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        counting.run(job_of(hard_puzzle(), "ganak"), on_tick=tick)


@pytest.mark.parametrize("tool", ["ganak", "approxmc", "unigen"])
def test_what_is_missing_is_asked_for_by_name(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, counting.package_of(tool), None)
    assert not counting.is_installed(tool)
    job = ToolJob(tool, np.array([1, 0], dtype=np.int32), 1, 1)
    for call in (counting.run, counting.answer):
        with pytest.raises(SolverError) as error:
            call(job)
        assert f"py{tool}" in str(error.value)
        assert "pip install 'satcross[count]'" in str(error.value)
        assert "\n" not in str(error.value)


def test_a_tool_that_dies_is_an_error_and_does_not_take_us_with_it() -> None:
    pytest.importorskip("pyunigen")
    unsatisfiable = ToolJob("unigen", np.array([1, 0, -1, 0], dtype=np.int32), 1, 1, n_samples=1)
    with pytest.raises(SolverError, match="unigen died: exit code"):
        counting.run(unsatisfiable)
