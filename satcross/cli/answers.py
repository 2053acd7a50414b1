"""What a solver answered to a file that satcross wrote: for `decode`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from satcross.cli.errors import ExitCode, echo_err
from satcross.errors import DimacsError

if TYPE_CHECKING:
    from satcross.cnf.assignment import Assignment
    from satcross.cnf.output import SolverStatus
    from satcross.cnf.variants import Problem


def source_of(answer: str) -> str:
    """What errors call the solver's output."""
    return "<stdin>" if answer == "-" else answer


def checked_assignment(
    problem: Problem, answer: str, *, cnf: str, n_letters: int = 0
) -> Assignment | int:
    """The assignment that a solver's output gives; the exit code, where it gives none.

    Args:
        problem: that was solved, and cnf: the name of its file.
        answer: name of the solver's output; `-` for stdin.
        n_letters: variables from 1 on that determine the others.

    Raises:
        DimacsError: it is no solver's output, or the assignment leaves a clause false.
    """
    from satcross.cnf.output import read_output, read_output_of_stdin
    from satcross.cnf.variants import CNFPLUS, OPB

    n_vars = problem.formula.n_vars
    if answer == "-":
        verdict, assignment = read_output_of_stdin(n_vars, problem.form)
    else:
        verdict, assignment = read_output(Path(answer), n_vars, form=problem.form)
    if assignment is None:
        return without_answer(verdict, "formula")
    if n_letters:
        from satcross.encoding.decode import with_others

        assignment = with_others(problem.formula, assignment, n_letters)
    false = problem.first_falsified(assignment)
    if false is not None:
        noun = "constraint" if problem.form in (CNFPLUS, OPB) else "clause"
        raise DimacsError(
            f"the assignment does not satisfy the formula: {noun} {false + 1} is false",
            hint=f"is it a solver's answer to {cnf}?",
            source=source_of(answer),
        )
    return assignment


def without_answer(verdict: SolverStatus, what: str) -> int:
    """Say that a solver found no answer; the exit code. Args: what: was solved."""
    from satcross.cnf.output import SolverStatus

    if verdict is SolverStatus.UNSATISFIABLE:
        echo_err(f"unfillable: the solver found that the {what} is unsatisfiable")
        return ExitCode.UNFILLABLE
    echo_err("stopped: the solver found no answer")
    return ExitCode.STOPPED
