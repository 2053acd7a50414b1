"""The best fills by total score, found by the join, against brute force."""

from __future__ import annotations

import pytest
from support.random_puzzles import random_puzzle
from support.seeds import quick

import satcross as sx
from satcross.apps.optimise import ranked
from satcross.apps.optimise.several import BestFills
from satcross.tasks.enumerate import Fills
from satcross.tasks.objective import FillValue


def totals_of(puzzle: sx.Puzzle, weights: dict[str, int] | None = None) -> list[int]:
    """The totals of all fills, in falling order."""
    value_of = FillValue(puzzle, "total", weights or {})
    return sorted((value_of.value(fill) or 0 for fill in Fills(puzzle)), reverse=True)


@pytest.mark.parametrize("seed", quick(range(100), 13))
def test_the_best_come_in_falling_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = random_puzzle(seed)
    weights = {puzzle.slots[seed % len(puzzle.slots)].name: 3} if seed % 2 else {}
    given = {slot.name for slot in puzzle.slots if puzzle.given_codes(slot) is not None}
    weights = {name: weight for name, weight in weights.items() if name not in given}
    every = totals_of(puzzle, weights)
    monkeypatch.setattr(ranked, "FIRST", 3)  # all of them are found in several steps
    for limit in (1 + seed % 7, None):
        if limit is None and len(every) > 200:
            continue
        best = BestFills(puzzle, goal="total", limit=limit, slot_weights=weights)
        found = list(best)
        assert [one.objective for one in found] == every[:limit]
        assert len({str(one.value) for one in found}) == len(found)
        assert all(one.is_proved and one.bound == one.objective for one in found)
        assert best.is_exhausted == (limit is None or len(every) < limit)
    if every and len(every) <= 200:
        least = every[len(every) // 2]
        above = list(BestFills(puzzle, goal="total", min_total=least, slot_weights=weights))
        assert [one.objective for one in above] == [total for total in every if total >= least]
        none = BestFills(puzzle, goal="total", min_total=every[0] + 1, slot_weights=weights)
        assert not list(none)
        assert isinstance(none.result, sx.Impossible)
        assert "no fill has a total of" in none.why


@pytest.mark.parametrize("seed", quick(range(100), 8))
def test_the_searches_agree_on_the_best_total(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = random_puzzle(seed)
    every = totals_of(puzzle)
    for letters in (1, 30, 10**8):
        monkeypatch.setattr(ranked, "JOIN_LETTERS", letters)
        best = sx.optimise(puzzle, goal="total")
        assert isinstance(best, sx.Best) == bool(every)
        if isinstance(best, sx.Best):
            assert best.is_proved
            assert best.objective == every[0]


def test_a_search_that_is_not_for_the_join_stops_at_the_least_total() -> None:
    words = {"ape": 60, "bat": 80, "cot": 70}
    puzzle = sx.Puzzle("...", words, no_near_duplicates=True)
    best = BestFills(puzzle, goal="total", min_total=65)
    assert [str(one.value) for one in best] == ["BAT", "COT"]
    assert best.is_exhausted


def test_a_stopped_run_goes_on() -> None:
    puzzle = sx.Puzzle("....\n" * 4, sx.WordList.builtin(min_score=90))
    whole = [one.objective for one in BestFills(puzzle, goal="total", limit=3)]
    with BestFills(puzzle, goal="total", limit=3) as task:
        task.stop()
        first = task.run()
        assert isinstance(first, sx.Stopped)
        assert isinstance(task.run(), sx.Found)
        assert task.n_found == len(whole)
        assert task.best is not None
        assert task.best.objective == whole[-1]


def test_a_least_total_is_for_the_total() -> None:
    with pytest.raises(sx.OptionError, match="goal total"):
        BestFills(sx.Puzzle("...", ["ape", "bat"]), min_total=3)
