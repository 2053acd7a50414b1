"""`satcross decode`: from a solver's output back to a filled grid, or to a word search."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from satcross.cli.answers import WORDSEARCH, checked_assignment, says, source_of
from satcross.cli.errors import echo_err
from satcross.cli.options.command import argument, command
from satcross.cli.options.common import FormatOptions

if TYPE_CHECKING:
    from satcross.cnf.variants import Problem

EXAMPLES = """\
Examples:
  satcross export grid.txt -o grid.cnf
  kissat grid.cnf > answer.txt
  satcross decode grid.cnf answer.txt
  cadical grid.cnf | satcross decode grid.cnf -
  satcross decode grid.wcnf answer.txt       of a MaxSAT solver: the grid and its total
  satcross decode search.cnf answer.txt      of satcross wordsearch --export

Exit codes:
  0 decoded   20 the solver found that there is none   124 it gave up
  2 bad input, or an answer that does not satisfy the formula"""

GRID_SCHEMA = "satcross.grid/1"


@command
def decode(
    *,
    cnf: str = argument(
        "NAME.cnf",
        "What satcross export wrote (CNF, WCNF, OPB or iCNF), or prove or wordsearch --export;"
        " .gz and .xz too.",
        show_default=False,
    ),
    answer: str = argument(
        "SOLVER-OUTPUT",
        "What a solver answered: s and v lines among other output, as SAT, MaxSAT and"
        " pseudo-Boolean solvers write them, or MiniSat's result file; - for stdin.",
    ),
    report: FormatOptions,
) -> int:
    """Read a solver's answer to an exported formula as a filled grid or a word search.

    No other file is needed. The answer is first checked against every clause. For pictures of a
    word search there is satcross wordsearch --decode.
    """
    from satcross.cnf.variants import read_problem

    problem = read_problem(cnf)
    shown = _word_search if says(problem.comments, WORDSEARCH) else _grid
    found = shown(problem, answer, cnf, as_json=report.as_json)
    if isinstance(found, int):
        return found
    print(found)
    return 0


def _grid(problem: Problem, answer: str, cnf: str, *, as_json: bool) -> str | int:
    """The filled grid of an answer, to print; the exit code, where there is none."""
    from satcross.encoding.decode import Decoder

    decoder = Decoder.from_comments(problem.comments, source=cnf)
    assignment = checked_assignment(problem, answer, cnf=cnf, no="unfillable")
    if isinstance(assignment, int):
        return assignment
    grid = decoder.decode(assignment, source=source_of(answer))
    total = None if problem.objective is None else problem.objective.total(assignment)
    if not as_json:
        if total is not None:
            echo_err(f"total {total:,}")
        apart = [""] if grid.size and grid.named else []
        return "\n".join([*grid.lines(), *apart, *grid.beside_lines()])
    about: dict[str, object] = {"words": decoder.words, "digest": decoder.digest}
    if total is not None:
        about["total"] = total
    return json.dumps({"schema": GRID_SCHEMA, **grid.json_data(), **about}, ensure_ascii=False)


def _word_search(problem: Problem, answer: str, cnf: str, *, as_json: bool) -> str | int:
    """The same for a word search."""
    from satcross.cli.wordsearch_dimacs import decoded_dump
    from satcross.wordsearch.files import search_json

    made = decoded_dump(problem, answer, cnf=cnf)
    if isinstance(made, int):
        return made
    return search_json(made, number=1) if as_json else str(made)
