"""How many fills a puzzle has: exactly, approximately, or at least."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from satcross import (
    Answered,
    Fills,
    Found,
    OptionError,
    Progress,
    Puzzle,
    Reason,
    SolverError,
    SolverOptions,
    Stopped,
    Task,
    arc_consistent,
    encode,
)
from satcross.apps.counting import tools as counting
from satcross.apps.counting.counter import SUPPORTS, FillCounter
from satcross.apps.counting.tools import DELTA, EPSILON, Tool, ToolAnswer, ToolJob
from satcross.apps.counting.tools import run as run_tool
from satcross.extend import (
    LAZY,
    NEVER,
    Deadline,
    DeadlinePassedError,
    Domains,
    LetterVars,
    Work,
    check_choice,
    counted,
    watched,
)

CountMethod: TypeAlias = Literal["auto", "exact", "approximate", "enumerate"]
METHODS: tuple[str, ...] = get_args(CountMethod)

# This many fills are listed first, for this long, with the lazy engine: puzzles with few fills need
# nothing else, however large they are, and no other process.
LIST_UP_TO = 1000
LIST_S = 3.0
# Where `FillCounter` cannot count them, they are listed for this part of the time limit, or these
# seconds: an approximation takes longer for ten thousand.
LIST_PART, LIST_ON_S = 0.2, 10.0
# Then it gives the exact methods these parts of the time limit, or seconds without one, and the
# rest to the approximation.
FRONTIER_PART, FRONTIER_S = 0.4, 60.0
GANAK_PART, GANAK_S = 0.3, 60.0
# Of both encodings Ganak, ApproxMC and UniGen do better on this one.
ENCODING = "dawg"
TICK_COUNT_S = 0.25  # of counting on, between two looks at one of them
_TICK_S = 0.1  # between two events


class CountKind(Enum):
    """What a count says."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True)
class Count:
    """How many fills there are.

    Args:
        kind: what `n` means.
        n: the number.
        by: what found it: "arc consistency", "enumeration", "frontier", "ganak", "approxmc",
            "cubes".
        epsilon, delta: when approximate: with probability at least 1 - delta the true number is
            from n / (1 + epsilon) to n (1 + epsilon).
        at_least: what is proved in any case.
        n_projected: how many letter variables it is projected on; 0 where none were needed.
        why: why there is no fill, when arc consistency shows it; else "".
        missing: packages that would have been tried.
    """

    kind: CountKind
    n: int
    by: str
    epsilon: float | None = None
    delta: float | None = None
    at_least: int = 0
    n_projected: int = 0
    why: str = ""
    missing: tuple[str, ...] = ()

    def bounds(self) -> tuple[int, int | None]:
        """Where the true number lies: (lowest, highest or None when nothing is known).

        When approximate, that is so with probability at least 1 - delta.
        """
        if self.kind is CountKind.EXACT:
            return self.n, self.n
        if self.kind is CountKind.AT_LEAST or self.epsilon is None:
            return self.at_least, None
        factor = 1 + Fraction(self.epsilon)
        low = max(self.at_least, math.ceil(self.n / factor))
        return low, max(low, math.floor(self.n * factor))


CountResult: TypeAlias = Found[Count] | Stopped


class _CountedError(Exception):
    """All fills were counted while a tool was at work; `result` says how many there are."""

    def __init__(self, result: CountResult) -> None:
        super().__init__()
        self.result = result


