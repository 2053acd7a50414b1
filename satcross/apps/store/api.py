"""Files with all fills of a grid: the public functions."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from satcross import Puzzle, SolverOptions
from satcross.extend import ProgressHandler, PuzzleLike, WordsLike, public, run_task

if TYPE_CHECKING:
    from satcross.apps.store.compile import CompileResult
    from satcross.apps.store.store import FillStore


@public
def compile_fills(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    scores: bool = True,
    max_edges: int = 10_000_000,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> CompileResult:
    """Make a store of all fills, which answers in milliseconds: how many, which, the best.

    Args:
        scores: whether the store knows the scores of fills; without, it may be smaller.
        max_edges: how many edges its diagrams may have while they are made: a bound on memory.
        seed: of the search; the store does not depend on it.

    Returns: `Found` with a `FillStore`; `Impossible`; or `Stopped`.

    >>> store = compile_fills("..\\n..", ["at", "to", "oh", "ah", "ho"]).value
    >>> store.n_fills, store.letters()["r1c2"]
    (2, {'H': 1, 'T': 1})
    """
    from satcross.apps.store.compile import CompileTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = CompileTask(Puzzle.of(puzzle, words), options, scores=scores, max_edges=max_edges)
    return run_task(task, time_limit_s)


@public
def load_fills(path: str | PathLike[str]) -> FillStore:
    """The store of a file that `FillStore.save` or `satcross compile` wrote.

    Args:
        path: of the file.

    Raises:
        FormatError: the file cannot be read, is none of a store, or is damaged.

    >>> load_fills("missing.fills")
    Traceback (most recent call last):
    satcross.errors.FormatError: missing.fills: there is no such file; check the path
    """
    from satcross.apps.store.store import FillStore

    return FillStore.load(path)
