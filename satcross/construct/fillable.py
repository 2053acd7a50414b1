"""Patterns around a theme that can be filled, or at least are not refuted."""

from __future__ import annotations

from dataclasses import replace

from satcross.construct.make import STAGES, GridMaker, MadeGrid, Stage
from satcross.construct.theme import Theme, ThemedPattern
from satcross.pattern.rules import PatternRules
from satcross.results import Impossible, Reason, Stopped, Work
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, Listing, ListingResult
from satcross.tasks.heartbeat import seeded
from satcross.words import WordList


class FillablePatterns(Listing[ThemedPattern]):
    """Patterns around theme words that a word list can fill, all different; a `Listing`.

    Those come first for which a fill was found; after a round of all stages without another one,
    those that were not refuted, the most promising first.

    Args:
        rules: of the pattern.
        words: for all slots but the theme's.
        theme: its words.
        options: seed and progress. Different seeds give different patterns.
        limit: how many at most; None for all.
        time_limit_s: seconds for all patterns together; None for no limit.
        stages: from selective to exact.

    When there is none, `run` returns `Impossible`, whose evidence is a `NoTheme` when the theme
    words cannot even be placed.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        theme: Theme,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        time_limit_s: float | None = None,
        stages: tuple[Stage, ...] = STAGES,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self._maker = GridMaker(self, rules, words, theme, seeded(self, options), stages)
        self._n_rounds = 1
        self._given: list[ThemedPattern] = []

    def _next(self, deadline: Deadline) -> ThemedPattern | Reason | None:
        while True:
            found = self._maker.next(deadline, n_rounds=self._n_rounds)
            self.why = self._maker.why
            if isinstance(found, MadeGrid):
                if found.themed in self._given:  # it came while it was not decided
                    continue
                return self._noted(found.themed)
            if found is None:
                return None
            others = [each for each in self._maker.undecided if each not in self._given]
            if others and found in (Reason.GIVEN_UP, Reason.TIME_LIMIT):
                return self._noted(others[0])
            if found is not Reason.GIVEN_UP:
                return found
            self._n_rounds += 1

    def _noted(self, themed: ThemedPattern) -> ThemedPattern:
        self._given.append(themed)
        return themed

    def _ending(self) -> ListingResult:
        result = super()._ending()
        match result:
            case Impossible():
                return replace(result, evidence=self._maker.no_theme)
            case Stopped(reason) if reason is not Reason.LIMIT:
                return self._maker.stopped(reason)
        return result

    def _work(self) -> Work:
        return self._maker.work()

    def _close(self) -> None:
        self._maker.close()
