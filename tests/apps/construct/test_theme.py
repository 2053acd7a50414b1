"""Theme words in patterns: exactly the placements that the rules allow, and why there are none."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support.brute_themes import Themed, expected

from satcross.apps.construct.theme import NoTheme, Theme, ThemedPattern
from satcross.apps.construct.theme_search import ThemeSearch
from satcross.errors import OptionError
from satcross.model.puzzle import Direction
from satcross.pattern.rules import FixedSlot, PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import pattern_faults

BOTH = (Direction.ACROSS, Direction.DOWN)


def exhausted(rules: PatternRules, theme: Theme, seed: int) -> set[Themed]:
    """Every themed pattern, one after the other from the search."""
    found: set[Themed] = set()
    search = ThemeSearch(rules, theme, seed=seed)
    try:
        while isinstance(themed := search.next(), ThemedPattern):
            grid = themed.grid
            for word, slot in themed.slots.items():
                assert "".join(grid.cells[cell] for cell in rules.slot_cells(slot)) == word
            blank = ["." if grid.is_given(c) else cell for c, cell in enumerate(grid.cells)]
            assert not pattern_faults(grid.with_cells(blank), rules)
            places = tuple(
                rules.slot_cells(themed.slots[word]) if word in themed.slots else None
                for word in theme.all_words
            )
            key = frozenset(c for c in range(len(grid.cells)) if grid.is_square(c)), places
            assert key not in found
            found.add(key)
            search.exclude(themed)
        assert themed is None
    finally:
        search.close()
    return found


RULES = PatternRules(5, 5)
CASES = [
    (RULES, Theme(("APPLE",))),
    (RULES, Theme(("APPLE", "GRAPE"), gap=1)),
    (RULES, Theme(("PEAR", "PLUM"), gap=2)),
    (RULES, Theme(("PEAR", "FIG"))),
    (RULES, Theme(("FIG", "NUT", "APPLE"), gap=2)),
    (RULES, Theme(("APPLE", "PEARS"), directions=BOTH, gap=1)),
    (RULES, Theme(("FIG", "GUM"), directions=BOTH, symmetric=False, gap=4)),
    (RULES, Theme(("APPLE",), optional=("FIG", "GUM", "PEAR"), n_optional=1, gap=1)),
    (replace(RULES, symmetry=Symmetry.LEFT_RIGHT), Theme(("FIG",), directions=(Direction.DOWN,))),
    (replace(RULES, symmetry=Symmetry.NONE, n_blocks=Range(6, None)), Theme(("FIG", "GUM"), gap=2)),
    (RULES, Theme(("FIG",), optional=("GUM", "NUT"), symmetric=False, gap=1)),
    (PatternRules(4, 6, all_checked=False, n_blocks=Range(6, None)), Theme(("APPLES", "FIG"))),
]


@pytest.mark.parametrize(("rules", "theme"), CASES)
def test_all_themed_patterns_are_found_and_no_others(rules: PatternRules, theme: Theme) -> None:
    wanted = expected(rules, theme)
    if rules.symmetry is Symmetry.LEFT_RIGHT:  # slots down are mirrored to slots down
        wanted = {(cells, places) for cells, places in wanted if _is_mirrored(places, 5)}
    assert exhausted(rules, theme, seed=1) == wanted


def _is_mirrored(places: tuple[tuple[int, ...] | None, ...], n: int) -> bool:
    cells = {frozenset(place) for place in places if place}
    return all(
        frozenset(cell // n * n + n - 1 - cell % n for cell in place) in cells for place in cells
    )


def test_the_cases_are_not_all_empty() -> None:
    sizes = [len(expected(rules, theme)) for rules, theme in CASES]
    assert sum(size > 5 for size in sizes) >= 6
    assert 0 in sizes


@pytest.mark.slow
def test_random_themes_are_placed_in_all_ways() -> None:
    rng = random.Random(3)
    bases = [
        RULES,
        replace(RULES, symmetry=Symmetry.NONE, n_blocks=Range(8, None)),
        replace(RULES, symmetry=Symmetry.LEFT_RIGHT),
        PatternRules(4, 5, all_checked=False),
    ]
    n_empty = 0
    for number in range(150):
        rules = rng.choice(bases)
        letters = "AB"
        words: set[str] = set()
        for _ in range(rng.randint(1, 3)):
            words.add("".join(rng.choice(letters) for _ in range(rng.randint(3, 5))))
        theme = Theme(
            tuple(sorted(words)),
            directions=rng.choice([BOTH, BOTH[:1], BOTH[1:]]),
            symmetric=rng.random() < 0.5 and rules.symmetry is not Symmetry.LEFT_RIGHT,
            gap=rng.randint(1, 3),
        )
        wanted = expected(rules, theme)
        n_empty += not wanted
        assert exhausted(rules, theme, seed=number) == wanted, (rules, theme)
    assert 10 < n_empty < 140


def why(rules: PatternRules, theme: Theme) -> NoTheme:
    search = ThemeSearch(rules, theme)
    try:
        assert search.next() is None
        answer = search.why_not()
        assert isinstance(answer, NoTheme)
        return answer
    finally:
        search.close()


def test_it_is_told_which_words_cannot_stand_together_and_which_rule_is_in_the_way() -> None:
    rules = PatternRules(15, 15)
    assert str(why(rules, Theme(("CROSSWORDPUZZLE", "BANANA")))) == (
        "BANANA cannot be placed; without placing theme words in pairs or without the symmetry"
        " they could"
    )
    three = Theme(("CROSSWORDPUZZLE", "SOLVEDBYSATISFY", "TWELVELETTER", "THIRTEENTHETC"))
    told = why(rules, three)
    assert set(told.words) <= set(three.words)
    assert told.reasons
    short = why(replace(rules, max_length=9), Theme(("CROSSWORDPUZZLE",)))
    assert short.reasons == ("the longest slot",)


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize(
    ("rules", "word", "told"),
    [
        (
            PatternRules(9, 9),
            "ABCDEFGHIJ",
            "10 letters, and the grid has only 9 columns; divide it, or make the grid larger",
        ),
        (
            PatternRules(12, 9),
            "ABCDEFGHIJ",
            "10 letters, and the grid has only 9 columns; without one direction for all it could"
            " be placed",
        ),
        (
            PatternRules(9, 9, max_length=8),
            "ABCDEFGHI",
            "9 letters, and the longest slot has only 8; without the longest slot it could be"
            " placed",
        ),
        (PatternRules(9, 9), "OX", "2 letters, and the shortest slot has 3; leave it out"),
    ],
)
def test_a_word_of_a_length_that_no_slot_has_is_blamed_before_others(
    rules: PatternRules, word: str, told: str, at: int
) -> None:
    rules = replace(rules, symmetry=Symmetry.TOP_BOTTOM)  # without a pair: BANANA has no place
    others = ["BANANA", "CHERRYS"]
    answer = why(rules, Theme((*others[:at], word, *others[at:])))
    assert answer.words == (word,)
    assert str(answer) == f"{word} has {told}"


def test_the_sides_of_the_grid_are_named_for_both_directions() -> None:
    both = tuple(Direction)
    theme = Theme(("CROSSWORD",), directions=both)
    remedy = "divide it, or make the grid larger"
    assert str(why(PatternRules(5, 5), theme)) == (
        f"CROSSWORD has 9 letters, and the grid has only 5 rows and columns; {remedy}"
    )
    assert str(why(PatternRules(4, 5), theme)) == (
        f"CROSSWORD has 9 letters, and the grid has only 4 rows and 5 columns; {remedy}"
    )


def test_an_optional_word_that_is_asked_for_is_blamed_for_its_length() -> None:
    rules = PatternRules(5, 5)
    theme = Theme(("APPLE",), optional=("CROSSWORD", "BERRY"), n_optional=2)
    assert why(rules, theme).words == ("CROSSWORD",)


def test_rules_without_any_pattern_are_not_blamed_on_the_theme() -> None:
    rules = PatternRules(
        5, 5, n_blocks=Range(1, 1), symmetry=Symmetry.ROTATION90, n_words=Range(30)
    )
    answer = why(rules, Theme(("APPLE",)))
    assert answer.words == ()
    assert str(answer) == "no pattern obeys the rules, whatever the words"


def test_bad_themes_are_refused() -> None:
    with pytest.raises(OptionError, match="the theme has FIG twice"):
        Theme(("FIG",), optional=("FIG",))
    with pytest.raises(OptionError, match="there are not 2 optional"):
        Theme(("FIG",), optional=("GUM",), n_optional=2)
    with pytest.raises(OptionError, match="need a direction"):
        Theme(("FIG",), directions=())


def test_seeds_give_different_places() -> None:
    places: set[tuple[FixedSlot, ...]] = set()
    for seed in range(8):
        search = ThemeSearch(PatternRules(9, 9), Theme(("NINEWORDS", "WORDSNINE")), seed=seed)
        themed = search.next()
        search.close()
        assert isinstance(themed, ThemedPattern)
        places.add(tuple(themed.slots.values()))
    assert len(places) > 2
