"""Many fills: all of them, no two too much alike, and honest about how it ended."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle
from support.seeds import quick
from support.tasks import check_task, long_enough

import satcross as sx
from satcross.solve.protocol import SolverOptions
from satcross.tasks.enumerate import Distinct, Fills

SMALL_SQUARE = (
    "ab ad an at ba be by do go he hi ho in is it la lo ma me no of oh on or so to up we ye"
)


def square(n: int) -> sx.Puzzle:
    """An open 2 x n grid with two-letter words down and n-letter ones across."""
    words = sx.WordList.from_words(SMALL_SQUARE.split())
    return sx.Puzzle(sx.Grid.parse("\n".join([".." * (n // 2)] * 2)), words)


def free_words(fill: sx.Fill) -> set[str]:
    return {entry.word for entry in fill.entries if not entry.given}


def n_differing(one: sx.Fill, other: sx.Fill) -> int:
    return sum(a.word != b.word for a, b in zip(one.entries, other.entries, strict=True))


def brute(puzzle: sx.Puzzle) -> list[sx.Fill]:
    words = [word for word, _ in puzzle.words.words()]
    alphabet = puzzle.words.alphabet
    in_slot = {cell for slot in puzzle.slots for cell in slot.cells}
    fills = []
    for rows in sorted(
        all_fills(str(puzzle.grid).split("\n"), words, alphabet.letters, distinct=puzzle.distinct)
    ):
        cells = "".join(rows)
        fills.append(sx.Fill(puzzle, {p: alphabet.code(cells[p]) for p in sorted(in_slot)}))
    return fills


@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_all_fills_each_once(seed: int) -> None:
    puzzle = random_puzzle(seed)
    fills = sx.enumerate_fills(puzzle, seed=seed, limit=500)
    found = list(fills)
    expected = brute(puzzle)
    assert len(set(found)) == len(found) == fills.n_found == min(500, len(expected))
    if len(expected) < 500:
        assert fills.is_exhausted
        assert not fills.stopped
        assert set(found) == set(expected)
    elif len(expected) > 500:
        assert not fills.is_exhausted
        assert fills.stopped == "limit"


@pytest.mark.parametrize("seed", quick(range(60), 8))
@pytest.mark.parametrize("solver", ["lazy", "minisat22"])
def test_no_free_word_comes_again(seed: int, solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_process(monkeypatch)
    puzzle = random_puzzle(seed)
    fills = sx.enumerate_fills(puzzle, distinct="words", seed=seed, solver=solver)
    found = list(fills)
    assert fills.is_exhausted
    for one, other in itertools.combinations(found, 2):
        assert not free_words(one) & free_words(other)
    used = set[str]().union(*(free_words(fill) for fill in found))
    for fill in brute(puzzle):  # none was left out
        assert fill in found or free_words(fill) & used or not free_words(fill)


@pytest.mark.parametrize("seed", quick(range(60), 8))
@pytest.mark.parametrize("k", [1, 2, 3])
def test_at_least_k_entries_differ(seed: int, k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_process(monkeypatch)
    puzzle = random_puzzle(seed)
    solver = "lazy" if seed % 2 else "cadical195"
    fills = sx.enumerate_fills(puzzle, distinct=k, seed=seed, solver=solver, limit=40)
    found = list(fills)
    for one, other in itertools.combinations(found, 2):
        assert n_differing(one, other) >= k
    if fills.is_exhausted:
        for fill in brute(puzzle):
            assert any(n_differing(fill, other) < k for other in found) == bool(found)


def run_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eager solvers in this process: a child for each of many tiny puzzles takes too long."""
    from satcross.solve.backends import registry

    real = registry.eager_session
    monkeypatch.setattr(
        registry,
        "eager_session",
        lambda encoding, options, **how: real(encoding, options, **how, in_process=True),
    )


def test_the_end_is_reported_once_and_for_good() -> None:
    fills = sx.enumerate_fills(square(2), limit=2)
    assert isinstance(fills, Fills)
    assert not fills.is_exhausted
    assert not fills.stopped
    assert len(list(fills)) == 2
    assert list(fills) == []
    assert (fills.is_exhausted, fills.stopped, fills.n_found) == (False, "limit", 2)


def test_a_limit_that_is_just_the_number_of_fills_does_not_claim_more_than_it_knows() -> None:
    n = len(list(sx.enumerate_fills(square(2))))
    fills = sx.enumerate_fills(square(2), limit=n)
    assert len(list(fills)) == n
    assert not fills.is_exhausted  # nobody has asked whether there is one more


@pytest.mark.parametrize(
    ("solver", "distinct"),
    [
        ("lazy", "grids"),
        ("lazy", "words"),
        ("lazy", 3),
        pytest.param("minisat22", 3, marks=pytest.mark.slow),
    ],
)
def test_enumerating_is_a_task_like_others(
    solver: str, distinct: Distinct, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_in_process(monkeypatch)

    def final(result: Any, values: list[Any]) -> object:
        texts = {str(fill) for fill in values}
        assert len(texts) == len(values)
        return (result, texts) if distinct == "grids" else result.value.is_exhausted

    check_task(lambda: Fills(square(2), SolverOptions(solver), distinct=distinct), final=final)


def test_infeasible_at_once_says_where() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("A.Z"), sx.WordList.from_words(["abc", "zzz"]))
    fills = sx.enumerate_fills(puzzle)
    assert list(fills) == []
    assert fills.is_exhausted
    assert fills.why == "no word fits 1A"


def test_time_limit_keeps_what_was_found() -> None:
    words = sx.WordList.from_words(
        ["".join(letters) for letters in itertools.product("ABCD", repeat=4)],
        alphabet=sx.Alphabet("ABCD"),
    )
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(["...."] * 4)), words)

    def listed(limit_s: float) -> tuple[sx.Fills, list[sx.Fill]]:
        fills = sx.enumerate_fills(puzzle, time_limit_s=limit_s)
        return fills, list(fills)

    fills, found = long_enough(listed, lambda both: len(both[1]) > 1)
    assert fills.stopped == "time limit"
    assert not fills.is_exhausted
    assert len(found) > 1


@pytest.mark.parametrize(("limit", "distinct"), [(0, "grids"), (-1, "grids"), (None, 0)])
def test_senseless_numbers_are_refused(limit: int | None, distinct: Distinct) -> None:
    with pytest.raises(sx.OptionError):
        sx.enumerate_fills(square(2), limit=limit, distinct=distinct)


def test_seeds_make_different_fills_and_the_same_seed_the_same_ones() -> None:
    puzzle = square(2)
    runs = [
        tuple(str(fill) for fill in sx.enumerate_fills(puzzle, seed=seed, limit=3))
        for seed in (1, 1, 2, 3, 4)
    ]
    assert runs[0] == runs[1]
    assert len(set(runs)) > 2
