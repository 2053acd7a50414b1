"""What every engine and solver looks like from above: three answers, assumptions, cores, limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from satcross.cnf.assignment import Assignment


class Outcome(Enum):
    """The three answers. None of them is falsy: compare, never test for truth."""

    SAT = "satisfiable"
    UNSAT = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock after which work must stop; never, when `end` is None."""

    end: float | None = None

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """The deadline `seconds` from now; None means no limit."""
        return cls(None if seconds is None else time.monotonic() + seconds)

    def left_s(self) -> float | None:
        """Seconds left, never below 0; None without a limit."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def passed(self) -> bool:
        """Whether the moment has come."""
        return self.end is not None and time.monotonic() >= self.end


NEVER = Deadline()


@dataclass(slots=True)
class Counters:
    """What a solver says of its work so far. -1: it does not say."""

    conflicts: int = -1
    decisions: int = -1
    propagations: int = -1
    restarts: int = -1


@dataclass(frozen=True, slots=True)
class Progress:
    """A sign of life while something runs.

    Args:
        phase: what is being done, a word or two.
        elapsed_s: seconds since the task began.
        conflicts: conflicts so far, -1 when unknown.
        depth: cells decided or implied at the deepest point so far, -1 when unknown.
        n_cells: how many there are to fill.
    """

    phase: str
    elapsed_s: float
    conflicts: int = -1
    depth: int = -1
    n_cells: int = -1


ProgressHandler = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call to `solve` found.

    Args:
        outcome: which of the three.
        assignment: of all variables, when SAT.
        core: when UNSAT, assumptions that cannot all hold; () when it needs none of them.
        reason: when UNKNOWN, why it stopped, for people: "time limit".
    """

    outcome: Outcome
    assignment: Assignment | None = None
    core: tuple[int, ...] = ()
    reason: str = ""


class Session(Protocol):
    """A formula held by a solver, to which clauses may be added between calls of `solve`.

    The variables up to `LetterVars.n` are the letters, whatever the engine. A session that has
    answered UNKNOWN, or was interrupted by an exception, may only be closed.
    """

    @property
    def name(self) -> str:
        """What the engine or solver is called."""

    @property
    def counters(self) -> Counters:
        """What it says of its work so far; also after `close`."""

    def new_variable(self) -> int:
        """A variable that no clause has yet."""

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause of non-zero literals over known variables, for good."""

    def solve(self, assumptions: Sequence[int] = (), *, deadline: Deadline = NEVER) -> Answer:
        """Answer under `assumptions`, by the `deadline` or within half a second of it."""

    def close(self) -> None:
        """Give back memory, processes and files. May be called twice."""


LAZY = "lazy"
LAZY_CADICAL = "lazy-cadical"


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """How to solve.

    Args:
        solver: "lazy", for the lazy engine with its own search; "lazy-cadical", for the same with
            CaDiCaL's; or the PySAT name of a solver for the eager encoding ("glucose4").
        command: an external solver's command line with `{cnf}`, instead of `solver`.
        encoding: of slots, for eager solvers: "support", "dawg" or "auto".
        seed: makes different fills; the same seed makes the same fill.
        on_progress: called some ten times a second at most.
    """

    solver: str = LAZY
    command: str | None = None
    encoding: str = "auto"
    seed: int = 0
    on_progress: ProgressHandler | None = field(default=None, compare=False)

    def asks_for(self, *names: str) -> bool:
        """Whether one of these solvers is to solve, and no external command."""
        return self.command is None and self.solver in names
