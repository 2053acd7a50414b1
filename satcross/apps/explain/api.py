"""Why a puzzle has no fill, and what would give it one: the public functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross import Found, Puzzle, SolverOptions, WordList
from satcross.extend import ProgressHandler, PuzzleLike, WordsLike, check_type, public, run_task

if TYPE_CHECKING:
    from satcross.apps.explain.corrections import Corrections
    from satcross.apps.explain.explain import ExplainResult, Explanation


@public
def explain(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    full_words: WordsLike | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> ExplainResult:
    """Say why a puzzle has no fill: a minimal set of slots, letters and rules.

    Args:
        full_words: where the puzzle's list has a minimum score, the list without it: then the
            minimum score can be one of the reasons.

    Returns: `Found` with an `Explanation`; `Impossible` when there is nothing to explain, whose
        `evidence` is a fill; or `Stopped`.

    >>> print(explain("C.T\\n#.#\\n.X.", ["cot", "ode", "pen", "cat"]).value)
    no fill because of 3A and the letter X at r3c2
    """
    from satcross.apps.explain.explain import ExplainTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    full = None if full_words is None else WordList.of(full_words)
    return run_task(ExplainTask(Puzzle.of(puzzle, words), options, full_words=full), time_limit_s)


@public
def corrections(
    explanation: Explanation | Found[Explanation],
    *,
    full_words: WordsLike | None = None,
    limit: int | None = None,
    max_changes: int | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> Corrections:
    """An iterator over the changes that make an unfillable puzzle fillable, smallest first.

    Args:
        explanation: from `explain`, or its result.
        full_words: the list that the explanation was made with.
        limit: how many corrections at most; None for all.
        max_changes: how many changes in each at most; None for any number.
        time_limit_s: seconds for all corrections together; None for no limit.

    >>> for correction in corrections(explain("C.T\\n#.#\\n.X.", ["cot", "ode", "pen", "cat"])):
    ...     print(correction)
    drop the letter X at r3c2
    add a word .X. for 3A: AXA would do; add a word ..X for 2D: AAX would do
    """
    from satcross.apps.explain.corrections import Corrections
    from satcross.apps.explain.explain import Explanation

    if isinstance(explanation, Found):
        explanation = explanation.value
    check_type("explanation", explanation, "Explanation", {"Explanation": Explanation})
    return Corrections(
        explanation,
        SolverOptions(seed=seed, on_progress=on_progress),
        full_words=None if full_words is None else WordList.of(full_words),
        limit=limit,
        max_changes=max_changes,
        time_limit_s=time_limit_s,
    )
