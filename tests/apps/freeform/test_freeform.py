"""Free-form layouts: right, smallest where that is said, and honest where it is not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.brute_layouts import all_layouts, box, drawn
from support.seeds import quick
from support.tasks import ends_within, long_enough

from satcross.apps.freeform.arrangement import MIDDLE, STRIDE, Arrangement, Spot, grid_of
from satcross.apps.freeform.bounds import Bounds, groups
from satcross.apps.freeform.layout import Layout, LayoutOptions
from satcross.apps.freeform.listing import Layouts
from satcross.apps.freeform.local import BoxShape, Limits, LocalSearch
from satcross.apps.freeform.make import FreeformTask, LayoutResult
from satcross.apps.freeform.verify import layout_faults
from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import crossword_of
from satcross.model.grid import VOID, Grid
from satcross.model.puzzle import find_slots
from satcross.results import Best, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.words.alphabets import ALPHABETS, parse_alphabet

WORDS_FILE = Path(__file__).resolve().parents[3] / "benchmarks/apps/freeform_words.txt"
THIRTY = WORDS_FILE.read_text(encoding="utf-8").split()


def layout(
    words: list[str],
    wanted: LayoutOptions | None = None,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
) -> LayoutResult:
    with FreeformTask(words, SolverOptions(seed=seed), wanted=wanted) as task:
        return task.run(time_limit_s)


def found(result: LayoutResult) -> Layout:
    assert isinstance(result, Best), result
    assert (result.objective, result.bound) == (result.value.area, result.value.least_area)
    assert result.is_proved == result.value.is_proved
    return result.value


Place = tuple[str, str, int, int]


def places(result: Layout) -> frozenset[Place]:
    return frozenset((p.word, p.direction.value, p.row, p.col) for p in result.placements)


@pytest.mark.parametrize("seed", quick(range(14), 4))
def test_the_smallest_box_is_that_of_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    words = drawn(rng, rng.choice([2, 3, 3, 4]))
    every = all_layouts(words)
    result = layout(words, LayoutOptions(rounds=400), seed=seed)
    if not every:
        assert isinstance(result, Impossible)
        return
    best = found(result)
    assert best.is_proved
    key = min((h * w, abs(h - w)) for h, w in map(box, every))
    assert (best.area, abs(best.grid.n_rows - best.grid.n_cols)) == key
    assert best.least_area == best.area
    assert places(best) in every
    assert not layout_faults(best.grid, words)


@pytest.mark.parametrize("seed", quick(range(8), 3))
def test_all_layouts_of_the_smallest_box(seed: int) -> None:
    words = drawn(random.Random(100 + seed), 3)
    every = all_layouts(words)
    task = Layouts(words, wanted=LayoutOptions(rounds=200))
    listed = list(task)
    if not every:
        assert not listed
        return
    assert task.is_exhausted
    short, long = min((sorted(box(one)) for one in every), key=lambda b: (b[0] * b[1], b[1] - b[0]))
    got = [places(one) for one in listed]
    assert len(set(got)) == len(got)
    wanted = {one for one in every if sorted(box(one)) == [short, long]}
    assert set(got) <= wanted
    # A layout and what it is when turned over its diagonal count as one.
    assert {_untransposed(one) for one in got} == {_untransposed(one) for one in wanted}


def _untransposed(
    one: frozenset[tuple[str, str, int, int]],
) -> tuple[tuple[str, str, int, int], ...]:
    turned = [(word, "AD"[way == "A"], col, row) for word, way, row, col in one]
    return min(tuple(sorted(one)), tuple(sorted(turned)))


@pytest.mark.parametrize("seed", quick(range(8), 3))
def test_limits(seed: int) -> None:
    rng = random.Random(200 + seed)
    words = drawn(rng, 3)
    rows, cols = rng.randint(2, 5), rng.randint(3, 6)
    fit = [b for b in map(box, all_layouts(words)) if b[0] <= rows and b[1] <= cols]
    result = layout(words, LayoutOptions(max_rows=rows, max_cols=cols, rounds=200))
    if not fit:
        assert isinstance(result, Impossible)
        return
    best = found(result)
    assert best.grid.n_rows <= rows
    assert best.grid.n_cols <= cols
    assert best.area == min(h * w for h, w in fit)


@pytest.mark.parametrize("seed", quick(range(8), 3))
def test_as_many_words_as_can_be(seed: int) -> None:
    rng = random.Random(300 + seed)
    words = drawn(rng, 4)
    words[0] = "XY"
    subsets = [[w for i, w in enumerate(words) if mask >> i & 1] for mask in range(1, 16)]
    most = max(len(some) for some in subsets if all_layouts(some))
    result = layout(words, LayoutOptions(at_least=1, rounds=200))
    best = found(result)
    assert len(best.placements) == most
    assert best.is_proved
    assert best.area == min(
        h * w for some in subsets if len(some) == most for h, w in map(box, all_layouts(some))
    )
    assert ("XY", "shares no letter with any other") in best.left_out
    more = layout(words, LayoutOptions(at_least=most + 1, rounds=200))
    assert isinstance(more, Impossible)


def test_a_word_alone_is_a_layout_where_one_is_enough() -> None:
    task = Layouts(["BDFG", "MNP", "XYZ"], wanted=LayoutOptions(at_least=1, rounds=1))
    assert sorted(one.placements[0].word for one in task) == ["MNP", "XYZ"]
    assert task.is_exhausted


def test_a_transposed_layout_of_some_words_is_not_listed() -> None:
    task = Layouts(["BA", "DB", "DBC"], wanted=LayoutOptions(at_least=2, rounds=100, prove=True))
    listed = [_untransposed(places(one)) for one in task]
    assert task.is_exhausted
    assert len(set(listed)) == len(listed)


def test_words_side_by_side() -> None:
    # However they are put down one after the other, some touch wrongly before the last is there.
    best = found(layout(["ABC", "DEF", "AD", "BE", "CF"]))
    assert (best.area, best.is_proved) == (6, True)


def test_thirty_words() -> None:
    best = found(layout(THIRTY, LayoutOptions(rounds=200), seed=1))
    assert not layout_faults(best.grid, THIRTY)
    assert not best.is_proved
    assert best.area < 500
    assert 100 < best.least_area < best.area
    again = found(layout(THIRTY, LayoutOptions(rounds=200), seed=1))
    assert again == best
    assert found(layout(THIRTY, LayoutOptions(rounds=50), seed=2)).grid != best.grid


def test_layouts_of_many_words_differ() -> None:
    listed = list(Layouts(THIRTY[:12], wanted=LayoutOptions(rounds=60), limit=3))
    assert len({places(one) for one in listed}) == 3


def test_why_not() -> None:
    result = layout(["CAT", "DOG"])
    assert isinstance(result, Impossible)
    assert "CAT shares no letter" in result.why
    result = layout(["CAT", "TOP", "DIM", "MID"])
    assert isinstance(result, Impossible)
    assert result.why == "no word of CAT, TOP shares a letter with any of DIM, MID"
    result = layout(["CAT", "ASTRONOMER"], LayoutOptions(max_cols=8, max_rows=8))
    assert isinstance(result, Impossible)
    assert result.why == "ASTRONOMER is longer than the box"
    result = layout(["CAT", "DOG", "CATDOG"], LayoutOptions(max_cols=5, max_rows=5, at_least=2))
    assert isinstance(result, Impossible)
    assert result.why == "no word of CAT shares a letter with any of DOG"


def test_stops_in_time() -> None:
    options = LayoutOptions(prove=True, rounds=100)
    result = long_enough(
        lambda limit_s: layout(THIRTY, options, time_limit_s=limit_s),
        lambda result: isinstance(result, Best),
        1.0,
    )
    best = found(result)
    assert not best.is_proved
    assert best.least_area < best.area
    hard = [word for word in THIRTY if 6 < len(word) < 10]
    with ends_within(0.3):
        result = layout(hard, LayoutOptions(max_rows=10, max_cols=10), time_limit_s=0.3)
    assert result == Stopped(Reason.TIME_LIMIT)


def test_one_word() -> None:
    best = found(layout(["CAT"]))
    assert (str(best.grid), best.is_proved, best.area) in [("CAT", True, 3), ("C\nA\nT", True, 3)]


@pytest.mark.parametrize(
    ("words", "options", "part"),
    [
        ([], {}, "got 0"),
        (["CAT", "CAT"], {}, "there twice"),
        (["C"], {}, "cannot be placed"),
        (["cat"], {}, "capital"),
        (["C#T"], {}, "cannot be placed"),
        (["CAT"], {"at_least": 2}, "must be 1 to 1 words, got 2"),
        (["CAT"], {"at_least": 0}, "at_least: must be 1 or greater, got 0"),
        (["CAT"], {"max_rows": 0}, "max_rows: must be 1 or greater, got 0"),
    ],
)
def test_bad(words: list[str], options: dict[str, Any], part: str) -> None:
    with pytest.raises(OptionError, match=part):
        layout(words, LayoutOptions(**options))


def test_it_is_a_crossword() -> None:
    best = found(layout(["CAT", "TOP", "ACT", "APT", "TAP"]))
    crossword = crossword_of(best.grid)
    assert sorted(clue.answer for clue in crossword.clues) == ["ACT", "APT", "CAT", "TAP", "TOP"]
    assert len(find_slots(best.grid)) == 5


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("CAT\n~~O\n~~P", ""),
        ("CATS\n~~O~\n~~P~", "'CATS' is none"),
        ("CAT~\n~~O~\n~~P~", "last column is empty"),
        ("~~~\nCAT\n~~O\n~~P", "first row is empty"),
        ("CAT~~~\n~~O~~~\n~~P~CT", "'CT' is none"),
        ("CAT~TOP", "2 parts"),
        ("CAT~~\n~~O~~\n~~P~T\n~~~~O\n~~~~P", "'TOP' is there 2 times"),
        ("CAT\nO~~\nP~~", "'COP' is none"),
        ("CAT", "'TOP' is there 0 times"),
    ],
)
def test_the_checker_sees(text: str, part: str) -> None:
    faults = layout_faults(Grid.parse(text), ["CAT", "TOP"])
    if not part:
        assert faults == []
    else:
        assert any(part in fault for fault in faults), faults


@pytest.mark.parametrize("alphabet", [*ALPHABETS, "latin+digits", "russian+Ё", "ABC@&=", "AB½ー"])
def test_the_letters_of_every_alphabet_can_be_placed(alphabet: str) -> None:
    letters = parse_alphabet(alphabet)
    n = len(letters)
    every = [letters.word((at, (at - 1) % n, (at - 2) % n)) for at in range(n)]
    wanted = LayoutOptions(rounds=20, prove=False)
    for at in range(0, n - 1, 1 + n // 200):  # Hangul has 11,172 letters
        pair = every[at : at + 2]
        with FreeformTask(pair, wanted=wanted, alphabet=letters) as task:
            best = found(task.run())
        assert len(best.placements) == 2
        assert set(best.grid.cells) - {VOID} == {one for word in pair for one in letters.cut(word)}


def test_a_mark_of_grids_is_no_letter() -> None:
    for mark in "#.~|[]":
        with pytest.raises(OptionError, match="cannot be a letter"):
            Alphabet(f"AB{mark}")


def test_the_checker_and_left_out_words() -> None:
    assert layout_faults(Grid.parse("CAT"), ["CAT", "DOG"], left_out=["DOG"]) == []
    assert layout_faults(Grid.parse("CAT"), ["CAT", "DOG"], left_out=["CAT"])


def test_an_arrangement_refuses_what_touches() -> None:
    arrangement = Arrangement(["CAT", "TOP", "ATE", "ACT"])
    arrangement.put(0, Spot(MIDDLE, 1))
    assert arrangement.fits(1, Spot(MIDDLE + 2, STRIDE)) == 1
    assert arrangement.fits(1, Spot(MIDDLE + 2, 1)) == 0  # goes on in the same row
    assert arrangement.fits(2, Spot(MIDDLE + 1, 1)) == 0  # over it in the same row
    assert arrangement.fits(1, Spot(MIDDLE + 3, STRIDE)) == 0  # touches its end
    arrangement.put(1, Spot(MIDDLE + 2, STRIDE))
    assert str(grid_of(arrangement.placements())) == "CAT\n~~O\n~~P"
    assert arrangement.n_crossings == 1
    # ATE down from the A of CAT would stand beside TOP.
    assert arrangement.fits(2, Spot(MIDDLE + 1, STRIDE)) == 0


def test_the_local_search_keeps_its_limits() -> None:
    search = LocalSearch(THIRTY, BoxShape(Limits(20, 24)), seed=3)
    search.run(60)
    assert search.best.box.n_rows <= 20
    assert search.best.box.n_cols <= 24


def test_bounds() -> None:
    bounds = Bounds(["CAT", "TOP"], 2, Limits())
    assert bounds.allows(3, 3)
    assert not bounds.allows(2, 2)  # too short for a word
    bounds.refute(3, 4)
    assert not bounds.allows(3, 3)
    assert bounds.least_area(20) == 15
    assert groups(["CAT", "DOG", "TOP", "XX"]) == [["CAT", "DOG", "TOP"], ["XX"]]


def test_boxes_within_the_limits_are_asked_for() -> None:
    bounds = Bounds(["ABCD", "DEFG", "GHI"], 3, Limits(5, 6))
    asked = []
    while (box := bounds.worth_asking(48, 2)) is not None:
        assert Limits(5, 6).allow(*box)
        asked.append(box)
        bounds.refute(*box)
    # All that is within the limits and smaller lies in one of these.
    assert asked == [(5, 6)]
    assert bounds.least_area(48) == 48
