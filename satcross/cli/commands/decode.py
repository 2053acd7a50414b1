"""`satcross decode`: from a solver's output back to a filled grid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import rooms
from satcross.cli.answers import checked_assignment, source_of, without_answer
from satcross.cli.errors import echo_err
from satcross.cli.options.command import HelpPanel, argument, command
from satcross.cli.options.common import FormatOptions

if TYPE_CHECKING:
    from satcross.cnf.variants import Problem
    from satcross.model.grid import Grid
    from satcross.packed import HeldFile

EXAMPLES = """\
Examples:
  satcross export grid.txt -o grid.cnf
  kissat grid.cnf > answer.txt
  satcross decode grid.cnf answer.txt
  cadical grid.cnf | satcross decode grid.cnf -
  satcross decode grid.wcnf answer.txt       of a MaxSAT solver: the grid and its total
  minizinc grid.mzn | satcross decode grid.mzn -
  satcross decode grid.xml answer.txt        of an XCSP3 solver, as ACE and Choco

Exit codes:
  0 decoded   20 the solver found that there is none   124 it gave up
  2 bad input, or an answer that does not satisfy the formula"""

GRID_SCHEMA = "satcross.grid/1"


@command(HelpPanel.PROGRAMS, 20, examples=EXAMPLES, guide="guide/solvers.md")
def decode(
    *,
    cnf: str = argument(
        "NAME.cnf",
        "What satcross export wrote (CNF, WCNF, OPB, iCNF, MiniZinc or XCSP3), or prove; .gz and"
        " .xz too.",
        show_default=False,
    ),
    answer: str = argument(
        "SOLVER-OUTPUT",
        "What a solver answered: s and v lines among other output, as SAT, MaxSAT, pseudo-Boolean"
        " and XCSP3 solvers write them, MiniSat's result file, or what MiniZinc prints; - for"
        " stdin.",
    ),
    report: FormatOptions,
) -> int:
    """Read a solver's answer to an exported formula or model as a filled grid.

    No other file is needed. The answer is first checked against every clause or constraint. Of
    several solutions the last one counts.
    """
    from satcross.cnf.limits import MAX_BYTES
    from satcross.cnf.variants import MODELS, form_of, read_problem
    from satcross.errors import DimacsError
    from satcross.files import as_source

    found: str | int
    source = as_source(cnf, DimacsError, limit=MAX_BYTES)
    if form_of(source) in MODELS:
        found = _solution(source, answer, as_json=report.as_json)
    else:
        found = _grid(read_problem(source), answer, cnf, as_json=report.as_json)
    if isinstance(found, int):
        return found
    print(found)
    return 0


def _grid(problem: Problem, answer: str, cnf: str, *, as_json: bool) -> str | int:
    """The filled grid of an answer, to print; the exit code, where there is none."""
    from satcross.encoding.decode import Decoder

    decoder = Decoder.from_comments(problem.comments, source=cnf)
    assignment = checked_assignment(problem, answer, cnf=cnf, n_letters=len(decoder.letters))
    if isinstance(assignment, int):
        return assignment
    grid = decoder.decode(assignment, source=source_of(answer))
    total = None if problem.objective is None else problem.objective.total(assignment)
    return _shown(grid, total, decoder.words, decoder.digest, as_json=as_json)


def _solution(model: Path | HeldFile, answer: str, *, as_json: bool) -> str | int:
    """The same for a constraint model."""
    models = rooms.only("models", "reads answers to models", "give a .cnf", "cnf")
    found = models.decode_solution(model, answer)
    if found.grid is None:
        return without_answer(found.verdict, "model")
    return _shown(found.grid, found.total, found.words, found.digest, as_json=as_json)


def _shown(grid: Grid, total: int | None, words: str, digest: str, *, as_json: bool) -> str:
    if not as_json:
        if total is not None:
            echo_err(f"total {total:,}")
        apart = [""] if grid.size and grid.named else []
        shown = [str(grid)] if grid.size else []
        return "\n".join([*shown, *apart, *grid.beside_lines()])
    about: dict[str, object] = {"words": words, "digest": digest}
    if total is not None:
        about["total"] = total
    return json.dumps({"schema": GRID_SCHEMA, **grid.json_data(), **about}, ensure_ascii=False)
