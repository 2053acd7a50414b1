"""What makes a puzzle of a kind, of a seed and in steps; `satcross.tasks.making` runs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from satcross.results import Best, Found, Result
from satcross.task import Task

if TYPE_CHECKING:
    from satcross.solve.protocol import SolverOptions

M = TypeVar("M")
T = TypeVar("T")


class Step(NamedTuple):
    """A task whose answer is needed to go on. Args: limit_s: seconds for it; None for no limit."""

    task: Task[Any, Any]
    limit_s: float | None = None


Steps = Generator[Step, Any, T]
"""Work in steps: it yields each, and is sent its answer."""


class Maker(ABC, Generic[M]):
    """Makes a puzzle of a kind. It can be pickled.

    Fields:
        tries: how many seeds there are for each puzzle.
        no_other: what to say if none of them gives another one, with `{}` for how many there were.
    """

    SEVERAL: ClassVar = 30  # tries, until a puzzle is another one, and what is wanted
    tries = 1
    no_other = ""

    @abstractmethod
    def steps(self, options: SolverOptions) -> Steps[Result[M]]:
        """Make a puzzle of a seed. `Impossible` and `Stopped` end all work."""

    def key(self, made: M) -> Hashable:
        """In what any two differ; None where they need not."""
        del made
        return None

    def apart(self, made: M) -> int:
        """How far a puzzle is from what is wanted, which another seed may give; else 0."""
        del made
        return 0

    def report(self, best: Best[M] | Found[M]) -> list[str]:
        """Lines about a puzzle that was made, for people."""
        del best
        return []
