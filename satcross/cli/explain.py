"""`satcross explain`: why a grid has no fill, and what to change.

The JSON form is one object a line, schema `satcross.explain/1`, each with `schema` and `kind`:

- `fillable`: `grid`, the rows of a fill. Nothing else follows.
- `explanation`, the first line otherwise: `reasons`, objects with `kind` ("slot", "letter",
  "distinct", "min-score"), `where` ("12A", "r4c7", null), for letters `letter`, `row`, `col`
  (0-based), for the minimum score `score`, and `needed`, whether it is proved that the others
  can be kept without it; `minimal`, whether all are; `text`, for people.
- `correction`: `number` from 1; `changes`, objects with `kind` ("drop-letter", "free-entry",
  "lower-score", "lower-min-score", "add-word", "allow-repeats"), `where`, `text`, for "add-word"
  `shape`, for that and "lower-score" `word`, for "lower-min-score" `score`; `smallest`, whether
  it is proved that fewer changes are not enough; `grid`, the rows of a fill after them.
- `end`, the last line: `corrections`, how many there were; `exhausted`, whether there are no
  others; `stopped`, why it stopped before that was known, or null.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AllowRepeatsOption,
    AlphabetOption,
    ExcludeOption,
    GridArgument,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    OutputFormat,
    ProgressOption,
    SeedOption,
    TimeLimitOption,
    WordsOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import progress_view
from satcross.cli.puzzles import load_puzzle
from satcross.errors import OptionError
from satcross.words import BUILTIN_MIN_SCORE

if TYPE_CHECKING:
    from satcross.cli.explain_view import ExplainPrinter
    from satcross.solve.protocol import SolverOptions
    from satcross.tasks.explain import Explanation
    from satcross.words import WordList

EXAMPLES = """\
Examples:
  satcross explain grid.txt                why it has no fill, and three corrections
  satcross explain grid.txt --corrections 10 --fills
  satcross explain grid.txt -w mine.dict --min-score 60 --time-limit 30
  satcross explain grid.txt --format json

Exit codes:
  20 proved unfillable, and explained   0 it has a fill   2 bad input
  124 the time limit came before everything asked for was known; what was
      printed until then is right   130 interrupted"""


def explain(
    grid: GridArgument,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    allow_repeats: AllowRepeatsOption = False,
    min_length: MinLengthOption = 2,
    corrections: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Look for so many sets of changes that make the grid fillable; 0 for none.",
            rich_help_panel="Corrections",
        ),
    ] = 3,
    max_changes: Annotated[
        int,
        typer.Option(metavar="N", help="Changes in each, at most.", rich_help_panel="Corrections"),
    ] = 3,
    fills: Annotated[
        bool,
        typer.Option("--fills", help="Print a fill with each.", rich_help_panel="Corrections"),
    ] = False,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    format_: Annotated[
        OutputFormat,
        typer.Option(
            "--format",
            help="Text, or JSON objects, one a line (schema satcross.explain/1).",
            rich_help_panel="Output",
        ),
    ] = OutputFormat.TEXT,
    progress: ProgressOption = None,
) -> None:
    """Say why a grid has no fill, and what to change.

    The reasons exclude each other, and are minimal: without any of them the others can be kept.
    """
    from satcross.cli.explain_view import ExplainPrinter
    from satcross.solve.protocol import SolverOptions
    from satcross.tasks.explain import Explanation
    from satcross.tasks.explain import explain as find_reasons
    from satcross.tasks.results import Filled, Unknown

    check_numbers(seed, time_limit)
    for option, value, least in (("corrections", corrections, 0), ("max-changes", max_changes, 1)):
        if value < least:
            raise OptionError(
                f"{value} is too few", mend=f"give {least} or more", source=f"--{option}"
            )
    listed = load_words(words, min_score, exclude, max_words, alphabet, min_length)
    puzzle = load_puzzle(grid, listed, distinct=not allow_repeats, min_length=min_length)
    score = BUILTIN_MIN_SCORE if min_score is None and not words else min_score
    full = _full_words(listed, score, words, exclude, max_words, alphabet, min_length)
    with progress_view(progress) as view:
        printer = ExplainPrinter(
            view, json=format_ is OutputFormat.JSON, fills=fills, min_score=score
        )
        options = SolverOptions(seed=seed, on_progress=view)
        result = find_reasons(puzzle, full_words=full, options=options, time_limit_s=time_limit)
        match result:
            case Unknown(reason):
                view.close()
                exits.tell(f"stopped: {reason}; whether there is a fill is not known")
                code = exits.STOPPED
            case Filled(fill):
                printer.fillable(fill)
                code = exits.OK
            case Explanation():
                printer.explanation(result)
                code = exits.UNFILLABLE if result.is_minimal else exits.STOPPED
                if corrections:
                    left_s = None if time_limit is None else time_limit - result.work.elapsed_s
                    done = _correct(
                        result, full, (corrections, max_changes), options, left_s, printer
                    )
                    code = code if done else exits.STOPPED
    raise typer.Exit(code)


def _full_words(
    listed: WordList,
    score: int | None,
    words: list[Path] | None,
    exclude: list[Path] | None,
    max_words: int | None,
    alphabet: str,
    min_length: int,
) -> WordList | None:
    """The list without the minimum score; None where that leaves no word out."""
    if not score:
        return None
    full = load_words(words, 0, exclude, max_words, alphabet, min_length)
    return full if len(full) > len(listed) else None


def _correct(
    explanation: Explanation,
    full: WordList | None,
    limits: tuple[int, int],
    options: SolverOptions,
    time_limit_s: float | None,
    printer: ExplainPrinter,
) -> bool:
    """Find and print corrections; whether there are as many as were asked for, or no others."""
    from satcross.tasks.explain_corrections import Corrections

    found = Corrections(
        explanation,
        full_words=full,
        limit=limits[0],
        max_changes=limits[1],
        options=options,
        time_limit_s=None if time_limit_s is None else max(0.0, time_limit_s),
    )
    try:
        for correction in found:
            printer.correction(correction, found.n_found)
    except KeyboardInterrupt:
        printer.end(found, "interrupted")
        raise typer.Exit(exits.INTERRUPTED) from None
    printer.end(found, found.stopped)
    return found.stopped is None
