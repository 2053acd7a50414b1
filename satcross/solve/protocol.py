"""What every engine and solver looks like from above: three answers, assumptions, cores, limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from satcross.checks import check_choice, check_integer
from satcross.cnf.assignment import Assignment
from satcross.errors import OptionError
from satcross.results import Reason
from satcross.task import NEVER, Deadline, ProgressHandler

if TYPE_CHECKING:
    from satcross.solve.lazy.problem import TableProblem
    from satcross.solve.solvers import SolverLike


class Outcome(Enum):
    """The three answers. None of them is falsy: compare, never test for truth."""

    SAT = "satisfiable"
    UNSAT = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class Counters:
    """What a solver says of its work so far. -1: it does not say."""

    conflicts: int = -1
    decisions: int = -1
    propagations: int = -1
    restarts: int = -1


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call to `solve` found.

    Args:
        outcome: which of the three.
        assignment: of all variables, when SAT.
        core: when UNSAT, assumptions that cannot all hold; () when it needs none of them.
        reason: when UNKNOWN, why it stopped.
        detail: when UNKNOWN, more about it where there is more to say: "kissat gave up".
    """

    outcome: Outcome
    assignment: Assignment | None = None
    core: tuple[int, ...] = ()
    reason: Reason = Reason.TIME_LIMIT
    detail: str = ""


class Session(Protocol):
    """A formula held by a solver, to which clauses may be added between calls of `solve`.

    The variables up to `LetterVars.n` are the letters, whatever the engine. After UNKNOWN it may be
    asked again, and goes on with what it has learnt where the solver can.
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


@dataclass(slots=True)
class OrderHints:
    """What the owner of a lazy session knows of good letters; it may change them at any time.

    Args:
        preferred: by letter variable, how many times better it looks; None for 1 everywhere.
        by_score: whether words count by their scores; else all words count alike, which finds
            fills of lower scores with fewer conflicts.
    """

    preferred: bytearray | None = None
    by_score: bool = True


@runtime_checkable
class LazySession(Session, Protocol):
    """A session of the lazy engine."""

    problem: TableProblem
    hints: OrderHints

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        keep_noise: bool = False,
    ) -> Answer:
        """Answer under `assumptions`.

        Args:
            assumptions: literals that must hold in this call.
            deadline: when to stop, or within half a second of it.
            conflicts: after how many conflicts to stop, at least 1; None for no limit.
            keep_noise: whether decisions keep their noise; otherwise it is resampled at each call
                but the first, so that the next fill is not the last one's neighbour.
        """

    def fixed_letters(self) -> list[int]:
        """Letter literals that follow from the words and the clauses added, as far as is known.

        Returns: literals true in every fill, in the order in which they were found. A cell with a
            true letter need not have its false ones here. More may be here after each `solve`.
        """

    @property
    def slot_activity(self) -> Sequence[int]:
        """By slot, how many conflicts and reasons came from it."""


LAZY = "lazy"


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """How to solve.

    Args:
        solver: "lazy", for the lazy engine; or a solver for the eager encoding: its PySAT name
            ("glucose4"), "ipasir:" and the path of a shared library, or what `satcross.fill` takes;
            several names, separated by commas, for `FillTask`.
        command: an external solver's command line with `{cnf}`, instead of `solver`.
        encoding: of slots, for eager solvers: "support", "dawg" or "auto".
        seed: makes different fills; the same seed makes the same fill.
        on_progress: called some ten times a second at most.
        log: receives the steps of the lazy engine's search: see docs/internals/certificates.md.

    Raises:
        OptionError: there is no such encoding, the seed is not a whole number from 0, or the
            solver is none.
    """

    solver: SolverLike = LAZY
    command: str | None = None
    encoding: str = "auto"
    seed: int = 0
    on_progress: ProgressHandler | None = field(default=None, compare=False)
    log: Callable[[bytes], object] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_integer(self.seed, "seed", at_least=0))
        if not isinstance(self.solver, str):
            from satcross.solve.solvers import known_solver

            object.__setattr__(self, "solver", known_solver(self.solver))
        if self.encoding != "auto":
            from satcross.encoding.encode import ENCODINGS  # not needed by most fills

            check_choice(self.encoding, ENCODINGS, "encoding")

    @property
    def solver_name(self) -> str:
        """What the solver is called, also if it is no name."""
        if isinstance(self.solver, str):
            return self.solver
        from satcross.solve.solvers import name_of

        return name_of(self.solver)

    def asks_for(self, *names: str) -> bool:
        """Whether one of these solvers is to solve, and no external command."""
        return self.command is None and self.solver in names

    def require_lazy(self, task: str) -> None:
        """Raise OptionError unless they ask for the lazy engine, which a task needs."""
        if not self.asks_for(LAZY):
            raise OptionError(f"{task} needs the lazy engine", parameter="solver")
