"""Words that cannot interlock: the most words, why others are left out, and several layouts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from support.brute_layouts import all_layouts, box
from support.seeds import quick

from satcross.apps.freeform.arrangement import grid_of
from satcross.apps.freeform.crossings import CrossingSearch, GivenUpError
from satcross.apps.freeform.layout import Layout, LayoutOptions
from satcross.apps.freeform.listing import Layouts
from satcross.apps.freeform.local import Limits
from satcross.apps.freeform.make import FreeformTask, LayoutResult
from satcross.apps.freeform.reasons import Reasons
from satcross.apps.freeform.verify import layout_faults
from satcross.errors import OptionError
from satcross.model.grid import Grid
from satcross.results import Best, Found, Impossible, Reason, Stopped

APART = ["BIRD", "DOG", "HORSE", "SHEEP"]  # all share letters, and cannot interlock
THIRTY = (
    (Path(__file__).resolve().parents[3] / "benchmarks/apps/freeform_words.txt")
    .read_text(encoding="utf-8")
    .split()
)


def answer(words: Sequence[str], wanted: LayoutOptions | None = None) -> LayoutResult:
    with FreeformTask(words, wanted=wanted) as task:
        return task.run()


def partial(result: LayoutResult) -> Layout:
    assert isinstance(result, Impossible | Stopped), result
    layout = result.evidence if isinstance(result, Impossible) else result.partial
    assert isinstance(layout, Layout)
    missing = [word for word, _ in layout.left_out]
    words = [place.word for place in layout.placements] + missing
    assert not layout_faults(layout.grid, words, left_out=missing, n_parts=layout.n_parts)
    return layout


def drawn(seed: int) -> list[str]:
    """A few short words, many of which share no letter."""
    rng = random.Random(seed)
    letters = rng.choice(["ABCD", "ABCDEF", "ABCDEFGH"])
    n, words = rng.choice([3, 4, 4, 5]), set[str]()
    while len(words) < n:
        words.add("".join(rng.choice(letters) for _ in range(rng.randint(2, 4))))
    return sorted(words)


def subsets(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    for n in range(len(words), 0, -1):
        yield from combinations(words, n)


@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_the_most_words_are_those_of_brute_force(seed: int) -> None:
    words = drawn(seed)
    most = next(len(some) for some in subsets(words) if all_layouts(some))
    result = answer(words)
    if most == len(words):
        assert isinstance(result, Best)
        return
    assert isinstance(result, Impossible)
    assert len(partial(result).placements) == most


@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_all_ways_to_cross_are_those_of_brute_force(seed: int) -> None:
    rng = random.Random(1000 + seed)
    words = drawn(1000 + seed)[:4]
    limits = Limits(rng.choice([None, 3, 5]), rng.choice([None, 4, 6]))
    n = rng.randint(2, len(words))
    fitting = [
        some
        for some in subsets(words)
        if len(some) >= n and any(limits.allow(*box(one)) for one in all_layouts(some))
    ]
    found = CrossingSearch(words, n, limits, max_work=10**7).run()
    assert (found is not None) == bool(fitting)
    if found is not None:
        grid = grid_of(found)
        there = [place.word for place in found]
        assert not layout_faults(grid, words, left_out=[w for w in words if w not in there])
        assert limits.allow(grid.n_rows, grid.n_cols)


def test_the_search_through_all_ways_gives_up() -> None:
    with pytest.raises(GivenUpError):
        CrossingSearch(THIRTY, 30, Limits(12, 12), max_work=2000).run()


@pytest.mark.parametrize("seed", quick(range(120), 13))
def test_every_reason_is_true(seed: int) -> None:
    words = drawn(2000 + seed)
    result = answer(words)
    if isinstance(result, Best):
        return
    for word, why in partial(result).left_out:
        if not why:
            continue
        if why == "shares no letter with any other":
            assert not any(set(word) & set(other) for other in words if other != word)
            continue
        named = {part for part in re.findall(r"\w+", why) if part in words}
        if why.endswith("left out too"):
            assert named == {other for other in words if other != word and set(other) & set(word)}
            continue
        assert word in named
        assert not any(all_layouts(some) for some in subsets(words) if named <= set(some)), why


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ["KÄSE", "MÜSL", "BUTTER"],
            "S and E of KÄSE are adjacent: MÜSL and BUTTER cannot both cross it, and share letters"
            " with no other word",
        ),
        (
            ["RARE", "AXY", "ZRQ"],
            "AXY and ZRQ share letters only with RARE, and cannot both cross it",
        ),
        (["ABBA", "XAYA", "ZBQB"], ""),
        (["CAT", "TOP"], ""),
    ],
)
def test_the_reason_names_the_letters(words: list[str], why: str) -> None:
    reasons = Reasons(words, Limits())
    assert reasons.left_out(words[1:2])[0][1] == why


def test_words_that_cannot_interlock_are_proved_so_at_once() -> None:
    result = answer(APART)
    assert isinstance(result, Impossible)
    why = "BIRD and DOG share letters only with each other and HORSE, and no layout has all 3"
    assert result.why == why
    (left_out,) = partial(result).left_out
    assert left_out[0] in ("BIRD", "DOG")
    assert left_out[1] == why


def test_a_word_whose_partners_are_left_out_says_so() -> None:
    result = answer(["CAT", "ACT", "TAC", "DIM", "MID"])
    layout = partial(result)
    assert dict(layout.left_out) == {
        "DIM": "shares letters only with MID, left out too",
        "MID": "shares letters only with DIM, left out too",
    }


def test_what_is_neither_found_nor_proved_is_stopped_with_the_best() -> None:
    result = answer(THIRTY, LayoutOptions(max_rows=11, max_cols=11, rounds=20))
    assert isinstance(result, Stopped)
    assert result.reason is Reason.ROUNDS
    layout = partial(result)
    assert 3 < len(layout.placements) < 30
    assert {why for _, why in layout.left_out} == {""}


def test_more_rounds_go_on_from_the_best() -> None:
    with FreeformTask(THIRTY, wanted=LayoutOptions(max_rows=11, max_cols=11, rounds=20)) as task:
        first = partial(task.run())
        again = partial(task.run())
    assert len(again.placements) >= len(first.placements)


def test_a_listing_has_the_best_layout_of_fewer_words() -> None:
    with Layouts(APART) as listing:
        result = listing.run()
    assert isinstance(result, Impossible)
    assert isinstance(result.evidence, Layout)
    assert not list(Layouts(APART))


@pytest.mark.parametrize("seed", quick(range(40), 4))
def test_layouts_that_have_all_words_together(seed: int) -> None:
    words = drawn(3000 + seed)
    result = answer(words, LayoutOptions(parts=len(words)))
    assert isinstance(result, Best)
    layout = result.value
    assert layout.left_out == ()
    assert not layout_faults(layout.grid, words, n_parts=layout.n_parts)
    assert layout.least_area <= layout.area
    assert (layout.n_parts > 1) == (not all_layouts(words))


def test_a_word_is_alone_only_where_no_layout_can_spare_one() -> None:
    result = answer(APART, LayoutOptions(parts=2))
    assert isinstance(result, Best)
    assert result.value.n_parts == 2
    lengths = sorted(len(row) for row in str(result.value.grid).split("\n"))
    assert lengths
    sizes = _words_of_parts(result.value)
    assert sizes == [2, 2]


def _words_of_parts(layout: Layout) -> list[int]:
    """How many words each connected part has, by the cells that words share."""
    parts: list[tuple[set[tuple[int, int]], int]] = []
    for word, way, row, col in layout.placements:
        down = way.value == "D"
        cells = {(row + i * down, col + i * (not down)) for i in range(len(word))}
        near = [part for part in parts if part[0] & cells]
        parts = [part for part in parts if part not in near]
        parts.append((cells.union(*(c for c, _ in near)), 1 + sum(n for _, n in near)))
    return sorted(n for _, n in parts)


def test_too_few_parts_have_as_many_words_as_they_can() -> None:
    words = ["CAT", "ACT", "DIM", "MID", "XY", "YX"]
    result = answer(words, LayoutOptions(parts=2))
    layout = partial(result)
    assert (len(layout.placements), layout.n_parts, len(layout.left_out)) == (4, 2, 2)


def test_parts_are_not_used_where_all_words_interlock() -> None:
    result = answer(["CAT", "TOP"], LayoutOptions(parts=3))
    assert isinstance(result, Best)
    assert (result.value.n_parts, result.is_proved) == (1, True)


def test_parts_and_a_number_of_words_do_not_go_together() -> None:
    with pytest.raises(OptionError, match="parts: it keeps all words"):
        LayoutOptions(parts=2, at_least=3)
    with pytest.raises(OptionError, match="parts: must be from 1 to 9, got 10"):
        LayoutOptions(parts=10)


def test_the_checker_counts_parts() -> None:
    grid = Grid.parse("CAT~~\n~~~~~\n~~DOG")
    assert layout_faults(grid, ["CAT", "DOG"], n_parts=2) == []
    assert layout_faults(grid, ["CAT", "DOG"]) == ["2 parts that are not connected, not 1"]
    assert layout_faults(Grid.parse("CAT"), ["CAT"], n_parts=2)


def test_different_layouts_are_found_also_where_some_searches_fail() -> None:
    wanted = LayoutOptions(max_rows=24, max_cols=24, rounds=30)
    with Layouts(THIRTY, wanted=wanted, limit=2) as listing:
        result = listing.run(60)
    assert isinstance(result, Found), result
