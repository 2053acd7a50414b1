"""Whether a fill is the only one, and the fewest letters that make it so: the public functions."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from satcross import Puzzle, SolverOptions
from satcross.extend import ProgressHandler, PuzzleLike, WordsLike, public, run_task
from satcross.model.grid import GridLike

if TYPE_CHECKING:
    from satcross.apps.unique.givens import GivensResult
    from satcross.apps.unique.others import Giving
    from satcross.apps.unique.unique import UniqueResult


@public
def unique(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    certificate: str | PathLike[str] | None = None,
    on_progress: ProgressHandler | None = None,
) -> UniqueResult:
    """Find a fill, and prove that it is the only one or find another.

    Args:
        certificate: a file for the proof, if there is no other fill: `verify_certificate` checks
            it.

    Returns: `Found` with a `Uniqueness`: `.fill`, and `.other`, which is None where the fill is
        proved to be the only one; `.cells` is where the two differ. `Impossible`; or `Stopped`,
        whose `partial` has the fill if one was found.

    >>> unique("C..\\n#.#\\n...", ["cot", "ode", "pen", "cat"]).value.is_unique
    True
    """
    from satcross.apps.unique.unique import UniqueTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = UniqueTask(Puzzle.of(puzzle, words), options, certificate=certificate)
    return run_task(task, time_limit_s)


@public
def minimal_givens(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    solution: GridLike | None = None,
    by: Giving = "cells",
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> GivensResult:
    """Find the fewest letters to give so that one fill is left, and prove that fewer do not do.

    Args:
        solution: the fill to be left; None for the one that `fill` finds.
        by: what is given together: "cells", a cell with those that must hold the same letter; or
            "entries", all letters of a slot.

    Returns: `Best` with `Givens`: `.names` of the cells or slots, and `.puzzle`, which has their
        letters; or `Impossible`, or `Stopped`.

    >>> best = minimal_givens("..\\n..", ["at", "to", "oh", "ah", "ho"])
    >>> best.value.names, best.objective, best.is_proved
    (('r2c1',), 1, True)
    """
    from satcross.apps.unique.givens import GivensTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = GivensTask(Puzzle.of(puzzle, words), options, solution=solution, by=by)
    return run_task(task, time_limit_s)
