"""Why words do not fit: reasons that need no search, against brute force."""

from __future__ import annotations

import pytest
from support.brute_wordsearch import brute_layouts, tiny_search
from support.seeds import quick

from satcross.apps.clues.words import hidden_words
from satcross.apps.wordsearch.board import sized
from satcross.apps.wordsearch.headings import HEADINGS, headings_of_level
from satcross.apps.wordsearch.problem import LayoutConstraints, LayoutProblem
from satcross.apps.wordsearch.refute import fewest_cells, why_not
from satcross.errors import OptionError


@pytest.mark.parametrize("seed", quick(range(400), 60))
def test_no_layout_is_denied(seed: int) -> None:
    board, words, headings, constraints = tiny_search(seed)
    if why_not(LayoutProblem(board, words, headings, constraints)):
        assert not brute_layouts(board, words, headings, constraints)


@pytest.mark.parametrize(
    ("size", "texts", "level", "constraints", "why"),
    [
        (
            "3x3",
            ["abcd", "ab"],
            "hard",
            LayoutConstraints(),
            "ABCD has 4 letters, and the longest line",
        ),
        (
            "2x9",
            ["abc"],
            "easy",
            LayoutConstraints(unused=0),
            "no fewer than 15 stay unused, not 0",
        ),
        ("3x2", ["abc", "def", "gh"], "hard", LayoutConstraints(), "need 8 cells at least"),
        ("3x3", ["abc", "de"], "hard", LayoutConstraints(unused=5), "5 must stay unused"),
        (
            "5x5",
            ["stop", "pots"],
            "easy",
            LayoutConstraints(),
            "no two of these directions are opposite",
        ),
        (
            "3x3",
            ["ab", "cb", "de"],
            "hard",
            LayoutConstraints(2),
            "3 words cross 1 times at most, and not 2",
        ),
    ],
)
def test_impossible_says_why(
    size: str, texts: list[str], level: str, constraints: LayoutConstraints, why: str
) -> None:
    problem = LayoutProblem(sized(size), hidden_words(texts), headings_of_level(level), constraints)
    assert why in why_not(problem)


def test_cells_needed_are_no_more_than_the_words_can_share() -> None:
    assert fewest_cells(hidden_words(["abc", "cab"]), HEADINGS) == 3
    assert fewest_cells(hidden_words(["aab", "abb"]), HEADINGS) == 4


def test_constraints_below_zero_are_rejected() -> None:
    with pytest.raises(OptionError, match="unused: must be 0 or greater, got -1"):
        LayoutConstraints(unused=-1)
