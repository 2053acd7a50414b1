"""From a puzzle to a session that can be asked for fills: what all tasks begin with."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from satcross.encoding.letters import LetterVars
from satcross.errors import OptionError, VerificationError
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.fill import Fill, FillResult
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Reason, Stopped, Work
from satcross.solve.protocol import (
    LAZY,
    Answer,
    Counters,
    LazySession,
    Outcome,
    Session,
    SolverOptions,
)
from satcross.task import NEVER, Deadline, DeadlinePassedError, Progress, ProgressHandler, Task
from satcross.tasks.checking import check

NO_FILL = "the search ruled out every fill"


@dataclass(slots=True)
class PreparedPuzzle:
    """A puzzle after arc consistency, with a session over its letter variables.

    Args:
        puzzle: what is to be filled.
        domains: what arc consistency left.
        letters: the variables of those letters.
        session: holds the formula; None when arc consistency has proved that there is no fill, or
            while `start` has not been called.
        started: monotonic time at which the task began.
        engine: the session's name for people.
        n_conflicts, n_decisions: what sessions before this one have done for the same answer.
    """

    PROGRESS_EVERY_S: ClassVar = 0.1

    puzzle: Puzzle
    domains: Domains
    letters: LetterVars
    session: Session | None
    started: float
    engine: str
    n_conflicts: int = 0
    n_decisions: int = 0

    @property
    def why_not(self) -> str:
        """Why there is no fill, when that is proved: by arc consistency, or else by a search."""
        if self.domains.emptied is None:
            return NO_FILL
        return f"no word fits {self.puzzle.slots[self.domains.emptied].name}"

    def doubted(self, stopped: Stopped) -> Stopped:
        """A stop without a fill, with what letters say where they say that there is hardly one.

        Whoever ends a search does not wait for it: it is found out where the time is up alone.
        """
        if stopped.reason is not Reason.TIME_LIMIT:
            return stopped
        doubt = self.domains.doubt()
        return replace(stopped, detail=f"{stopped.reason.value}; {doubt}") if doubt else stopped

    def work(self) -> Work:
        """What was done so far."""
        counters = self.session.counters if self.session is not None else Counters(0, 0)
        return Work(
            elapsed_s=time.monotonic() - self.started,
            conflicts=_sum(counters.conflicts, self.n_conflicts),
            decisions=_sum(counters.decisions, self.n_decisions),
            n_words=self.domains.n_words,
            engine=self.engine,
        )

    def count(self, work: Work) -> None:
        """Count in `work` what was done before for the same answer."""
        self.n_conflicts, self.n_decisions = work.conflicts, work.decisions

    def start(self, options: SolverOptions, *, deadline: Deadline = NEVER) -> Session:
        """The session, started if need be; only where arc consistency has left words.

        Raises:
            SolverError: the solver cannot be started.
            DeadlinePassedError: the deadline passed while the formula was being built.
        """
        if self.session is None:
            self.session = self._new_session(options, deadline)
        return self.session

    def start_lazy(self, options: SolverOptions) -> LazySession:
        """A new session of the lazy engine, whose options these are."""
        from satcross.solve import refining

        session = refining.search_session(
            self.domains,
            self.letters,
            seed=options.seed,
            on_progress=self._with_earlier_conflicts(options),
            log=options.log,
        )
        self.session = session
        return session

    def _with_earlier_conflicts(self, options: SolverOptions) -> ProgressHandler | None:
        """The handler of progress, with the conflicts of earlier sessions added."""
        tell, n_before = options.on_progress, self.n_conflicts
        if tell is None or not n_before:
            return tell
        return lambda progress: tell(replace(progress, conflicts=n_before + progress.conflicts))

    def _new_session(self, options: SolverOptions, deadline: Deadline) -> Session:
        if is_lazy(options):
            return self.start_lazy(options)
        from satcross.encoding.encode import encode
        from satcross.solve.backends.registry import counting_for, eager_session

        tell = options.on_progress

        def tick() -> None:
            if deadline.passed():
                raise DeadlinePassedError
            if tell is not None:
                tell(Progress("encoding", time.monotonic() - self.started))

        counting = counting_for(options)
        encoding = encode(self.domains, encoding=options.encoding, counting=counting, tick=tick)
        return eager_session(encoding, options, sums=counting.sums if counting else ())

    def one_fill(
        self,
        options: SolverOptions,
        deadline: Deadline,
        assumed: Callable[[Session], Sequence[int]] = lambda _: (),
    ) -> FillResult:
        """The answer of a search for a fill.

        Called again after `Stopped`, the lazy engine goes on with all that it has learnt.

        Args: assumed: the literals that shall hold, of the session that searches. With some, the
            evidence of `Impossible` are those that cannot hold together.
        """
        if self.domains.emptied is not None:
            return Impossible(self.why_not, self.work())
        try:
            session = self.start(options, deadline=deadline)
        except DeadlinePassedError:
            return Stopped(deadline.reason, self.work())
        answer = session.solve(assumed(session), deadline=deadline)
        match answer.outcome:
            case Outcome.SAT:
                return Found(self.fill(answer), self.work())
            case Outcome.UNSAT:
                return Impossible(self.why_not, self.work(), answer.core or None)
            case Outcome.UNKNOWN:
                work = self.work()
                if not is_lazy(options):  # its session has ended with this answer
                    self.close()
                    self.session = None
                return Stopped(answer.reason, work, answer.detail)

    def fill(self, answer: Answer) -> Fill:
        """The verified fill of a satisfiable answer.

        Raises:
            VerificationError: it breaks a rule.
        """
        return self.verified(self.letters_of(answer))

    def letters_of(self, answer: Answer) -> dict[int, int]:
        """Letter code by grid position of a satisfiable answer, for `verified`."""
        if answer.assignment is None:
            raise VerificationError("the solver found a fill but gave no assignment")
        return self.letters.letters(answer.assignment.true_variables(self.letters.n))

    def verified(self, found: Mapping[int, int]) -> Fill:
        """The fill with the letters `found`, code by grid position.

        Raises:
            VerificationError: it breaks a rule.
        """
        fill = Fill(self.puzzle, found)
        check(self.puzzle, fill.grid, maker=self.engine)
        return fill

    def close(self) -> None:
        """Close the session."""
        if self.session is not None:
            self.session.close()


def _sum(count: int, more: int) -> int:
    """Both together, or -1: the solver does not say."""
    return -1 if count < 0 else count + more


class _Throttle:
    """Passes progress on to a task: of each phase ten times a second at most.

    Args:
        task: whose subscribers receive it.
    """

    def __init__(self, task: Task[Any, Any]) -> None:
        self._task = task
        self._phase = ""
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now >= self._next or progress.phase != self._phase:
            self._phase = progress.phase
            # Most callers keep to the interval already.
            self._next = now + 0.9 * PreparedPuzzle.PROGRESS_EVERY_S
            self._task.emit(progress)


def watched(task: Task[Any, Any], options: SolverOptions | None) -> SolverOptions:
    """The options with their progress sent to the task's subscribers, of whom theirs is one."""
    options = options or SolverOptions()
    handler = options.on_progress
    if handler is not None:
        task.subscribe(lambda event: handler(event) if isinstance(event, Progress) else None)
    return replace(options, on_progress=_Throttle(task))


def is_lazy(options: SolverOptions) -> bool:
    """Whether these ask for the lazy engine."""
    return options.asks_for(LAZY)


def engine_name(options: SolverOptions) -> str:
    """What the engine or solver is called.

    Raises:
        OptionError: no such solver, or options that do not go together.
    """
    if not is_lazy(options):
        from satcross.solve.backends.registry import eager_engine_name

        return eager_engine_name(options)
    if options.encoding != "auto":
        raise OptionError(
            "the lazy engine has no encoding",
            hint="choose an eager solver, such as cadical195",
            parameter="encoding",
        )
    return LAZY


def prepare(puzzle: Puzzle, options: SolverOptions) -> PreparedPuzzle:
    """Arc consistency and letter variables for `puzzle`: what is the same for every seed.

    Raises:
        OptionError: no such solver or encoding, or options that do not go together.
    """
    started = time.monotonic()
    engine = engine_name(options)
    if options.on_progress is not None:
        options.on_progress(Progress("arc consistency", 0.0))
    domains = arc_consistent(puzzle)
    return PreparedPuzzle(puzzle, domains, LetterVars(domains), None, started, engine)
