"""The fewest helps that leave one grid of a diagramless or carte blanche."""

from __future__ import annotations

from dataclasses import dataclass, replace

from satcross import Grid, Impossible, OptionError, SolverOptions, Stopped, VerificationError
from satcross.apps.unique.givens import FewestTask
from satcross.apps.unique.others import Others
from satcross.extend import Deadline, DeadlinePassedError, Heartbeat, check_choice
from satcross.kinds.diagramless.puzzle import Clued, Diagramless
from satcross.kinds.diagramless.solutions import (
    Giving,
    GridSearch,
    Held,
    OtherGrids,
    Unit,
    faults_of_grid,
)


@dataclass(frozen=True, slots=True)
class MadeDiagramless:
    """A diagramless or carte blanche with its only grid.

    Args:
        puzzle: with all that is given.
        solution: the grid.
        helps: what is given beside what was asked for, for people.
    """

    puzzle: Diagramless
    solution: Grid
    helps: tuple[str, ...]


class HelpsTask(FewestTask[MadeDiagramless]):
    """Find the fewest helps that leave one grid, and prove that fewer do not do; anytime.

    Args:
        puzzle: what solvers know.
        solution: a grid of it.
        by: what a help is: "places", where a number, or an entry without one, begins; or "cells",
            a block or a letter.
        options: seed and progress.

    `run` returns `Best`, whose objective is how many helps are given, and whose bound no choice can
    be below; or `Stopped`, before any choice was known.

    Raises:
        OptionError: the solution is no grid of the puzzle, or cells are asked for in one of bars.
    """

    PHASE = "one grid"

    def __init__(
        self,
        puzzle: Diagramless,
        solution: Grid,
        options: SolverOptions | None = None,
        *,
        by: Giving = "places",
    ) -> None:
        super().__init__(options)
        check_choice(by, ("places", "cells"), "by")
        if by == "cells" and puzzle.rules.bars:
            problem = "cells say nothing of bars"
            raise OptionError(problem, hint="give places", parameter="by")
        if faults := faults_of_grid(puzzle, solution):
            problem = f"it is no grid of the puzzle: {faults[0]}"
            raise OptionError(problem, hint="correct it", parameter="solution")
        self._puzzle = puzzle
        self._solution = solution
        self._by = by
        self._heartbeat = Heartbeat(self, self._options)

    def _open(self, deadline: Deadline) -> Others | Impossible | Stopped:
        self._heartbeat.begin("building", deadline)
        try:
            search = GridSearch(self._puzzle, self._options, self._heartbeat)
        except DeadlinePassedError:
            return Stopped(deadline.reason)
        self._heartbeat.begin(self.PHASE, Deadline())
        return OtherGrids(search, self._solution, self._by)

    def _made(self, units: list[int]) -> MadeDiagramless:
        others = self._others
        assert isinstance(others, OtherGrids)
        puzzle = self._puzzle
        for unit in units:
            puzzle = _with(puzzle, others.units[unit])
        if faults := faults_of_grid(puzzle, self._solution):
            raise VerificationError(f"the helps are wrong: {faults[0]}")
        helps = tuple(others.names[unit] for unit in units)
        return MadeDiagramless(puzzle, self._solution, helps)


def _with(puzzle: Diagramless, unit: Unit) -> Diagramless:
    """The puzzle with something more given."""
    if isinstance(unit, Held):
        return replace(puzzle, given={**puzzle.given, unit.at: unit.cell})
    item, at = unit
    entries = list(puzzle.entries)
    found = [i for i, entry in enumerate(entries) if item in (entry, entry.number or i)]
    for i in found[:1] if isinstance(item, Clued) else found:
        entries[i] = entries[i]._replace(at=at)
    return replace(puzzle, entries=tuple(entries))
