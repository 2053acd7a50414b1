"""One fill of a puzzle, or the proof that there is none."""

from __future__ import annotations

import time
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, cast

from satcross import rooms
from satcross.errors import OptionError
from satcross.model.fill import Fill, FillResult
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped
from satcross.solve.protocol import LAZY, SolverOptions
from satcross.task import Deadline, Task
from satcross.tasks.preferred import BetterFills
from satcross.tasks.prepared import NO_FILL, PreparedPuzzle, is_lazy, prepare, watched

if TYPE_CHECKING:
    from satcross.solve.protocol import LazySession, Session
    from satcross.tasks.assumed import Assumptions, AssumptionsLike
    from satcross.tasks.certificate.write import CertificateWriter
    from satcross.tasks.placed import PlacedFills


class FillTask(Task[Fill, FillResult]):
    """Find a fill, or prove that there is none.

    The lazy engine looks for a fill with the better words of the list first, for some conflicts:
    see `satcross.tasks.preferred`.

    Run again after a time limit, the lazy engine goes on with all that it has learnt; other solvers
    and several jobs start over.

    Args: as for `satcross.fill`, a certificate and assumptions for one job; options: engine, seed
        and progress.

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
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        jobs: int = 1,
        certificate: str | PathLike[str] | None = None,
        assume: AssumptionsLike = (),
    ) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._assumptions: Assumptions | None = None
        if assume:
            for name, is_given in (("jobs", jobs != 1), ("certificate", certificate is not None)):
                if is_given:
                    raise OptionError(
                        "assumptions are of one search, which writes no certificate",
                        hint="give them as rules of the puzzle",
                        parameter=name,
                    )
            self.assume(assume)
        self.certificate: CertificateWriter | None = None
        if certificate is not None:
            if jobs != 1:
                raise OptionError("a certificate is of one job", parameter="jobs")
            from satcross.tasks.certificate.write import CertificateWriter

            self.certificate = self._hold(CertificateWriter(puzzle, certificate, self._options))
            self._options = replace(self._options, log=self.certificate.write)
        self._n_jobs = jobs
        self.solvers: tuple[str, ...] = ()
        if jobs != 1 or not isinstance(self._options.solver, str) or "," in self._options.solver:
            self._check_jobs(jobs)
        self._opened: PreparedPuzzle | None = None
        self._better: BetterFills | None = None
        self._placed: PlacedFills | None = None

    def _check_jobs(self, jobs: int) -> None:
        """Note how many searches there are. Raises OptionError, as the constructor says."""
        from satcross.processes.child import Crew
        from satcross.tasks.jobs import solvers_of

        self._n_jobs, self.solvers = Crew.size_of(jobs), solvers_of(self._options)
        problem = ""
        if jobs != 1 and not isinstance(self._options.solver, str):
            problem = "a solver that is an object works in this process"
        elif self.solvers and (jobs != 1 or self._assumptions is not None):
            problem = "several solvers are one search each, without assumptions"
        if problem:
            raise OptionError(problem, hint="name one solver", parameter="solver")

    def assume(self, conditions: AssumptionsLike) -> None:
        """Assume these conditions from the next run on, and no others: see `satcross.fill`.

        The session of the runs before goes on, with what it has learnt, where its solver can.

        Raises:
            OptionError: one cannot be assumed, or the task has several jobs or a certificate.

        >>> words = ["cot", "ode", "pen", "cat"]
        >>> with FillTask(Puzzle.of("C..\\n#.#\\n...", words), assume="1A=CAT") as task:
        ...     print(task.run())
        ...     task.assume(["r1c1=C", "1A=*T"])
        ...     print(task.run().value["1A"].word)
        Impossible(why='no fill where 1A=CAT', work=..., evidence=('1A=CAT',))
        COT
        """
        from satcross.tasks.assumed import Assumptions

        self._assumptions = self._assumptions or Assumptions(self._puzzle)
        self._assumptions.ask(conditions)
        self.result = None

    def _run(self, deadline: Deadline) -> FillResult:
        result = self._answer(deadline)
        if self.certificate is not None and isinstance(result, Impossible):
            self.certificate.place()
        if isinstance(result, Stopped) and self._opened is not None:
            return self._opened.doubted(result)
        return result

    def _answer(self, deadline: Deadline) -> FillResult:
        if self._n_jobs != 1 or self.solvers:
            return self._race(deadline)
        if self._assumptions is not None:
            return self._under(self._assumptions, deadline)
        if self._opened is None:
            if (found := self._in_places(deadline)) is not None:
                return found
            self._better = self._better or self._hold(BetterFills(self._puzzle, self._options))
            if (fill := self._better.next(deadline)) is not None:
                return Found(fill, self._better.work)
        opened = self._prepared()
        result = opened.one_fill(self._options, deadline)
        return self._with_slots(result) if isinstance(result, Impossible) else result

    def _under(self, assumptions: Assumptions, deadline: Deadline) -> FillResult:
        """The answer under assumptions: without searches that could not tell which they need."""
        opened = self._prepared()

        def literals(session: Session) -> list[int]:
            return assumptions.literals(opened, session)

        result = opened.one_fill(self._options, deadline, literals)
        if not isinstance(result, Impossible):
            return result
        if not result.evidence:
            return replace(result, evidence=())
        core = assumptions.core(cast("tuple[int, ...]", result.evidence))
        return replace(result, why=f"no fill where {', '.join(core)}", evidence=core)

    def _with_slots(self, proved: Impossible) -> Impossible:
        """The same answer with the slots that exclude each other, where a search has proved it."""
        session = self._prepared().session
        if session is None or not is_lazy(self._options):
            return proved
        used = cast("LazySession", session).slot_activity
        n = proved.work.conflicts
        for module in rooms.modules("clash"):
            why = module.slots_that_clash(self._puzzle, used, n, options=self._options)
            return replace(proved, why=why)
        return proved

    def _in_places(self, deadline: Deadline) -> FillResult | None:
        """The answer for a puzzle of which a rule leaves open where something is; or None."""
        if not self._puzzle.twins:
            return None
        from satcross.tasks.placed import PlacedFills

        self._placed = self._placed or self._hold(PlacedFills(self._puzzle, self._options))
        if (fill := self._placed.next(deadline)) is not None:
            return Found(fill, self._placed.work)
        if self._placed.is_proved:
            return Impossible(NO_FILL, self._placed.work)
        return Stopped(deadline.reason, self._placed.work) if deadline.passed() else None

    def _race(self, deadline: Deadline) -> FillResult:
        from satcross.tasks.jobs import race

        opened = self._prepared()
        if opened.domains.emptied is not None:
            return Impossible(opened.why_not, opened.work())
        return race(opened, self._options, self._n_jobs, deadline=deadline)

    def _prepared(self) -> PreparedPuzzle:
        if self._opened is None:
            options = self._options
            if self.solvers:  # arc consistency is the same for all
                options = replace(options, solver=LAZY, encoding="auto")
            self._opened = self._hold(prepare(self._puzzle, options))
            if self._better is not None:
                self._opened.count(self._better.work)
        self._opened.started = time.monotonic() - self.elapsed_s
        return self._opened
