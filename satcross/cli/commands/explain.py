"""`satcross explain`: why a grid has no fill, and what to change."""

from __future__ import annotations

from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import command, flag, option
from satcross.cli.options.common import ReportOptions, SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.options.refill import KeepOptions

MIN_LEFT_S = 1e-3  # for corrections, when explaining took all the time

EXAMPLES = """\
Examples:
  satcross explain grid.txt                why it has no fill, and three corrections
  satcross explain grid.txt --corrections 10 --fills
  satcross explain grid.txt -w mine.dict --min-score 60 --time-limit 30
  satcross explain grid.txt --format json

Exit codes:
  20 proved unfillable, and explained   0 it has a fill   2 bad input
  124 the time limit came first; what is printed is proved   130 interrupted"""


@command
def explain(
    puzzle: PuzzleOptions,
    *,
    again: KeepOptions,
    corrections: int = option(
        "N",
        "Number of sets of changes to find that make the grid fillable; 0 for none.",
        default=3,
        panel="Corrections",
        at_least=0,
    ),
    max_changes: int = option(
        "N",
        "Maximum number of changes in each. Where no such correction is found, one that frees"
        " given entries may have more.",
        default=3,
        panel="Corrections",
        at_least=1,
    ),
    fills: bool = flag("Print a fill after each.", panel="Corrections"),
    search: SearchOptions,
    report: ReportOptions,
) -> int:
    """Say why a grid has no fill, and what to change.

    The reasons exclude each other, and are minimal: without any of them the others can be kept.
    """
    from satcross.cli.output.explain_view import ExplainPrinter
    from satcross.cli.run import exit_code, run, why_stopped
    from satcross.model.fill import Fill
    from satcross.results import Found, Impossible, Stopped
    from satcross.tasks.explain.corrections import Corrections
    from satcross.tasks.explain.explain import ExplainTask, Explanation

    loaded, _, roles, words = again.load(puzzle)
    score = words.lowest_score
    full = words.load(loaded.min_length, every_score=True) if score else None
    if full is not None and roles is not None:
        full = full.with_scores(dict.fromkeys(roles.banned))
    if full is not None and len(full) == len(loaded.words):
        full = None
    options, time_limit = search.solver(), search.time_limit
    with report.view() as view:
        printer = ExplainPrinter(view, json=report.as_json, fills=fills, min_score=score)
        with ExplainTask(loaded, options, full_words=full) as task:
            result = run(task, time_limit, view)
        match result:
            case Impossible(evidence=fill):
                assert isinstance(fill, Fill)
                printer.fillable(fill)
                return exits.OK
            case Found(explanation) | Stopped(partial=Explanation() as explanation):
                printer.explanation(explanation)
            case Stopped():
                view.close()
                echo_err(f"{why_stopped(result)}; whether there is a fill is not known")
                return exit_code(result)
        stopped = result if isinstance(result, Stopped) else None
        if corrections:
            found = Corrections(
                explanation,
                options,
                full_words=full,
                limit=corrections,
                max_changes=max_changes,
                free_entries=True,
            )
            if stopped is None:
                left_s = None
                if time_limit is not None:
                    left_s = max(MIN_LEFT_S, time_limit - result.work.elapsed_s)
                ended = run(
                    found,
                    left_s,
                    view,
                    lambda answered: printer.correction(answered.value, found.n_found),
                )
                stopped = ended if isinstance(ended, Stopped) else None
            printer.end(found, stopped, max_changes)
    return exits.UNFILLABLE if stopped is None else exit_code(stopped)
