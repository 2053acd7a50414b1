"""One fill of a puzzle."""

from __future__ import annotations

from satcross.puzzle import Puzzle
from satcross.solve.protocol import Deadline, Outcome, SolverOptions
from satcross.tasks.opening import open_puzzle
from satcross.tasks.results import Filled, FillResult, Unfillable, Unknown

TIME_LIMIT = "time limit"


def fill(
    puzzle: Puzzle,
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    jobs: int = 1,
) -> FillResult:
    """Find a fill, prove that there is none, or say why the search stopped.

    Args:
        puzzle: what to fill.
        options: engine, seed and progress; the lazy engine with seed 0 by default.
        time_limit_s: seconds after which to stop, kept within half a second; None for no limit.
        jobs: how many searches to run at once, each in a process of its own: see `fill_by_jobs`.
            With 1 there is no other process. 0: as many as there are CPUs for this one.

    Raises:
        OptionError: options that name no solver, do not go together, or a number of jobs that
            makes no sense.
        SolverError: the solver is missing or died.
        VerificationError: the solver gave a wrong fill.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["cot", "ode", "pen", "cat"])
    >>> fill(Puzzle(Grid.parse("C..\\n#.#\\n..."), words)).fill["1A"].word
    'COT'
    """
    deadline = Deadline.after(time_limit_s)
    if jobs != 1:
        from satcross.tasks.jobs import fill_by_jobs, number_of_jobs

        n_jobs = number_of_jobs(jobs)
        if n_jobs != 1:
            return fill_by_jobs(puzzle, n_jobs, options=options, deadline=deadline)
    try:
        opened = open_puzzle(puzzle, options or SolverOptions(), deadline=deadline)
    except TimeoutError:
        return Unknown(TIME_LIMIT)
    try:
        if opened.session is None:
            return Unfillable(opened.why_not, opened.work())
        answer = opened.session.solve(deadline=deadline)
        match answer.outcome:
            case Outcome.SAT:
                return Filled(opened.fill(answer), opened.work())
            case Outcome.UNSAT:
                return Unfillable("", opened.work())
            case Outcome.UNKNOWN:
                return Unknown(answer.reason or TIME_LIMIT, opened.work())
    finally:
        opened.close()
