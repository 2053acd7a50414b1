"""The grid's shapes: how many, where, and what stands in them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from support.crosswords import crosswords
from support.drawn import DAILY15, barred12, daily15, fancy_mini, ring
from support.drawn_boxes import box, group, outside, texts

from satcross.apps.pictures.shades import luminance, paper_shade
from satcross.apps.pictures.sheets import sheets_of
from satcross.drawing.shapes import Circle, Line, Rect, Sheet, Text
from satcross.drawing.style import Part, Style
from satcross.formats.losses import Feature
from satcross.model.crossword import Crossword, Square, crossword_of
from satcross.model.grid import Grid

CELL = 40.0
STYLE = Style(cell=CELL)
MARGIN = 2.0  # of CELL


def sheet(crossword: Crossword, part: Part = Part.SOLUTION, **style: object) -> Sheet:
    return sheets_of(crossword, part, style=replace(STYLE, **style))[0]  # type: ignore[arg-type]


def parsed(text: str) -> Crossword:
    return crossword_of(Grid.parse(text, hex_patterns=False))


def lines(drawn: Sheet, name: str) -> set[tuple[float, float, float, float]]:
    """Lines in cells: (x1, y1, x2, y2)."""
    found = group(drawn.shapes, name)
    assert all(isinstance(line, Line) for line in found)
    return {
        tuple(round((v - MARGIN) / CELL, 3) for v in (s.x1, s.y1, s.x2, s.y2))  # type: ignore[misc]
        for s in found
        if isinstance(s, Line)
    }


def test_a_picture_is_as_large_as_its_grid_and_margins() -> None:
    drawn = sheet(parsed("ABC\nDE#"))
    assert (drawn.width, drawn.height) == (3 * CELL + 2 * MARGIN, 2 * CELL + 2 * MARGIN)
    assert not outside(drawn)


def test_every_block_is_a_black_rectangle_in_its_place() -> None:
    drawn = sheet(daily15())
    blocks = group(drawn.shapes, "blocks")
    expected = [
        Rect(MARGIN + col * CELL, MARGIN + row * CELL, CELL, CELL, "#000000")
        for row, line in enumerate(DAILY15.splitlines())
        for col, char in enumerate(line)
        if char == "#"
    ]
    assert len(expected) == 36
    assert blocks == expected


def test_letters_are_centred_in_their_squares() -> None:
    drawn = sheet(daily15())
    letters = texts(group(drawn.shapes, "letters"))
    rows = DAILY15.splitlines()
    expected = [
        (row, col, char)
        for row, line in enumerate(rows)
        for col, char in enumerate(line)
        if char != "#"
    ]
    assert [letter.text for letter in letters] == [char for _, _, char in expected]
    for letter, (row, col, _) in zip(letters, expected, strict=True):
        assert letter.anchor == "middle"
        assert letter.x == MARGIN + (col + 0.5) * CELL
        middle = letter.y - 0.714 * letter.size / 2
        assert middle == pytest.approx(MARGIN + (row + 0.56) * CELL)
        assert letter.size == pytest.approx(0.6 * CELL)


def test_the_puzzle_has_no_letters_but_the_given_ones() -> None:
    assert not group(sheet(daily15(), Part.PUZZLE).shapes, "letters")
    letters = texts(group(sheet(fancy_mini(), Part.PUZZLE).shapes, "letters"))
    assert [(letter.text, letter.bold) for letter in letters] == [("I", True)]
    assert letters[0].x == MARGIN + 2.5 * CELL
    assert MARGIN + 2 * CELL < letters[0].y < MARGIN + 3 * CELL


def test_given_letters_are_bold_in_the_solution_too() -> None:
    letters = texts(group(sheet(fancy_mini()).shapes, "letters"))
    assert [letter.text for letter in letters if letter.bold] == ["I"]


def test_the_usual_numbers_stand_in_the_upper_left_corners() -> None:
    numbers = texts(group(sheet(parsed("AB#\nCDE\n#FG")).shapes, "numbers"))
    corners = {
        (number.text, (number.x - MARGIN) // CELL, (number.y - MARGIN) // CELL)
        for number in numbers
    }
    assert corners == {("1", 0, 0), ("2", 1, 0), ("3", 0, 1), ("4", 2, 1), ("5", 1, 2)}
    for number in numbers:
        assert number.anchor == "start"
        assert number.x % CELL == pytest.approx(MARGIN + 0.055 * CELL)
        assert box(number)[3] < MARGIN + (number.y // CELL + 0.45) * CELL


def test_labels_of_the_file_are_printed_instead_and_shrunk_to_fit() -> None:
    squares = (Square(label="LONGLABEL"), Square(), Square(label="b"))
    numbers = texts(group(sheet(Crossword(1, 3, squares)).shapes, "numbers"))
    assert [number.text for number in numbers] == ["LONGLABEL", "b"]
    assert box(numbers[0])[2] <= MARGIN + CELL
    assert numbers[0].size < numbers[1].size == pytest.approx(0.29 * CELL)


def test_numbers_can_be_left_out() -> None:
    assert not group(sheet(daily15(), numbers=False).shapes, "numbers")


def test_numbers_in_small_squares_are_larger_in_proportion() -> None:
    small = texts(group(sheet(parsed("AB"), cell=12.0).shapes, "numbers"))[0]
    assert small.size == pytest.approx(0.36 * 12)


def test_bars_are_thick_lines_between_their_squares() -> None:
    drawn = sheet(parsed("A| B  C-\nD- E| F\nG  H  I"))
    # At the border a bar is half its width shorter, as lines end half their width further on.
    assert lines(drawn, "bars") == {
        (1, 0.055, 1, 1), (2, 1, 2, 2), (0.055, 2, 1, 2), (2, 1, 2.945, 1)
    }  # fmt: skip
    widths = [s.width for s in group(drawn.shapes, "bars") if isinstance(s, Line)]
    assert widths == [pytest.approx(0.11 * CELL)] * 4


def test_bars_that_go_on_are_one_line() -> None:
    bars = lines(sheet(parsed("A|B\nC|D\nE F")), "bars")
    assert bars == {(1, 0.055, 1, 2)}


def test_all_bars_of_a_barred_grid_are_drawn() -> None:
    crossword = barred12()
    length = sum(abs(x2 - x1) + abs(y2 - y1) for x1, y1, x2, y2 in lines(sheet(crossword), "bars"))
    n_bars = len(crossword.bars_right) + len(crossword.bars_below)
    assert n_bars > 40
    assert n_bars - 0.055 * 2 * n_bars < length <= n_bars
    assert not outside(sheet(crossword))


def test_thin_lines_are_everywhere_else_within_the_grid() -> None:
    assert lines(sheet(parsed("AB\nCD")), "lines") == {(0, 1, 2, 1), (1, 0, 1, 2)}
    assert lines(sheet(parsed("A|B\nC D")), "lines") == {(0, 1, 2, 1), (1, 1, 1, 2)}


def test_the_border_goes_round() -> None:
    assert lines(sheet(parsed("AB\nCD")), "border") == {
        (0, 0, 2, 0), (0, 2, 2, 2), (0, 0, 0, 2), (2, 0, 2, 2)
    }  # fmt: skip


def test_nothing_is_drawn_in_voids_and_the_border_goes_round_them() -> None:
    drawn = sheet(parsed("~AB\nCD~"))
    assert lines(drawn, "border") == {
        (1, 0, 3, 0), (0, 1, 1, 1), (2, 1, 3, 1), (0, 2, 2, 2),
        (0, 1, 0, 2), (1, 0, 1, 1), (2, 1, 2, 2), (3, 0, 3, 1),
    }  # fmt: skip
    assert lines(drawn, "lines") == {(1, 1, 2, 1), (2, 0, 2, 1), (1, 1, 1, 2)}


def test_the_hole_of_a_ring_has_nothing_in_it() -> None:
    left, top, right, bottom = (MARGIN + n * CELL for n in (2, 3, 6, 5))
    for shape in sheet(ring()).flat():
        if isinstance(shape, Line):
            continue
        a, b, c, d = box(shape)
        apart = c < left + 2 or a > right - 2 or d < top + 2 or b > bottom - 2
        assert apart, shape


def test_circles_are_in_the_middle_of_their_squares() -> None:
    circles = [s for s in group(sheet(fancy_mini()).shapes, "circles") if isinstance(s, Circle)]
    middles = [((c.x - MARGIN) / CELL, (c.y - MARGIN) / CELL) for c in circles]
    assert middles == [(1.5, 0.5), (0.5, 1.5), (1.5, 3.5)]
    assert all(c.radius + c.width / 2 < CELL / 2 for c in circles)


def test_shades_fill_their_squares_and_dark_ones_are_lighter() -> None:
    shades = [s for s in group(sheet(fancy_mini()).shapes, "shades") if isinstance(s, Rect)]
    assert [((s.x - MARGIN) / CELL, (s.y - MARGIN) / CELL) for s in shades] == [
        (0, 1), (1, 1), (2, 1)
    ]  # fmt: skip
    assert [s.fill for s in shades[:2]] == ["#ffe08a", "#d3d3d3"]
    assert shades[2].fill == paper_shade("#00205b") != "#00205b"


@pytest.mark.parametrize("colour", ["#000000", "#00205b", "#ff0000", "#800080", "#0000ff"])
def test_black_letters_can_be_read_on_every_shade(colour: str) -> None:
    assert luminance(colour) < 0.3
    assert (luminance(paper_shade(colour)) + 0.05) / 0.05 >= 7


def test_what_is_no_colour_is_grey() -> None:
    assert paper_shade('red"/><script>') == "#d3d3d3"


@pytest.mark.parametrize("rebus", ["QU", "HEART", "NORTHWEST", "W" * 40, "ÄÖÜ", "I" * 12])
@pytest.mark.parametrize("label", ["", "12"])
def test_several_letters_fit_their_square(rebus: str, label: str) -> None:
    drawn = sheet(Crossword(1, 1, (Square(solution=rebus, label=label),)))
    letters = texts(group(drawn.shapes, "letters"))
    assert "".join(letter.text for letter in letters) == rebus
    for letter in letters:
        left, _, right, _ = box(letter)
        assert MARGIN + 0.06 * CELL < left < right < MARGIN + 0.94 * CELL
        assert letter.y - 0.714 * letter.size > MARGIN + 0.1 * CELL
        assert letter.y < MARGIN + 0.96 * CELL
    for number in texts(group(drawn.shapes, "numbers")):
        assert len(letters) == 1 or number.y < letters[0].y - 0.714 * letters[0].size


def test_one_letter_is_larger_than_several() -> None:
    sizes = [
        texts(group(sheet(Crossword(1, 1, (Square(solution=s),))).shapes, "letters"))[0].size
        for s in ("A", "QU", "HEART", "NORTHWEST")
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] > 0.2 * CELL


@given(crossword=crosswords(set(Feature)))
def test_no_picture_reaches_over_its_edge(crossword: Crossword) -> None:
    for part in Part:
        drawn = sheet(crossword, part)
        assert not [shape for shape in outside(drawn) if not isinstance(shape, Text)]
        for text in texts(drawn.flat()):
            assert 0 <= box(text)[0] < box(text)[2] <= drawn.width
