"""Patterns around a theme that can be filled, or at least are not refuted."""

from __future__ import annotations

from satcross import EntryRules, PatternRules, Reason, SolverOptions, WordList
from satcross.apps.construct.make import MakerListing
from satcross.apps.construct.spec import ANY_ENTRIES, MadeGrid
from satcross.apps.construct.theme import Theme, ThemedPattern
from satcross.extend import Deadline


class FillablePatterns(MakerListing[ThemedPattern]):
    """Patterns around theme words that a word list can fill, all different; a `Listing`.

    Those come first for which a fill was found; after a round of all stages without another one,
    those that were not refuted, the most promising first.

    Args:
        rules: of the pattern.
        words: for all slots but the theme's.
        theme: its words.
        options: seed and progress. Different seeds give different patterns.
        entries: rules for the entries of a fill.
        limit: how many at most; None for all.
        time_limit_s: seconds for all patterns together; None for no limit.

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
        entries: EntryRules = ANY_ENTRIES,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        theme.require_one_reading()
        super().__init__(
            rules, words, theme, options, entries=entries, limit=limit, time_limit_s=time_limit_s
        )
        self._shown: list[ThemedPattern] = []
        self._n_rounds = 1

    def _next(self, deadline: Deadline) -> ThemedPattern | Reason | None:
        while True:
            found = self.maker.next(deadline, n_rounds=self._n_rounds)
            self.why, self.evidence = self.maker.why, self.maker.no_theme
            if isinstance(found, MadeGrid):
                if found.themed in self._shown:  # it came while it was not decided
                    continue
                return self._noted(found.themed)
            if found is None:
                return None
            others = [each for each in self.maker.undecided if each not in self._shown]
            if others and found in (Reason.GIVEN_UP, Reason.TIME_LIMIT):
                return self._noted(others[0])
            if found is not Reason.GIVEN_UP:
                return found
            self._n_rounds += 1

    def _noted(self, themed: ThemedPattern) -> ThemedPattern:
        self._shown.append(themed)
        return themed
