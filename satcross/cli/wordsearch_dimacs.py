"""Word searches by DIMACS: the formula to a file, and a solver's answer back to a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.checks import counted
from satcross.cli import errors as exits
from satcross.cli.answers import CROSSWORD, checked_assignment, says, source_of
from satcross.errors import DimacsError
from satcross.wordsearch.puzzle import WordSearch

if TYPE_CHECKING:
    from satcross.cli.options.wordsearch import WordSearchRequest
    from satcross.cnf.variants import Problem


def write_formula(path: str, request: WordSearchRequest) -> int:
    """Write the formula whose assignments are the finished squares that are asked for.

    Returns: the exit code.
    """
    from satcross.wordsearch.encode.formula import export
    from satcross.wordsearch.letters.filler import FILLERS, filler_letters
    from satcross.wordsearch.problem import LayoutProblem

    options = request.options
    # The solver chooses where words stand, so every cell must be able to hold their letters.
    letters = "".join(word.symbols for word in request.words)
    if options.filler == "uniform":
        letters += options.alphabet.letters
    elif options.filler not in FILLERS:
        letters += filler_letters(options.filler, options.alphabet)
    assert request.board is not None  # `fit` cannot be exported
    problem = LayoutProblem(
        request.board, request.words, options.headings, options.constraints, options.alphabet
    )
    formula = export(problem, path, complete_with="".join(sorted(set(letters)))).formula
    exits.echo_err(
        f"{path}: {counted(formula.n_vars, 'variable')}, {counted(formula.n_clauses, 'clause')}"
    )
    return exits.OK


def decoded(cnf: str, answer: str) -> WordSearch | int:
    """The puzzle that a solver's output means; the exit code, where it says that there is none.

    Args:
        cnf: name of the CNF.
        answer: name of the solver's output; `-` for stdin.

    Raises:
        DimacsError: the files are no such, or do not belong together.
    """
    from satcross.cnf.variants import read_problem

    dump = read_problem(cnf)
    if says(dump.comments, CROSSWORD):
        raise DimacsError("is the CNF of a crossword", hint="use satcross decode", source=cnf)
    return decoded_dump(dump, answer, cnf=cnf)


def decoded_dump(dump: Problem, answer: str, *, cnf: str) -> WordSearch | int:
    """The same for a CNF that has been read.

    Args:
        dump: the CNF, and cnf: its name.
        answer: name of the solver's output; `-` for stdin.

    Raises:
        DimacsError: it is no word search whose cells all hold letters, or no answer to it.
    """
    from satcross.wordsearch.encode.decode import Decoder

    decoder = Decoder.from_comments(dump.comments, source=cnf)
    assignment = checked_assignment(dump, answer, cnf=cnf, no="impossible")
    if isinstance(assignment, int):
        return assignment
    made = decoder.decode(assignment, source=source_of(answer))
    if not isinstance(made, WordSearch):
        raise DimacsError(
            "the formula has no letters for the cells without a word",
            hint="export it with satcross wordsearch --export", source=cnf,
        )  # fmt: skip
    return made
