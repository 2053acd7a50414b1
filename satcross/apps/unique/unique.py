"""Whether a puzzle has exactly one fill."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike
from typing import TypeAlias

from satcross import (
    Answered,
    Fill,
    FillTask,
    Found,
    Impossible,
    Puzzle,
    SolverOptions,
    Stopped,
    Task,
)
from satcross.apps.unique.others import OtherFills
from satcross.extend import Claimed, Deadline, counted, run_by, some_of, watched

MOST_NAMED = 12  # cells that are named on one line


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """A fill, and another one unless it is the only one.

    Args:
        fill: the first that was found.
        other: another fill, as like the first as was soon found; None where it is proved that
            there is none, or not known yet.
    """

    fill: Fill
    other: Fill | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells where the two fills differ, by position; () without another one."""
        if self.other is None:
            return ()
        other = self.other.letters
        return tuple(
            cell for cell, code in sorted(self.fill.letters.items()) if other[cell] != code
        )

    def differences(self) -> str:
        """Where the two fills differ, for people: "2 cells: r1c1 A/B, m0 C/A"; "" without one."""
        if self.other is None:
            return ""
        grid, one, other = self.fill.grid, self.fill.grid.cells, self.other.grid.cells
        names = [f"{grid.cell_name(at)} {one[at]}/{other[at]}" for at in self.cells]
        return f"{counted(len(names), 'cell')}: {some_of(names, MOST_NAMED)}"

    @property
    def is_unique(self) -> bool:
        """Whether the fill is the only one, in the value of `Found`."""
        return self.other is None


UniqueResult: TypeAlias = Found[Uniqueness] | Impossible | Stopped


class UniqueTask(Task[Uniqueness, UniqueResult]):
    """Find a fill, and prove that it is the only one or find another.

    Args: as for `satcross.unique`; options: seed and progress; the engine must be the lazy one.

    `run` returns `Found`, with two fills or the only one; `Impossible`; or `Stopped`, whose
    `partial` has the fill that was found, or is None. Events: `Answered` with the first fill.

    Raises:
        OptionError: another engine.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words(["cot", "ode", "pen", "cat"])
    >>> UniqueTask(Puzzle(Grid.parse("C..\\n#.#\\n..."), words)).run().value.is_unique
    True
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        certificate: str | PathLike[str] | None = None,
    ) -> None:
        super().__init__()
        self._options = watched(self, options)
        self._options.require_lazy("unique")
        self._first = self._hold(FillTask(puzzle, self._options, certificate=certificate))
        self.certificate = self._first.certificate
        self._others: OtherFills | None = None

    def _run(self, deadline: Deadline) -> UniqueResult:
        if self.best is None:
            found = run_by(deadline, self._first)
            if not isinstance(found, Found):
                return found
            self.emit(Answered(Uniqueness(found.value)))
        assert self.best is not None
        fill = self.best.fill
        written = self.certificate
        if self._others is None:
            if written is not None:
                written.begin(Claimed.NO_OTHER_FILL, [fill])
                self._options = replace(self._options, log=written.write)
            self._others = self._hold(OtherFills(fill, self._options))
        others = self._others
        apart = others.differing((), deadline)
        work = replace(others.work, elapsed_s=self.elapsed_s)
        if apart is None:
            return Stopped(deadline.reason, work, partial=self.best)
        if apart:
            others.shrunk(apart, deadline)
            self.best = Uniqueness(fill, others.latest)
        elif written is not None:
            written.place()
        return Found(self.best, work)
