"""The best fill and the best fills: the public functions."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING

from satcross import Puzzle, SolverOptions
from satcross.extend import ProgressHandler, PuzzleLike, WordsLike, public, run_task

if TYPE_CHECKING:
    from satcross.apps.optimise.optimise import OptimiseResult
    from satcross.apps.optimise.several import BestFills
    from satcross.extend import Goal


@public
def optimise(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    goal: Goal = "lowest",
    slot_weights: Mapping[str, int] | None = None,
    rounds: int | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    certificate: str | PathLike[str] | None = None,
    on_progress: ProgressHandler | None = None,
) -> OptimiseResult:
    """Find the best fill and prove that it is; or the best within the limits, and a bound.

    Args:
        goal: "lowest": the largest lowest score; "total": the largest sum of scores.
        slot_weights: by slot name, what to multiply scores by, 0 to 1000; 1 for others.
        rounds: calls of the solver after which to stop; unlike a time limit this does not depend
            on the machine.
        certificate: a file for the proof that no fill is better: `verify_certificate` checks it.

    Returns: `Best`, whose `reason` is None when it is proved; `Impossible`; or `Stopped`.

    >>> best = optimise("...", {"ape": 60, "bat": 80, "cot": 70}, goal="total")
    >>> print(best.value, best.objective, best.is_proved)
    BAT 80 True
    """
    from satcross.apps.optimise.optimise import OptimiseTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = OptimiseTask(
        Puzzle.of(puzzle, words), options, goal=goal, slot_weights=slot_weights, rounds=rounds,
        certificate=certificate,
    )  # fmt: skip
    return run_task(task, time_limit_s)


@public
def best_fills(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    goal: Goal = "lowest",
    limit: int | None = None,
    min_total: int | None = None,
    slot_weights: Mapping[str, int] | None = None,
    rounds: int | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> BestFills:
    """An iterator over the best fills, in falling order, each proved to be the best of the rest.

    Args:
        goal: "lowest": the largest lowest score; "total": the largest sum of scores.
        slot_weights: by slot name, what to multiply scores by, 0 to 1000; 1 for others.
        rounds: calls of the solver for each fill, after which to go on to the next; unlike a time
            limit this does not depend on the machine.
        limit: how many fills at most; None for all.
        min_total: leave out fills with a lower total; None for none.
        time_limit_s: seconds for all fills together.

    Returns: an iterator of `Best`. A fill whose `reason` is not None is not proved to be the best
        of the rest, and may be followed by a better one.

    >>> best = best_fills("...", {"ape": 60, "bat": 80, "cot": 70}, goal="total", min_total=65)
    >>> [(str(one.value), one.objective) for one in best]
    [('BAT', 80), ('COT', 70)]
    """
    from satcross.apps.optimise.several import BestFills

    options = SolverOptions(seed=seed, on_progress=on_progress)
    return BestFills(
        Puzzle.of(puzzle, words), options, goal=goal, slot_weights=slot_weights, rounds=rounds,
        limit=limit, min_total=min_total, time_limit_s=time_limit_s,
    )  # fmt: skip
