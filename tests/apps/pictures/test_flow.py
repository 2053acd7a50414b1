"""Lines in columns: what is kept together, and what may be divided."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from satcross.apps.pictures.flow import (
    FAULTLESS,
    Column,
    Item,
    balanced,
    broken,
    poured,
    spot_shapes,
    spots_of,
)
from satcross.apps.pictures.fonts import text_width
from satcross.apps.pictures.words import Look, lines_of, words_of
from satcross.drawing.shapes import Text

SIZE = 10.0  # so that a line is 12 points high


def columns(*heights: float) -> list[Column]:
    return [Column(0, 100.0 * n, 0.0, height) for n, height in enumerate(heights)]


def clue(label: str, n_lines: int) -> Item:
    """A clue of `n_lines` lines in columns of 90 points."""
    return Item(tuple(words_of(" ".join(["mmmmmmm"] * n_lines))), label)


def heading(text: str) -> Item:
    return Item(tuple(words_of(text, look=Look(bold=True))), heading=True)


def where(items: list[Item], *heights: float) -> list[tuple[int, str]]:
    """(column, label or heading) of the lines that full columns of a page hold."""
    setting = broken(items, 90.0, SIZE)
    some = columns(*heights)
    spots = spots_of(setting, poured(setting, 0, some, 0.0), some)
    return [(spot[0], spot[2].item.label or spot[2].words[0].pieces[0][0]) for spot in spots]


def test_lines_go_down_a_column_and_on() -> None:
    items = [clue("1", 2), clue("2", 1), clue("3", 1), clue("4", 1)]
    # 24 points for the first, then 2.2 between two clues and 12 for the second
    assert where(items, 38.3, 40) == [(0, "1"), (0, "1"), (0, "2"), (1, "3"), (1, "4")]
    assert where(items, 38.1, 41) == [(0, "1"), (0, "1"), (1, "2"), (1, "3"), (1, "4")]


def test_a_clue_that_does_not_fit_goes_on_whole() -> None:
    items = [clue("1", 2), clue("2", 3), clue("3", 1)]
    assert where(items, 55, 55) == [(0, "1")] * 2 + [(1, "2")] * 3 + [(1, "3")]
    assert where(items, 200, 0) == [(0, "1")] * 2 + [(0, "2")] * 3 + [(0, "3")]


def test_a_long_clue_is_divided() -> None:
    assert where([clue("1", 2), clue("2", 9), clue("3", 1)], 80, 200) == [
        *[(0, "1")] * 2, *[(0, "2")] * 4, *[(1, "2")] * 5, (1, "3")
    ]  # fmt: skip


def test_a_clue_longer_than_every_column_is_divided() -> None:
    assert where([clue("1", 5)], 36, 36) == [(0, "1")] * 3 + [(1, "1")] * 2


def test_a_heading_stays_with_two_clues() -> None:
    items = [clue("1", 2), heading("Down"), clue("2", 2), clue("3", 1), clue("4", 1), clue("5", 1)]
    # A heading needs 10 points above it, 13.44 for itself and 2.5 below.
    room = 24 + 10 + 13.44 + 2.5 + 24 + 2.2 + 12
    assert [at for at, _ in where(items, room - 0.1, 200)] == [0, 0, 1, 1, 1, 1, 1, 1]
    assert [at for at, _ in where(items, room + 0.1, 200)] == [0, 0, 0, 0, 0, 0, 1, 1]


def test_the_last_clue_of_a_list_is_not_alone_at_the_top_of_a_column() -> None:
    items = [clue(str(n), 1) for n in range(1, 5)]
    assert [at for at, _ in where(items, 3 * 14.2, 200)] == [0, 0, 1, 1]
    items.append(heading("Down"))
    items.append(clue("1", 1))
    assert [at for at, _ in where(items, 4 * 14.2, 200)] == [0, 0, 0, 0, 1, 1]


def test_columns_end_at_the_same_height() -> None:
    items = [clue(str(n), 1) for n in range(1, 21)]
    setting = broken(items, 90.0, SIZE)
    flow = balanced(setting, columns(500, 500))
    assert flow is not None
    assert (flow.ends, flow.fault, flow.spread) == ((10, 20), 0.0, 0.0)
    assert balanced(setting, columns(50, 50)) is None


def test_gaps_of_shorter_columns_are_stretched() -> None:
    items = [clue(str(n), 1 if n < 6 else 2) for n in range(1, 11)]
    setting = broken(items, 90.0, SIZE)
    some = columns(500, 500)
    flow = balanced(setting, some)
    assert flow is not None
    ends = [0.0, 0.0]
    for column, y, *_ in spots_of(setting, flow, some):
        ends[column] = y
    assert ends[0] == pytest.approx(ends[1])


@pytest.mark.parametrize("seed", range(40))
def test_no_other_division_is_better(seed: int) -> None:
    rng = random.Random(seed)
    items = [
        heading("Across"),
        *(clue(str(n), rng.randint(1, 3)) for n in range(rng.randint(2, 6))),
    ]
    items += [heading("Down"), *(clue(str(n), rng.randint(1, 3)) for n in range(rng.randint(1, 5)))]
    setting = broken(items, 90.0, SIZE)
    n = len(setting.lines)
    some = columns(300, 300, 300)
    flow = balanced(setting, some)
    assert flow is not None

    def badness(ends: tuple[int, ...]) -> tuple[bool, float]:
        heights = [setting.height(first, end) for first, end in pairwise((0, *ends))]
        fault = sum(setting.lines[end].fault for end in ends if end < n)
        mean = setting.height(0, n) / 3
        return fault > FAULTLESS, sum((height - mean) ** 2 for height in heights)

    every = [(a, b, n) for a in range(1, n + 1) for b in range(a, n + 1) if a < b or b == n]
    assert badness(flow.ends) == pytest.approx(min(map(badness, every)))


def test_labels_end_where_the_text_of_all_clues_begins() -> None:
    items = [clue("1", 1), clue("128", 2), Item(tuple(words_of("no label")))]
    setting = broken(items, 90.0, SIZE)
    assert setting.indent == pytest.approx(text_width("128", SIZE, bold=True) + 0.45 * SIZE)
    spots = spots_of(setting, poured(setting, 0, columns(500), 0.0), columns(500))
    shapes = [s for s in spot_shapes(spots, setting, columns(500), 0) if isinstance(s, Text)]
    found = [(s.text, s.anchor, round(s.x, 2)) for s in shapes]
    left = round(setting.indent, 2)
    right = round(setting.indent - 0.45 * SIZE, 2)
    assert found == [
        ("1", "end", right), ("mmmmmmm", "start", left),
        ("128", "end", right), ("mmmmmmm", "start", left), ("mmmmmmm", "start", left),
        ("no label", "start", 0.0),
    ]  # fmt: skip
    assert not spot_shapes(spots, setting, columns(500), 1)


def test_lines_are_as_full_as_can_be() -> None:
    words = words_of("mm mm mm mm")
    two = text_width("mm mm")
    assert [len(line) for line in lines_of(words, two + 1e-9)] == [2, 2]
    assert [len(line) for line in lines_of(words, two - 0.01)] == [1, 1, 1, 1]
    assert len(lines_of(words, 100.0)) == 1


def test_a_word_wider_than_a_line_is_divided_and_nothing_of_it_is_lost() -> None:
    words = words_of("", "so <b>incomprehen</b><i>sibilities</i> go")
    lines = lines_of(words, 3.0)
    text = "".join(t for line in lines for word in line for t, _ in word.pieces)
    assert text.replace("-", "") == "soincomprehensibilitiesgo"
    assert text.count("-") == len(lines) - 3  # "so" and "go" stand alone
    for line in lines:
        width = sum(word.width for word in line)
        assert width <= 3.0 + 1e-9


def test_lines_may_end_after_dashes_and_slashes() -> None:
    words = words_of("one—two/three")
    assert ["".join(t for t, _ in word.pieces) for word in words] == ["one—", "two/", "three"]
    assert [word.blank for word in words] == [None, None, None]


def test_what_is_no_markup_is_text() -> None:
    words = words_of("", "<x> &lt;b&gt; </i> <b>y")
    assert [(t, look.bold) for word in words for t, look in word.pieces] == [
        ("<x>", False), ("<b>", False), ("y", True)
    ]  # fmt: skip
