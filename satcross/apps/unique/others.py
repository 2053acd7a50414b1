"""Other fills than a given one, which have some of its letters, and differ in few others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Literal, TypeAlias

from satcross import Fill, Puzzle, SolverOptions
from satcross.extend import Deadline, LazySession, Outcome, PreparedPuzzle, Work, prepare

Giving: TypeAlias = Literal["cells", "entries"]

SHRINK_CONFLICTS = 2_000  # for a fill that differs less; where there is none, that is not known


class Others(ABC):
    """Other solutions of something than the one that is wanted, and the units that they lack.

    Fields:
        names: of the units, which can be given.
    """

    names: list[str]

    @property
    @abstractmethod
    def work(self) -> Work:
        """What was done so far."""

    @abstractmethod
    def differing(
        self, given: Collection[int], deadline: Deadline, conflicts: int | None = None
    ) -> list[int] | None:
        """Where another solution differs that has some units.

        Returns: the units, rising; [] where there is no such solution; None where that is not
            known, by the deadline or after so many conflicts.
        """

    def shrunk(self, apart: Collection[int], deadline: Deadline) -> list[int]:
        """The units where some solution differs: as few of the given ones as are soon found."""
        left = sorted(apart)
        for unit in sorted(apart):
            if unit in left and len(left) > 1:
                same = set(range(len(self.names))).difference(left) | {unit}
                left = self.differing(same, deadline, SHRINK_CONFLICTS) or left
        return left

    @abstractmethod
    def close(self) -> None:
        """Give back the solver."""


class OtherFills(Others):
    """The other fills of a puzzle, and the units of cells in which they differ from one.

    Args:
        fill: the one.
        options: seed and progress; the engine must be the lazy one.
        by: what a unit is: "cells", a cell with those that must hold the same letter; or "entries",
            all open cells of a slot.

    Fields:
        names: of the units.
        cells: of each unit, by position. Those of entries lack the cells that only say how an entry
            is read, so that another fill may have them all: see `with_all`.
        latest: the last fill that was found.
    """

    def __init__(self, fill: Fill, options: SolverOptions, by: Giving = "cells") -> None:
        self.fill = fill
        self.latest = fill
        units = _units(fill.puzzle, by)
        self.names = list(units)
        self.cells = list(units.values())
        self._opened: PreparedPuzzle = prepare(fill.puzzle, options)
        self._session: LazySession = self._opened.start_lazy(options)
        letters, codes = self._opened.letters, fill.letters
        self._held = [
            letters.literals({cell: codes[cell] for cell in cells}) for cells in self.cells
        ]
        is_open = fill.puzzle.cells_in_slots.difference(fill.puzzle.givens)
        self._is_all = is_open == {cell for cells in self.cells for cell in cells}
        every = letters.literals({cell: codes[cell] for cell in sorted(is_open)})
        self._session.add_clause([-literal for literal in every])

    @property
    def work(self) -> Work:
        """What was done so far."""
        return self._opened.work()

    def differing(
        self, given: Collection[int], deadline: Deadline, conflicts: int | None = None
    ) -> list[int] | None:
        """Where another fill differs that has the letters of some units."""
        outcome = self._another(given, deadline, conflicts)
        if outcome is not Outcome.SAT:
            return [] if outcome is Outcome.UNSAT else None
        mine, others = self.fill.letters, self.latest.letters
        return [
            unit
            for unit, cells in enumerate(self.cells)
            if any(others[cell] != mine[cell] for cell in cells)
        ]

    def with_all(self, deadline: Deadline) -> Outcome:
        """Whether another fill, which is `latest` then, has all units."""
        return Outcome.UNSAT if self._is_all else self._another(range(len(self.names)), deadline)

    def _another(
        self, given: Collection[int], deadline: Deadline, conflicts: int | None = None
    ) -> Outcome:
        """Whether another fill, which is `latest` then, has the letters of some units."""
        held = [literal for unit in sorted(given) for literal in self._held[unit]]
        answer = self._session.solve(held, deadline=deadline, conflicts=conflicts)
        if answer.outcome is Outcome.SAT:
            self.latest = self._opened.fill(answer)
        return answer.outcome

    def close(self) -> None:
        """Give back the solver."""
        self._session.close()


def _units(puzzle: Puzzle, by: Giving) -> dict[str, list[int]]:
    """The open cells that are given together, by name."""
    is_open = {cell for cell in puzzle.cells_in_slots if cell not in puzzle.givens}
    if by == "entries":
        cells_of = {
            slot.name: [at for at in slot.entry_cells if at in is_open] for slot in puzzle.slots
        }
        return {name: cells for name, cells in cells_of.items() if cells}
    group = {cell: [cell] for cell in sorted(is_open)}
    for rule in puzzle.rules:
        for cells in rule.equal_cells(puzzle):
            joined = sorted({at for cell in cells if cell in group for at in group[cell]})
            group.update(dict.fromkeys(joined, joined))
    return {puzzle.grid.cell_name(cells[0]): cells for cells in group.values()}
