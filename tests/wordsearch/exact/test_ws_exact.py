"""Layouts by SAT against brute force; proofs, limits, seeds."""

from __future__ import annotations

import pytest
from support.brute_wordsearch import brute_layouts, key_of, tiny_search
from support.seeds import quick
from support.tasks import ends_within

from satcross.errors import OptionError
from satcross.results import Best, Found, Impossible, Reason, Stopped
from satcross.task import Deadline
from satcross.wordsearch.board import picture, rectangle, sized
from satcross.wordsearch.exact import session as exact_session
from satcross.wordsearch.exact.layouts import Layouts, most_crossings, place
from satcross.wordsearch.exact.refute import fewest_cells, why_not
from satcross.wordsearch.headings import HEADINGS, headings_of_level
from satcross.wordsearch.layout import crossings_of
from satcross.wordsearch.problem import LayoutConstraints, LayoutProblem
from satcross.wordsearch.words import hidden_words

MANY = [
    "expression", "virtual", "instance", "template", "condition", "evaluates", "constant",
    "parameter", "factory", "overload", "mutable", "abstract", "prototype", "stack",
    "continuation", "polymorphism", "block", "message", "method", "class", "reflection",
    "function", "generator", "statement", "recursion", "iterator", "identifier",
]  # fmt: skip


def same_as_brute_force(seed: int) -> None:
    board, words, headings, constraints = tiny_search(seed)
    expected = brute_layouts(board, words, headings, constraints)
    found = Layouts(LayoutProblem(board, words, headings, constraints))
    keys = [key_of(words, layout.placements) for layout in found]
    assert found.is_exhausted
    assert len(keys) == len(set(keys))
    assert set(keys) == expected
    one = place(LayoutProblem(board, words, headings, constraints), seed=seed)
    assert isinstance(one, Found if expected else Impossible)
    if isinstance(one, Found):
        assert key_of(words, one.value.placements) in expected
    why = why_not(
        LayoutProblem(board, words, headings, LayoutConstraints(unused=constraints.unused))
    )
    assert not (why and expected)


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("seed", quick(range(80), 10))
def test_layouts_are_those_of_brute_force(
    seed: int, lazy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lazy:  # rules that are broken are added in rounds
        monkeypatch.setattr(exact_session, "LAZY_FROM_PLACES", 0)
    same_as_brute_force(seed)


@pytest.mark.slow
@pytest.mark.parametrize("lazy", [False, True])
def test_thousands_of_layouts(lazy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if lazy:
        monkeypatch.setattr(exact_session, "LAZY_FROM_PLACES", 0)
    for seed in range(200, 4000):
        same_as_brute_force(seed)


@pytest.mark.parametrize("allow_inside", [False, True])
@pytest.mark.parametrize("texts", [["aba", "abac"], ["cat", "taco"], ["bb", "abba"]])
def test_words_within_words_in_any_direction(texts: list[str], allow_inside: bool) -> None:
    board, words, constraints = (
        sized("4x2"),
        hidden_words(texts),
        LayoutConstraints(allow_inside=allow_inside),
    )
    found = [
        key_of(words, x.placements)
        for x in Layouts(LayoutProblem(board, words, HEADINGS, constraints))
    ]
    assert len(found) == len(set(found)) > 0
    assert set(found) == brute_layouts(board, words, HEADINGS, constraints)


@pytest.mark.parametrize("seed", quick(range(40), 5))
def test_most_crossings_is_brute_forces_most(seed: int) -> None:
    board, words, headings, constraints = tiny_search(seed)
    constraints = LayoutConstraints(allow_inside=constraints.allow_inside)
    found = most_crossings(LayoutProblem(board, words, headings, constraints), seed=seed)
    n, best = 0, -1
    while brute_layouts(
        board, words, headings, LayoutConstraints(n, allow_inside=constraints.allow_inside)
    ):
        n, best = n + 1, n
    if best < 0:
        assert isinstance(found, Impossible)
    else:
        assert isinstance(found, Best)
        assert found.is_proved
        assert found.bound == best == len(crossings_of(found.value.placements))


def test_words_stacked_on_one_line_count_each() -> None:
    """Two words along one line and a third through both: two crossings, and the proof of it."""
    board, words = picture("####\n..#."), hidden_words(["abc", "cd", "cx"])
    headings = headings_of_level("easy")
    found = place(LayoutProblem(board, words, headings, LayoutConstraints(n_crossings_at_least=2)))
    assert isinstance(found, Found)
    assert len(found.value.crossings) == 2
    assert isinstance(
        place(LayoutProblem(board, words, headings, LayoutConstraints(n_crossings_at_least=3))),
        Impossible,
    )


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
        ("3x1", ["ab", "cb"], "easy", LayoutConstraints(), "no layout holds all 2 words"),
        (
            "3x1",
            ["ab", "cb"],
            "hard",
            LayoutConstraints(5),
            "all 2 words with at least 5 crossings",
        ),
    ],
)
def test_impossible_says_why(
    size: str, texts: list[str], level: str, constraints: LayoutConstraints, why: str
) -> None:
    found = place(
        LayoutProblem(sized(size), hidden_words(texts), headings_of_level(level), constraints)
    )
    assert isinstance(found, Impossible)
    assert why in found.why


