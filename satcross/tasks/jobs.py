"""One fill by several searches at once: run times vary so much that some seed may be lucky."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from satcross.checks import counted
from satcross.errors import SolverError
from satcross.model.fill import FillResult
from satcross.processes.child import Crew, How, Message, how_to_start
from satcross.processes.inside import Channel
from satcross.results import Found, Impossible, Reason, Stopped, Work
from satcross.solve.protocol import LAZY, Outcome, SolverOptions
from satcross.task import NEVER, Deadline, DeadlinePassedError, Progress
from satcross.tasks.preferred import BetterFills
from satcross.tasks.prepared import NO_FILL, PreparedPuzzle, engine_name, is_lazy
from satcross.tasks.process import MOMENT_S

_TICK_S = 0.1


def solvers_of(options: SolverOptions) -> tuple[str, ...]:
    """The solvers that are named, each once, where there are several; else none.

    Raises:
        OptionError: there is no such solver.
    """
    given = options.solver
    if options.command is not None or not isinstance(given, str) or "," not in given:
        return ()
    from satcross.solve.backends.registry import eager_engine_name

    names = tuple(dict.fromkeys(name.strip() for name in given.split(",")))
    for name in names:
        if name != LAZY:
            eager_engine_name(replace(options, solver=name))
    return names


def searches_of(options: SolverOptions, n_jobs: int) -> dict[int, SolverOptions]:
    """The searches of a race: by seed; or of several solvers, by their place, with one seed."""
    if not (solvers := solvers_of(options)):
        seeds = range(options.seed, options.seed + n_jobs)
        return {seed: replace(options, seed=seed, on_progress=None) for seed in seeds}
    return {
        at: replace(
            options,
            solver=name,
            encoding="auto" if name == LAZY else options.encoding,
            on_progress=None,
        )
        for at, name in enumerate(solvers)
    }


def race(
    opened: PreparedPuzzle,
    options: SolverOptions,
    n_jobs: int,
    *,
    deadline: Deadline = NEVER,
    how: How | None = None,
) -> FillResult:
    """Find a fill or prove that there is none, by searches in their own processes.

    They have the seeds `options.seed`, `options.seed + 1` and so on, or they are several solvers.
    The first to find a fill or a proof ends the others; `work.seed` of the result says whose it
    was, or `work.engine`, and `fill` with that seed or solver and one job finds the same. Which one
    is first depends on the machine.

    A search that dies (out of memory, say) leaves the others at work.

    Args:
        opened: what to fill, prepared with these options; arc consistency leaves every slot words.
        options: engine or engines, first seed and progress: all conflicts, and the depth of the
            deepest.
        n_jobs: how many seeds, at least 1.
        deadline: when to stop, the same for all.
        how: to start processes; as it is safe by default.

    Raises:
        SolverError: every search died or failed.
        VerificationError: a solver gave a wrong fill.
    """
    searches = searches_of(options, n_jobs)
    task = _Task(opened, searches, deadline)
    heard = Reports(opened, options, len(searches))
    # An external solver, or one of PySAT's in its own process, is to end with the job.
    moment_s = 0.0 if all(map(is_lazy, searches.values())) else MOMENT_S
    how = how or how_to_start()
    with Crew() as crew:
        for number in searches:
            try:
                crew.start(
                    number, search, task, number, purpose="a job", how=how, moment_s=moment_s
                )
            except SolverError as error:  # the others may do without it
                heard.hear(Message(number, "failed", error))
        while crew.working and not deadline.passed():
            left_s = deadline.left_s()
            for message in crew.listen(_TICK_S if left_s is None else min(_TICK_S, left_s)):
                answer = heard.hear(message)
                if answer is not None:
                    return answer
            heard.tell()
    return heard.unanswered(deadline)


@dataclass(frozen=True, slots=True)
class _Task:
    opened: PreparedPuzzle
    searches: Mapping[int, SolverOptions]
    deadline: Deadline


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search has found.

    Args:
        outcome: which of the three.
        work: what it took.
        letters: by cell, of a fill, which the parent verifies.
        reason: why it stopped, where the outcome is not known.
    """

    outcome: Outcome
    work: Work
    letters: Mapping[int, int] = field(default_factory=dict)
    reason: Reason = Reason.TIME_LIMIT


