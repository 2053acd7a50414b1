"""What every check is given, and how it says that something differs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from fuzz.differential.brute import Cells, Run, is_fill
from fuzz.differential.data import OPEN, PuzzleData
from fuzz.differential.engines import EAGER_ENGINES, LAZY_ENGINES, StopAt
from fuzz.differential.generate import Case
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Best, Found, Impossible, Stopped
from satcross.task import Answered, Event, Task

T = TypeVar("T")

EAGER_PART = 0.15  # of what any engine can do; eager ones take longer
MAX_STOPS = 12


class Difference(AssertionError):  # noqa: N818 - what is found, not an error of the harness
    """satcross and brute force disagree."""


def require(condition: object, what: str) -> None:
    """Raise a `Difference` unless `condition` holds."""
    if not condition:
        raise Difference(what)


class Trial:
    """A puzzle, and what a check asks about it.

    Args:
        case: the puzzle with all its fills.
        seed: makes the questions, and is the engines' seed.
    """

    def __init__(self, case: Case, seed: str) -> None:
        self.case = case
        self.rng = random.Random(seed)
        self.seed = self.rng.randrange(1000)
        self.engine = ""

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.case.data.puzzle()

    @property
    def data(self) -> PuzzleData:
        """The puzzle as plain data."""
        return self.case.data

    @property
    def fills(self) -> frozenset[Cells]:
        """All fills; only where they are known."""
        if self.case.fills is None:
            raise RuntimeError("the fills of this puzzle are not known")
        return self.case.fills

    @property
    def runs(self) -> Sequence[Run]:
        """The slots."""
        return self.case.runs

    def any_engine(self, eager: Sequence[str] = EAGER_ENGINES) -> str:
        """One of the lazy engines or, less often, of these eager ones."""
        return self.of(eager if self.rng.random() < EAGER_PART else LAZY_ENGINES)

    def of(self, engines: Sequence[str]) -> str:
        """One of these engines; it is noted as the one that was checked."""
        self.engine = self.rng.choice(engines)
        return self.engine

    def is_right(self, filled: Fill | Cells) -> bool:
        """Whether some cells fill the puzzle."""
        cells = filled.grid.cells if isinstance(filled, Fill) else filled
        if self.case.fills is None:
            return is_fill(self.data, self.runs, cells)
        return cells in self.case.fills

    def free_runs(self) -> list[Run]:
        """The slots that are not wholly given."""
        cells = self.data.cells
        return [run for run in self.runs if any(cells[cell] == OPEN for cell in run.cells)]

    def text(self, run: Run, cells: Cells) -> str:
        """What a slot spells in a fill."""
        return "".join(cells[cell] for cell in run.cells)


@dataclass(frozen=True)
class Check:
    """A question that satcross and brute force answer.

    Args:
        name: of the task.
        weight: how often it is asked, relative to others.
        run: asks it; raises `Difference`.
        applies: whether it can be asked about a puzzle.
    """

    name: str
    weight: float
    run: Callable[[Trial], None]
    applies: Callable[[Case], bool]


def has_fills(case: Case) -> bool:
    """Whether all fills are known; there may be none."""
    return case.fills is not None


def always(_: Case) -> bool:
    """For questions about every puzzle."""
    return True


@cache
def memory_folder() -> str | None:
    """A folder in memory for files, where there is one; else None."""
    folder = Path("/dev/shm")
    return str(folder) if folder.is_dir() else None


def run_with_stops(task: Task[Any, Any], trial: Trial) -> tuple[Any, list[Any]]:
    """Run a task to its end, stopped again and again at some step.

    Returns: (its result, those of the runs that were stopped).
    """
    looks = trial.rng.choice((0, 0, 1, 2, 4))
    stopped: list[Any] = []
    for _ in range(MAX_STOPS):
        _set_request(task, StopAt(looks))
        result = task.run()
        if task.is_done:
            return result, stopped
        require(isinstance(result, Stopped | Best), f"stopped with {result}")
        stopped.append(result)
        looks += trial.rng.choice((0, 1, 2, 8))
    _set_request(task, StopAt(-1))
    return task.run(), stopped


def _set_request(task: Task[Any, Any], request: StopAt) -> None:
    task._request = request
    oracle = getattr(task, "_oracle", None)  # which was given the one before
    if oracle is not None:
        oracle._request = request


def answers_of(task: Task[T, Any]) -> list[T]:
    """A list that receives the value of every answer that a task gives."""
    answers: list[T] = []

    def note(event: Event) -> None:
        if isinstance(event, Answered):
            answers.append(event.value)

    task.subscribe(note)
    return answers


def verdict(result: Any) -> Fill | None:
    """The fill of a final result, or None where there is none."""
    if isinstance(result, Found | Best):
        value: Fill = result.value
        return value
    require(isinstance(result, Impossible), f"neither a fill nor a proof: {result}")
    return None


def listed(values: Iterable[T], what: str) -> set[T]:
    """Values as a set; none may be there twice."""
    found = list(values)
    require(len(set(found)) == len(found), f"{what} came twice")
    return set(found)
