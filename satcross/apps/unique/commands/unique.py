"""`satcross unique`: whether a puzzle has one fill only, and the fewest letters for that."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Any

from satcross import Best, Found, Impossible, Puzzle, Stopped
from satcross.apps.unique.givens import GivensResult, GivensTask
from satcross.apps.unique.unique import Uniqueness, UniqueResult, UniqueTask
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    KeepOptions,
    ProgressView,
    PuzzleOptions,
    ReportOptions,
    SearchOptions,
    Shared,
    command,
    echo_err,
    end,
    exit_code,
    fill_data,
    option,
    run,
    say_certificate,
)
from satcross.extend import OPEN, counted

UNIQUE_SCHEMA = "satcross.unique/1"
_ALL_GIVEN = "every cell is given; --keep or --free opens some"

EXAMPLES = """\
Examples:
  satcross unique grid.txt -w list.txt             the only fill, or two
  satcross unique grid.txt --give cells            the fewest cells to give, so that one is left
  satcross unique grid.txt --give entries --solution filled.txt

Exit codes:
  0 there is one fill only; with --give: proved that fewer do not do
  1 there are more   20 proved unfillable   2 bad input
  124 stopped by the time limit   130 interrupted; both print what is known"""
EXCLUSIONS = """\
solution !give: is for --give; leave it out, or name what to give
certificate give: it is for whether there is one fill; leave out {pair}"""


class GivenTogether(StrEnum):
    """What is given together."""

    CELLS = "cells"
    ENTRIES = "entries"


GIVEN = {GivenTogether.CELLS: "cell", GivenTogether.ENTRIES: "entry"}


@command(HelpPanel.QUESTIONS, 30, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/unique.md")
def unique(
    puzzle: PuzzleOptions,
    *,
    again: KeepOptions,
    give: GivenTogether | None = option(
        "",
        "Find the fewest cells or entries whose letters leave only one fill, and print the grid"
        " with these letters.",
        panel="What to ask",
    ),
    solution: str | None = option(
        "GRID",
        "With --give: the fill to be left. Default: the one of satcross fill.",
        panel="What to ask",
    ),
    search: SearchOptions,
    certificate: Path | None = Shared.CERTIFICATE,
    out: ReportOptions,
) -> int:
    """Prove that a puzzle has one fill only, or find two.

    Where there are two, the cells are named in which they differ.
    """
    loaded = puzzle.load_kept(again)[0]
    with out.view() as view:
        if give is not None:
            asked, found = _givens(loaded, give, solution, search, view)
            if asked.other is not None:  # however many entries are given
                return _print_unique(Found(asked.other), out.as_json)
            return _print_givens(found, GIVEN[give], out.as_json)
        with UniqueTask(loaded, search.solver(), certificate=certificate) as task:
            result = run(task, search.time_limit, view)
    code = _print_unique(result, out.as_json)
    say_certificate(task.certificate)
    return code


def _givens(
    puzzle: Puzzle,
    give: GivenTogether,
    solution: str | None,
    search: SearchOptions,
    view: ProgressView,
) -> tuple[GivensTask, GivensResult]:
    grid = None
    if solution is not None:
        from satcross.cli.output.crosswords import load_grid

        grid = load_grid(solution, puzzle.listed.alphabet)
    with GivensTask(puzzle, search.solver(), solution=grid, by=give.value) as task:
        return task, run(task, search.time_limit, view)


def _print_unique(result: UniqueResult, as_json: bool) -> int:
    known = result.value if isinstance(result, Found) else getattr(result, "partial", None)
    stopped = str(result.reason) if isinstance(result, Stopped) else ""
    if as_json:
        print(_unique_json(known, stopped), flush=True)
    elif known is not None:
        print(known.fill, flush=True)
        if known.other is not None:
            print(f"\n{known.other}", flush=True)
    if not isinstance(known, Uniqueness) or stopped:
        return end(result, "" if known is None else "a fill, and perhaps more")
    if known.other is None and OPEN not in known.fill.puzzle.grid.cells:
        echo_err(f"unique: {_ALL_GIVEN}")
        return ExitCode.OK
    if known.other is None:
        echo_err("unique: proved: there is no other fill")
        return ExitCode.OK
    echo_err(f"not unique: these two differ in {known.differences()}")
    return ExitCode.WRONG


def _print_givens(result: GivensResult, what: str, as_json: bool) -> int:
    if not isinstance(result, Best):
        if as_json:
            stopped = "" if isinstance(result, Impossible) else str(result.reason)
            print(json.dumps({"schema": UNIQUE_SCHEMA, "unique": False, "stopped": stopped}))
        return end(result)
    givens = result.value
    grid = givens.puzzle.grid
    if as_json:
        data = {
            "schema": UNIQUE_SCHEMA,
            "unique": True,
            **grid.json_data(),
            "given": givens.names,
            "n_given": result.objective,
            "bound": result.bound,
            "proved": result.is_proved,
            "stopped": str(result.reason or ""),
            "fill": fill_data(givens.fill, 1),
        }
        print(json.dumps(data, ensure_ascii=False), flush=True)
    else:
        print("\n".join([str(grid), *grid.beside_lines()]), flush=True)
    given = f"{counted(result.objective or 0, what)} given"
    if OPEN not in givens.fill.puzzle.grid.cells:
        echo_err(f"{given}: {_ALL_GIVEN}")
    elif result.is_proved:
        echo_err(f"{given}: proved: no fewer leave one fill")
    else:
        echo_err(f"{given}; at least {result.bound:,} are needed; stopped: {result.reason}")
    return exit_code(result)


def _unique_json(known: Any, stopped: str) -> str:
    """One line of JSON, schema as in docs/reference/json.md."""
    data: dict[str, Any] = {"schema": UNIQUE_SCHEMA, "unique": None if stopped else False}
    if isinstance(known, Uniqueness):
        if not stopped:
            data["unique"] = known.is_unique
        fills = [known.fill] if known.other is None else [known.fill, known.other]
        data["fills"] = [fill_data(fill, n) for n, fill in enumerate(fills, 1)]
        data["differing"] = [known.fill.grid.cell_name(at) for at in known.cells]
    return json.dumps({**data, "stopped": stopped}, ensure_ascii=False)
