"""One fill of a puzzle, or the proof that there is none."""

from __future__ import annotations

import time

from satcross.model.fill import Fill, FillResult
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped
from satcross.solve.protocol import Outcome, SolverOptions
from satcross.task import Deadline, DeadlinePassedError, Task
from satcross.tasks.prepared import PreparedPuzzle, is_lazy, prepare, watched


class FillTask(Task[Fill, FillResult]):
    """Find a fill, or prove that there is none.

    Run again after a time limit, the lazy engine goes on with all that it has learnt; other solvers
    and several jobs start over.

    Args:
        puzzle: what to fill.
        options: engine, seed and progress.
        jobs: how many seeds to try at once, each in its own process; 0 for one on each CPU.

    `run` returns `Found`, with a verified fill; `Impossible`; or `Stopped`.

    Raises:
        OptionError: the options name no solver, or do not go together, or `jobs` is out of range.
        SolverError: from `run`: the solver is missing or died; of several jobs, all of them.
        VerificationError: from `run`: the solver gave a wrong fill.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["cot", "ode", "pen", "cat"])
    >>> with FillTask(Puzzle(Grid.parse("C..\\n#.#\\n..."), words)) as task:
    ...     task.run().value["1A"].word
    'COT'
    """

    def __init__(
        self, puzzle: Puzzle, options: SolverOptions | None = None, *, jobs: int = 1
    ) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._n_jobs = jobs
        if jobs != 1:
            from satcross.tasks.jobs import number_of_jobs

            self._n_jobs = number_of_jobs(jobs)
        self._opened: PreparedPuzzle | None = None

    def _run(self, deadline: Deadline) -> FillResult:
        if self._opened is None:
            self._opened = prepare(self._puzzle, self._options)
        opened = self._opened
        opened.started = time.monotonic() - self.elapsed_s
        if opened.domains.emptied is not None:
            return Impossible(opened.why_not, opened.work())
        if self._n_jobs != 1:
            from satcross.tasks.jobs import race

            return race(opened, self._options, self._n_jobs, deadline=deadline)
        try:
            session = opened.start(self._options, deadline=deadline)
        except DeadlinePassedError:
            return Stopped(deadline.reason, opened.work())
        answer = session.solve(deadline=deadline)
        match answer.outcome:
            case Outcome.SAT:
                return Found(opened.fill(answer), opened.work())
            case Outcome.UNSAT:
                return Impossible("", opened.work())
            case Outcome.UNKNOWN:
                work = opened.work()
                if not is_lazy(self._options):  # its session has ended with this answer
                    opened.close()
                    opened.session = None
                return Stopped(answer.reason, work, answer.detail)

    def _close(self) -> None:
        if self._opened is not None:
            self._opened.close()
