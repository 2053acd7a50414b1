"""`satcross letters`: which letters, and which words of a slot, occur in some fill."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from satcross import Found, Stopped, WordList
from satcross.apps.letters.letters import LettersTask, SlotWordsTask
from satcross.apps.letters.report import CellLetters, LetterReport, Texts, WordReport
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    KeepOptions,
    PuzzleOptions,
    ReportOptions,
    SearchOptions,
    Shared,
    command,
    echo_err,
    exit_code,
    option,
    run,
    say_certificate,
)
from satcross.extend import counted

LETTERS_SCHEMA = "satcross.letters/1"

EXAMPLES = """\
Examples:
  satcross letters grid.txt                       how many letters each cell can have
  satcross letters grid.txt --cell r3c4 --cell r3c5    which ones, for two cells
  satcross letters grid.txt --slot 12A --time-limit 20      the words of a slot
  satcross letters grid.txt --certificate grid.cert    the proof that there are no others
  satcross letters grid.txt --format json         all of it, for programs

Exit codes:
  0 all is known   20 proved unfillable   2 bad input
  124 stopped by the time limit   130 interrupted; both print what is known"""
EXCLUSIONS = """\
cell slot: do not go together; give one of them
certificate slot: it is of letters; leave out {pair}"""


@command(
    HelpPanel.QUESTIONS, 20, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/letters.md"
)
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
    certificate: Path | None = Shared.CERTIFICATE,
    out: ReportOptions,
) -> int:
    """Find exactly the letters that occur in some fill, cell by cell, or the words of a slot.

    The grid shows how many letters each cell can have: a letter where there is only one, and a
    question mark where more may be possible. Each letter counted is in a fill that was found; that
    the others are in none is proved.
    """
    loaded = puzzle.load_kept(again)[0]
    result: Found[LetterReport] | Found[WordReport] | Stopped
    written = None
    with out.view() as view:
        if slot is None:
            with LettersTask(
                loaded, search.solver(), cells=cell or None, certificate=certificate
            ) as letters_task:
                result = run(letters_task, search.time_limit, view)
            written = letters_task.certificate
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
        say_certificate(written)
        return ExitCode.UNFILLABLE
    if text:
        print(text, flush=True)
    echo_err(f"{in_short}; stopped: {result}" if isinstance(result, Stopped) else in_short)
    say_certificate(written)
    return exit_code(result)


def grid_text(report: LetterReport) -> str:
    """The grid with the number of letters of each cell, and the forced letters by name.

    A letter stands where there is only one; `?` after a number says that there may be more.
    """
    grid = report.puzzle.grid
    shown = list(grid.cells)  # blocks, and cells in no slot or not asked for
    for cell in report.cells:
        shown[cell.cell] = _cell_text(cell)
    # Question marks stand beyond the column of the numbers, as they are no part of them.
    width = max(len(text.rstrip("?")) for text in shown)
    mark = any(text.endswith("?") for text in shown)
    padded = [
        text.rstrip("?").rjust(width) + ("?" if text.endswith("?") else " " * mark)
        for text in shown
    ]
    n = grid.n_cols
    lines = [" ".join(padded[at : at + n]).rstrip() for at in range(0, grid.size, n)]
    if grid.named:
        texts = zip(grid.named, shown[grid.size :], strict=True)
        lines += [*[""] * bool(lines), *(f"{cell.name} {text}" for cell, text in texts)]
    if report.forced:
        names = [f"{grid.cell_name(cell)}={letter}" for cell, letter in report.forced.items()]
        lines += ["", f"forced: {' '.join(names)}"]
    return "\n".join(lines)


def _cell_text(cell: CellLetters) -> str:
    if not cell.unknown and len(cell.possible) == 1:
        return cell.possible[0]
    return f"{len(cell.possible)}{'?' if cell.unknown else ''}"


def cells_text(report: LetterReport) -> str:
    """A line for each cell: its letters, and which are not yet known."""
    lines: list[str] = []
    for cell in report.cells:
        line = f"{cell.name}: {_joined(cell.possible) or 'none'}"
        if cell.unknown:
            line += f"; not yet known: {_joined(cell.unknown)}"
        lines.append(f"{line} (given)" if cell.given else line)
    return "\n".join(lines)


def _joined(texts: Texts) -> str:
    return texts if isinstance(texts, str) else " ".join(texts)


def summary(report: LetterReport) -> str:
    """How many letters are what, of those that arc consistency left."""
    return _counts("letter", report.n_possible, report.n_impossible, report.n_unknown)


def word_summary(report: WordReport) -> str:
    """How many words are what."""
    counts = _counts("word", len(report.possible), report.n_impossible, len(report.unknown))
    return f"{report.slot}: {counts}"


def _counts(what: str, possible: int, impossible: int, unknown: int) -> str:
    text = f"{counted(possible, what)} possible, {impossible:,} impossible"
    if unknown:
        total = possible + impossible + unknown
        # Rounded down, so that 100 % means complete.
        text += f", {unknown:,} not yet known ({100 * (total - unknown) // total} % decided)"
    return text


def words_text(report: WordReport) -> str:
    """A line for each word, best score first; those not yet known last, with a question mark."""
    words = report.puzzle.listed
    width = max((len(word) for word in (*report.possible, *report.unknown)), default=0)
    mark = "  " if report.unknown else ""
    lines = [mark + _word_line(word, width, words) for word in report.possible]
    lines += ["? " + _word_line(word, width, words) for word in report.unknown]
    return "\n".join(lines)


def _word_line(word: str, width: int, words: WordList) -> str:
    score = words.score(word)
    return f"{word:<{width}}  {'-' if score is None else score:>4}  {words.written(word)}"


def letters_json(report: LetterReport) -> str:
    """One line of JSON, schema as in docs/reference/json.md."""
    cells = [
        {
            "cell": cell.name,
            **report.puzzle.grid.row_and_col(cell.cell),
            "given": cell.given,
            "forced": bool(cell.forced),
            "possible": cell.possible,
            "impossible": cell.impossible,
            "unknown": cell.unknown,
        }
        for cell in report.cells
    ]
    return json.dumps({**_head(report), "cells": cells}, ensure_ascii=False)


def words_json(report: WordReport) -> str:
    """One line of JSON, schema as in docs/reference/json.md."""
    data = {
        **_head(report),
        "slot": report.slot.name,
        "possible": _word_list(report.possible, report.puzzle.listed),
        "unknown": _word_list(report.unknown, report.puzzle.listed),
        "n_impossible": report.n_impossible,
    }
    return json.dumps(data, ensure_ascii=False)


def _head(report: LetterReport | WordReport) -> dict[str, Any]:
    return {
        "schema": LETTERS_SCHEMA,
        **report.puzzle.grid.json_data(),
        "fillable": report.fillable,
        "complete": report.complete,
        "stopped": report.stopped or "",
    }


def _word_list(found: Iterable[str], words: WordList) -> list[dict[str, Any]]:
    return [
        {"word": word, "written": words.written(word), "score": words.score(word)} for word in found
    ]
