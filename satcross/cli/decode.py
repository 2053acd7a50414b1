"""`satcross decode`: from a solver's output back to a filled grid.

The JSON form, schema `satcross.grid/1`, has the `grid` as rows, and the `words` and `digest` of the
list that the CNF was made with.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import OutputFormat
from satcross.errors import DimacsError

EXAMPLES = """\
Examples:
  satcross export grid.txt -o grid.cnf
  kissat grid.cnf > answer.txt
  satcross decode grid.cnf answer.txt
  cadical grid.cnf | satcross decode grid.cnf -

Exit codes:
  0 decoded   20 the solver found that there is no fill   124 it gave up
  2 bad input, or an answer that does not satisfy the formula"""

GRID_SCHEMA = "satcross.grid/1"


def decode(
    cnf: Annotated[
        str,
        typer.Argument(
            metavar="NAME.cnf",
            help="What satcross export wrote, .gz and .xz too.",
            show_default=False,
        ),
    ],
    answer: Annotated[
        str,
        typer.Argument(
            metavar="SOLVER-OUTPUT",
            help="What a solver answered: s and v lines among whatever it prints, or MiniSat's"
            " result file; - for stdin.",
        ),
    ],
    format_: Annotated[
        OutputFormat,
        typer.Option("--format", help="Text, or JSON (schema satcross.grid/1)."),
    ] = OutputFormat.TEXT,
) -> None:
    """Read a solver's answer to an exported CNF as a filled grid.

    No other file is needed. The answer is first checked against every clause.
    """
    from satcross.cnf.dimacs import read_formula
    from satcross.cnf.output import Verdict, parse_output, read_output
    from satcross.decode import Decoder

    dump = read_formula(cnf)
    decoder = Decoder.from_comments(dump.comments, source=cnf)
    n_vars = dump.formula.n_vars
    source = "<stdin>" if answer == "-" else answer
    if answer == "-":
        verdict, assignment = parse_output(sys.stdin.buffer.read(), n_vars, source=source)
    else:
        verdict, assignment = read_output(Path(answer), n_vars)
    if verdict is Verdict.UNSATISFIABLE:
        exits.tell("unfillable: the solver found that the formula is unsatisfiable")
        raise typer.Exit(exits.UNFILLABLE)
    if assignment is None:
        exits.tell("stopped: the solver found no answer")
        raise typer.Exit(exits.STOPPED)
    false = dump.formula.first_falsified(assignment)
    if false is not None:
        raise DimacsError(
            f"the assignment does not satisfy the formula: clause {false + 1} is false",
            mend=f"is it a solver's answer to {cnf}?",
            source=source,
        )
    grid = decoder.decode(assignment, source=source)
    if format_ is OutputFormat.TEXT:
        print(grid)
        return
    rows = grid.lines()
    data = {"schema": GRID_SCHEMA, "grid": rows, "words": decoder.words, "digest": decoder.digest}
    print(json.dumps(data, ensure_ascii=False))
