"""How many fills there are, and fills at random: the public functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross import Puzzle, SolverOptions
from satcross.extend import ProgressHandler, PuzzleLike, WordsLike, public, run_task

if TYPE_CHECKING:
    from satcross.apps.counting.count import CountMethod, CountResult
    from satcross.apps.counting.sample import SampleMethod, Samples


@public
def count(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    method: CountMethod = "auto",
    epsilon: float = 0.8,
    delta: float = 0.2,
    seed: int = 0,
    time_limit_s: float | None = None,
    encoding: str = "auto",
    on_progress: ProgressHandler | None = None,
) -> CountResult:
    """Count the fills: exactly, approximately, or at least. Two differ when a letter does.

    Args:
        method: "exact", "approximate", "enumerate", or "auto" for whichever can do it first.
        epsilon, delta: an approximation is right within a factor of 1 + epsilon with probability
            at least 1 - delta.
        encoding: of slots, for the programs that count formulas.

    Returns: `Found` with a `Count`, exact or approximate; or `Stopped`, whose `partial` is a
        `Count` with a lower bound.

    >>> count("..\\n..", ["at", "to", "oh", "ah", "ho"]).value.n
    2
    """
    from satcross.apps.counting.count import CountTask

    options = SolverOptions(encoding=encoding, seed=seed, on_progress=on_progress)
    puzzle = Puzzle.of(puzzle, words)
    task = CountTask(puzzle, options, method=method, epsilon=epsilon, delta=delta)
    return run_task(task, time_limit_s)


@public
def sample(
    puzzle: PuzzleLike,
    n: int = 1,
    words: WordsLike | None = None,
    *,
    method: SampleMethod = "uniform",
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> Samples:
    """An iterator over fills sampled at random, with replacement.

    Args:
        n: number of samples.
        method: "uniform": every fill is as likely as any other, as far as that can be had;
            "fast": not uniform.
        time_limit_s: seconds for all samples together.

    Returns: an iterator of verified fills; `.evenness` says how uniform they are.

    >>> samples = sample("..\\n..", 3, ["at", "to", "oh", "ah", "ho"])
    >>> len(list(samples)), samples.evenness.value
    (3, 'uniform')
    """
    from satcross.apps.counting.sample import Samples

    options = SolverOptions(seed=seed, on_progress=on_progress)
    puzzle = Puzzle.of(puzzle, words)
    return Samples(puzzle, options, n=n, method=method, time_limit_s=time_limit_s)