def search(channel: Channel, task: _Task, number: int) -> SearchAnswer:
    """One search, in its process; sends its progress."""
    options = replace(task.searches[number], on_progress=channel.send)
    opened = replace(task.opened, engine=engine_name(options))
    better = BetterFills(opened.puzzle, options)
    fill = better.next(task.deadline)
    opened.count(better.work)
    if fill is not None:
        return SearchAnswer(Outcome.SAT, opened.work(), fill.letters)
    try:
        opened.start(options, deadline=task.deadline)
    except DeadlinePassedError:
        return SearchAnswer(Outcome.UNKNOWN, opened.work(), reason=task.deadline.reason)
    if opened.session is None:
        raise SolverError(f"{opened.engine} did not start")
    try:
        found = opened.session.solve(deadline=task.deadline)
        letters = opened.letters_of(found) if found.outcome is Outcome.SAT else {}
        return SearchAnswer(found.outcome, opened.work(), letters, found.reason)
    finally:
        if not is_lazy(options):  # the lazy one is freed with the process, and faster
            opened.close()


class Reports:
    """What the searches of a race have reported so far.

    Args:
        opened: what they fill.
        options: of which progress counts.
        n_jobs: how many they are.
    """

    def __init__(self, opened: PreparedPuzzle, options: SolverOptions, n_jobs: int) -> None:
        self._opened = opened
        self._on_progress = options.on_progress
        self._n_jobs = n_jobs
        self._by_solver = bool(solvers_of(options))
        self._news: dict[int, Progress] = {}
        self._conflicts: dict[int, int] = {}  # by seed, as far as they are known
        self._reasons: list[Reason] = []
        self._failures: list[str] = []
        self._has_news = False
        self._reported_at = time.monotonic()

    def hear(self, message: Message) -> FillResult | None:
        """Take note of a message; the result, when it is one."""
        if message.kind == "news":
            self._news[message.number] = message.data
            self._has_news = True
            self._note_conflicts(message.number, message.data.conflicts)
            return None
        if message.kind == "failed":
            self._failures.append(message.reason)
            return None
        answer: SearchAnswer = message.data
        match answer.outcome:
            case Outcome.SAT:
                fill = self._opened.verified(answer.letters)
                return Found(fill, self._work(message.number, answer))
            case Outcome.UNSAT:
                return Impossible(NO_FILL, self._work(message.number, answer))
            case Outcome.UNKNOWN:
                self._reasons.append(answer.reason)
                self._note_conflicts(message.number, answer.work.conflicts)
                return None

    def tell(self) -> None:
        """Pass the progress on, if there is any and somebody wants to know."""
        now = time.monotonic()
        if self._on_progress is None or not self._has_news or now - self._reported_at < _TICK_S:
            return
        self._has_news = False
        self._reported_at = now
        last = list(self._news.values())[-1]
        depth = max(news.depth for news in self._news.values())
        elapsed_s = now - self._opened.started
        self._on_progress(Progress(last.phase, elapsed_s, self.n_conflicts, depth, last.n_cells))

    def unanswered(self, deadline: Deadline) -> Stopped:
        """The result when no search has answered: all have ended, or the time is up.

        Raises:
            SolverError: none of them stopped for a reason; they all died or failed.
        """
        n_failed = len(self._failures)
        if n_failed == self._n_jobs:
            raise SolverError(f"all {n_failed} jobs failed: {self._failures[0]}")
        reason = self._reasons[0] if self._reasons else deadline.reason
        detail = ""
        if n_failed:
            of = counted(self._n_jobs, "job")
            detail = f"{reason}; {n_failed} of {of} failed: {self._failures[0]}"
        return Stopped(reason, self.work(), detail)

    @property
    def n_conflicts(self) -> int:
        """Those of all searches; -1 where none is known."""
        return sum(self._conflicts.values()) if self._conflicts else -1

    def _note_conflicts(self, seed: int, n: int) -> None:
        if n >= 0:
            self._conflicts[seed] = n

    def work(self) -> Work:
        """What was done so far."""
        n_failed = len(self._failures)
        return replace(self._opened.work(), conflicts=self.n_conflicts, n_failed=n_failed)

    def _work(self, number: int, answer: SearchAnswer) -> Work:
        found = answer.work
        work = replace(self.work(), conflicts=found.conflicts, decisions=found.decisions)
        return replace(work, engine=found.engine) if self._by_solver else replace(work, seed=number)
