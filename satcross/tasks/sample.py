"""Fills drawn at random."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import Literal, get_args

from satcross.cnf.assignment import Assignment
from satcross.consistency import Domains, arc_consistent
from satcross.encode import encode
from satcross.encode.letters import LetterVars
from satcross.errors import OptionError, SolverError
from satcross.fill import Fill
from satcross.puzzle import Puzzle
from satcross.solve import counting
from satcross.solve.counting import Job
from satcross.solve.frontier import Frontier
from satcross.solve.protocol import (
    LAZY,
    Answer,
    Deadline,
    Outcome,
    Progress,
    ProgressHandler,
    Session,
    SolverOptions,
)
from satcross.tasks.count import ENCODING
from satcross.tasks.enumerate import enumerate_fills
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.opening import Opened
from satcross.tasks.results import Work

SampleMethod = Literal["uniform", "fast"]
METHODS: tuple[str, ...] = get_args(SampleMethod)

# Puzzles with up to so many fills are listed by the lazy engine.
LIST_UP_TO = 200
# How many partial fills `Frontier` may look at before UniGen is asked: some 40 seconds. A number
# and not a time, so that the same seed draws the same fills on any machine.
FRONTIER_ROWS = 200_000_000
N_SAMPLES = 10


class Evenness(Enum):
    """How a sample was drawn.

    UNIFORM: all fills are known, or at least their number and order, and each draw is as likely to
        give one as another.
    ALMOST: by UniGen: it is proved that no fill is likelier, or less likely, than by a uniform draw
        by more than a constant factor, which its kappa (0.638) sets; tests see no difference.
    NOT: by a search that prefers some fills, and may never give others.

    Source: S. Chakraborty, D. Fremont, K. Meel, S. Seshia, M. Vardi, On parallel scalable uniform
        SAT witness generation, TACAS 2015; M. Soos, S. Gocht, K. Meel, CAV 2020 (UniGen 3).
    """

    UNIFORM = "uniform"
    ALMOST = "almost uniform"
    NOT = "not uniform"


def sample(
    puzzle: Puzzle,
    n: int = N_SAMPLES,
    *,
    method: SampleMethod = "uniform",
    list_up_to: int = LIST_UP_TO,
    frontier_rows: int = FRONTIER_ROWS,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
) -> Samples:
    """Draw fills at random, with replacement: the same fill may come again.

    Args:
        puzzle: whose fills.
        n: how many draws.
        method: "uniform": every fill is as likely as any other, as far as that can be had: by
            listing all fills, by `Frontier`, or by UniGen, whichever is the first to do;
            "fast": the lazy engine's first fill from one seed after the other, not uniform.
        list_up_to: how many fills to list at most; 0 not to list.
        frontier_rows: partial fills that `Frontier` may look at; 0 not to use it.
        options: seed, progress, and the encoding for UniGen.
        time_limit_s: seconds for all, kept within half a second; None for no limit.

    Raises:
        OptionError: options that make no sense.
        SolverError: UniGen is needed and missing; when the first draw is asked for.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["at", "to", "oh", "ah", "ho"])
    >>> draws = sample(Puzzle(Grid.parse("..\\n.."), words), 100)
    >>> len(list(draws)), draws.evenness.value, draws.n_fills
    (100, 'uniform', 2)
    """
    if n < 1:
        raise OptionError(f"{n} is not a number of fills", mend="give 1 or more", source="--number")
    if method not in METHODS:
        raise OptionError(
            f"there is no method {method!r}",
            mend=f"choose one of {', '.join(METHODS)}",
            source="--method",
        )
    options = options or SolverOptions()
    if not options.asks_for(LAZY):
        raise OptionError("sampling has its own solvers", mend="leave the solver out")
    return Samples(puzzle, n, method, list_up_to, frontier_rows, options, time_limit_s)


class Samples(Iterator[Fill]):
    """Fills drawn from a puzzle one after the other, each verified.

    Fields, final when the iteration has ended:
        evenness: how they were drawn; known with the first.
        by: what drew them: "enumeration", "frontier", "unigen", "lazy".
        n_fills: how many fills there are, when that came out; else None.
        n_drawn: how many came so far.
        stopped: why there are fewer than were asked for: "time limit"; else "".
        why: why there is no fill, when arc consistency shows it; else "".
        work: what they cost.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        n: int,
        method: SampleMethod,
        list_up_to: int,
        frontier_rows: int,
        options: SolverOptions,
        time_limit_s: float | None,
    ) -> None:
        self.evenness = Evenness.NOT if method == "fast" else Evenness.UNIFORM
        self.by = LAZY if method == "fast" else ""
        self.n_fills: int | None = None
        self.n_drawn = 0
        self.stopped = ""
        self.why = ""
        self.work = Work()
        self._puzzle = puzzle
        self._n = n
        self._method = method
        self._list_up_to = list_up_to
        self._frontier_rows = frontier_rows
        self._options = options
        self._limit_s = time_limit_s
        self._deadline = Deadline()
        self._started = 0.0
        self._draws: Iterator[Fill] | None = None

    def __iter__(self) -> Samples:
        return self

    def __next__(self) -> Fill:
        if self._draws is None:
            self._started = time.monotonic()
            self._deadline = Deadline.after(self._limit_s)
            self._draws = self._draw()
        try:
            fill = next(self._draws)
        except TimeoutError:
            self.stopped = TIME_LIMIT
            raise StopIteration from None
        finally:
            self.work = Work(elapsed_s=time.monotonic() - self._started, engine=self.by)
        self.n_drawn += 1
        return fill

    def _draw(self) -> Iterator[Fill]:
        self._tell("arc consistency")
        domains = arc_consistent(self._puzzle)
        if domains.emptied is not None:
            self.n_fills = 0
            self.why = f"no word fits {self._puzzle.slots[domains.emptied].name}"
        elif self._method == "fast":
            yield from self._by_search(domains)
        else:
            yield from self._evenly(domains)

    def _evenly(self, domains: Domains) -> Iterator[Fill]:
        fills = self._listed()
        if fills is not None:
            self.by, self.n_fills = "enumeration", len(fills)
            if fills:
                yield from self._random().choices(fills, k=self._n)
            return
        found = self._by_frontier(domains) if self._frontier_rows else None
        if found is None:
            found = self._by_unigen(domains)
        yield from found

    def _listed(self) -> list[Fill] | None:
        """All fills in a fixed order, when there are no more than may be listed."""
        if not self._list_up_to:
            return None
        options = replace(self._options, encoding="auto")
        # One more than that shows that there are more.
        fills = enumerate_fills(
            self._puzzle,
            limit=self._list_up_to + 1,
            options=options,
            time_limit_s=self._deadline.left_s(),
        )
        try:
            found = sorted(fills, key=str)
        finally:
            fills.close()
        if fills.stopped == TIME_LIMIT:
            raise TimeoutError
        return found if fills.exhausted else None

    def _by_frontier(self, domains: Domains) -> Iterator[Fill] | None:
        """Count the fills in the frontier's order; draw numbers; go through them again."""
        if self._puzzle.has_entry_rules:
            return None  # `Frontier` compares slots letter by letter
        frontier = Frontier(domains)
        ended, _ = frontier.run(
            deadline=self._deadline,
            max_rows=self._frontier_rows,
            on_tick=lambda: self._tell(f"counting: {frontier.n_found:,} fills"),
        )
        if not ended:
            if self._deadline.passed():
                raise TimeoutError
            return None
        self.by, self.n_fills = "frontier", frontier.n_found
        if not self.n_fills:
            return iter(())
        rng = self._random()
        draws = [rng.randrange(self.n_fills) for _ in range(self._n)]
        n_all = self.n_fills
        ended, found = frontier.run(
            deadline=self._deadline,
            wanted=sorted(draws),
            on_tick=lambda: self._tell(f"drawing: {frontier.n_found:,} of {n_all:,} fills"),
        )
        if not ended:
            raise TimeoutError
        by_number = dict(zip(sorted(draws), found, strict=True))
        letters = LetterVars(domains)
        return (
            self._verified(
                domains,
                letters,
                [
                    int(letters.ids[cell, code])
                    for cell, code in zip(domains.cells, by_number[number].tolist(), strict=True)
                ],
            )
            for number in draws
        )

    def _by_unigen(self, domains: Domains) -> Iterator[Fill]:
        if not counting.is_installed("unigen"):
            raise counting.missing("unigen")

        def tick() -> None:
            if self._deadline.passed():
                raise TimeoutError
            self._tell("drawing with unigen")

        self.by, self.evenness = "unigen", Evenness.ALMOST
        # UniGen ends the process on a formula without a fill, so make sure that there is one.
        session = _search(domains, LetterVars(domains), self._options.seed, None)
        try:
            first = session.solve(deadline=self._deadline)
        finally:
            session.close()
        if first.outcome is Outcome.UNKNOWN:
            raise TimeoutError
        if first.outcome is Outcome.UNSAT:
            self.n_fills = 0
            return
        wanted = self._options.encoding
        encoded = encode(domains, encoding=ENCODING if wanted == "auto" else wanted, tick=tick)
        formula = encoded.formula
        job = Job(
            "unigen",
            formula.flat,
            formula.n_vars,
            encoded.letters.n,
            self._options.seed,
            n_samples=self._n,
        )
        answer = counting.run(job, deadline=self._deadline, on_tick=tick)
        if answer is None:
            raise TimeoutError
        if len(answer.samples) < self._n:
            raise SolverError(f"unigen drew {len(answer.samples)} fills instead of {self._n}")
        for literals in answer.samples:
            yield self._verified(domains, encoded.letters, list(literals))

    def _by_search(self, domains: Domains) -> Iterator[Fill]:
        letters = LetterVars(domains)
        rng = self._random()
        for _ in range(self._n):
            session = _search(domains, letters, rng.getrandbits(31), self._options.on_progress)
            try:
                answer = session.solve(deadline=self._deadline)
                if answer.outcome is Outcome.UNKNOWN:
                    raise TimeoutError
                if answer.outcome is Outcome.UNSAT:
                    self.n_fills = 0
                    return
                opened = Opened(
                    self._puzzle, domains, letters, session, time.monotonic(), session.name
                )
                yield opened.fill(answer)
            finally:
                session.close()

    def _verified(self, domains: Domains, letters: LetterVars, true: list[int]) -> Fill:
        """The verified fill with these letters."""
        opened = Opened(self._puzzle, domains, letters, None, time.monotonic(), self.by)
        return opened.fill(Answer(Outcome.SAT, Assignment.of(true, letters.n)))

    def _random(self) -> random.Random:
        """The same numbers for the same seed and method."""
        return random.Random(f"satcross {self._method} {self._options.seed}")

    def _tell(self, phase: str) -> None:
        if self._options.on_progress is not None:
            self._options.on_progress(Progress(phase, time.monotonic() - self._started))


def _search(
    domains: Domains, letters: LetterVars, seed: int, on_progress: ProgressHandler | None
) -> Session:
    from satcross.solve.refining import search_session

    return search_session(domains, letters, seed=seed, on_progress=on_progress)
