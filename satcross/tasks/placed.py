"""Fills of a puzzle with words that any entry may hold: a search for each place, in turn.

Where a rule leaves open in which entry something is, as for `two-readings CLINTON/BOBDOLE`, a
puzzle with the entry named has fewer cells and slots, and most of them are soon proved to have no
fill. All of them are searched, for more conflicts each time round.
"""

from __future__ import annotations

import time
from contextlib import suppress

from satcross.errors import OptionError
from satcross.model.cellnames import NamedCell
from satcross.model.fill import Fill
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle
from satcross.results import Work
from satcross.solve.protocol import LazySession, Outcome, SolverOptions
from satcross.task import Deadline
from satcross.tasks.checking import check
from satcross.tasks.prepared import PreparedPuzzle, is_lazy, prepare

FIRST_CONFLICTS = 500  # of a place; more lets the first places take long
RETRY = 4  # times as many conflicts in the next round


class PlacedFills:
    """Fills in the places that a rule leaves open, each of which differs from those before.

    Where each word stands once, a fill is in one place: `is_all`, the fills of the places are those
    of the puzzle.

    Args:
        puzzle: what to fill.
        options: of the searches; other solvers than the lazy engine find nothing.

    Fields:
        is_all: whether the places have all fills of the puzzle.
        is_proved: whether the places have no more fills, and so the puzzle has none.
        work: what the searches have cost.
    """

    def __init__(self, puzzle: Puzzle, options: SolverOptions) -> None:
        self._puzzle = puzzle
        self._options = options
        can_search = is_lazy(options) and options.encoding == "auto"
        self._left = _in_places(puzzle) if can_search else []
        self._searches: dict[int, tuple[PreparedPuzzle, LazySession]] = {}
        self._conflicts = FIRST_CONFLICTS
        self._round = list(range(len(self._left)))
        self._started = time.monotonic()
        self._spent: list[Work] = []  # of searches that have ended
        self._last: tuple[int, Fill] | None = None  # the place and fill that were found last
        # A pair that stands twice is in no puzzle with one place.
        self.is_all = bool(self._left) and puzzle.distinct
        self.is_proved = False

    @property
    def work(self) -> Work:
        """What the searches have cost."""
        parts = [*self._spent, *(part.work() for part, _ in self._searches.values())]
        return Work(
            elapsed_s=time.monotonic() - self._started,
            conflicts=sum(part.conflicts for part in parts),
            decisions=sum(part.decisions for part in parts),
            engine=self._options.solver_name,
        )

    def next(self, deadline: Deadline) -> Fill | None:
        """A verified fill; None where there is none, or none in time: called again, it goes on."""
        self._leave_out_last()
        while self._round or self._searches:
            if not self._round:
                self._round, self._conflicts = sorted(self._searches), self._conflicts * RETRY
            if deadline.passed():
                return None
            place = self._round[0]
            if place not in self._searches:
                part = prepare(self._left[place], self._options)
                if part.domains.emptied is not None:
                    self._round.pop(0)
                    continue
                self._searches[place] = part, part.start_lazy(self._options)
            part, session = self._searches[place]
            answer = session.solve(deadline=deadline, conflicts=self._conflicts)
            if answer.outcome is Outcome.SAT:
                self._last = place, part.fill(answer)
                return self._whole(self._last[1])
            if answer.outcome is Outcome.UNSAT:
                self._close(place)
            elif deadline.passed():
                return None
            self._round.pop(0)
        self.is_proved = self.is_all
        return None

    def close(self) -> None:
        """Close all sessions."""
        for place in list(self._searches):
            self._close(place)
        self._round = []

    def _leave_out_last(self) -> None:
        """Keep the next fills of a place apart from the one that was found."""
        if self._last is None:
            return
        from satcross.tasks.diversity import difference  # not needed for one fill

        place, fill = self._last
        self._last = None
        part, session = self._searches[place]
        if not difference("grids", part.domains, part.letters)(fill, session):
            self._close(place)
            self._round.remove(place)

    def _close(self, place: int) -> None:
        part, session = self._searches.pop(place)
        self._spent.append(part.work())
        session.close()

    def _whole(self, found: Fill) -> Fill:
        """The fill with the cells that the puzzle has where the entry is not named."""
        held = {found.grid.cell_name(at): code for at, code in found.letters.items()}
        letters: dict[int, int] = {}
        for at in self._puzzle.cells_in_slots:
            name = self._puzzle.grid.cell_name(at)
            letters[at] = held[name if name in held else NamedCell.first_of(name)]
        fill = Fill(self._puzzle, letters)
        check(self._puzzle, fill.grid, maker=self._options.solver_name)
        return fill


def _in_places(puzzle: Puzzle) -> list[Puzzle]:
    """The puzzles in each of which a rule names one of its places; [] where none leaves them open.

    Where rules are about words that entries hold, named ones are given, and other rules hold.
    """
    if puzzle.needs & {Need.ENTRIES, Need.PAIRS}:
        return []
    for rule in puzzle.rules:
        if cases := rule.in_places(puzzle):
            others = [other for other in puzzle.rules if other is not rule]
            grid = puzzle.grid.without_cells(puzzle.grid.second_cells().values())
            found: list[Puzzle] = []
            for case in cases:
                with suppress(OptionError):  # its letters do not go together
                    found.append(Puzzle(grid, puzzle.listed, [*others, case]))
            return [one for one in found if _keeps_to_list(one, puzzle)]
    return []


def _keeps_to_list(named: Puzzle, puzzle: Puzzle) -> bool:
    """Whether no entry need not be listed because the words of named ones give all of it."""
    return all(
        puzzle.is_exempt(puzzle.slot(slot.name)) for slot in named.slots if named.is_exempt(slot)
    )
