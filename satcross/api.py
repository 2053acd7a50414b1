"""What the commands do, one function each, with options as plain keywords.

Each function makes a task, runs it and returns its result; who wants to watch, stop or resume
makes the task (`FillTask`, `CountTask`, …) instead. What they share:

- A puzzle may be a `Puzzle`, or a grid for one (a `Grid`, its text or its rows) with `words`: a
  `WordList`, words with or without scores, or the path of a file; the built-in list by default.
- `seed`: another seed gives another answer, the same seed the same one.
- `time_limit_s`: seconds after which to stop, kept within half a second; None for no limit.
- `on_progress`: called with a `Progress`, ten times a second at most.

Wrong input raises an `InputError` of one line, which names the parameter.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

from satcross.checks import check_type
from satcross.functions import public, run_task
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.fill import Fill, FillResult
from satcross.model.grid import Grid, GridLike
from satcross.model.puzzle import Puzzle, PuzzleLike
from satcross.results import Result
from satcross.solve.protocol import SolverOptions
from satcross.task import Listing, ProgressHandler
from satcross.words import WordList, WordsLike

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword
    from satcross.solve.solvers import SolverLike
    from satcross.tasks.assumed import AssumptionsLike
    from satcross.tasks.enumerate import Distinct, Fills
    from satcross.verification.crossword import Fault


@public
def fill(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    jobs: int = 1,
    solver: SolverLike = "lazy",
    solver_command: str | None = None,
    encoding: str = "auto",
    certificate: str | PathLike[str] | None = None,
    assume: AssumptionsLike = (),
    on_progress: ProgressHandler | None = None,
) -> FillResult:
    """Find a fill, prove that there is none, or say why the search stopped.

    Args:
        jobs: how many seeds to try at once, from `seed` on, each in its own process. The
            first to find a fill or a proof ends the others, and `work.seed` of the result says
            which it was. 0: as many as there are CPUs for this process.
        solver: "lazy", or a solver for the eager encoding: a PySAT solver's name, as in
            "glucose4", "ipasir:" and the path of a shared library, a class or an object like
            PySAT's, or a function of clauses; for one fill several names, as in "lazy,cadical195",
            of which the first to answer counts.
        solver_command: an external solver's command line with `{cnf}`, instead of `solver`.
        encoding: of slots, for eager solvers: "support", "dawg" or "auto".
        certificate: a file for the proof, if there is no fill: `verify_certificate` checks it.
        assume: literals and constraints that shall hold, as rules of the puzzle would, or their
            texts. `evidence` of an `Impossible` is the core: the texts of those that cannot hold
            together, not always the fewest; () where there is no fill anyway.

    Returns: `Found`, with a verified fill; `Impossible`; or `Stopped`.

    Raises:
        OptionError: options that name no solver or do not go together.
        SolverError: the solver is missing or died; of several jobs, all of them.
        VerificationError: the solver gave a wrong fill.

    >>> from satcross import Found
    >>> match fill("C..\\n#.#\\n...", ["cot", "ode", "pen", "cat"]):
    ...     case Found(found):
    ...         print(found)
    COT
    #D#
    PEN
    """
    from satcross.tasks.fill import FillTask

    options = SolverOptions(solver, solver_command, encoding, seed, on_progress)
    task = FillTask(
        Puzzle.of(puzzle, words), options, jobs=jobs, certificate=certificate, assume=assume
    )
    return run_task(task, time_limit_s)


@public
def enumerate_fills(
    puzzle: PuzzleLike,
    words: WordsLike | None = None,
    *,
    limit: int | None = None,
    distinct: Distinct = "grids",
    seed: int = 0,
    time_limit_s: float | None = None,
    solver: SolverLike = "lazy",
    solver_command: str | None = None,
    encoding: str = "auto",
    state: dict[str, Any] | None = None,
    certificate: str | PathLike[str] | None = None,
    on_progress: ProgressHandler | None = None,
) -> Fills:
    """An iterator over distinct fills, found one by one as they are asked for.

    Args:
        limit: how many fills at most; None for all.
        distinct: how any two differ: "grids", in some letter; "words", no free entry of one
            stands anywhere in the other; a number K, in at least K entries; "K-letters", as in
            "5-letters", in at least K cells; "symmetry", in some letter, also from all images of
            the other by the puzzle's symmetries; names of entries, as in "17A,26A", in the set of
            words that these have; "auto", for `limit` fills that differ as much as they can. An
            entry is the word that it spells, however a rebus divides it into cells.
        time_limit_s: seconds for all fills together.
        solver: "lazy", or a solver for the eager encoding: a PySAT solver's name, as in
            "glucose4", "ipasir:" and the path of a shared library, a class or an object like
            PySAT's, or a function of clauses.
        solver_command: an external solver's command line with `{cnf}`, instead of `solver`.
        encoding: of slots, for eager solvers: "support", "dawg" or "auto".
        state: where an earlier listing of the same stopped: what its `.state()` returned.
        certificate: a file for the proof that there are no other fills, if all were found:
            `verify_certificate` checks it.

    Returns: an iterator of verified fills. When it has ended, `.is_exhausted` says whether there
        are no others, and `.stopped` why it ended otherwise. `.arrays()` gives thousands of fills
        at a time, as letters.

    >>> fills = enumerate_fills("..\\n..", ["at", "to", "oh", "ah", "ho"])
    >>> len(list(fills)), fills.is_exhausted
    (2, True)
    """
    from satcross.tasks.enumerate import Fills

    options = SolverOptions(solver, solver_command, encoding, seed, on_progress)
    puzzle = Puzzle.of(puzzle, words)
    return Fills(
        puzzle, options, limit=limit, distinct=distinct, time_limit_s=time_limit_s, state=state,
        certificate=certificate,
    )  # fmt: skip


@public
def check(
    puzzle: PuzzleLike, filled: Fill | GridLike, words: WordsLike | None = None
) -> list[Fault]:
    """Every rule of a puzzle that a filled grid breaks; none when the fill is right.

    Args:
        filled: the grid to check, from anywhere.

    >>> [str(fault) for fault in check("..\\n..", "AT\\nTO", ["at", "to"])]
    ['1D AT is also at 1A', '2D TO is also at 3A']
    """
    from satcross.tasks.checking import faults_of

    grid = filled.grid if isinstance(filled, Fill) else Grid.of(filled)
    return faults_of(Puzzle.of(puzzle, words), grid)


@public
def make_puzzle(
    kind: str,
    what: PuzzleLike | Iterable[str],
    words: WordsLike | None = None,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
    **options: Any,
) -> Result[Any]:
    """Make a puzzle of another kind than the crossword, as the command of that name does.

    Args:
        kind: its name in files and commands; that of another one is refused with the right ones.
        what: a size, as in "15x15", for which a pattern is made; or a `Puzzle`, or a grid for one;
            or an `OfPuzzle` of `satcross.tasks.making`, with the clues of a crossword; or what
            else the kind's options say; or the text of a quotation.
        words: for its entries, by default the built-in list; and what solvers may think of, by
            default any word.
        options: those of the command, as in `preset="nyt"`; a wrong name is refused with the right
            ones.

    Returns: `Best` or `Found`, whose value has `crossword`, what files and pictures have, and
        mostly `fill`, the solution; `Impossible`; or `Stopped`.
    """
    from satcross.puzzles import MadeKind

    solver = SolverOptions(seed=seed, on_progress=on_progress)
    with MadeKind(kind).making(what, words, options, solver) as task:
        return task.one(time_limit_s)


@public
def solve_puzzle(
    kind: str,
    puzzle: Crossword | str | PathLike[str],
    words: WordsLike | None = None,
    *,
    alphabet: Alphabet = LATIN,
    limit: int | None = None,
    seed: int = 0,
    on_progress: ProgressHandler | None = None,
) -> Listing[Any]:
    """An iterator over the solutions of a puzzle of another kind than the crossword.

    Args:
        kind: its name in files and commands; that of another one is refused with the right ones.
        puzzle: a `Crossword`, a text as the command prints it, or the path of a file with either.
        words: what its solution is made of, where the puzzle does not say that.
        alphabet: of a puzzle without `words`.
        limit: how many solutions at most; None for all.

    Returns: an iterator, whose `is_exhausted` says at the end whether there are no others.
    """
    from satcross.model.crossword import Crossword
    from satcross.puzzles import MadeKind

    known = {"Crossword": Crossword, "PathLike": PathLike}
    check_type("puzzle", puzzle, "Crossword | str | PathLike", known)
    listed = None if words is None else WordList.of(words)
    solver = SolverOptions(seed=seed, on_progress=on_progress)
    return MadeKind(kind).solutions(puzzle, listed, solver, alphabet=alphabet, limit=limit)
