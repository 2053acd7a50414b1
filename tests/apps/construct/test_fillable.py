"""Patterns around a theme that words can fill: all of those, and no others once it is proved."""

from __future__ import annotations

import random

from satcross.api import fill
from satcross.apps.construct.fillable import FillablePatterns
from satcross.apps.construct.theme import Theme
from satcross.apps.construct.theme_search import ThemePatterns
from satcross.model.puzzle import Direction, Puzzle, find_slots
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.results import Found
from satcross.words import WordList


def random_case(rng: random.Random) -> tuple[PatternRules, WordList, Theme]:
    rules = PatternRules(
        4,
        4,
        symmetry=rng.choice([Symmetry.NONE, Symmetry.ROTATION]),
        n_blocks=Range(2, None),
    )
    words = {
        "".join(rng.choice("AB") for _ in range(rng.randint(3, 4)))
        for _ in range(rng.randint(12, 24))
    }
    theme = Theme(
        tuple({"".join(rng.choice("ABC") for _ in range(rng.randint(3, 4))) for _ in range(1)}),
        directions=rng.choice([(Direction.ACROSS,), (Direction.ACROSS, Direction.DOWN)]),
        symmetric=False,
        gap=1,
    )
    return rules, WordList.from_words(sorted(words)), theme


def test_exactly_the_patterns_that_have_a_fill_are_given() -> None:
    rng = random.Random(2)
    n_given = n_refused = 0
    for _ in range(12):
        rules, words, theme = random_case(rng)
        wanted = set()
        for themed in ThemePatterns(rules, theme):
            of_theme = {rules.slot_cells(slot) for slot in themed.slots.values()}
            grid = themed.grid
            spelt = [
                "".join(grid.cells[cell] for cell in slot.cells)
                for slot in find_slots(grid)
                if slot.cells not in of_theme and all(map(grid.is_given, slot.cells))
            ]
            # What the theme spells by the way must be a word of the list.
            if all(word in words for word in spelt) and isinstance(
                fill(Puzzle(grid, words, min_length=rules.min_length)), Found
            ):
                wanted.add((str(grid), tuple(themed.slots.items())))
            else:
                n_refused += 1
        found = FillablePatterns(rules, words, theme)
        given = [(str(themed.grid), tuple(themed.slots.items())) for themed in found]
        assert found.is_exhausted
        assert len(set(given)) == len(given)
        assert set(given) == wanted
        n_given += len(given)
    assert n_given > 10
    assert n_refused > 40
