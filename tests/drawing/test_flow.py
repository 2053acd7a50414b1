"""Lines in columns: what is kept together, and what may be divided."""

from __future__ import annotations

import pytest

from satcross.drawing.flow import Column, Item, balanced, broken, placed, spot_shapes
from satcross.drawing.fonts import text_width
from satcross.drawing.shapes import Text
from satcross.drawing.words import Look, lines_of, words_of

SIZE = 10.0  # so that a line is 12 points high


def columns(*heights: float) -> list[Column]:
    return [Column(0, 100.0 * n, 0.0, height) for n, height in enumerate(heights)]


def clue(label: str, n_lines: int) -> Item:
    """A clue of `n_lines` lines in columns of 90 points."""
    return Item(tuple(words_of(" ".join(["mmmmmmm"] * n_lines))), label)


def heading(text: str) -> Item:
    return Item(tuple(words_of(text, look=Look(bold=True))), heading=True)


def where(items: list[Item], *heights: float) -> list[tuple[int, str]] | None:
    """(column, label or heading) of every line; None if they do not fit."""
    spots = placed(broken(items, 90.0, SIZE), columns(*heights))
    if spots is None:
        return None
    return [(spot[0], spot[2].label or spot[2].words[0].pieces[0][0]) for spot in spots]


def test_lines_go_down_a_column_and_on() -> None:
    items = [clue("1", 2), clue("2", 1), clue("3", 1)]
    assert where(items, 200, 200) == [(0, "1"), (0, "1"), (0, "2"), (0, "3")]
    # 24 points for the first, then 2.2 between two clues and 12 for the second
    assert where(items, 38.3, 40) == [(0, "1"), (0, "1"), (0, "2"), (1, "3")]
    assert where(items, 38.1, 40) == [(0, "1"), (0, "1"), (1, "2"), (1, "3")]
    assert where(items, 24, 40) == [(0, "1"), (0, "1"), (1, "2"), (1, "3")]
    assert where(items, 24, 12) is None


def test_a_clue_that_does_not_fit_goes_on_whole() -> None:
    items = [clue("1", 2), clue("2", 3)]
    assert where(items, 55, 55) == [(0, "1")] * 2 + [(1, "2")] * 3
    assert where(items, 63, 0) == [(0, "1")] * 2 + [(0, "2")] * 3


def test_a_long_clue_is_divided() -> None:
    assert where([clue("1", 2), clue("2", 9)], 80, 200) == [
        *[(0, "1")] * 2, *[(0, "2")] * 4, *[(1, "2")] * 5
    ]  # fmt: skip


def test_a_clue_longer_than_every_column_is_divided() -> None:
    assert where([clue("1", 5)], 36, 36) == [(0, "1")] * 3 + [(1, "1")] * 2


def test_a_heading_stays_with_its_first_clue() -> None:
    items = [clue("1", 2), heading("Down"), clue("2", 2)]
    # A heading needs 10 points above it, 13.44 for itself and 2.5 below.
    assert where(items, 24 + 10 + 13.44 + 2.5 + 23, 200) == [
        (0, "1"), (0, "1"), (1, "Down"), (1, "2"), (1, "2")
    ]  # fmt: skip
    assert where(items, 24 + 10 + 13.44 + 2.5 + 2.2 + 24.1, 0) == [
        (0, "1"), (0, "1"), (0, "Down"), (0, "2"), (0, "2")
    ]  # fmt: skip


def test_columns_are_balanced_but_not_for_a_clue_or_two() -> None:
    items = [clue(str(n), 1) for n in range(1, 21)]
    setting = broken(items, 90.0, SIZE)
    spots = balanced(setting, columns(500, 500), 0)
    assert spots is not None
    assert [sum(spot[0] == n for spot in spots) for n in (0, 1)] == [10, 10]
    few = balanced(broken(items[:4], 90.0, SIZE), columns(500, 500), 0)
    assert few is not None
    assert [spot[0] for spot in few][:3] == [0, 0, 0]
    assert balanced(setting, columns(50, 50), 0) is None


def test_labels_end_where_the_text_of_all_clues_begins() -> None:
    items = [clue("1", 1), clue("128", 2), Item(tuple(words_of("no label")))]
    setting = broken(items, 90.0, SIZE)
    assert setting.indent == pytest.approx(text_width("128", SIZE, bold=True) + 0.45 * SIZE)
    spots = placed(setting, columns(500))
    assert spots is not None
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
    assert text == "soincomprehensibilitiesgo"
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
