"""Word searches by DIMACS: the formula to a file, and a solver's answer back to a puzzle."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.cli import exits
from satcross.errors import DimacsError, OptionError
from satcross.wordsearch.results import WordSearch

if TYPE_CHECKING:
    from satcross.cli.wordsearch_asked import Asked, Task
    from satcross.cnf.assignment import Assignment


def write_formula(asked: Asked, task: Task) -> int:
    """Write the formula whose assignments are the finished squares that are asked for.

    Returns: the exit code.
    """
    from satcross.cli.wordsearch_asked import board_of, crossings_of
    from satcross.wordsearch.dimacs import export
    from satcross.wordsearch.filler import FILLERS
    from satcross.wordsearch.finish import filler_letters
    from satcross.wordsearch.wish import Wish

    crossings = crossings_of(asked.crossings)
    if isinstance(crossings, str):
        raise OptionError(
            "a formula has no most", mend="give a number of crossings", source="--crossings"
        )
    if asked.export == "-":
        raise OptionError("a CNF goes to a file", mend="name one", source="--export")
    # Where words stand is the solver's to choose, so every cell must be able to hold their letters.
    letters = "".join(word.letters for word in task.words)
    if asked.filler == "uniform":
        letters += task.alphabet.letters
    elif asked.filler not in FILLERS:
        letters += filler_letters(asked.filler, task.alphabet)
    wish = Wish(
        n_crossings_at_least=crossings or 0,
        max_parallel=asked.max_parallel,
        allow_inside=asked.allow_inside,
        forbid=task.forbid,
    )
    found = export(
        board_of(asked, task), task.words, task.headings, asked.export or "", wish,
        complete_with="".join(sorted(set(letters))),
    )  # fmt: skip
    exits.tell(f"{asked.export}: {found.n_vars:,} variables, {found.n_clauses:,} clauses")
    return exits.OK


def decoded(asked: Asked) -> WordSearch | int:
    """The puzzle that a solver's output means; the exit code, where it says that there is none.

    Raises:
        DimacsError: the files are no such, or do not belong together.
    """
    from satcross.cnf.dimacs import read_formula
    from satcross.cnf.output import Verdict, parse_output, read_output

    answer = asked.list_
    if answer is None:
        raise OptionError("no solver's output is named", mend="give it in the place of WORDS")
    dump = read_formula(asked.decode or "")
    n_vars = dump.formula.n_vars
    source = "<stdin>" if answer == "-" else answer
    if answer == "-":
        verdict, assignment = parse_output(sys.stdin.buffer.read(), n_vars, source=source)
    else:
        verdict, assignment = read_output(Path(answer), n_vars)
    if verdict is Verdict.UNSATISFIABLE:
        exits.tell("impossible: the solver found that the formula is unsatisfiable")
        return exits.UNFILLABLE
    if assignment is None:
        exits.tell("stopped: the solver found no answer")
        return exits.STOPPED
    false = dump.formula.first_falsified(assignment)
    if false is not None:
        raise DimacsError(
            f"the assignment does not satisfy the formula: clause {false + 1} is false",
            mend=f"is it a solver's answer to {asked.decode}?",
            source=source,
        )
    return decoded_comments(dump.comments, assignment, cnf=asked.decode or "", source=source)


def decoded_comments(
    comments: tuple[str, ...] | list[str], assignment: Assignment, *, cnf: str, source: str
) -> WordSearch:
    """The puzzle of an assignment that satisfies the formula with these comments.

    Raises:
        DimacsError: they are not those of a word search whose cells all hold letters.
    """
    from satcross.wordsearch.dimacs_decode import Decoder

    made = Decoder.from_comments(comments, source=cnf).decode(assignment, source=source)
    if not isinstance(made, WordSearch):
        raise DimacsError(
            "the formula has no letters for the cells without a word",
            mend="export it with satcross wordsearch --export", source=cnf,
        )  # fmt: skip
    return made
