"""The best fills of puzzles with all that there is, against brute force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from support.random_puzzles import random_puzzle
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle, slots_of
from support.seeds import quick

import satcross as sx
from satcross.apps.optimise import lowest
from satcross.apps.optimise.several import BestFills
from satcross.solve import refining
from satcross.solve.protocol import LazySession
from satcross.task import Event

KINDS = {
    "plain": Kind("ABC"),
    "rebus": Kind("ABC", rebus=True),
    "shared": Kind("ABCD", shared=True),
    "near": Kind("ABDES", near=True),
    "bars": Kind("ABC", bars=0.2, voids=0.1, min_lengths=(1, 2)),
}


def values_of(
    puzzle: sx.Puzzle, weights: Mapping[str, int], goal: str = "lowest"
) -> list[int | None]:
    """By brute force: what all fills are worth, falling."""
    slots = slots_of(puzzle.grid, puzzle.min_length)
    names = [slot.name for slot in puzzle.slots]
    scores = dict(puzzle.listed.words())
    found: list[int | None] = []
    for cells in all_fills_by_rules(puzzle):
        entries = tuple("".join(cells[at] for at in slot) for slot in slots)
        counted = [
            scores[entry] * weights.get(name, 1)
            for entry, slot, name in zip(entries, slots, names, strict=True)
            if weights.get(name, 1) and any(puzzle.grid.cells[at] == "." for at in slot)
        ]
        found.append(sum(counted) if goal == "total" else min(counted, default=None))
    return sorted(found, key=lambda value: -(value or 0))


@pytest.mark.parametrize("conflicts", [lowest.SAME_LEVEL_CONFLICTS, 0])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", quick(range(120), 4))
def test_the_best_come_in_falling_order_and_are_proved(
    seed: int, kind: str, conflicts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lowest, "SAME_LEVEL_CONFLICTS", conflicts)
    puzzle = make_puzzle(seed, KINDS[kind])
    free = [slot.name for slot in puzzle.slots if puzzle.given_codes(slot) is None]
    weights = {free[0]: (0, 3)[seed % 2]} if free and seed % 3 else {}
    every = values_of(puzzle, weights)
    most = 100 if conflicts else 20
    for limit in (1 + seed % 7, None if len(every) < most else most):
        best = BestFills(puzzle, goal="lowest", limit=limit, slot_weights=weights)
        found = list(best)
        assert [one.objective for one in found] == every[:limit]
        assert len({one.value for one in found}) == len(found)
        assert all(one.is_proved and one.bound == one.objective for one in found)
        assert best.is_exhausted == (len(found) < (limit or len(found) + 1))


@pytest.mark.parametrize("kind", ["rebus", "bars", "near"])
@pytest.mark.parametrize("seed", quick(range(120), 5))
def test_the_best_totals_are_proved(seed: int, kind: str) -> None:
    puzzle = make_puzzle(seed, KINDS[kind])
    free = [slot.name for slot in puzzle.slots if puzzle.given_codes(slot) is None]
    weights = {free[0]: (0, 3)[seed % 2]} if free and seed % 3 else {}
    every = values_of(puzzle, weights, "total")
    # Rounds keep a puzzle from the join, which goes through all fills of a small one.
    for rounds in (None, 1_000_000):
        found = BestFills(puzzle, goal="total", limit=3, slot_weights=weights, rounds=rounds)
        assert [one.objective for one in found] == every[:3]


@pytest.mark.parametrize("n_words", [20, 200])
def test_the_number_of_sessions_does_not_grow_with_the_fills(
    n_words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_sessions = 0
    make_session = refining.search_session

    def counted(*args: Any, **options: Any) -> LazySession:
        nonlocal n_sessions
        n_sessions += 1
        return make_session(*args, **options)

    monkeypatch.setattr(lowest, "search_session", counted)
    letters = "ABCDEFGHIJ"
    words = [a + b + c for a in letters for b in letters for c in letters][:n_words]
    scores = {word: 50 + at % 3 for at, word in enumerate(words)}
    assert len(list(BestFills(sx.Puzzle("...", scores)))) == n_words
    assert n_sessions <= 6  # one finds each of the three levels, one the others of it


@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_a_run_that_is_stopped_goes_on(seed: int) -> None:
    puzzle = random_puzzle(seed)
    whole = [one.objective for one in BestFills(puzzle, limit=20)]
    found: list[int | None] = []
    with BestFills(puzzle, limit=20) as task:

        def note(event: Event) -> None:
            if isinstance(event, sx.Answered):
                found.append(event.value.objective)
                task.stop()

        task.subscribe(note)
        for _ in range(len(whole) + 1):
            task.run()
    assert found == whole
