"""How many fills a puzzle has: exactly, approximately, or at least."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, get_args

from satcross.consistency import Domains, arc_consistent
from satcross.encode import encode
from satcross.encode.letters import LetterVars
from satcross.errors import OptionError, SolverError
from satcross.puzzle import Puzzle
from satcross.solve import counting
from satcross.solve.counting import DELTA, EPSILON, Job, Tool, ToolAnswer
from satcross.solve.frontier import Frontier
from satcross.solve.protocol import LAZY, Deadline, Progress, SolverOptions
from satcross.tasks.count_result import Count, CountKind
from satcross.tasks.enumerate import enumerate_fills
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.results import Work

CountMethod = Literal["auto", "exact", "approximate", "enumerate"]
METHODS: tuple[str, ...] = get_args(CountMethod)


# `auto` first lists so many fills, for so long, with the lazy engine: puzzles with few fills need
# nothing else, however large they are.
LIST_UP_TO = 1000
LIST_S = 1.0
# Then it gives the exact methods these parts of the time limit, or seconds without one, and the
# rest to the approximation.
FRONTIER_PART, FRONTIER_S = 0.4, 60.0
GANAK_PART, GANAK_S = 0.3, 60.0
# Of both encodings Ganak, ApproxMC and UniGen do better on this one.
ENCODING = "dawg"


def count(
    puzzle: Puzzle,
    *,
    method: CountMethod = "auto",
    epsilon: float = EPSILON,
    delta: float = DELTA,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
) -> Count:
    """Count the fills of a puzzle, two of them being different when they differ in a letter.

    Args:
        puzzle: whose fills.
        method: "exact": `Frontier`, then Ganak; "approximate": ApproxMC; "enumerate": one by one,
            by the solver that `options` name; "auto": a little of the last, then the exact ones,
            then the approximate one, each for a part of the time.
        epsilon, delta: how good an approximation must be: see `Count`.
        options: seed, progress, the solver that enumerates, and the encoding for it and for
            the programs that count formulas.
        time_limit_s: seconds after which to stop, kept within half a second; None for no limit.

    Returns: a `Count`: exact, approximate, or, when it had to stop, "at least".

    Raises:
        OptionError: options that make no sense.
        SolverError: a program that `method` names is missing or died. "auto" goes on without.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["at", "to", "oh", "ah", "ho"])
    >>> found = count(Puzzle(Grid.parse("..\\n.."), words))
    >>> found.kind.value, found.n, found.by
    ('exact', 2, 'enumeration')
    """
    return Counting(
        puzzle,
        method=method,
        epsilon=epsilon,
        delta=delta,
        options=options,
        time_limit_s=time_limit_s,
    ).run()


class Counting:
    """One count, which can be asked what it knows while it runs or after it was interrupted.

    Args: as `count`.

    Fields:
        so_far: the best that is known, "at least" until `run` has ended.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        method: str = "auto",
        epsilon: float = EPSILON,
        delta: float = DELTA,
        options: SolverOptions | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        if method not in METHODS:
            raise OptionError(
                f"there is no method {method!r}",
                mend=f"choose one of {', '.join(METHODS)}",
                source="--method",
            )
        if not epsilon > 0:
            raise OptionError(f"{epsilon:g} is no tolerance", mend="give more than 0")
        if not 0 < delta < 1:
            raise OptionError(
                f"{delta:g} is no probability of being wrong", mend="give more than 0, less than 1"
            )
        self.so_far = Count(CountKind.AT_LEAST, 0, "nothing")
        self._puzzle = puzzle
        self._method = method
        self._epsilon, self._delta = epsilon, delta
        self._options = options or SolverOptions()
        self._limit_s = time_limit_s
        self._started = time.monotonic()
        self._deadline = Deadline.after(time_limit_s)
        self._domains: Domains | None = None
        self._formula: tuple[Job, int] | None = None

    def run(self) -> Count:
        """Count. What `count` returns and raises."""
        self._started = time.monotonic()
        self._deadline = Deadline.after(self._limit_s)
        self._tell("arc consistency")
        domains = self._domains = arc_consistent(self._puzzle)
        if domains.emptied is not None:
            why = f"no word fits {self._puzzle.slots[domains.emptied].name}"
            return self._exact(0, "arc consistency", why)
        stages: dict[str, Callable[[], Count | None]] = {
            "exact": self._exactly,
            "approximate": lambda: self._approximately(self._deadline),
            "enumerate": lambda: self._list(None, self._deadline),
            "auto": self._by_all_means,
        }
        found = stages[self._method]()
        if found is None:
            self._set(stopped=self.so_far.stopped or TIME_LIMIT)
            found = self.so_far
        return found

    def interrupted(self) -> Count:
        """What is known after an exception has ended `run`."""
        return replace(self.so_far, stopped="interrupted", work=self._work(self.so_far.by))

    def _by_all_means(self) -> Count | None:
        found = self._list(LIST_UP_TO, self._within(LIST_S))
        if found is None:
            found = self._exactly(go_on=True)
        if found is None and not self._deadline.passed():
            found = self._tool("approxmc", self._deadline)
        if found is None and not self._deadline.passed():
            # Nothing is left but to list as many as there is time for, the better way.
            if self.so_far.by == "frontier":
                found = self._frontier(self._deadline)
            else:
                found = self._list(None, self._deadline)
        return found

    def _exactly(self, *, go_on: bool = False) -> Count | None:
        """By `Frontier`, then by Ganak, unless its package is missing and we may do without.

        Args:
            go_on: whether there is something else to try in the end.
        """
        part = FRONTIER_PART if go_on else 0.6
        found = self._frontier(self._share(part, FRONTIER_S))
        if found is not None or self._deadline.passed():
            return found
        if not go_on:
            if not counting.is_installed("ganak"):  # then this has all the time there is
                if self._puzzle.has_entry_rules:
                    return self._list(None, self._deadline)
                return self._frontier(self._deadline)
            return self._tool("ganak", self._deadline, must=True)
        return self._tool("ganak", self._share(GANAK_PART, GANAK_S))

    def _approximately(self, deadline: Deadline) -> Count | None:
        return self._tool("approxmc", deadline, must=True)

    def _list(self, limit: int | None, deadline: Deadline) -> Count | None:
        options = self._options
        if options.asks_for(LAZY):
            options = replace(options, encoding="auto")
        fills = enumerate_fills(
            self._puzzle, limit=limit, options=options, time_limit_s=deadline.left_s()
        )
        try:
            for _ in fills:
                self._proved(fills.n_found, "enumeration")
        finally:
            fills.close()
        return self._exact(fills.n_found, "enumeration") if fills.exhausted else None

    def _frontier(self, deadline: Deadline) -> Count | None:
        if self._domains is None or self._puzzle.has_entry_rules:
            return None  # `Frontier` compares slots letter by letter
        frontier = Frontier(self._domains)

        def tick() -> None:
            self._proved(frontier.n_found, "frontier")
            self._tell(f"counting: {frontier.n_found:,} fills")

        ended, _ = frontier.run(deadline=deadline, on_tick=tick)
        self._proved(frontier.n_found, "frontier")
        return self._exact(frontier.n_found, "frontier") if ended else None

    def _tool(self, tool: Tool, deadline: Deadline, *, must: bool = False) -> Count | None:
        """By Ganak or ApproxMC; None at the deadline, and without the tool unless we `must`."""
        if not counting.is_installed(tool):
            if must:
                raise counting.missing(tool)
            self._set(missing=(*self.so_far.missing, counting.package_of(tool)))
            return None
        try:
            answer = self._run_tool(tool, deadline)
        except TimeoutError:
            return None
        except SolverError:
            if must:
                raise
            return None  # out of memory, mostly: something else may do
        if answer is None:
            return None
        if tool == "ganak" or answer.n == 0:
            return self._exact(answer.n, tool)
        self._set(
            kind=CountKind.APPROXIMATE,
            n=max(answer.n, self.so_far.at_least),
            by=tool,
            epsilon=self._epsilon,
            delta=self._delta,
        )
        return self.so_far

    def _run_tool(self, tool: Tool, deadline: Deadline) -> ToolAnswer | None:
        def tick() -> None:
            if deadline.passed():
                raise TimeoutError
            self._tell(f"counting with {tool}")

        if self._domains is None:
            return None
        wanted = self._options.encoding
        encoded = encode(
            self._domains, encoding=ENCODING if wanted == "auto" else wanted, tick=tick
        )
        self._set(n_projected=encoded.letters.n)
        job = Job(
            tool,
            encoded.formula.flat,
            encoded.formula.n_vars,
            encoded.letters.n,
            self._options.seed,
            self._epsilon,
            self._delta,
        )
        return counting.run(job, deadline=deadline, on_tick=tick)

    def _exact(self, n: int, by: str, why: str = "") -> Count:
        letters = 0 if self._domains is None else LetterVars(self._domains).n
        self._set(kind=CountKind.EXACT, n=n, by=by, at_least=n, why=why, n_projected=letters)
        return self.so_far

    def _proved(self, n: int, by: str) -> None:
        """Take note that there are at least `n` fills."""
        if n > self.so_far.at_least:
            self.so_far = replace(self.so_far, n=n, at_least=n, by=by)

    def _set(self, **changes: object) -> None:
        changed = replace(self.so_far, **changes)  # type: ignore[arg-type]
        self.so_far = replace(changed, work=self._work(changed.by))

    def _within(self, seconds: float) -> Deadline:
        """The deadline `seconds` from now, or the task's own."""
        ends = [time.monotonic() + seconds, self._deadline.end]
        return Deadline(min(end for end in ends if end is not None))

    def _share(self, part: float, seconds: float) -> Deadline:
        """The deadline of a stage: a part of the time limit, or `seconds` without one."""
        return self._within(seconds if self._limit_s is None else part * self._limit_s)

    def _work(self, engine: str) -> Work:
        n_words = 0 if self._domains is None else self._domains.n_words
        elapsed_s = time.monotonic() - self._started
        return Work(elapsed_s=elapsed_s, n_words=n_words, engine=engine)

    def _tell(self, phase: str) -> None:
        if self._options.on_progress is not None:
            self._options.on_progress(Progress(phase, time.monotonic() - self._started))
