"""The fewest letters of a fill to give, so that no other fill is left.

Every other fill differs from the one that is wanted in some cells, and one of these must be given.
So the letters given are a hitting set of such sets of cells. A smallest hitting set of those known
is tried: where there is another fill with its letters, that gives a further set; where there is
none, no fewer letters do. Before that, letters are added until there is no other fill, which gives
many sets at once, and taken away again as far as they are not needed, which gives a bound from
above. A set is made small before it is used: other fills are looked for that differ less.

Source: Moreno-Centeno, Karp, "The implicit hitting set approach to solve combinatorial optimization
problems", Operations Research 61, 2013.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias, TypeVar

from satcross import (
    Answered,
    Best,
    Bounded,
    Fill,
    FillTask,
    Found,
    Grid,
    Impossible,
    OptionError,
    Progress,
    Puzzle,
    SolverOptions,
    Stopped,
    Task,
)
from satcross.apps.unique.hitting import HittingSets
from satcross.apps.unique.others import Giving, OtherFills, Others
from satcross.apps.unique.unique import Uniqueness
from satcross.extend import Deadline, Outcome, check_choice, faults_of, run_by, watched
from satcross.model.grid import GridLike

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Givens:
    """What to give of a fill.

    Args:
        fill: the fill that is left as the only one.
        names: of the cells or slots whose letters are given, beside what the grid gives already.
        cells: all cells whose letters are given so, by position.
    """

    fill: Fill
    names: tuple[str, ...]
    cells: tuple[int, ...]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with these letters in its grid."""
        puzzle, filled = self.fill.puzzle, self.fill.grid.cells
        held = {cell: filled[cell] for cell in self.cells}
        return Puzzle(puzzle.grid.holding(held), puzzle.words, puzzle.rules)


class FewestTask(Task[T, "Best[T] | Impossible | Stopped"]):
    """Find the fewest units to give so that no other solution is left, and prove it; anytime.

    A subclass opens the other solutions, and says what giving some units is.

    Fields:
        PHASE: what progress says.
        PATIENCE_S: how long, before a first choice is known, to look for another solution: at most
            a quarter of the time that is left. Where it is too short, more units are given.
    """

    PHASE: ClassVar[str]
    # Most answers take less than 1 s, but a long quotation leaves its letters in many orders.
    PATIENCE_S: ClassVar[float] = 10.0

    def __init__(self, options: SolverOptions | None) -> None:
        super().__init__()
        self._options = watched(self, options)
        self._others: Others | None = None
        self._sets: HittingSets | None = None
        self._chosen: list[int] | None = None  # units, of the best choice

    @abstractmethod
    def _open(self, deadline: Deadline) -> Others | Impossible | Stopped:
        """The other solutions; or why there are none to ask for."""

    def _no_choice(self, others: Others, deadline: Deadline) -> Impossible | Stopped | None:
        """Why all units are not enough, or why that is not known; None if they are enough."""
        return None

    @abstractmethod
    def _made(self, units: list[int]) -> T:
        """What it is to give these units."""

    def _run(self, deadline: Deadline) -> Best[T] | Impossible | Stopped:
        if self._others is None:
            opened = self._open(deadline)
            if not isinstance(opened, Others):
                return opened
            self._others = self._hold(opened)
        others = self._others
        if (answer := self._no_choice(others, deadline)) is not None:
            return answer
        if not others.names:  # all is given
            self._choose([], 0)
        elif self._sets is None:
            self._sets = self._hold(HittingSets(len(others.names)))
        is_done = self._sets is None or self._improve(self._sets, others, deadline)
        work = replace(others.work, elapsed_s=self.elapsed_s)
        if self.best is None:
            return Stopped(deadline.reason, work)
        reason = None if is_done else deadline.reason
        return Best(self.best, self.objective, self.bound, reason, work)

    def _improve(self, sets: HittingSets, others: Others, deadline: Deadline) -> bool:
        """Go on until a smallest choice is proved, or the deadline comes; which."""
        while self._chosen is None or len(self._chosen) > sets.least:
            known = sets.smallest(deadline)
            if sets.least != self.bound:
                self.emit(Bounded(sets.least))
            if known is None or not self._extend(known, sets, others, deadline):
                return False
        return True

    def _extend(
        self, known: list[int], sets: HittingSets, others: Others, deadline: Deadline
    ) -> bool:
        """Add units until they leave no other solution; False when the deadline came first."""
        given = set(known)
        while (
            len(given) < len(others.names)  # with all of them there is no other
            and (other := self._differing(given, others, deadline)) != []
        ):
            if other:
                apart = others.shrunk(other, deadline)
                sets.add(apart)
                given.update(apart)
            elif self._chosen is not None or deadline.passed():
                return False
            else:  # twice as many
                free = [unit for unit in range(len(others.names)) if unit not in given]
                given.update(free[: len(given) + 1])
        for unit in sorted(given.difference(known)):
            other = self._differing(given - {unit}, others, deadline)
            if deadline.passed():
                break
            if other:
                sets.add(other)
            elif other is not None:
                given.remove(unit)
        if self._chosen is None or len(given) < len(self._chosen):
            self._choose(sorted(given), sets.least)
        return True

    def _differing(
        self, given: Collection[int], others: Others, deadline: Deadline
    ) -> list[int] | None:
        """As `Others.differing`; before a first choice is known, with `PATIENCE_S`."""
        if self._options.on_progress is not None:
            text = self.PHASE if self._chosen is None else f"{len(self._chosen)} do"
            self._options.on_progress(Progress(text, self.elapsed_s))
        if self._chosen is None:
            left = deadline.left_s()
            patience = self.PATIENCE_S if left is None else min(self.PATIENCE_S, left / 4)
            deadline = deadline.within(patience)
        return others.differing(given, deadline)

    def _choose(self, units: list[int], least: int) -> None:
        self._chosen = units
        self.emit(Answered(self._made(units), len(units), least))


