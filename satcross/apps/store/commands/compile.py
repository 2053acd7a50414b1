"""`satcross compile`: all fills of a grid in one file, for `satcross query`."""

from __future__ import annotations

import json
from pathlib import Path

from satcross import Found, OptionError, Stopped
from satcross.apps.counting.diagram.compiler import MAX_EDGES
from satcross.apps.counting.numbers import json_number
from satcross.apps.store.compile import CompileTask
from satcross.apps.store.outputs import FILLS
from satcross.commandline import (
    HelpPanel,
    PuzzleOptions,
    ReportOptions,
    SearchOptions,
    Sink,
    command,
    echo_err,
    end,
    exit_code,
    flag,
    option,
    run,
    why_stopped,
)
from satcross.extend import chosen, counted, write_file

COMPILE_SCHEMA = "satcross.compile/1"

EXAMPLES = """\
Examples:
  satcross compile open4.txt -o open4.fills
  satcross compile grid.txt -w mine.dict --time-limit 60 -o grid.fills
  satcross compile open4.txt -o open4.nnf      d-DNNF, for other programs
  satcross query open4.fills --where r1c1=Q --best 3

Exit codes:
  0 written   20 proved unfillable   2 bad input   130 interrupted
  124 the time limit, or too many fills; then nothing is written"""
EXCLUSIONS = """\
output=-: standard output is for the count; name a file"""


@command(HelpPanel.QUESTIONS, 70, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/store.md")
def compile(
    puzzle: PuzzleOptions,
    *,
    output: Path = option(
        "FILE",
        "File to write, NAME.fills; NAME.nnf for d-DNNF in the format of c2d.",
        "-o",
        default=...,
        panel="Output",
    ),
    scores: bool = flag(
        "Keep the total scores of the fills, for `query --best`. Without, the file may be smaller.",
        default=True,
        panel="Output",
    ),
    max_edges: int = option(
        "N",
        "Give up when the diagram has more edges while it is made: a bound on memory, of 100 bytes"
        " each at most.",
        default=MAX_EDGES,
        panel="Search",
    ),
    search: SearchOptions,
    report: ReportOptions,
) -> int:
    """Write all fills of a grid to a compact file, which `satcross query` answers from at once.

    The file is a decision diagram: fills share their beginnings and ends, so it may be small even
    if there are more fills than anybody can list.
    """
    to = chosen(FILLS, str(output), usual="fills")
    Sink.require_folder(str(output))
    loaded = puzzle.load()
    with (
        report.view() as view,
        CompileTask(loaded, search.solver(), scores=scores, max_edges=max_edges) as task,
    ):
        result = run(task, search.time_limit, view)
    match result:
        case Found(store, work):
            data = to.made(store).data
            write_file(output, data, OptionError)
            if report.as_json:
                known = {
                    "schema": COMPILE_SCHEMA,
                    "file": str(output),
                    "n_fills": json_number(store.n_fills),
                    "best_total": store.best_total,
                    "n_parts": store.n_parts,
                    "n_nodes": store.n_nodes,
                    "n_edges": store.n_edges,
                    "n_bytes": len(data),
                    "by": work.engine,
                }
                print(json.dumps(known, ensure_ascii=False))
            else:
                print(counted(store.n_fills, "fill"))
            echo_err(f"{counted(store.n_nodes, 'node')}, {counted(store.n_edges, 'edge')}")
        case Stopped():
            echo_err(f"nothing is written: {why_stopped(result)}")
        case _:
            return end(result)
    return exit_code(result)
