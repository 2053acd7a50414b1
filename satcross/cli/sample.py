"""`satcross sample`: fills drawn at random."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Any

import typer

from satcross.cli import exits
from satcross.cli.fill_view import fill_json, fill_text
from satcross.cli.options import (
    AllowRepeatsOption,
    AlphabetOption,
    ExcludeOption,
    FillsOutputOption,
    GridArgument,
    MaxSharedOption,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    NearDuplicatesOption,
    OutputFormat,
    ProgressOption,
    RebusOption,
    SeedOption,
    TimeLimitOption,
    WordsOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import progress_view
from satcross.cli.puzzles import load_puzzle
from satcross.cli.sink import open_sink
from satcross.fill import Fill
from satcross.solve.protocol import SolverOptions
from satcross.tasks.sample import N_SAMPLES, Evenness, Samples
from satcross.tasks.sample import sample as draw

SAMPLE_SCHEMA = "satcross.sample/1"

EXAMPLES = """\
Examples:
  satcross sample grid.txt -n 10
  satcross sample grid.txt -n 100 --seed 7 --format json
  satcross sample grid.txt --method fast       quick, and not uniform

UniGen, for puzzles with very many fills, is optional:
pip install 'satcross\\[count]'.

Exit codes:
  0 drawn   20 proved unfillable   2 bad input   130 interrupted
  124 the time limit came first; what was drawn until then is right"""


class Method(StrEnum):
    """How to draw."""

    UNIFORM = "uniform"
    FAST = "fast"


def sample(
    grid: GridArgument,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    allow_repeats: AllowRepeatsOption = False,
    min_length: MinLengthOption = 2,
    rebus: RebusOption = None,
    max_shared_substring: MaxSharedOption = None,
    no_near_duplicates: NearDuplicatesOption = False,
    number: Annotated[
        int,
        typer.Option(
            "-n", "--number", metavar="N", help="So many draws.", rich_help_panel="Search"
        ),
    ] = N_SAMPLES,
    method: Annotated[
        Method,
        typer.Option(
            help="Every fill as likely as any other, as nearly as can be had; or fast, by seeded"
            " search, which prefers some.",
            rich_help_panel="Search",
        ),
    ] = Method.UNIFORM,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    format_: Annotated[
        OutputFormat,
        typer.Option(
            "--format",
            help="Grids as text, or one JSON object a line (schema satcross.sample/1).",
            rich_help_panel="Output",
        ),
    ] = OutputFormat.TEXT,
    output: FillsOutputOption = None,
    progress: ProgressOption = None,
) -> None:
    """Draw fills at random, each as likely as any other.

    Draws are independent, so that the same fill may come twice.
    """
    check_numbers(seed, time_limit)
    with open_sink(output) as sink:
        puzzle = load_puzzle(
            grid,
            load_words(words, min_score, exclude, max_words, alphabet, min_length),
            distinct=not allow_repeats,
            min_length=min_length,
            rebus=rebus,
            max_shared_substring=max_shared_substring,
            no_near_duplicates=no_near_duplicates,
        )
        with progress_view(progress) as view:
            draws = draw(
                puzzle,
                number,
                method=method.value,
                options=SolverOptions(seed=seed, on_progress=view),
                time_limit_s=time_limit,
            )
            interrupted = False
            try:
                for found in draws:
                    with view.hidden():
                        if format_ is OutputFormat.JSON:
                            sink.write(sample_json(found, draws))
                        else:
                            sink.write(("\n" if sink.n_written else "") + fill_text(found))
                    view.found()
            except KeyboardInterrupt:
                interrupted = True
    exits.tell(summary(draws, interrupted=interrupted))
    raise typer.Exit(_exit_code(draws, interrupted=interrupted))


def sample_json(fill: Fill, draws: Samples) -> str:
    """One line of JSON: `satcross.fill/1`, and how it was drawn. See docs/sample.md."""
    data: dict[str, Any] = json.loads(fill_json(fill, draws.n_drawn))
    data["schema"] = SAMPLE_SCHEMA
    data["drawn"] = draws.evenness.value
    data["by"] = draws.by
    data["n_fills"] = draws.n_fills
    return json.dumps(data, ensure_ascii=False)


def summary(draws: Samples, *, interrupted: bool = False) -> str:
    """How many were drawn, how, and from how many, on one line."""
    if draws.n_fills == 0:
        return f"unfillable: proved{': ' if draws.why else ''}{draws.why}"
    drawn = f"{draws.n_drawn:,} draw{'' if draws.n_drawn == 1 else 's'}"
    if interrupted or draws.stopped:
        drawn += "; interrupted" if interrupted else f"; stopped: {draws.stopped}"
        if not draws.n_drawn:
            return drawn
    if draws.evenness is Evenness.NOT:
        return f"{drawn}, NOT uniform: by seeded search, which prefers some fills"
    if draws.n_fills is not None:
        n_fills = f"{draws.n_fills:,} fill{'' if draws.n_fills == 1 else 's'}"
        return f"{drawn}, uniform: each of {n_fills} was as likely as any other"
    return f"{drawn}, almost uniform: by UniGen"


def _exit_code(draws: Samples, *, interrupted: bool) -> int:
    if interrupted:
        return exits.INTERRUPTED
    if draws.n_fills == 0:
        return exits.UNFILLABLE
    return exits.STOPPED if draws.stopped else exits.OK
