"""The letters of a puzzle that arc consistency leaves no choice for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from satcross.model.consistency import arc_consistent
from satcross.model.grid import OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped
from satcross.task import Deadline, Task


@dataclass(frozen=True, slots=True)
class Forced:
    """What every fill has, as far as arc consistency knows.

    Args:
        grid: the puzzle's grid with these letters.
        cells: the positions of those that were open.
    """

    grid: Grid
    cells: tuple[int, ...]


ForcedResult = Found[Forced] | Impossible | Stopped


class ForcedTask(Task[Forced, ForcedResult]):
    """Find the letters that arc consistency leaves no choice for.

    `run` returns `Found`; `Impossible` where a slot has no word left; or `Stopped`.

    >>> with ForcedTask(Puzzle("C..\\n#.#\\n...", ["cot", "ode", "pen"])) as task:
    ...     print(task.run().value.grid)
    COT
    #D#
    PEN
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self._puzzle = puzzle

    def _run(self, deadline: Deadline) -> ForcedResult:
        if deadline.passed():
            return Stopped(deadline.reason)
        domains = arc_consistent(self._puzzle)
        if domains.emptied is not None:
            return Impossible(f"no word fits {self._puzzle.slots[domains.emptied].name}")
        cells = list(self._puzzle.grid.cells)
        found: list[int] = []
        for cell in np.flatnonzero(domains.letters.sum(axis=1) == 1).tolist():
            if cells[cell] == OPEN:
                cells[cell] = self._puzzle.texts[int(domains.letters[cell].argmax())]
                found.append(cell)
        return Found(Forced(self._puzzle.grid.with_cells(cells), tuple(found)))
