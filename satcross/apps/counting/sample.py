"""Fills sampled at random."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import Literal, TypeAlias, get_args

from satcross import (
    Assignment,
    Fill,
    Fills,
    OptionError,
    Progress,
    Puzzle,
    Reason,
    SolverError,
    SolverOptions,
    arc_consistent,
    encode,
)
from satcross.apps.counting import tools as counting
from satcross.apps.counting.count import ENCODING
from satcross.apps.counting.counter import SUPPORTS, FillCounter
from satcross.apps.counting.tools import ToolJob
from satcross.apps.counting.tools import run as run_tool
from satcross.extend import (
    LAZY,
    NO_FILL,
    Answer,
    Deadline,
    DeadlinePassedError,
    Domains,
    LetterVars,
    Listing,
    Outcome,
    PreparedPuzzle,
    Session,
    Work,
    check_choice,
    check_integer,
    counted,
    search_session,
    watched,
)

SampleMethod: TypeAlias = Literal["uniform", "fast"]
METHODS: tuple[str, ...] = get_args(SampleMethod)

# Puzzles with up to this many fills are listed by the lazy engine.
LIST_UP_TO = 200
# How many letters `FillCounter` may try before UniGen is asked: some seconds. A number
# and not a time, so that the same seed gives the same fills on any machine.
FRONTIER_ROWS = 200_000_000
N_SAMPLES = 10


class Evenness(Enum):
    """How fills were sampled.

    UNIFORM: all fills are known, or at least their number and order, and each is as likely as any
        other every time.
    ALMOST: by UniGen: it is proved that the probability of each fill is within a constant factor of
        the uniform one, which its kappa (0.638) sets; tests see no difference.
    NOT: by a search that prefers some fills, and may never give others.

    Source: S. Chakraborty, D. Fremont, K. Meel, S. Seshia, M. Vardi, On parallel scalable uniform
        SAT witness generation, TACAS 2015; M. Soos, S. Gocht, K. Meel, CAV 2020 (UniGen 3).
    """

    UNIFORM = "uniform"
    ALMOST = "almost uniform"
    NOT = "not uniform"


class Samples(Listing[Fill]):
    """Fills sampled at random with replacement: the same fill may come again. Each is verified.

    Args:
        puzzle: whose fills.
        options: seed, progress, and the encoding for UniGen.
        n: number of samples.
        method: "uniform": every fill is as likely as any other, as far as that can be had: by
            listing all fills, by `FillCounter`, or by UniGen, the first that can do it;
            "fast": the lazy engine's first fill from one seed after the other, not uniform.
        list_up_to: how many fills to list at most; 0 not to list.
        frontier_rows: partial fills that `FillCounter` may look at; 0 not to use it.
        time_limit_s: seconds for all, kept within half a second; None for no limit.

    Fields, final when the iteration has ended, beside those of `Listing`:
        evenness: how they were sampled; known with the first.
        by: what sampled them: "enumeration", "frontier", "unigen", "lazy".
        n_fills: how many fills there are, when that came out; else None.

    Raises:
        OptionError: options that are out of range.
        SolverError: UniGen is needed and missing; when the first sample is asked for.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["at", "to", "oh", "ah", "ho"])
    >>> samples = Samples(Puzzle(Grid.parse("..\\n.."), words), n=100)
    >>> len(list(samples)), samples.evenness.value, samples.n_fills
    (100, 'uniform', 2)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        n: int = N_SAMPLES,
        method: str = "uniform",
        list_up_to: int = LIST_UP_TO,
        frontier_rows: int = FRONTIER_ROWS,
        time_limit_s: float | None = None,
    ) -> None:
        n = check_integer(n, "n", at_least=1)
        super().__init__(n, time_limit_s)
        self.why = NO_FILL
        check_choice(method, METHODS, "method")
        list_up_to = check_integer(list_up_to, "list_up_to", at_least=0)
        frontier_rows = check_integer(frontier_rows, "frontier_rows", at_least=0)
        self._options = watched(self, options)
        if not self._options.asks_for(LAZY):
            raise OptionError(
                "sampling has its own solvers", hint="leave the solver out", parameter="solver"
            )
        self.evenness = Evenness.NOT if method == "fast" else Evenness.UNIFORM
        self.by = LAZY if method == "fast" else ""
        self.n_fills: int | None = None
        self._puzzle = puzzle
        self._n = n
        self._method = method
        self._list_up_to = list_up_to
        self._frontier_rows = frontier_rows
        # The same numbers for the same seed and method.
        self._random = random.Random(f"satcross {method} {self._options.seed}")
        self._domains: Domains | None = None
        self._fills: Fills | None = None
        self._all: list[Fill] = []  # that were listed
        self._counter: FillCounter | None = None
        self._numbers: list[int] = []  # of the fills that `FillCounter` is to give
        self._samples: Iterator[Fill] | None = None
        self._search: Session | None = None  # that had no time to find its fill

    def _work(self) -> Work:
        return Work(elapsed_s=self.elapsed_s, engine=self.by)

    def _next(self, deadline: Deadline) -> Fill | Reason | None:
        if self._domains is None:
            self._tell("arc consistency")
            self._domains = arc_consistent(self._puzzle)
        domains = self._domains
        if domains.emptied is not None:
            self.n_fills = 0
            self.why = f"no word fits {self._puzzle.slots[domains.emptied].name}"
            return None
        try:
            if self._method == "fast":
                return self._searched(domains, deadline)
            if self._samples is None:
                self._samples = self._evenly(domains, deadline)
            return next(self._samples, None)
        except DeadlinePassedError:
            return deadline.reason

    def _evenly(self, domains: Domains, deadline: Deadline) -> Iterator[Fill]:
        fills = self._listed(deadline)
        if fills is not None:
            self.by, self.n_fills = "enumeration", len(fills)
            return iter(self._random.choices(fills, k=self._n) if fills else ())
        found = self._by_frontier(domains, deadline) if self._frontier_rows else None
        return self._by_unigen(domains, deadline) if found is None else found

    def _listed(self, deadline: Deadline) -> list[Fill] | None:
        """All fills in a fixed order, when there are no more than may be listed."""
        if not self._list_up_to:
            return None
        if self._fills is None:
            # One more than that shows that there are more.
            options = replace(self._options, encoding="auto")
            self._fills = Fills(self._puzzle, options, limit=self._list_up_to + 1)
        while (fill := self._fills.advance(deadline)) is not None:
            self._all.append(fill)
        if self._fills.is_exhausted:
            return sorted(self._all, key=str)
        if self._fills.stopped is not Reason.LIMIT:
            raise DeadlinePassedError
        return None

    def _by_frontier(self, domains: Domains, deadline: Deadline) -> Iterator[Fill] | None:
        """Count the fills in a fixed order; choose numbers; find the fills of these."""
        if not self._puzzle.needs <= SUPPORTS:
            return None
        counter = self._counter = self._counter or FillCounter(domains)
        if not self._numbers:
            ended = counter.run(
                deadline=deadline,
                max_steps=self._frontier_rows,
                on_tick=lambda: self._tell(f"counting: {counted(counter.n_found, 'fill')}"),
            )
            if not ended:
                if deadline.passed():
                    raise DeadlinePassedError
                return None
            self.by, self.n_fills = "frontier", counter.n_found
            if not self.n_fills:
                return iter(())
            self._numbers = [self._random.randrange(self.n_fills) for _ in range(self._n)]
        numbers, n_all = self._numbers, self.n_fills
        found = counter.pick(
            sorted(numbers),
            deadline=deadline,
            on_tick=lambda: self._tell(f"sampling from {n_all:,} fills"),
        )
        if found is None:
            raise DeadlinePassedError
        letters = LetterVars(domains)
        by_number = dict(zip(sorted(numbers), found, strict=True))
        return (
            self._verified(
                domains,
                letters,
                [
                    int(letters.ids[cell, code])
                    for cell, code in zip(domains.cells, by_number[number].tolist(), strict=True)
                ],
            )
            for number in numbers
        )

    def _by_unigen(self, domains: Domains, deadline: Deadline) -> Iterator[Fill]:
        if not counting.is_installed("unigen"):
            raise counting.missing("unigen")

        def tick() -> None:
            if deadline.passed():
                raise DeadlinePassedError
            self._tell("sampling with unigen")

        self.by, self.evenness = "unigen", Evenness.ALMOST
        # UniGen ends the process on a formula without a fill, so make sure that there is one.
        session = search_session(domains, LetterVars(domains), seed=self._options.seed)
        try:
            first = session.solve(deadline=deadline)
        finally:
            session.close()
        if first.outcome is Outcome.UNKNOWN:
            raise DeadlinePassedError
        if first.outcome is Outcome.UNSAT:
            self.n_fills = 0
            return iter(())
        wanted = self._options.encoding
        encoded = encode(domains, encoding=ENCODING if wanted == "auto" else wanted, tick=tick)
        formula = encoded.formula
        job = ToolJob(
            "unigen",
            formula.flat,
            formula.n_vars,
            encoded.letters.n,
            self._options.seed,
            n_samples=self._n,
        )
        answer = run_tool(job, deadline=deadline, on_tick=tick)
        if answer is None:
            raise DeadlinePassedError
        if len(answer.samples) < self._n:
            raise SolverError(f"unigen gave {len(answer.samples)} fills instead of {self._n}")
        letters = encoded.letters
        return (self._verified(domains, letters, list(literals)) for literals in answer.samples)

    def _searched(self, domains: Domains, deadline: Deadline) -> Fill | None:
        """The fill of the next seed."""
        letters = LetterVars(domains)
        if self._search is None:
            self._search = search_session(
                domains,
                letters,
                seed=self._random.getrandbits(31),
                on_progress=self._options.on_progress,
            )
        session = self._search
        answer = session.solve(deadline=deadline)
        if answer.outcome is Outcome.UNKNOWN:
            raise DeadlinePassedError
        session.close()
        self._search = None
        if answer.outcome is Outcome.UNSAT:
            self.n_fills = 0
            return None
        return self._opened(domains, letters).fill(answer)

    def _verified(self, domains: Domains, letters: LetterVars, true: list[int]) -> Fill:
        """The verified fill with these letters."""
        answer = Answer(Outcome.SAT, Assignment.of(true, letters.n))
        return self._opened(domains, letters).fill(answer)

    def _opened(self, domains: Domains, letters: LetterVars) -> PreparedPuzzle:
        return PreparedPuzzle(self._puzzle, domains, letters, None, time.monotonic(), self.by)

    def _tell(self, phase: str) -> None:
        self.emit(Progress(phase, self.elapsed_s))

    def _close(self) -> None:
        if self._fills is not None:
            self._fills.close()
        if self._search is not None:
            self._search.close()
