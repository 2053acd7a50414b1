"""`satcross forced`: the letters that arc consistency leaves no choice for."""

from __future__ import annotations

import numpy as np

from satcross.checks import check_time_limit, counted
from satcross.cli.errors import echo_err
from satcross.cli.options.command import HelpPanel, command, flag, option
from satcross.cli.options.common import ProgressOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.run import end, run
from satcross.model.consistency import arc_consistent
from satcross.model.grid import OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped
from satcross.task import Deadline, Task

EXAMPLES = """\
Examples:
  satcross forced grid.txt -w words.txt
  satcross forced grid.txt --cells         their names

Exit codes:
  0 found   20 proved unfillable   2 bad input
  124 stopped by the time limit   130 interrupted"""

ForcedResult = Found[Grid] | Impossible | Stopped


class ForcedTask(Task[Grid, ForcedResult]):
    """Find the letters that arc consistency leaves no choice for.

    `run` returns `Found` with the grid and these letters; `Impossible` where a slot has no word
    left; or `Stopped`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle

    def _run(self, deadline: Deadline) -> ForcedResult:
        if deadline.passed():
            return Stopped(deadline.reason)
        domains = arc_consistent(self.puzzle)
        if domains.emptied is not None:
            return Impossible(f"no word fits {self.puzzle.slots[domains.emptied].name}")
        cells = list(self.puzzle.grid.cells)
        for cell in np.flatnonzero(domains.letters.sum(axis=1) == 1).tolist():
            if cells[cell] == OPEN:
                cells[cell] = self.puzzle.texts[int(domains.letters[cell].argmax())]
        return Found(self.puzzle.grid.with_cells(cells))


@command(HelpPanel.QUESTIONS, 25, examples=EXAMPLES)
def forced(
    puzzle: PuzzleOptions,
    *,
    cells: bool = flag("Print the names of the cells, not the grid."),
    time_limit: float | None = option("S", "Stop after S seconds.", panel="Search"),
    out: ProgressOptions,
) -> int:
    """Put in the letters that arc consistency leaves no choice for."""
    check_time_limit(time_limit)
    with out.view() as view, ForcedTask(puzzle.load()) as task:
        result = run(task, time_limit, view)
    if isinstance(result, Found):
        before, after = task.puzzle.grid, result.value
        new = [at for at, cell in enumerate(before.cells) if cell != after.cells[at]]
        print(" ".join(map(after.cell_name, new)) if cells else after)
        echo_err(counted(len(new), "letter"))
    return end(result)
