"""Going through all fills cell by cell: as many as there are, in one order, with limits."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.seeds import quick, split

import satcross as sx
from satcross.model.consistency import arc_consistent
from satcross.solve.counting import frontier as frontier_module
from satcross.solve.counting.frontier import Frontier
from satcross.task import Deadline


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
    frontier = Frontier(domains)
    ended, found = frontier.run(wanted=range(len(expected)))
    assert ended
    assert frontier.n_found == len(expected)
    fills = [
        str(sx.Fill(puzzle, dict(zip(domains.cells, codes.tolist(), strict=True))))
        for codes in found
    ]
    assert len(fills) == len(expected)
    assert set(fills) == expected


@pytest.mark.parametrize("first", quick(range(0, 60, 30), 1))
def test_all_fills_each_once(first: int) -> None:
    for seed in range(first, first + 30):
        compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 6000, 100))
def test_all_fills_each_once_of_thousands(first: int) -> None:
    for seed in range(first, first + 100):
        compare(seed)


@pytest.mark.parametrize("seeds", split(range(25), 6))
@pytest.mark.parametrize("chunk", [1, 2, 7])
def test_pieces_of_any_size_give_the_same(
    seeds: range, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontier_module, "CHUNK", chunk)
    for seed in seeds:
        compare(seed)


def square_of_all_words(letters: str, n: int) -> sx.Puzzle:
    words = ["".join(word) for word in itertools.product(letters, repeat=n)]
    listed = sx.WordList.from_words(words, alphabet=sx.Alphabet(letters))
    return sx.Puzzle(sx.Grid.parse("\n".join(["." * n] * n)), listed, distinct=False)


def test_counts_that_are_known() -> None:
    frontier = Frontier(arc_consistent(square_of_all_words("ABC", 3)))
    assert frontier.run()[0]
    assert frontier.n_found == 3**9


def test_a_wanted_fill_can_be_wanted_twice() -> None:
    frontier = Frontier(arc_consistent(square_of_all_words("AB", 3)))
    ended, found = frontier.run(wanted=[0, 0, 5, 511])
    assert ended
    assert np.array_equal(found[0], found[1])
    assert len({codes.tobytes() for codes in found}) == 3


def test_a_run_that_was_stopped_goes_on() -> None:
    frontier = Frontier(arc_consistent(square_of_all_words("ABCD", 3)))
    wanted = [0, 5, 5, 4**9 - 1]
    whole = frontier.run(wanted=wanted)
    n_rows, n_runs, ended = frontier.n_rows, 0, False
    frontier.run(wanted=wanted, max_rows=1)
    while not ended:
        seen = frontier.n_rows
        ended, found = frontier.run(wanted=wanted, max_rows=seen, resume=True)
        n_runs += 1
    assert n_runs > 3
    assert (frontier.n_found, frontier.n_rows) == (4**9, n_rows)
    assert [codes.tolist() for codes in found] == [codes.tolist() for codes in whole[1]]


def test_limits_leave_a_lower_bound() -> None:
    domains = arc_consistent(square_of_all_words("ABCD", 4))
    frontier = Frontier(domains)
    ticks: list[int] = []
    ended, _ = frontier.run(
        deadline=Deadline.after(1.0), on_tick=lambda: ticks.append(frontier.n_found)
    )
    assert not ended
    assert 0 < frontier.n_found < 4**16
    assert ticks == sorted(ticks)
    assert ticks
    ended, _ = frontier.run(max_rows=100_000)
    assert not ended
    assert 100_000 < frontier.n_rows < 100_000 + 4 * frontier_module.CHUNK
    before = frontier.n_found
    frontier.run(max_rows=100_000)
    assert frontier.n_found == before
