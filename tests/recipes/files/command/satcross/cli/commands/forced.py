"""`satcross forced`: the letters that arc consistency leaves no choice for."""

from __future__ import annotations

import json

from satcross.checks import counted
from satcross.cli.errors import echo_err
from satcross.cli.options.command import QUESTIONS, command
from satcross.cli.options.common import ReportOptions, SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.run import exit_code, run, unfillable, why_stopped
from satcross.results import Found, Impossible
from satcross.tasks.forced import Forced, ForcedTask

FORCED_SCHEMA = "satcross.forced/1"

EXAMPLES = """\
Examples:
  satcross forced grid.txt
  satcross forced grid.txt -w mine.dict --format json

Exit codes:
  0 found   20 proved unfillable   2 bad input
  124 stopped by the time limit   130 interrupted"""


@command(QUESTIONS, 25, examples=EXAMPLES, guide="guide/forced.md")
def forced(puzzle: PuzzleOptions, *, search: SearchOptions, out: ReportOptions) -> int:
    """Put in the letters that arc consistency leaves no choice for."""
    with out.view() as view, ForcedTask(puzzle.load()) as task:
        result = run(task, search.time_limit, view)
    if isinstance(result, Found):
        print(forced_json(result.value) if out.as_json else result.value.grid)
        echo_err(counted(len(result.value.cells), "letter"))
    else:
        why = unfillable(result.why) if isinstance(result, Impossible) else why_stopped(result)
        echo_err(why)
    return exit_code(result)


def forced_json(found: Forced) -> str:
    """One JSON object, schema `satcross.forced/1`: see docs/reference/json.md."""
    cells = [found.grid.cell_name(cell) for cell in found.cells]
    return json.dumps({"schema": FORCED_SCHEMA, "grid": found.grid.lines(), "cells": cells})
