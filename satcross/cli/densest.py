"""`satcross densest`: the fewest blocks with which a grid can be filled.

The JSON form is that of a fill (schema `satcross.fill/1`) with `n_blocks`, `least` (proved: fewer
cannot be) and `open` (patterns with fewer blocks that are not decided).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli import exits
from satcross.cli.fill_view import fill_json
from satcross.cli.options import (
    AlphabetOption,
    ExcludeOption,
    MaxWordsOption,
    MinScoreOption,
    OutputFormat,
    OutputOption,
    ProgressOption,
    SeedOption,
    TimeLimitOption,
    WordsOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import progress_view
from satcross.cli.sink import open_sink
from satcross.cli.theming import (
    BlocksOption,
    LengthOption,
    MaxLengthOption,
    PresetOption,
    SizeArgument,
    SlotsOption,
    rules_of,
)
from satcross.patterns.symmetry import Symmetry

if TYPE_CHECKING:
    from satcross.patterns.densest import Densest

EXAMPLES = """\
Examples:
  satcross densest 6x6 --min-score 70
  satcross densest 7x7 -w mine.dict --time-limit 600 --format json

Exit codes:
  0 found, and proved to be the fewest   20 proved: no pattern can be filled   2 bad input
  124 stopped by a limit; what was found is printed all the same   130 interrupted"""


def densest(
    size: SizeArgument,
    preset: PresetOption = None,
    symmetry: Annotated[
        Symmetry, typer.Option(help="Of the pattern.", rich_help_panel="Pattern")
    ] = Symmetry.NONE,
    slots: SlotsOption = None,
    blocks: BlocksOption = None,
    length: LengthOption = None,
    max_length: MaxLengthOption = None,
    min_length: Annotated[
        int | None,
        typer.Option(metavar="N", help="No entry is shorter.", rich_help_panel="Pattern"),
    ] = None,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    format_: Annotated[
        OutputFormat, typer.Option("--format", help="Text, or JSON.", rich_help_panel="Output")
    ] = OutputFormat.TEXT,
    output: OutputOption = None,
    progress: ProgressOption = None,
) -> None:
    """Fill a grid with as few blocks as the word list allows, and prove that fewer will not do.

    Patterns with 0, 1, 2, … blocks are tried, all of them, until one can be filled.
    """
    from satcross.patterns.densest import Densest, DensestUnknown, NoDensest
    from satcross.patterns.densest import densest as find_densest

    check_numbers(seed, time_limit)
    rules = rules_of(size, preset, symmetry, slots, blocks, length, max_length, min_length)
    listed = load_words(words, min_score, exclude, max_words, alphabet)
    with open_sink(output) as sink, progress_view(progress) as view:
        result = find_densest(rules, listed, seed=seed, time_limit_s=time_limit, on_progress=view)
        view.close()
        match result:
            case NoDensest():
                exits.tell("impossible: proved: no pattern that obeys the rules can be filled")
                raise typer.Exit(exits.UNFILLABLE)
            case DensestUnknown(reason, least):
                known = f"; at least {_blocks(least)} are needed" if least else ""
                exits.tell(f"stopped: {reason}{known}")
                raise typer.Exit(exits.STOPPED)
            case Densest():
                text = str(result.fill.grid)
                sink.write(_json(result) if format_ is OutputFormat.JSON else text)
                exits.tell(_told(result))
                if not result.is_proved:
                    raise typer.Exit(exits.STOPPED)


def _told(result: Densest) -> str:
    if result.is_proved:
        fewer = "; proved: no grid with fewer can be filled" if result.n_blocks else ""
        return f"{_blocks(result.n_blocks)}{fewer}"
    undecided = f"; {result.n_open} patterns undecided" if result.n_open else ""
    return f"{_blocks(result.n_blocks)}; at least {result.least} are needed{undecided}; stopped"


def _blocks(n: int) -> str:
    return f"{n} block{'' if n == 1 else 's'}"


def _json(result: Densest) -> str:
    data = json.loads(fill_json(result.fill, 1))
    data |= {"n_blocks": result.n_blocks, "least": result.least, "open": result.n_open}
    return json.dumps(data, ensure_ascii=False)