GivensResult: TypeAlias = Best[Givens] | Impossible | Stopped


class GivensTask(FewestTask[Givens]):
    """Find the fewest letters to give, and prove that fewer do not do; anytime.

    Args: as for `satcross.minimal_givens`; letters of the puzzle's grid are given. options: seed
        and progress; the engine must be the lazy one.

    `run` returns `Best`, whose objective is how many cells or entries are given, and whose bound no
    choice can be below; `Impossible` where the puzzle has no fill, or where `other` has the same
    entries; or `Stopped`, before any choice was known. Run again after a limit, it goes on with all
    that it has learnt. Events: `Answered` for each choice that is better, and `Bounded`.

    Fields:
        other: a fill and another one with all of its entries, which differ in how these are read,
            so that no entries leave one fill; None where there is none.

    Raises:
        OptionError: another engine, or the solution is no fill of the puzzle.
    """

    PHASE = "fewest letters"

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        solution: GridLike | None = None,
        by: Giving = "cells",
    ) -> None:
        super().__init__(options)
        check_choice(by, ("cells", "entries"), "by")
        self._puzzle = puzzle
        self._by = by
        self._options.require_lazy("the fewest letters to give")
        self._fill = None if solution is None else _solution(puzzle, Grid.of(solution))
        self._first: FillTask | None = None
        self._is_enough = False  # to give all units
        self.other: Uniqueness | None = None

    def _open(self, deadline: Deadline) -> Others | Impossible | Stopped:
        if self._fill is None:
            self._first = self._first or self._hold(FillTask(self._puzzle, self._options))
            found = run_by(deadline, self._first)
            if not isinstance(found, Found):
                return found
            self._fill = found.value
        return OtherFills(self._fill, self._options, self._by)

    def _no_choice(self, others: Others, deadline: Deadline) -> Impossible | Stopped | None:
        if self._is_enough:
            return None
        assert isinstance(others, OtherFills)
        outcome = others.with_all(deadline)
        work = replace(others.work, elapsed_s=self.elapsed_s)
        if outcome is Outcome.UNKNOWN:
            return Stopped(deadline.reason, work)
        if outcome is Outcome.SAT:
            self.other = Uniqueness(others.fill, others.latest)
            where = self.other.differences()
            return Impossible(f"another fill has the same entries: {where}", work)
        self._is_enough = True
        return None

    def _made(self, units: list[int]) -> Givens:
        others = self._others
        assert isinstance(others, OtherFills)
        cells = sorted({cell for unit in units for cell in others.cells[unit]})
        return Givens(others.fill, tuple(others.names[unit] for unit in units), tuple(cells))


def _solution(puzzle: Puzzle, grid: Grid) -> Fill:
    """The fill whose letters are those of a grid."""
    if faults := faults_of(puzzle, grid):
        raise OptionError(
            f"it is no fill of the puzzle: {faults[0]}",
            hint="mend it, or leave it out",
            parameter="solution",
        )
    codes = {text: code for code, text in enumerate(puzzle.texts)}
    return Fill(puzzle, {cell: codes[grid.cells[cell]] for cell in sorted(puzzle.cells_in_slots)})
