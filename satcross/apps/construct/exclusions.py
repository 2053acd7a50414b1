"""Which words the rules between entries leave beside the entries of a theme."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from satcross import Puzzle
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import ThemedPattern

Bools = npt.NDArray[np.bool_]

BESIDE_THEME = "excluded by an entry of the theme"


class ThemeExclusions:
    """The words that no other slot may hold while some theme words are in the grid.

    Some rule between entries excludes them. That one word cannot be in two slots is not looked at.

    Args:
        spec: the list, the theme and the rules.

    Field:
        left: those that may stand beside the words that must be in the grid. All words where there
            are optional ones, with which a word may have another base form.
    """

    def __init__(self, spec: GridSpec) -> None:
        words, theme, entries = spec.words, spec.theme, spec.entries
        self._words, self._entries = words, entries
        self._flags: dict[frozenset[str], dict[int, Bools]] = {}
        self.left = words
        if entries.pair_rules and theme.words and not theme.optional:
            flags = self._allowed(frozenset(theme.words))
            self.left = words._keeping(flags, BESIDE_THEME)

    def rows(self, puzzle: Puzzle, themed: ThemedPattern) -> Mapping[int, Bools] | None:
        """By slot that is not wholly given, the words that it may hold; None for all words."""
        if not (self._entries.pair_rules and themed.slots):
            return None
        flags = self._allowed(frozenset(themed.slots))
        return {
            slot.index: flags[len(slot)]
            for slot in puzzle.slots
            if puzzle.given_codes(slot) is None and len(slot) in flags
        }

    def are_apart(self, puzzle: Puzzle, theme_slots: Collection[tuple[int, ...]]) -> bool:
        """Whether the slots that the theme fills keep the rules, those of its own words aside.

        Args: theme_slots: the cells of its own words.
        """
        if not self._entries.pair_rules:
            return True
        spelt = [
            (puzzle.spelled(codes), slot.cells in theme_slots, frozenset(slot.cells))
            for slot in puzzle.slots
            if len(slot) > 1 and (codes := puzzle.given_codes(slot)) is not None
        ]
        if all(is_theme for _, is_theme, _ in spelt):
            return True
        given = {word for word, _, _ in spelt}
        exclude = [
            (rule.clash(self._words, given), rule.of_crossings) for rule in self._entries.pair_rules
        ]
        return not any(
            clash(one, other)
            for (one, is_theme, cells), (other, too, other_cells) in combinations(spelt, 2)
            if not (is_theme and too)
            for clash, of_crossings in exclude
            if not (of_crossings and cells.isdisjoint(other_cells))
        )

    def _allowed(self, placed: frozenset[str]) -> dict[int, Bools]:
        """By length, the words that may stand beside these."""
        if placed not in self._flags:
            flags = {n: np.ones(len(self._words.table(n)), np.bool_) for n in self._words.lengths}
            for rule in self._entries.pair_rules:
                for length, allowed in rule.beside(self._words, placed).items():
                    flags[length] &= allowed
            self._flags[placed] = flags
        return self._flags[placed]
