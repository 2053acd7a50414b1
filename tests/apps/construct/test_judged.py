"""Patterns judged by a list: preferences are kept, and what is refuted does not come again."""

from __future__ import annotations

import pytest

from satcross.apps.construct.judged import (
    JudgedPattern,
    JudgedSearch,
    Preferences,
    least_words,
)
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import Theme, ThemedPattern
from satcross.model.puzzle import find_slots
from satcross.pattern.presets import pattern_rules
from satcross.pattern.rules import PatternRules, Range
from satcross.words import WordList

WORDS = WordList.builtin()
RULES = pattern_rules("9x9", "none", n_words=Range(24, 32), n_blocks=Range(8, 22))
THEME = Theme(("STEAMER", "ORATION"))


def judged_patterns(preferences: Preferences, n: int) -> list[ThemedPattern]:
    search = JudgedSearch(GridSpec(RULES, WORDS, THEME), seed=1)
    try:
        found = [search.next(preferences) for _ in range(n)]
    finally:
        search.close()
    assert all(isinstance(each, JudgedPattern) for each in found)
    return [each.themed for each in found if isinstance(each, JudgedPattern)]


def test_the_more_free_cells_the_more_words_are_needed() -> None:
    assert [least_words(1.0, n) for n in range(6)] == [1, 1, 2, 7, 26, 100]
    assert [least_words(None, n) for n in (0, 3, 9)] == [1, 1, 1]
    assert least_words(1.5, 6) < least_words(1.0, 6)


@pytest.mark.parametrize("slack", [1.5, 2.5])
def test_slots_with_letters_of_the_theme_have_words_for_their_free_cells(slack: float) -> None:
    listed = {n: [word for word, _ in WORDS.words() if len(word) == n] for n in range(3, 10)}
    for themed in judged_patterns(Preferences(slack=slack), 4):
        grid = themed.grid
        for slot in find_slots(grid, 3):
            given = [(i, grid.cells[c]) for i, c in enumerate(slot.cells) if grid.is_given(c)]
            n_free = len(slot) - len(given)
            if not given or not n_free:
                continue
            n_words = sum(all(word[i] == a for i, a in given) for word in listed[len(slot)])
            assert n_words >= least_words(slack, n_free)


def test_dense_patterns_have_nearly_as_many_slots_and_blocks_as_they_may() -> None:
    for themed in judged_patterns(Preferences(dense=True), 4):
        assert len(find_slots(themed.grid, 3)) >= 30
        assert sum(not themed.grid.is_square(c) for c in range(81)) >= 20


@pytest.mark.parametrize("symmetric", [True, False])
def test_a_theme_word_without_a_partner_has_a_slot_as_long_in_its_place(symmetric: bool) -> None:
    """The half turn makes it; no other slot is longer than is preferred."""
    rules = pattern_rules("13x13").with_cheaters
    assert rules is not None
    theme = Theme(("CONNECTICUT", "WISCONSIN"), symmetric=symmetric)
    search = JudgedSearch(GridSpec(rules, WORDS, theme), seed=1)
    found = search.next(Preferences(longest=9, slack=2.0), n_tries=200)
    search.close()
    if symmetric:
        assert not isinstance(found, JudgedPattern)
        return
    assert isinstance(found, JudgedPattern)
    slot = found.themed.slots["CONNECTICUT"]
    cells = rules.slot_cells(slot)
    long = {tuple(each.cells) for each in find_slots(found.themed.grid, 3) if len(each) > 9}
    assert long == {cells, tuple(168 - cell for cell in reversed(cells))}


def test_numbers_that_are_fixed_can_be_dense() -> None:
    rules = PatternRules(5, 5, n_words=Range(10, 10), n_blocks=Range(None, 4))
    search = JudgedSearch(GridSpec(rules, WORDS, Theme(("STARE",))))
    try:
        found = search.next(Preferences(dense=True))
        assert isinstance(found, JudgedPattern)
        assert len(find_slots(found.themed.grid, 3)) == 10
    finally:
        search.close()
