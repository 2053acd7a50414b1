"""Grids for whoever watches: how far the search is, and offers while it goes on.

A grid that is there soon comes alone. From some work on, changes of the rules and smaller themes
are tried in turns with the search for what was asked; each grid that one gives is offered at once.
No clock has a part in whose turn it is, nor in how long each goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from satcross import Grid, Progress, Reason, SolverOptions
from satcross.apps.construct.adviser import MOST_EFFORT, Adviser, ChangeTried
from satcross.apps.construct.make import MakerListing
from satcross.apps.construct.maker import part
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.extend import Deadline, Event, ListingResult
from satcross.task import Early

# The effort without a grid after which changes are tried: most themes have one by then. Some four
# seconds in 15x15, and ten in 21x21.
OFFERS_FROM = 40_000
# The effort after which what was asked is given up: some minutes in 21x21.
GIVEN_UP_AT = 600_000


@dataclass(frozen=True, slots=True)
class Standing(Progress):
    """How far a search for grids is, and the changes beside it.

    Args:
        refuted: how many patterns and places were refuted, as a text; "" as long as none was tried.
        why: the reason why there is no such grid, once it is proved; else "".
        change: what is tried now; "" where that is what was asked for.
        number: of this change or the last one, from 1 on; 0 before the first.
        n_changes: how many there are.
        n_left: how many of them may still be tried, without this one.
        without: those that gave no grid.

    Its `depth` and `n_cells` are those of the pattern as asked for that came furthest.
    """

    refuted: str = ""
    why: str = ""
    change: str = ""
    number: int = 0
    n_changes: int = 0
    n_left: int = 0
    without: tuple[str, ...] = ()

    def __str__(self) -> str:
        cells = f"best {self.depth:,} of {self.n_cells:,} cells" if self.n_cells > 0 else ""
        text = "; ".join(part for part in (self.phase, self.refuted, cells) if part)
        return text[:1].upper() + text[1:]


class OfferedGrids(MakerListing[MadeGrid]):
    """Grids as of `MadeGrids`; until the first one, from some work on, also grids with one change.

    Such a grid comes as an `Early` `ChangedGrid`, and progress as `Standing`. It is given up after
    a fixed amount of work, `GIVEN_UP`, so that the same seed gives the same grids and offers.

    Args:
        spec: what grids are asked for.
        options: seed and progress.
        limit: how many grids at most.
        offers_from: the effort of the search after which changes are tried.
    """

    def __init__(
        self,
        spec: GridSpec,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        offers_from: int = OFFERS_FROM,
    ) -> None:
        super().__init__(
            spec.rules, spec.words, spec.theme, options, entries=spec.entries, limit=limit
        )
        self.maker.advises, self.maker.pauses = False, True
        self._offers_from = offers_from
        self._has_ended = False  # what was asked for is no longer looked for
        self._adviser: Adviser | None = None
        self._change: ChangeTried | None = None  # the last one
        self._is_trying = False  # it, and not what was asked for
        self._without: list[str] = []
        self._by_change: Grid | None = None  # the pattern of a grid that a change gave
        self._furthest = (-1, -1)  # cells that were filled, and of how many
        self._phase = ""

    def emit(self, event: Event) -> None:
        """Pass an event on; of progress, with how far it is."""
        super().emit(self._standing(event) if type(event) is Progress else event)

    def _next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        maker = self.maker
        while True:
            if self._is_time_for_a_change:
                answer = self._try_a_change(deadline)
                if answer is not None:
                    return answer
                continue
            if self._has_ended:
                return None if maker.why else Reason.GIVEN_UP
            found = maker.next(deadline, most_effort=self._until)
            if found is None:
                self.why, self.evidence = maker.why, maker.no_theme
                if self.n_found:
                    return None
                self._has_ended = True
            elif isinstance(found, MadeGrid):
                if found.themed.grid != self._by_change:
                    return found
            elif found is not Reason.GIVEN_UP:
                return found
            elif maker.effort >= GIVEN_UP_AT:
                self._has_ended = True

    @property
    def _may_change(self) -> bool:
        """Whether changes are to be tried, now or later."""
        return not self.n_found and (self._adviser is None or not self._adviser.is_done)

    @property
    def _until(self) -> float:
        """The effort up to which the search goes on, before a change is tried or for good.

        It then has had as much more as all changes together.
        """
        spent = 0 if self._adviser is None else self._adviser.effort
        until = self._offers_from + spent
        return min(until, GIVEN_UP_AT) if self._may_change else GIVEN_UP_AT

    @property
    def _is_time_for_a_change(self) -> bool:
        return self._may_change and (self._has_ended or self.maker.effort >= self._until)

    def _try_a_change(self, deadline: Deadline) -> MadeGrid | Reason | None:
        """Try the next change, and offer what it gives.

        Returns: a grid that obeys the rules as they are; why it was stopped, then it goes on later;
            None when it is over.
        """
        spec, options = self.maker.spec, self._options
        self._adviser = self._adviser or self._hold(
            Adviser(
                spec, {}, self.maker.no_theme, self, options,
                maker=partial(part, self, options), say=self._say, most_effort=MOST_EFFORT,
            )
        )  # fmt: skip
        found = self._adviser.try_one(deadline)
        if isinstance(found, Reason):
            return found
        if found is not None and found.text:
            self.emit(Early(found))
        elif found is None and self._is_trying and self._change is not None:
            self._without.append(self._change.change)
        self._is_trying = False
        self._tell()
        if found is None or found.text:
            return None
        self._by_change = found.made.themed.grid
        return found.made

    def _say(self, change: ChangeTried) -> None:
        self._change, self._is_trying = change, True
        self._tell()

    def _ending(self) -> ListingResult:
        self._tell()
        return super()._ending()

    def _tell(self) -> None:
        """Say how far it is, whether or not that was said just before."""
        self.emit(Progress(self._phase, self.elapsed_s))

    def _standing(self, progress: Progress) -> Standing:
        """Progress with all that is known besides."""
        self._phase = progress.phase
        best, of = self._furthest
        n, n_cells = progress.depth, progress.n_cells
        if not self._is_trying and n_cells > 0 and (of < 0 or n * of > best * n_cells):
            self._furthest = best, of = n, n_cells
        change, n_left = self._change, 0 if self._adviser is None else self._adviser.n_left
        return Standing(
            progress.phase, progress.elapsed_s, progress.conflicts, best, of,
            refuted=self.maker.refuted,
            why=self.maker.why,
            change=change.change if change is not None and self._is_trying else "",
            number=0 if change is None else change.number,
            n_changes=0 if change is None else change.n_changes,
            n_left=n_left - self._is_trying,
            without=tuple(self._without),
        )  # fmt: skip
