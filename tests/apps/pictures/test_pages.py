"""Pages: everything on them once, in order, inside the margins, and nothing over anything else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from support.crosswords import crosswords
from support.drawn import (
    barred12,
    daily15,
    fancy_mini,
    german,
    greek,
    one_clue,
    ring,
    russian,
    sunday21,
)
from support.drawn_boxes import box, grid_box, group, outside, overlaps, texts, texts_beside_grid

from satcross.apps.pictures.sheets import sheets_of
from satcross.drawing.shapes import Line, Sheet, Text
from satcross.drawing.style import Page, Part, Style
from satcross.errors import FormatError, OptionError
from satcross.formats.losses import Feature
from satcross.model.crossword import Clue, Crossword, Square, crossword_of
from satcross.model.grid import Grid
from satcross.model.linked import Links

A4 = Page()
SAMPLES = [daily15, sunday21, barred12, fancy_mini, ring, german, greek, russian]
PAPERS = ["a4", "letter", "a5", "a3", "120x120"]


def puzzle(crossword: Crossword, page: Page = A4) -> list[Sheet]:
    return sheets_of(crossword, Part.PUZZLE, page=page)


def words(sheets: list[Sheet]) -> str:
    """All text beside the grids, in the order in which it is drawn."""
    beside = (text for sheet in sheets for text in texts_beside_grid(sheet))
    return " ".join(text.text for text in beside if not re.fullmatch(r"\d+/\d+", text.text))


def check(sheet: Sheet, page: Page) -> None:
    """Nothing reaches over a margin, or lies over anything else."""
    margin = page.margin - 3.0  # descenders and the border may reach over it
    for shape in sheet.flat():
        left, top, right, bottom = box(shape)
        assert left >= margin, shape
        assert top >= margin, shape
        assert right <= page.width - margin, shape
        assert bottom <= page.height - margin, shape
    boxes = [box(text) for text in texts_beside_grid(sheet)]
    # Raised and lowered letters come close to the next line.
    assert not overlaps([b for b in boxes if b[3] - b[1] > 6.0])
    left, top, right, bottom = grid_box(sheet)
    for a, b, c, d in boxes:
        assert c <= left or a >= right or d <= top or b >= bottom


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("paper", PAPERS)
def test_everything_is_on_the_page_and_nothing_overlaps(sample: object, paper: str) -> None:
    assert callable(sample)
    page = Page.named(paper)
    crossword = sample()
    sheets = puzzle(crossword, page)
    for sheet in sheets[:1]:
        check(sheet, page)
    for sheet in sheets:
        assert (sheet.width, sheet.height) == (page.width, page.height)
        assert not outside(sheet)
    check(sheets_of(crossword, Part.SOLUTION, page=page)[0], page)


def test_all_78_clues_are_on_one_page_in_order_and_legible() -> None:
    crossword = daily15()
    assert len(crossword.clues) == 78
    (sheet,) = puzzle(crossword)
    labels = [t for t in texts_beside_grid(sheet) if t.anchor == "end"]
    assert [label.text for label in labels] == [clue.label for clue in crossword.clues]
    assert all(label.bold and label.size >= 9 for label in labels)
    shown = words([sheet])
    for word in ("Across", "Down", "Unit Propagation", "edited by B. Checker", "© 2024 A. Maker"):
        assert word in shown
    assert "Two entries of this puzzle are words of logicians." in shown
    left, _, right, _ = grid_box(sheet)
    assert right - left > 0.6 * A4.width  # and the grid is large
    assert right == pytest.approx(A4.width - A4.margin, abs=2)


def test_columns_end_at_about_the_same_height() -> None:
    (sheet,) = puzzle(daily15())
    ends: dict[float, float] = {}
    for text in texts_beside_grid(sheet):
        if text.anchor == "end":
            ends[text.x] = max(text.y, ends.get(text.x, 0.0))
    assert len(ends) == 4
    assert max(ends.values()) - min(ends.values()) < 40


def test_numbers_are_aligned_and_clues_hang() -> None:
    (sheet,) = puzzle(daily15())
    beside = texts_beside_grid(sheet)
    labels = [t for t in beside if t.anchor == "end"]
    assert len({label.x for label in labels}) == 4
    first = labels[0].x
    column = [
        t for t in beside
        if t.anchor == "start" and first < t.x < first + 20 and t.y >= labels[0].y
    ]  # fmt: skip
    assert len(column) > 50  # a number of clues take two lines
    assert len({t.x for t in column}) == 1


def test_140_clues_of_a_21x21_fit_one_page_in_6_5_points_or_more() -> None:
    crossword = sunday21()
    assert len(crossword.clues) == 140
    (sheet,) = puzzle(crossword)
    labels = [t for t in texts_beside_grid(sheet) if t.anchor == "end"]
    assert [label.text for label in labels] == [clue.label for clue in crossword.clues]
    assert min(label.size for label in labels) >= 6.5


def test_more_clues_than_a_page_holds_go_on_to_others() -> None:
    crossword = sunday21()
    longer = tuple(replace(clue, text=f"{clue.text} " * 3, markup="") for clue in crossword.clues)
    sheets = puzzle(replace(crossword, clues=longer))
    assert len(sheets) > 1
    labels = [t for sheet in sheets for t in texts_beside_grid(sheet) if t.bold]
    numbers = [t.text for t in labels if t.anchor == "end"]
    assert numbers == [clue.label for clue in crossword.clues]
    assert min(t.size for t in labels) >= 7.5
    pages = [f"{n}/{len(sheets)}" for n in range(1, len(sheets) + 1)]
    assert [texts_beside_grid(s)[-2].text for s in sheets] == pages
    for number, sheet in enumerate(sheets):
        assert not outside(sheet)
        assert bool(group(sheet.shapes, "grid")) == (number == 0)
        assert not overlaps([box(text) for text in texts_beside_grid(sheet)])


@pytest.mark.parametrize("n_columns", [1, 2, 3, 5])
def test_so_many_columns_as_the_user_says(n_columns: int) -> None:
    page = replace(A4, columns=n_columns)
    (sheet,) = puzzle(sunday21() if n_columns == 5 else daily15(), page)[:1]
    check(sheet, page)
    rights = {t.x for t in texts_beside_grid(sheet) if t.anchor == "end" and t.bold}
    assert len(rights) == n_columns


def test_without_clues_the_grid_is_large() -> None:
    crossword = crossword_of(Grid.parse("CAT\nO#O\nBEE"))
    (sheet,) = puzzle(crossword)
    assert not texts_beside_grid(sheet)
    left, _, right, _ = grid_box(sheet)
    assert right - left == pytest.approx(3 * 42, abs=3)


def test_a_clue_that_is_not_written_shows_the_length_of_its_answer() -> None:
    shown = words(puzzle(fancy_mini()))
    assert shown.count("(5)") == 1
    assert shown.count("(3)") == 2


def test_other_lists_of_clues_have_their_headings() -> None:
    beside = texts_beside_grid(puzzle(fancy_mini())[0])
    headings = [t.text for t in beside if t.bold and t.anchor == "start"]
    assert headings == ["Fancy", "Across", "Down", "Around the edge"]


def test_markup_is_drawn() -> None:
    clue = replace(
        one_clue("").clues[0],
        text="a b c d H2O x2 e & f",
        markup="a <b>b</b> <i>c</i> <u>d</u> H<sub>2</sub>O x<sup>2</sup> <s>e</s> &amp; f",
    )
    (sheet,) = puzzle(replace(one_clue(""), clues=(clue,)))
    by_text = {t.text: t for t in texts_beside_grid(sheet)}
    assert (by_text["b"].bold, by_text["b"].italic) == (True, False)
    assert (by_text["c"].bold, by_text["c"].italic) == (False, True)
    assert (by_text["a"].bold, by_text["a"].italic) == (False, False)
    line = by_text["a"].y
    twos = [t for t in texts_beside_grid(sheet) if t.text == "2"]
    assert [t.y > line for t in twos] == [True, False]
    assert all(t.size < by_text["a"].size for t in twos)
    assert "& f (3)" in by_text
    rules = [s for s in sheet.shapes if isinstance(s, Line)]
    assert [rule.y1 > line for rule in rules] == [True, False]
    for rule, text in zip(rules, ("d", "e"), strict=True):
        left, _, right, _ = box(by_text[text])
        assert rule.x1 == pytest.approx(left)
        assert rule.x2 == pytest.approx(right)


@pytest.mark.parametrize(
    "text",
    ["W" * 1200, "word " * 1200, "a/b" * 500, "—" * 400, "\n\t\r", "<b>" * 50, "Ж" * 900],
    ids=["one word", "words", "slashes", "dashes", "blanks", "tags", "Cyrillic"],
)
def test_clues_of_any_length_are_whole_and_stay_inside(text: str) -> None:
    sheets = puzzle(one_clue(text), Page.named("a5"))
    for sheet in sheets:
        assert not outside(sheet)
        assert not overlaps([box(t) for t in texts_beside_grid(sheet)])
    if text.strip():
        shown = re.sub(r"(?<=\w)- ", "", words(sheets))  # the hyphens of words that are divided
        assert "".join(text.split()) in shown.replace(" ", "")


def test_clues_that_are_no_crossword_are_refused() -> None:
    with pytest.raises(FormatError, match=r"500,000 characters.*check that it is a crossword"):
        puzzle(one_clue("word " * 100_001))


def test_long_names_are_cut_and_long_notes_stand_after_the_clues() -> None:
    long = "Verbosity " * 200
    crossword = replace(
        one_clue("Pet"), title=long, author=long, copyright=long, notes="An end. " * 200
    )
    sheets = puzzle(crossword)
    for sheet in sheets:
        if group(sheet.shapes, "grid"):
            check(sheet, A4)
        assert not outside(sheet)
    shown = words(sheets)
    assert shown.count("…") == 3
    assert shown.index("Pet") < shown.index("Notes") < shown.index("An end.")
    assert shown.count("end.") == 200


def test_a_label_too_wide_for_its_column_stands_in_the_text() -> None:
    clues = (
        Clue("Across", "First and foremost", "Begin", cells=(0, 1)),
        Clue("Across", "2", "End", cells=(1, 2)),
    )
    (sheet,) = puzzle(replace(one_clue(""), clues=clues))
    assert "First and foremost Begin" in words([sheet])
    assert [t.text for t in texts_beside_grid(sheet) if t.anchor == "end"] == ["2"]


def test_the_solution_page_has_the_title_and_a_smaller_grid_with_letters() -> None:
    crossword = daily15()
    (sheet,) = sheets_of(crossword, Part.SOLUTION, page=A4)
    assert "Unit Propagation" in words([sheet])
    assert "Solution" in words([sheet])
    assert "Gone" not in words([sheet])
    letters = texts(group(sheet.shapes, "letters"))
    assert "".join(t.text for t in letters) == "".join(s.solution for s in crossword.squares)
    a, b = grid_box(sheet), grid_box(puzzle(crossword)[0])
    assert a[2] - a[0] < b[2] - b[0]


def test_linked_clues_and_what_explains_answers() -> None:
    crossword = crossword_of(Grid.parse("STRIKE\n#####A\nALIGHT"))
    first, *others = (replace(clue, text="x") for clue in crossword.clues)
    first = replace(first, annotation="Two lamps", enumeration="6,1,5")
    clues = (first, replace(others[0], text=""), *others[1:])
    linked = Links(replace(crossword, clues=clues)).with_link("1,3")
    assert "1, 3 x (6,1,5) 3 See 1" in words(puzzle(linked))
    german = sheets_of(linked, Part.PUZZLE, page=A4, style=Style(language="de"))
    assert "3 Siehe 1" in words(german)
    (sheet,) = sheets_of(replace(linked, title="Lights"), Part.SOLUTION, page=A4)
    shown = words([sheet])
    assert "Lights – Solution" in shown
    assert "1, 3 STRIKE A LIGHT: Two lamps" in shown
    assert "See" not in shown


def test_a_large_grid_is_still_on_its_page() -> None:
    crossword = replace(one_clue("x"), n_rows=150, n_cols=90, squares=(Square(),) * 13500)
    for sheet in puzzle(crossword, Page.named("a5")):
        assert not [s for s in outside(sheet) if not isinstance(s, Text)]


@given(crossword=crosswords(set(Feature)))
@settings(max_examples=15, deadline=None)
def test_any_crossword_gives_pages(crossword: Crossword) -> None:
    sheets = puzzle(crossword)
    for sheet in sheets:
        assert not outside(sheet)
        boxes = [box(text) for text in texts_beside_grid(sheet)]
        assert not overlaps([b for b in boxes if b[3] - b[1] > 7.0])


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [("a4", 595.28, 841.89), ("Letter", 612, 792), ("100x200", 283.46, 566.93),
     ("100x200mm", 283.46, 566.93), ("88.5×120", 250.87, 340.16)],
)  # fmt: skip
def test_sizes_of_paper(name: str, width: float, height: float) -> None:
    page = Page.named(name)
    assert page.width == pytest.approx(width, abs=0.01)
    assert page.height == pytest.approx(height, abs=0.01)


@pytest.mark.parametrize("name", ["a9", "", "0x0", "10x10", "9999x100", "axb", "-5x100", "1e9x5"])
def test_what_is_no_paper_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="page"):
        Page.named(name)


@pytest.mark.parametrize("columns", [0, -1, 9])
def test_numbers_of_columns_that_make_no_sense(columns: int) -> None:
    with pytest.raises(OptionError, match="columns"):
        Page.named("a4", columns)


def test_no_more_pages_than_are_needed_and_the_last_one_is_balanced() -> None:
    sheets = puzzle(sunday21(), Page.named("a5"))
    assert len(sheets) == 3
    ends: dict[float, float] = {}
    for text in texts_beside_grid(sheets[-1]):
        if text.anchor == "end" and text.bold:
            ends[text.x] = max(text.y, ends.get(text.x, 0.0))
    assert len(ends) == 3
    assert max(ends.values()) - min(ends.values()) < 40
