"""Finished grids: a pattern around a theme, and words in all other slots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from satcross import (
    EntryRules,
    Found,
    Impossible,
    PatternRules,
    Reason,
    SolverOptions,
    Stopped,
    Task,
    WordList,
)
from satcross.apps.construct.maker import GridMaker
from satcross.apps.construct.spec import ANY_ENTRIES, NO_THEME, GridSpec, MadeGrid
from satcross.apps.construct.stages import STAGES, Stage
from satcross.apps.construct.theme import Theme
from satcross.extend import Deadline, Listing, ListingResult, Work, seeded

T = TypeVar("T")

MakeResult: TypeAlias = Found[MadeGrid] | Impossible | Stopped


class MakeTask(Task[MadeGrid, MakeResult]):
    """A filled grid around a theme: pattern, places of the theme words, and all other words.

    Args:
        rules: of the pattern.
        words: for all slots but the theme's; theme words need not be in it.
        theme: its words must be in the grid; None for a themeless one.
        options: seed and progress. Different seeds make different grids, the same seed the same.
        entries: the rules for entries.
        stages: from selective to exact.

    Run again after `Stopped`, it goes on where it was and keeps what it has learnt.

    `run` returns `Found`; `Impossible`, whose evidence is a `NoTheme` when the theme words cannot
    even be placed; or `Stopped`, whose `partial` is the most promising `ThemedPattern` of those
    that are not decided, or None.

    Raises:
        OptionError: a theme word has a letter that the list's alphabet lacks, or a constraint names
            what no pattern has.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        theme: Theme | None = None,
        options: SolverOptions | None = None,
        *,
        entries: EntryRules = ANY_ENTRIES,
        stages: tuple[Stage, ...] = STAGES,
    ) -> None:
        super().__init__()
        spec = GridSpec(rules, words, theme or NO_THEME, entries)
        self.maker = self._hold(GridMaker(self, spec, seeded(self, options), stages))

    def _run(self, deadline: Deadline) -> MakeResult:
        found = self.maker.next(deadline)
        work = self.maker.work()
        if found is None:
            return Impossible(self.maker.why, work, self.maker.no_theme)
        if isinstance(found, Reason):
            return self.maker.stopped(found)
        return Found(found, work)


class MakerListing(Listing[T]):
    """A listing whose work a `GridMaker` does.

    Args: as for `MakeTask`; limit: how many answers at most, None for all; time_limit_s: seconds
        for all answers together; lists: by lower minimum scores, the highest first, the words that
        they leave, to be tried where no grid is found.

    When there is none, `run` returns `Impossible`, whose evidence is a `NoTheme` when the theme
    words cannot even be placed.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        theme: Theme | None = None,
        options: SolverOptions | None = None,
        *,
        entries: EntryRules = ANY_ENTRIES,
        limit: int | None = None,
        time_limit_s: float | None = None,
        lists: Mapping[int, WordList] | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        spec = GridSpec(rules, words, theme or NO_THEME, entries)
        self._options = seeded(self, options)
        self.maker = self._hold(GridMaker(self, spec, self._options))
        self.maker.lists = lists or {}

    def _ending(self) -> ListingResult:
        result = super()._ending()
        return self.maker.stopped(result.reason) if isinstance(result, Stopped) else result

    def _work(self) -> Work:
        return self.maker.work()


class MadeGrids(MakerListing[MadeGrid]):
    """Grids as of `MakeTask` with different patterns, or the theme in different places."""

    def _next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        found = self.maker.next(deadline)
        self.why, self.evidence = self.maker.why, self.maker.no_theme
        return found