class CountTask(Task[Count, CountResult]):
    """Count the fills of a puzzle; two fills are different when they differ in a letter.

    Run again, enumeration and `FillCounter` go on where they were, and the lower bound stays; Ganak
    and ApproxMC start over.

    Args: as for `satcross.count`; options: seed, progress, the solver that enumerates, and the
        encoding for it and for the programs that count formulas. The method "exact" is
        `FillCounter`, then a little enumeration, then Ganak; "approximate" is ApproxMC; "auto" is
        a little enumeration, then the exact ones, then the approximate one, each for a part of
        the time.

    `run` returns `Found`, with an exact or approximate `Count`; or `Stopped`, whose `partial` is
    one with a lower bound. While it runs, `best` is what is known.

    Raises:
        OptionError: options that are out of range.
        SolverError: from `run`: a program that `method` names is missing or died. "auto" goes on
            without it.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["at", "to", "oh", "ah", "ho"])
    >>> with CountTask(Puzzle(Grid.parse("..\\n.."), words)) as task:
    ...     found = task.run().value
    >>> found.kind.value, found.n, found.by
    ('exact', 2, 'enumeration')
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        method: str = "auto",
        epsilon: float = EPSILON,
        delta: float = DELTA,
    ) -> None:
        super().__init__()
        check_choice(method, METHODS, "method")
        if not (epsilon > 0 and math.isfinite(epsilon)):
            raise OptionError(f"must be above 0, got {epsilon:g}", parameter="epsilon")
        if not 0 < delta < 1:
            raise OptionError(f"must be above 0 and below 1, got {delta:g}", parameter="delta")
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._method = method
        self._epsilon, self._delta = epsilon, delta
        self._count = Count(CountKind.AT_LEAST, 0, "nothing")
        self._emitted_s = 0.0  # of work, at the last lower bound that was an event
        self._deadline = NEVER
        self._limit_s: float | None = None
        self._domains: Domains | None = None
        self._fills: Fills | None = None
        self._has_listed = False  # few, or for a moment
        self._counter: FillCounter | None = None
        self._job: ToolJob | None = None

    def _run(self, deadline: Deadline) -> CountResult:
        self._deadline, self._limit_s = deadline, deadline.left_s()
        if self._domains is None:
            self._tell("arc consistency")
            self._domains = arc_consistent(self._puzzle)
        if self._domains.emptied is not None:
            why = f"no word fits {self._puzzle.slots[self._domains.emptied].name}"
            return self._exact(0, "arc consistency", why)
        stages: dict[str, Callable[[], CountResult | None]] = {
            "exact": self._exactly,
            "approximate": lambda: self._tool("approxmc", deadline, must=True),
            "enumerate": lambda: self._list(None, deadline),
            "auto": self._by_all_means,
        }
        return stages[self._method]() or self._stopped()

    def _by_all_means(self) -> CountResult | None:
        found = self._list_few() or self._list_on() or self._exactly(go_on=True)
        if found is None and not self._deadline.passed():
            found = self._tool("approxmc", self._deadline)
        if found is None and not self._deadline.passed():
            # Nothing is left but to list as many as there is time for, the better way.
            if self._count.by == "frontier":
                found = self._by_frontier(self._deadline)
            else:
                found = self._list(None, self._deadline)
        return found

    def _exactly(self, *, go_on: bool = False) -> CountResult | None:
        """By `FillCounter`, then by Ganak, unless its package is missing and we may do without.

        Args:
            go_on: whether there is something else to try in the end.
        """
        part = FRONTIER_PART if go_on else 0.6
        found = self._by_frontier(self._share(part, FRONTIER_S))
        if found is not None or self._deadline.passed():
            return found
        if not go_on:
            if not counting.is_installed("ganak"):  # then this has all the time there is
                found = self._by_frontier(self._deadline)
                return found or self._list(None, self._deadline)
            return self._list_few() or self._tool("ganak", self._deadline, must=True)
        return self._tool("ganak", self._share(GANAK_PART, GANAK_S))

    def _list_few(self) -> CountResult | None:
        """By listing them, where there are few; None where there are more, and the next time."""
        if self._has_listed:
            return None
        found = self._list(LIST_UP_TO, self._deadline.within(LIST_S))
        self._has_listed = not self._deadline.passed()
        return found

    def _list_on(self) -> CountResult | None:
        """By listing them, where the quick way to count is not for these puzzles."""
        if self._puzzle.needs <= SUPPORTS or self._deadline.passed():
            return None
        return self._list(None, self._share(LIST_PART, LIST_ON_S))

    def _list(self, limit: int | None, deadline: Deadline) -> CountResult | None:
        if self._fills is None:
            options = self._options
            if options.asks_for(LAZY):
                options = replace(options, encoding="auto")
            self._fills = self._hold(Fills(self._puzzle, options))
        fills = self._fills
        while fills.n_found != limit and fills.advance(deadline) is not None:
            self._proved(fills.n_found, "enumeration")
        return self._exact(fills.n_found, "enumeration") if fills.is_exhausted else None

    def _by_frontier(self, deadline: Deadline) -> CountResult | None:
        if self._domains is None or not self._puzzle.needs <= SUPPORTS:
            return None
        counter = self._counter = self._counter or FillCounter(self._domains)

        def tick() -> None:
            self._proved(counter.n_found, "frontier")
            self._tell(f"counting: {counted(counter.n_found, 'fill')}")

        ended = counter.run(deadline=deadline, on_tick=tick)
        self._proved(counter.n_found, "frontier")
        return self._exact(counter.n_found, "frontier") if ended else None

    def _tool(self, tool: Tool, deadline: Deadline, *, must: bool = False) -> CountResult | None:
        """By Ganak or ApproxMC; None at the deadline, and without the tool unless we `must`."""
        if not counting.is_installed(tool):
            if must:
                raise counting.missing(tool)
            missing = dict.fromkeys((*self._count.missing, counting.package_of(tool)))
            self._count = replace(self._count, missing=tuple(missing))
            return None
        try:
            answer = self._run_tool(tool, deadline)
        except _CountedError as ended:
            return ended.result
        except SolverError:
            if must:
                raise
            return None  # out of memory, mostly: something else may do
        if answer is None:
            return None
        if tool == "ganak" or answer.n == 0:
            return self._exact(answer.n, tool)
        found = replace(
            self._count,
            kind=CountKind.APPROXIMATE,
            n=max(answer.n, self._count.at_least),
            by=tool,
            epsilon=self._epsilon,
            delta=self._delta,
        )
        return Found(found, self._work(tool))

    def _run_tool(self, tool: Tool, deadline: Deadline) -> ToolAnswer | None:
        def tick() -> None:
            if deadline.passed():
                raise DeadlinePassedError
            self._tell(f"counting with {tool}")
            if self._counter is not None:  # the tool works in another process
                counted_all = self._by_frontier(deadline.within(TICK_COUNT_S))
                if counted_all is not None:
                    raise _CountedError(counted_all)

        try:
            job = replace(self._formula(tick), tool=tool)
            return run_tool(job, deadline=deadline, on_tick=tick)
        except DeadlinePassedError:
            return None

    def _formula(self, tick: Callable[[], None]) -> ToolJob:
        """The formula for the tools, made once."""
        if self._job is None:
            wanted = self._options.encoding
            encoded = encode(
                self._domains or self._puzzle,
                encoding=ENCODING if wanted == "auto" else wanted,
                tick=tick,
            )
            n = encoded.letters.n
            self._job = ToolJob(
                "ganak",
                encoded.formula.flat,
                encoded.formula.n_vars,
                n,
                self._options.seed,
                self._epsilon,
                self._delta,
            )
            self._count = replace(self._count, n_projected=n)
        return self._job

    def _exact(self, n: int, by: str, why: str = "") -> CountResult:
        letters = 0 if self._domains is None else LetterVars(self._domains).n
        found = replace(
            self._count,
            kind=CountKind.EXACT,
            n=n,
            by=by,
            at_least=n,
            why=why,
            n_projected=letters,
        )
        return Found(found, self._work(by))

    def _stopped(self) -> Stopped:
        reason = Reason.GIVEN_UP if self._fills is None else self._fills.stopped
        if self._deadline.passed():
            reason = self._deadline.reason
        self.best = self._count
        work = self._work(self._count.by)
        return Stopped(reason or Reason.GIVEN_UP, work, partial=self._count)

    def _proved(self, n: int, by: str) -> None:
        """Take note that there are at least `n` fills."""
        if n > self._count.at_least:
            self._count = replace(self._count, n=n, at_least=n, by=by)
            if self.elapsed_s >= self._emitted_s + _TICK_S:
                self._emitted_s = self.elapsed_s
                self.emit(Answered(self._count))

    def _share(self, part: float, seconds: float) -> Deadline:
        """The deadline of a stage: a part of the time limit, or `seconds` without one."""
        return self._deadline.within(seconds if self._limit_s is None else part * self._limit_s)

    def _work(self, engine: str) -> Work:
        n_words = 0 if self._domains is None else self._domains.n_words
        return Work(elapsed_s=self.elapsed_s, n_words=n_words, engine=engine)

    def _tell(self, phase: str) -> None:
        self.emit(Progress(phase, self.elapsed_s))
