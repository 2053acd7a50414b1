"""Counting fills and finding them by number: as many as there are, in one order, with limits."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support.brute_force import all_fills
from support.random_puzzles import larger_puzzle, random_puzzle
from support.seeds import quick, split

import satcross as sx
from satcross.apps.counting import counter as counter_module
from satcross.apps.counting.counter import FillCounter
from satcross.model.consistency import Domains, arc_consistent
from satcross.solve.lazy.engine import VARIABLE
from satcross.task import Deadline


@pytest.fixture(params=["join", "diagrams"])
def by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which way counters take."""
    name = str(request.param)
    if name == "diagrams":
        monkeypatch.setenv(VARIABLE, "python")
    return name


def brute(puzzle: sx.Puzzle) -> set[str]:
    rows = str(puzzle.grid).split("\n")
    words = [word for word, _ in puzzle.words.words()]
    letters = puzzle.words.alphabet.letters
    return {"\n".join(fill) for fill in all_fills(rows, words, letters, distinct=puzzle.distinct)}


def compare(seed: int) -> None:
    puzzle = random_puzzle(seed)
    expected = brute(puzzle)
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        assert not expected
        return
    counter = FillCounter(domains)
    assert counter.run()
    assert counter.n_found == len(expected)
    found = counter.pick(range(len(expected)))
    assert found is not None
    fills = [
        str(sx.Fill(puzzle, dict(zip(domains.cells, codes.tolist(), strict=True))))
        for codes in found
    ]
    assert len(fills) == len(expected)
    assert set(fills) == expected


@pytest.mark.parametrize("first", quick(range(0, 60, 30), 1))
def test_all_fills_each_once(first: int, by: str) -> None:
    for seed in range(first, first + 30):
        compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 6000, 100))
def test_all_fills_each_once_of_thousands(first: int, by: str) -> None:
    for seed in range(first, first + 100):
        compare(seed)


@pytest.mark.parametrize("seeds", split(range(25), 3))
@pytest.mark.parametrize("rows", [1, 2, 7])
def test_pieces_of_any_size_give_the_same(
    seeds: range, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counter_module, "_ROWS", rows)
    for seed in seeds:
        compare(seed)


@pytest.mark.parametrize("seeds", split(range(40), 8))
def test_both_ways_count_the_same(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    n_large = 0
    for seed in seeds:
        domains = arc_consistent(larger_puzzle(seed))
        if domains.emptied is not None:
            continue
        joined = FillCounter(domains)
        if not joined.run(max_steps=3_000_000):
            continue
        monkeypatch.setenv(VARIABLE, "python")
        compiled = FillCounter(domains)
        assert compiled.run()
        monkeypatch.delenv(VARIABLE)
        assert joined.n_found == compiled.n_found, seed
        n_large += joined.n_found > 1000
    assert n_large > 0


def square_of_all_words(letters: str, n: int) -> Domains:
    words = ["".join(word) for word in itertools.product(letters, repeat=n)]
    listed = sx.WordList.from_words(words, alphabet=sx.Alphabet(letters))
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(["." * n] * n)), listed, distinct=False)
    return arc_consistent(puzzle)


def test_counts_that_are_known(by: str) -> None:
    counter = FillCounter(square_of_all_words("ABC", 3))
    assert counter.run()
    assert counter.n_found == 3**9


def test_fills_have_their_numbers_in_the_order_of_letters(by: str) -> None:
    counter = FillCounter(square_of_all_words("AB", 3))
    assert counter.run()
    found = counter.pick([0, 0, 5, 511])
    assert found is not None
    assert [int("".join(map(str, codes.tolist())), 2) for codes in found] == [0, 0, 5, 511]


def test_a_run_that_was_stopped_goes_on(by: str) -> None:
    domains = square_of_all_words("ABCD", 3)
    whole = FillCounter(domains)
    assert whole.run()
    counter, n_runs = FillCounter(domains), 0
    while not counter.run(max_steps=10_000 * (n_runs + 1) if by == "join" else n_runs):
        n_runs += 1
    assert n_runs > 3
    assert (counter.n_found, whole.n_found) == (4**9, 4**9)
    assert counter.n_steps == whole.n_steps
    wanted = [0, 5, 5, 4**9 - 1]
    expected = whole.pick(wanted)
    assert expected is not None
    while (found := counter.pick(wanted, deadline=Deadline.after(0.001))) is None:
        pass
    assert np.array_equal(found, expected)


def test_limits_leave_a_lower_bound() -> None:
    counter = FillCounter(square_of_all_words("ABCD", 4))
    ticks: list[int] = []
    assert not counter.run(
        deadline=Deadline.after(1.0), on_tick=lambda: ticks.append(counter.n_found)
    )
    assert 0 < counter.n_found < 4**16
    assert ticks == sorted(ticks)
    assert ticks
    again = FillCounter(square_of_all_words("ABCD", 4))
    assert not again.run(max_steps=100_000)
    assert again.n_steps == 100_000
    before = again.n_found
    assert not again.run(max_steps=100_000)
    assert again.n_found == before


def test_diagrams_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "python")
    counter = FillCounter(square_of_all_words("ABCD", 3))
    assert not counter.run(max_steps=1)
    assert counter.n_found == 0
