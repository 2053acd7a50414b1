"""Tasks that are run to their end, by their options as one object."""

from __future__ import annotations

from os import PathLike
from typing import Any

from satcross.apps.counting.count import Count, CountKind, CountResult, CountTask
from satcross.apps.explain.explain import ExplainResult, ExplainTask
from satcross.apps.letters.letters import LettersTask, SlotWordsTask
from satcross.apps.letters.report import LetterReport, WordReport
from satcross.apps.optimise.optimise import OptimiseResult, OptimiseTask
from satcross.apps.proofs.prove.prove import ProveResult, ProveTask
from satcross.model.fill import FillResult
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.tasks.fill import FillTask


def fill(
    puzzle: Puzzle, *, options: SolverOptions | None = None, time_limit_s: float | None = None
) -> FillResult:
    """What a `FillTask` gives."""
    with FillTask(puzzle, options) as task:
        return task.run(time_limit_s)


def count(
    puzzle: Puzzle,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    **keywords: Any,
) -> CountResult:
    """What a `CountTask` gives."""
    with CountTask(puzzle, options, **keywords) as task:
        return task.run(time_limit_s)


def counted(result: CountResult) -> Count:
    """The count of a run that was not stopped."""
    assert isinstance(result, Found)
    return result.value


def n_exactly(result: CountResult) -> int:
    """The exact number."""
    found = counted(result)
    assert found.kind is CountKind.EXACT
    return found.n


def optimise(
    puzzle: Puzzle,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    **keywords: Any,
) -> OptimiseResult:
    """What an `OptimiseTask` gives."""
    with OptimiseTask(puzzle, options, **keywords) as task:
        return task.run(time_limit_s)


def letters(
    puzzle: Puzzle,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    **keywords: Any,
) -> Found[LetterReport] | Stopped:
    """What a `LettersTask` gives."""
    with LettersTask(puzzle, options, **keywords) as task:
        return task.run(time_limit_s)


def slot_words(
    puzzle: Puzzle,
    slot: str,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
) -> Found[WordReport] | Stopped:
    """What a `SlotWordsTask` gives."""
    with SlotWordsTask(puzzle, slot, options) as task:
        return task.run(time_limit_s)


def explain(
    puzzle: Puzzle,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    **keywords: Any,
) -> ExplainResult:
    """What an `ExplainTask` gives."""
    with ExplainTask(puzzle, options, **keywords) as task:
        return task.run(time_limit_s)


def prove(
    puzzle: Puzzle,
    folder: str | PathLike[str],
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    **keywords: Any,
) -> ProveResult:
    """What a `ProveTask` gives."""
    with ProveTask(puzzle, folder, options, **keywords) as task:
        return task.run(time_limit_s)
