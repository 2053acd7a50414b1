"""Word searches by DIMACS: the formula to a file, and a solver's answer back to a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.cli import exits
from satcross.cli.answers import CROSSWORD, checked_assignment, says, source_of
from satcross.errors import DimacsError, OptionError
from satcross.wordsearch.results import WordSearch

if TYPE_CHECKING:
    from satcross.cli.wordsearch_asked import Asked, Task
    from satcross.cnf.dimacs import Dump

# What a decoded puzzle has no use for, beside what `check_asked` refuses: the CNF settles it.
_SETTLED = (
    "allow_inside", "filler", "forbid", "no_forbid", "count", "min_score", "exclude", "max_words",
    "alphabet", "seed", "time_limit",
)  # fmt: skip


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
        OptionError: an option makes no sense here.
        DimacsError: the files are no such, or do not belong together.
    """
    from satcross.cnf.dimacs import read_formula

    cnf, answer = asked.decode or "", asked.list_
    if answer is None:
        raise OptionError("no solver's output is named", mend="give it in the place of WORDS")
    plain = type(asked)()
    for name in _SETTLED:
        if getattr(asked, name) not in (getattr(plain, name), []):
            option = f"--{name.replace('_', '-')}"
            raise OptionError(
                f"--decode and {option} do not go together", mend="leave it out: the CNF settles it"
            )
    dump = read_formula(cnf)
    if says(dump.comments, CROSSWORD):
        raise DimacsError("is the CNF of a crossword", mend="use satcross decode", source=cnf)
    return decoded_dump(dump, answer, cnf=cnf)


def decoded_dump(dump: Dump, answer: str, *, cnf: str) -> WordSearch | int:
    """The same for a CNF that has been read.

    Args:
        dump: the CNF, and cnf: its name.
        answer: name of the solver's output; `-` for stdin.

    Raises:
        DimacsError: it is no word search whose cells all hold letters, or no answer to it.
    """
    from satcross.wordsearch.dimacs_decode import Decoder

    decoder = Decoder.from_comments(dump.comments, source=cnf)
    assignment = checked_assignment(dump, answer, cnf=cnf, no="impossible")
    if isinstance(assignment, int):
        return assignment
    made = decoder.decode(assignment, source=source_of(answer))
    if not isinstance(made, WordSearch):
        raise DimacsError(
            "the formula has no letters for the cells without a word",
            mend="export it with satcross wordsearch --export", source=cnf,
        )  # fmt: skip
    return made
