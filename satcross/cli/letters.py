"""`satcross letters`: which letters, and which words of a slot, occur in some fill."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

import typer

from satcross.cli import exits
from satcross.cli.letters_view import (
    cells_text,
    grid_text,
    letters_json,
    summary,
    word_summary,
    words_json,
    words_text,
)
from satcross.cli.options import (
    AllowRepeatsOption,
    AlphabetOption,
    ExcludeOption,
    GridArgument,
    MaxSharedOption,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    NearDuplicatesOption,
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
from satcross.puzzle import Puzzle
from satcross.solve.protocol import SolverOptions
from satcross.tasks.letters import letters as find_letters
from satcross.tasks.letters import slot_words
from satcross.tasks.letters_report import LetterReport, WordReport

EXAMPLES = """\
Examples:
  satcross letters grid.txt                       how many letters each cell can have
  satcross letters grid.txt --cell r3c4 --cell r3c5    which ones, for two cells
  satcross letters grid.txt --slot 12A --time-limit 20      the words of a slot
  satcross letters grid.txt --format json         all of it, for programs

Exit codes:
  0 all is known   20 proved unfillable   2 bad input
  124 stopped by the time limit   130 interrupted; both print what is known"""


def letters(
    grid: GridArgument,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    allow_repeats: AllowRepeatsOption = False,
    min_length: MinLengthOption = 2,
    max_shared_substring: MaxSharedOption = None,
    no_near_duplicates: NearDuplicatesOption = False,
    cell: Annotated[
        list[str] | None,
        typer.Option(
            metavar="rRcC",
            help="List the letters of this cell, as in r3c4. May be given several times.",
            rich_help_panel="What to ask",
        ),
    ] = None,
    slot: Annotated[
        str | None,
        typer.Option(
            metavar="SLOT",
            help="List the words of this slot, as in 12A, instead of letters.",
            rich_help_panel="What to ask",
        ),
    ] = None,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    format_: Annotated[
        OutputFormat,
        typer.Option(
            "--format",
            help="Text, or one JSON object (schema satcross.letters/1).",
            rich_help_panel="Output",
        ),
    ] = OutputFormat.TEXT,
    progress: ProgressOption = None,
) -> None:
    """Find exactly the letters that occur in some fill, cell by cell, or the words of a slot.

    The grid shows how many letters each cell can have: a letter where there is only one, and a
    question mark where more may be possible. Each letter counted is in a fill that was found; that
    the others are in none is proved.
    """
    check_numbers(seed, time_limit)
    if cell and slot is not None:
        raise OptionError("--cell and --slot do not go together", mend="give one of them")
    puzzle = load_puzzle(
        grid,
        load_words(words, min_score, exclude, max_words, alphabet, min_length),
        distinct=not allow_repeats,
        min_length=min_length,
        max_shared_substring=max_shared_substring,
        no_near_duplicates=no_near_duplicates,
    )
    cells = [_position(name, puzzle) for name in dict.fromkeys(cell or ())]
    json = format_ is OutputFormat.JSON
    latest: list[LetterReport | WordReport] = []

    def note(report: LetterReport | WordReport) -> None:
        latest[:] = [report]

    interrupted = False
    with progress_view(progress) as view:
        options = SolverOptions(seed=seed, on_progress=view)
        try:
            if slot is None:
                note(
                    find_letters(
                        puzzle,
                        cells=cells or None,
                        options=options,
                        time_limit_s=time_limit,
                        on_update=note,
                    )
                )
            else:
                _require_slot(slot, puzzle)
                note(
                    slot_words(
                        puzzle, slot, options=options, time_limit_s=time_limit, on_update=note
                    )
                )
        except KeyboardInterrupt:
            if not latest:
                raise
            interrupted = True
    raise typer.Exit(_print(latest[0], cells, json=json, interrupted=interrupted))


def _print(
    report: LetterReport | WordReport, cells: Sequence[int], *, json: bool, interrupted: bool
) -> int:
    """Print what was found; the exit code."""
    stopped = "interrupted" if interrupted else report.stopped
    if isinstance(report, WordReport):
        text = words_json(report, stopped) if json else words_text(report)
        told = word_summary(report)
    else:
        if json:
            text = letters_json(report, stopped)
        else:
            text = cells_text(report) if cells else grid_text(report)
        told = summary(report)
    if report.fillable is False:
        if json:
            print(text, flush=True)
        exits.tell("unfillable: proved")
        return exits.UNFILLABLE
    if text:
        print(text, flush=True)
    exits.tell(f"{told}; stopped: {stopped}" if stopped else told)
    if interrupted:
        return exits.INTERRUPTED
    return exits.STOPPED if stopped else exits.OK


def _position(name: str, puzzle: Puzzle) -> int:
    """The grid position of the cell called `name`, as in `r3c4`."""
    grid = puzzle.grid
    found = re.fullmatch(r"r(\d{1,4})c(\d{1,4})", name, re.IGNORECASE | re.ASCII)
    if found is None:
        raise OptionError(
            f"{name!r} is not a cell",
            mend="name one by row and column, as in r3c4",
            source="--cell",
        )
    row, col = int(found[1]) - 1, int(found[2]) - 1
    position = row * grid.n_cols + col
    inside = 0 <= row < grid.n_rows and 0 <= col < grid.n_cols
    if not inside or not any(position in slot.cells for slot in puzzle.slots):
        raise OptionError(f"{name} is a cell of no slot", source="--cell")
    return position


def _require_slot(name: str, puzzle: Puzzle) -> None:
    try:
        puzzle.slot(name)
    except KeyError:
        raise OptionError(
            f"there is no slot {name!r}",
            mend="name one by number and direction, as in 12A",
            source="--slot",
        ) from None
