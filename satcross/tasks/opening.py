"""From a puzzle to a session that can be asked for fills: what all tasks begin with."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from satcross.consistency import Domains, arc_consistent
from satcross.encode.letters import LetterVars
from satcross.errors import OptionError, VerificationError
from satcross.fill import Fill
from satcross.puzzle import Puzzle
from satcross.solve.protocol import (
    LAZY,
    LAZY_CADICAL,
    NEVER,
    Answer,
    Deadline,
    Progress,
    Session,
    SolverOptions,
)
from satcross.tasks.checking import check
from satcross.tasks.results import Work


@dataclass(slots=True)
class Opened:
    """A puzzle after arc consistency, with a session over its letter variables.

    Args:
        puzzle: what is to be filled.
        domains: what arc consistency left.
        letters: the variables of those letters.
        session: holds the formula; None when arc consistency has proved that there is no fill, or
            while `start` has not been called.
        started: monotonic time at which the task began.
        engine: the session's name for people.
    """

    puzzle: Puzzle
    domains: Domains
    letters: LetterVars
    session: Session | None
    started: float
    engine: str

    @property
    def why_not(self) -> str:
        """Why there is no fill, when arc consistency has proved it; else ""."""
        if self.domains.emptied is None:
            return ""
        return f"no word fits {self.puzzle.slots[self.domains.emptied].name}"

    def work(self) -> Work:
        """What was done so far."""
        counters = self.session.counters if self.session is not None else None
        return Work(
            elapsed_s=time.monotonic() - self.started,
            conflicts=counters.conflicts if counters else 0,
            decisions=counters.decisions if counters else 0,
            n_words=self.domains.n_words,
            engine=self.engine,
        )

    def start(self, options: SolverOptions, *, deadline: Deadline = NEVER) -> None:
        """Start the session of a puzzle that `prepare` has not proved unfillable.

        Raises: as `open_puzzle`.
        """
        if options.asks_for(LAZY_CADICAL):
            from satcross.solve.refining import cadical_session

            self.session = cadical_session(
                self.domains, self.letters, seed=options.seed, on_progress=options.on_progress
            )
            return
        if is_lazy(options):
            from satcross.solve.refining import search_session

            self.session = search_session(
                self.domains, self.letters, seed=options.seed, on_progress=options.on_progress
            )
            return
        from satcross.encode import encode
        from satcross.solve.registry import eager_session

        tell = options.on_progress

        def tick() -> None:
            if deadline.passed():
                raise TimeoutError
            if tell is not None:
                tell(Progress("encoding", time.monotonic() - self.started))

        encoding = encode(self.domains, encoding=options.encoding, tick=tick)
        self.session = eager_session(encoding, options)

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
        check(self.puzzle, fill.grid, who=self.engine)
        return fill

    def close(self) -> None:
        """Close the session."""
        if self.session is not None:
            self.session.close()


def is_lazy(options: SolverOptions) -> bool:
    """Whether these ask for the lazy engine, with our own search or with CaDiCaL's."""
    return options.asks_for(LAZY, LAZY_CADICAL)


def open_puzzle(puzzle: Puzzle, options: SolverOptions, *, deadline: Deadline = NEVER) -> Opened:
    """Arc consistency, letter variables and a session for `puzzle`.

    Raises:
        OptionError: no such solver or encoding, or options that do not go together.
        SolverError: the solver cannot be started.
        TimeoutError: the deadline passed while the formula was being built.
    """
    opened = prepare(puzzle, options)
    if opened.domains.emptied is None:
        opened.start(options, deadline=deadline)
    return opened


def prepare(puzzle: Puzzle, options: SolverOptions) -> Opened:
    """What `open_puzzle` does before it starts a session, and is the same for every seed.

    Raises:
        OptionError: as `open_puzzle`.
    """
    started = time.monotonic()
    engine = options.solver
    if not is_lazy(options):
        from satcross.solve.registry import eager_engine_name

        engine = eager_engine_name(options)
    elif options.encoding != "auto":
        raise OptionError(
            "the lazy engine has no encoding",
            mend="name an eager --solver beside it, as in --solver cadical195",
            source="--encoding",
        )
    if options.on_progress is not None:
        options.on_progress(Progress("arc consistency", 0.0))
    domains = arc_consistent(puzzle)
    return Opened(puzzle, domains, LetterVars(domains), None, started, engine)
