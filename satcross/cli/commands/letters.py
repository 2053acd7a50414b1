"""`satcross letters`: which letters, and which words of a slot, occur in some fill."""

from __future__ import annotations

from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import command, option
from satcross.cli.options.common import ReportOptions, SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.options.refill import KeepOptions
from satcross.cli.output.letters_view import (
    cells_text,
    grid_text,
    letters_json,
    summary,
    word_summary,
    words_json,
    words_text,
)
from satcross.cli.run import exit_code, run
from satcross.results import Found, Stopped
from satcross.tasks.letters.letters import LettersTask, SlotWordsTask
from satcross.tasks.letters.report import LetterReport, WordReport

EXAMPLES = """\
Examples:
  satcross letters grid.txt                       how many letters each cell can have
  satcross letters grid.txt --cell r3c4 --cell r3c5    which ones, for two cells
  satcross letters grid.txt --slot 12A --time-limit 20      the words of a slot
  satcross letters grid.txt --format json         all of it, for programs

Exit codes:
  0 all is known   20 proved unfillable   2 bad input
  124 stopped by the time limit   130 interrupted; both print what is known"""


@command
def letters(
    puzzle: PuzzleOptions,
    *,
    again: KeepOptions,
    cell: list[str] | None = option(
        "rRcC", "List the letters of this cell, as in r3c4. Can be repeated.", panel="What to ask"
    ),
    slot: str | None = option(
        "SLOT", "List the words of this slot, as in 12A, instead of letters.", panel="What to ask"
    ),
    search: SearchOptions,
    out: ReportOptions,
) -> int:
    """Find exactly the letters that occur in some fill, cell by cell, or the words of a slot.

    The grid shows how many letters each cell can have: a letter where there is only one, and a
    question mark where more may be possible. Each letter counted is in a fill that was found; that
    the others are in none is proved.
    """
    loaded = again.load(puzzle)[0]
    result: Found[LetterReport] | Found[WordReport] | Stopped
    with out.view() as view:
        if slot is None:
            with LettersTask(loaded, search.solver(), cells=cell or None) as letters_task:
                result = run(letters_task, search.time_limit, view)
        else:
            with SlotWordsTask(loaded, slot, search.solver()) as words_task:
                result = run(words_task, search.time_limit, view)
    report = result.value if isinstance(result, Found) else result.partial
    assert isinstance(report, LetterReport | WordReport)
    if isinstance(report, WordReport):
        text = words_json(report) if out.as_json else words_text(report)
        in_short = word_summary(report)
    else:
        if out.as_json:
            text = letters_json(report)
        else:
            text = cells_text(report) if cell else grid_text(report)
        in_short = summary(report)
    if report.fillable is False:
        if out.as_json:
            print(text, flush=True)
        echo_err("unfillable: proved")
        return exits.UNFILLABLE
    if text:
        print(text, flush=True)
    echo_err(f"{in_short}; stopped: {result}" if isinstance(result, Stopped) else in_short)
    return exit_code(result)
