"""Which words the rules between entries leave beside the entries of a theme."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from satcross.construct.spec import GridSpec
from satcross.construct.theme import ThemedPattern
from satcross.model.puzzle import Puzzle
from satcross.words.lemmas import root_of

Bools = npt.NDArray[np.bool_]

BESIDE_THEME = "excluded by an entry of the theme"


class Rivals:
    """The words that no other slot may hold while some theme words are in the grid.

    They have `max_shared_substring` letters in a row with one of them, or are forms of one word
    with it. That one word cannot be in two slots is not looked at.

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
        if entries.compares_entries and theme.words and not theme.optional:
            flags = self._allowed(frozenset(theme.words))
            self.left = words._keeping(flags, BESIDE_THEME)

    def rows(self, puzzle: Puzzle, themed: ThemedPattern) -> Mapping[int, Bools] | None:
        """By slot that is not wholly given, the words that it may hold; None for all words."""
        if not (self._entries.compares_entries and themed.slots):
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
        if not self._entries.compares_entries:
            return True
        spelt = [
            (puzzle.spelled(codes), slot.cells in theme_slots)
            for slot in puzzle.slots
            if len(slot) > 1 and (codes := puzzle.given_codes(slot)) is not None
        ]
        if all(is_theme for _, is_theme in spelt):
            return True
        given = {word for word, _ in spelt}
        roots = self._roots(given, given)
        return not any(
            self._exclude(one, other, roots)
            for (one, is_theme), (other, too) in combinations(spelt, 2)
            if not (is_theme and too)
        )

    def _exclude(self, one: str, other: str, roots: Mapping[str, str]) -> bool:
        n = self._entries.max_shared_substring
        if n is not None and _runs([one], n) & _runs([other], n):
            return True
        return self._entries.no_near_duplicates and roots[one] == roots[other]

    def _allowed(self, placed: frozenset[str]) -> dict[int, Bools]:
        """By length, the words that may stand beside these."""
        if placed not in self._flags:
            flags = {n: np.ones(len(self._words.table(n)), np.bool_) for n in self._words.lengths}
            if self._entries.max_shared_substring is not None:
                self._exclude_runs(placed, self._entries.max_shared_substring, flags)
            if self._entries.no_near_duplicates:
                self._exclude_forms(placed, flags)
            self._flags[placed] = flags
        return self._flags[placed]

    def _exclude_runs(self, placed: Iterable[str], n: int, flags: dict[int, Bools]) -> None:
        alphabet = self._words.alphabet
        # Plus 1, since a 0 would end a numpy string of bytes.
        runs = np.array(
            [bytes(code + 1 for code in alphabet.codes(run)) for run in sorted(_runs(placed, n))],
            dtype=f"S{n}",
        )
        for length, allowed in flags.items():
            codes = self._words.table(length).codes + np.uint8(1)
            for offset in range(length - n + 1):
                part = np.ascontiguousarray(codes[:, offset : offset + n]).view(f"S{n}").ravel()
                allowed[np.isin(part, runs)] = False

    def _exclude_forms(self, placed: frozenset[str], flags: dict[int, Bools]) -> None:
        """Exclude the words that have a base form in common with one of these."""
        alphabet = self._words.alphabet
        for base in sorted(set(self._roots(placed, placed).values())):
            # All forms of a word begin as it does, but for an E or Y at its end.
            stem = alphabet.codes(base[:-1])
            for length, allowed in flags.items():
                if length < len(stem):
                    continue
                codes = self._words.table(length).codes
                alike = (codes[:, : len(stem)] == np.array(stem, np.uint8)).all(axis=1)
                rows = np.flatnonzero(alike & allowed)
                spelt = [alphabet.word(codes[row].tolist()) for row in rows]
                roots = self._roots(spelt, placed)
                for row, word in zip(rows, spelt, strict=True):
                    allowed[row] = roots[word] != base

    def _roots(
        self, spelt: Collection[str], placed: Collection[str] | None = None
    ) -> dict[str, str]:
        """The base forms of words, where some words stand in the grid: these, if not others."""
        given = spelt if placed is None else placed

        def known(word: str) -> bool:
            return word in given or word in self._words

        return {word: root_of(word, known) for word in spelt}


def _runs(spelt: Iterable[str], n: int) -> set[str]:
    return {word[i : i + n] for word in spelt for i in range(len(word) - n + 1)}