def test_cells_needed_are_no_more_than_the_words_can_share() -> None:
    assert fewest_cells(hidden_words(["abc", "cab"]), HEADINGS) == 3
    assert fewest_cells(hidden_words(["aab", "abb"]), HEADINGS) == 4


def test_words_that_mirror_each_other_share_their_cells() -> None:
    found = place(LayoutProblem(rectangle(4, 4), hidden_words(["stop", "pots"]), HEADINGS))
    assert isinstance(found, Found)
    a, b = found.value.placements
    assert a.cells == b.cells[::-1]


def test_a_large_board_is_filled_in_rounds_and_the_seed_counts() -> None:
    board, words = sized("12x12"), hidden_words(MANY[:9])
    constraints = LayoutConstraints(n_crossings_at_least=3)
    layouts = []
    for seed in (1, 1, 2):
        found = place(LayoutProblem(board, words, HEADINGS, constraints), seed=seed)
        assert isinstance(found, Found)
        layouts.append(found.value.placements)
        assert len(found.value.crossings) >= 3
    assert layouts[0] == layouts[1] != layouts[2]


def test_exactly_so_many_unused_cells() -> None:
    words = hidden_words(MANY[:6])
    for unused in (60, 63):
        found = place(
            LayoutProblem(sized("10x11"), words, HEADINGS, LayoutConstraints(unused=unused))
        )
        assert isinstance(found, Found)
        assert len(found.value.unused) == unused


@pytest.mark.parametrize("limit_s", [0.0, 0.05, 0.6])
def test_a_limit_holds(limit_s: float) -> None:
    """On a board too small by little: neither found nor refuted."""
    with ends_within(limit_s):
        found = place(
            LayoutProblem(sized("15x15"), hidden_words(MANY), HEADINGS),
            deadline=Deadline.after(limit_s),
        )
    assert isinstance(found, Stopped)
    with ends_within(limit_s):
        best = most_crossings(
            LayoutProblem(sized("9x9"), hidden_words(MANY[2:7]), HEADINGS),
            deadline=Deadline.after(limit_s),
        )
    assert isinstance(best, Best | Stopped)
    assert best.reason is Reason.TIME_LIMIT


def test_an_iterator_that_is_closed_ends() -> None:
    found = Layouts(LayoutProblem(rectangle(4, 4), hidden_words(["ab", "cd"]), HEADINGS))
    assert next(found)
    found.close()
    assert list(found) == []
    assert not found.is_exhausted
    assert found.stopped is Reason.CANCELLED


def test_constraints_below_zero_are_rejected() -> None:
    with pytest.raises(OptionError, match="unused: must be 0 or greater, got -1"):
        LayoutConstraints(unused=-1)
