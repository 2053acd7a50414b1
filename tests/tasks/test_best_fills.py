"""The best fills by total score against brute force."""

from __future__ import annotations

import pytest
from support.random_puzzles import random_puzzle
from support.seeds import quick

import satcross as sx
from satcross.solve.lazy.engine import VARIABLE
from satcross.tasks.best import BestFillsTask
from satcross.tasks.enumerate import Fills


@pytest.mark.parametrize("kernel", ["", "python"])
@pytest.mark.parametrize("seed", quick(range(100), 25))
def test_the_best_come_in_falling_order(
    seed: int, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = random_puzzle(seed)
    every = sorted((fill.score for fill in Fills(puzzle)), reverse=True)
    if kernel and len(every) > 200:
        return
    monkeypatch.setenv(VARIABLE, kernel)
    n = 1 + seed % 7
    with BestFillsTask(puzzle, n=n) as task:
        result = task.run()
    if not every:
        assert isinstance(result, sx.Impossible)
        return
    assert isinstance(result, sx.Found)
    assert [fill.score for fill in result.value] == every[:n]
    assert len(set(result.value)) == len(result.value)
    least = every[len(every) // 2]
    with BestFillsTask(puzzle, n=10_000, min_total=least) as task:
        above = task.run()
    assert isinstance(above, sx.Found)
    assert [fill.score for fill in above.value] == [total for total in every if total >= least]
    with BestFillsTask(puzzle, n=1, min_total=every[0] + 1) as task:
        assert isinstance(task.run(), sx.Impossible)


def test_a_stopped_run_goes_on() -> None:
    puzzle = sx.Puzzle("....\n" * 4, sx.WordList.builtin(min_score=90))
    with BestFillsTask(puzzle, n=3) as task:
        first = task.run(0.001)
        assert isinstance(first, sx.Stopped)
        done = task.run()
    assert isinstance(done, sx.Found)
    with BestFillsTask(puzzle, n=3) as task:
        assert task.run() == done


def test_other_rules_are_refused() -> None:
    puzzle = sx.Puzzle("...", ["ape", "bat"], no_near_duplicates=True)
    with pytest.raises(sx.OptionError, match="cannot be listed"):
        BestFillsTask(puzzle, n=2)
