"""The library's front: tasks with their options as plain keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.puzzle import Puzzle
from satcross.solve.protocol import ProgressHandler, SolverOptions
from satcross.tasks import fill as fill_task
from satcross.tasks.results import FillResult

if TYPE_CHECKING:
    from satcross.tasks.enumerate import Distinct, Fills


def fill(
    puzzle: Puzzle,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    jobs: int = 1,
    solver: str = "lazy",
    solver_command: str | None = None,
    encoding: str = "auto",
    on_progress: ProgressHandler | None = None,
) -> FillResult:
    """Find a fill, prove that there is none, or say why the search stopped.

    Args:
        puzzle: what to fill.
        seed: different seeds make different fills, the same seed the same one.
        time_limit_s: seconds after which to stop, kept within half a second; None for no limit.
        jobs: how many seeds to try at once, from `seed` on, each in a process of its own. The
            first to find a fill or a proof ends the others, and `work.seed` of the result says
            which it was. 0: as many as there are CPUs for this process.
        solver: "lazy", or a PySAT solver's name for the eager encoding, as in "glucose4".
        solver_command: an external solver's command line with `{cnf}`, instead of `solver`.
        encoding: of slots, for eager solvers: "support", "dawg" or "auto".
        on_progress: called ten times a second at most.

    Returns: `Filled`, with a verified fill; `Unfillable`; or `Unknown`.

    Raises:
        OptionError: options that name no solver, do not go together, or a number of jobs that
            makes no sense.
        SolverError: the solver is missing or died; with several jobs, all of them did.
        VerificationError: the solver gave a wrong fill.

    >>> from satcross import Grid, Filled, WordList
    >>> words = WordList.from_words(["cot", "ode", "pen", "cat"])
    >>> match fill(Puzzle(Grid.parse("C..\\n#.#\\n..."), words)):
    ...     case Filled(found):
    ...         print(found)
    COT
    #D#
    PEN
    """
    options = SolverOptions(solver, solver_command, encoding, seed, on_progress)
    return fill_task.fill(puzzle, options=options, time_limit_s=time_limit_s, jobs=jobs)


def enumerate_fills(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    distinct: Distinct = "grids",
    seed: int = 0,
    time_limit_s: float | None = None,
    solver: str = "lazy",
    solver_command: str | None = None,
    encoding: str = "auto",
    on_progress: ProgressHandler | None = None,
) -> Fills:
    """An iterator over distinct fills, found one by one as they are asked for.

    Args:
        puzzle: what to fill.
        limit: how many fills at most; None for all.
        distinct: how any two differ: "grids", in some letter; "words", no free entry of one
            stands anywhere in the other; a number K, in at least K entries.
        seed, time_limit_s, solver, solver_command, encoding, on_progress: as `fill` has them;
            the time limit is for all fills together.

    Returns: an iterator of verified fills; when it has ended, `.exhausted` says whether there are
        no others, and `.stopped` why it ended otherwise.

    >>> from satcross import Grid, WordList
    >>> puzzle = Puzzle(Grid.parse("..\\n.."), WordList.from_words(["at", "to", "oh", "ah", "ho"]))
    >>> fills = enumerate_fills(puzzle)
    >>> len(list(fills)), fills.exhausted
    (2, True)
    """
    from satcross.tasks import enumerate as enumerate_task

    options = SolverOptions(solver, solver_command, encoding, seed, on_progress)
    return enumerate_task.enumerate_fills(
        puzzle, limit=limit, distinct=distinct, options=options, time_limit_s=time_limit_s
    )
