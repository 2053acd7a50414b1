"""Free-form layouts: right, smallest where that is said, and honest where it is not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.brute_layouts import all_layouts, box, drawn, placed, untransposed, worth
from support.seeds import quick
from support.tasks import ends_within, long_enough

from satcross.apps.freeform.arrangement import MIDDLE, STRIDE, Arrangement, Spot, grid_of
from satcross.apps.freeform.bounds import Bounds, BoxQuestion, groups
from satcross.apps.freeform.layout import Layout, LayoutOptions
from satcross.apps.freeform.listing import Layouts
from satcross.apps.freeform.local import BoxShape, Limits, LocalSearch
from satcross.apps.freeform.make import FreeformTask, LayoutResult
from satcross.apps.freeform.verify import layout_faults
from satcross.apps.pictures.squares import square_above_clues
from satcross.drawing.style import Page
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
    assert (result.objective, result.bound) == (None, None)
    assert result.value.least_area <= result.value.area
    assert result.is_proved == result.value.is_proved
    return result.value


@pytest.mark.parametrize("seed", quick(range(14), 4))
def test_the_best_layout_is_that_of_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    words = drawn(rng, rng.choice([2, 3, 3, 4]))
    every = all_layouts(words)
    result = layout(words, LayoutOptions(rounds=400), seed=seed)
    if not every:
        assert isinstance(result, Impossible)
        return
    best = found(result)
    assert best.is_proved
    assert worth(placed(best)) == min(map(worth, every))
    assert best.n_crossings == -worth(placed(best))[2]
    assert best.least_area <= min(rows * cols for rows, cols in map(box, every))
    assert placed(best) in every
    assert not layout_faults(best.grid, words)


@pytest.mark.parametrize("seed", quick(range(8), 3))
def test_all_layouts_that_are_as_good(seed: int) -> None:
    words = drawn(random.Random(100 + seed), 3)
    every = all_layouts(words)
    task = Layouts(words, wanted=LayoutOptions(rounds=200))
    listed = list(task)
    if not every:
        assert not listed
        return
    assert task.is_exhausted
    got = [placed(one) for one in listed]
    assert len(set(got)) == len(got)
    least = min(map(worth, every))
    wanted = {one for one in every if worth(one) == least}
    assert set(got) <= wanted
    # A layout and what it is when turned over its diagonal count as one.
    assert set(map(untransposed, got)) == set(map(untransposed, wanted))


@pytest.mark.parametrize("seed", quick(range(8), 3))
def test_limits(seed: int) -> None:
    rng = random.Random(200 + seed)
    words = drawn(rng, 3)
    rows, cols = rng.randint(2, 5), rng.randint(3, 6)
    fit = [one for one in all_layouts(words) if box(one)[0] <= rows and box(one)[1] <= cols]
    result = layout(words, LayoutOptions(max_rows=rows, max_cols=cols, rounds=200))
    if not fit:
        assert isinstance(result, Impossible)
        return
    best = found(result)
    assert best.grid.n_rows <= rows
    assert best.grid.n_cols <= cols
    assert worth(placed(best)) == min(map(worth, fit))


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
    assert worth(placed(best)) == min(
        worth(one) for some in subsets if len(some) == most for one in all_layouts(some)
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
    listed = [untransposed(placed(one)) for one in task]
    assert task.is_exhausted
    assert len(set(listed)) == len(listed)


def test_words_side_by_side() -> None:
    # However they are put down one after the other, some touch wrongly before the last is there.
    best = found(layout(["ABC", "DEF", "AD", "BE", "CF"], LayoutOptions(max_rows=2)))
    assert (best.area, best.n_crossings, best.is_proved) == (6, 6, True)


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
    assert len({placed(one) for one in listed}) == 3


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
    bounds = Bounds(["CAT", "TOP"], 2, BoxShape())
    best = BoxShape().merit(2, 1, 4, 4)
    assert bounds.allows(3, 3)
    assert not bounds.allows(2, 2)  # too short for a word
    assert not bounds.allows(3, 4)  # each of two words makes one side longer
    assert bounds.worth_asking(best, 4, 4) == BoxQuestion(3, 3, 0, 0)
    bounds.refute(BoxQuestion(3, 3, 0, 0))
    assert bounds.worth_asking(best, 4, 4) is None
    assert bounds.least_area(20) == 9
    assert groups(["CAT", "DOG", "TOP", "XX"]) == [["CAT", "DOG", "TOP"], ["XX"]]


def test_all_that_is_better_and_within_the_limits_is_asked_for() -> None:
    shape = BoxShape(Limits(5, 6))
    bounds = Bounds(["ABCD", "DEFG", "GHI"], 3, shape)
    best, asked = shape.merit(3, 2, 5, 6), []
    while (question := bounds.worth_asking(best, 5, 6)) is not None:
        assert shape.limits.allow(*question[:2])
        asked.append(question)
        bounds.refute(question)
    # Larger squares, then smaller boxes; no three words have more crossings.
    assert asked == [BoxQuestion(5, 5, 0, 0), BoxQuestion(4, 6, 0, 2)]


def test_what_a_layout_is_worth() -> None:
    merit = BoxShape(page=Page()).merit
    # Words, then a shape near a square, large squares, crossings, little area.
    better = [
        merit(9, 8, 30, 30), merit(8, 7, 14, 14), merit(8, 9, 15, 15), merit(8, 8, 15, 15),
        merit(8, 8, 15, 11), merit(8, 8, 8, 8), merit(8, 8, 8, 9),
    ]  # fmt: skip
    assert merit(8, 8, 12, 7).shape == -3
    assert merit(8, 8, 14, 10).shape == 0
    assert better[0] > better[1] > better[2] > better[3]
    assert better[5] > better[6] > better[4] > better[3]


def far_from_square(one: Layout) -> bool:
    short, long = sorted((one.grid.n_rows, one.grid.n_cols))
    return 5 * long > 7 * short


@pytest.mark.parametrize("n", [8, 12, 20, 30])
def test_layouts_are_squarish_unless_limits_ask_for_another_shape(n: int) -> None:
    words = THIRTY[:n]
    best = found(layout(words, LayoutOptions(rounds=300)))
    assert not far_from_square(best)
    strip = found(layout(words, LayoutOptions(rounds=300, max_rows=9)))
    assert strip.grid.n_rows <= 9
    assert far_from_square(strip)


def test_the_paper_decides_which_way_a_layout_lies() -> None:
    tall, wide = Page(), Page(width=842, height=595)
    for page in (tall, wide):
        best = found(layout(THIRTY, LayoutOptions(rounds=200, page=page)))
        rows, cols = best.grid.n_rows, best.grid.n_cols
        as_is = square_above_clues(page, rows, cols, 30)
        assert as_is >= square_above_clues(page, cols, rows, 30)
        assert as_is == BoxShape(page=page, n_clues=30).square(cols, rows)


def test_words_side_by_side_across_one_that_is_taken_away_do_not_stay() -> None:
    words = ["KLMQ", "PQRS", "RTUV", "KAAAW", "WBCFGHI", "VXYI"]
    places = [(1, 0, 1), (0, 3, STRIDE), (2, 3, 1), (1, 0, STRIDE), (5, 0, 1), (2, 6, STRIDE)]
    arrangement = Arrangement(words)
    for index, (row, col, step) in enumerate(places):
        spot = Spot(MIDDLE + row * STRIDE + col, step)
        assert arrangement.fits(index, spot)
        arrangement.put(index, spot)
    left = arrangement.without([1], 0)
    assert not layout_faults(grid_of(left.placements()), [words[index] for index in left.spots])
    assert len(left.spots) == 4


def test_an_arrangement_changed_often_is_as_if_it_were_new() -> None:
    rng = random.Random(1)
    arrangement = Arrangement(THIRTY)
    arrangement.put(0, Spot(MIDDLE, 1))
    for _ in range(400):
        for index in range(len(THIRTY)):
            spots = () if index in arrangement.spots else arrangement.spots_of(index)
            if spots:
                spot, n_crossings = rng.choice(spots)
                assert arrangement.fits(index, spot) == n_crossings
                arrangement.put(index, spot)
        again = Arrangement(THIRTY)
        for index, spot in arrangement.spots.items():
            again.put(index, spot)
        assert (again.cells, again.n_crossings, again.box) == (
            arrangement.cells, arrangement.n_crossings, arrangement.box
        )  # fmt: skip
        leave = rng.sample(list(arrangement.spots), 12)
        # By drifting upwards it would leave the rows that there are bits for.
        stay = [index for index in arrangement.spots if index not in leave]
        first = min(stay, key=lambda index: arrangement.spots[index].start)
        arrangement = arrangement.without([*leave, *leave], first)
        assert first in arrangement.spots
