"""The manuscript: what is on which page, in order, inside the margins; and what is refused."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from support.crosswords import crosswords
from support.drawn import barred12, daily15, fancy_mini, sunday21
from support.drawn_boxes import box, grid_box, outside, overlaps, texts_beside_grid

import satcross as sx
from satcross.apps.pictures.api import submission_of
from satcross.apps.pictures.submission import SIZE, submission_sheets
from satcross.drawing.shapes import Sheet, Text
from satcross.drawing.style import Page, Style
from satcross.errors import FormatError, OptionError
from satcross.formats.losses import Feature
from satcross.model.crossword import Crossword, Square, SquareKind

LETTER = Page.named("letter")
LEFT = 72.0
CONTACT = ("12 Elm Street, Springfield", "ada@example.org")


def whole(crossword: Crossword) -> Crossword:
    """The crossword with a letter in every square and a text for every clue."""
    squares = tuple(
        replace(square, solution=square.solution or "E" * (square.kind is SquareKind.OPEN))
        for square in crossword.squares
    )
    clues = tuple(replace(clue, text=clue.text or "A clue") for clue in crossword.clues)
    return replace(crossword, squares=squares, clues=clues, author="Ada Byron")


def sheets_of(crossword: Crossword, page: Page = LETTER) -> list[Sheet]:
    return submission_sheets(crossword, CONTACT, page, Style())


def rows(sheet: Sheet) -> list[list[Text]]:
    """The texts beside the grid by line, from left to right."""
    found: dict[float, list[Text]] = {}
    for text in texts_beside_grid(sheet):
        found.setdefault(text.y, []).append(text)
    return [sorted(found[y], key=lambda text: text.x) for y in sorted(found)]


def test_the_first_page_has_name_contact_count_and_the_filled_grid() -> None:
    first = sheets_of(whole(daily15()))[0]
    assert [text.text for text in texts_beside_grid(first)] == [
        "Unit Propagation", "Ada Byron", *CONTACT, "Word count: 78",
    ]  # fmt: skip
    in_grid = [s.text for s in first.flat() if isinstance(s, Text)][5:]
    assert sum(text.isdigit() for text in in_grid) == 71
    assert sum(text.isalpha() for text in in_grid) == 189
    left, _, right, bottom = grid_box(first)
    assert left + right == pytest.approx(LETTER.width)
    assert bottom < LETTER.height - 72


def test_clues_are_on_the_left_and_answers_in_a_column_on_the_right() -> None:
    crossword = whole(daily15())
    pages = sheets_of(crossword)[1:]
    lines = [row for page in pages for row in rows(page)[1:]]
    numbered = [row for row in lines if row[0].text.isdigit() and row[0].x == LEFT]
    assert [row[0].text for row in numbered] == [clue.label for clue in crossword.clues]
    assert [row[-1].text for row in numbered] == [clue.answer for clue in crossword.clues]
    assert len({row[-1].x for row in numbered}) == 1
    assert {text.size for row in lines for text in row if text.size > SIZE * 0.7} == {SIZE}
    heads = [row[0].text for row in lines if row[0].bold and row[0].x == LEFT]
    assert heads == ["ACROSS", "DOWN", "NOTES"]
    for number, page in enumerate(pages, 2):
        assert [text.text for text in rows(page)[0]] == ["Ada Byron", str(number)]


def test_clues_are_double_spaced() -> None:
    page = sheets_of(whole(daily15()))[1]
    starts = [r[0].y for r in rows(page)[1:] if r[0].text.isdigit() and r[0].x == LEFT]
    gaps = [below - above for above, below in pairwise(starts)]
    assert min(gaps) == pytest.approx(2 * 1.2 * SIZE)


@pytest.mark.parametrize("sample", [daily15, sunday21, barred12, fancy_mini])
@pytest.mark.parametrize("paper", ["letter", "a5", "120x120"])
def test_everything_is_inside_the_margins_and_nothing_overlaps(sample: object, paper: str) -> None:
    assert callable(sample)
    page = Page.named(paper)
    margin = min(72.0, 0.12 * page.width) - 3.0
    for sheet in sheets_of(whole(sample()), page):
        assert not outside(sheet)
        for text in texts_beside_grid(sheet):
            left, top, right, bottom = box(text)
            assert left >= margin
            assert top >= margin - 3.0
            assert right <= page.width - margin
            assert bottom <= page.height - margin
        # Raised and lowered letters come close to the next line.
        boxes = [box(text) for text in texts_beside_grid(sheet)]
        assert not overlaps([b for b in boxes if b[3] - b[1] > 9.0])


@given(crosswords(frozenset(Feature)), st.sampled_from(["letter", "a5"]))
@settings(max_examples=15)
def test_any_whole_crossword_has_all_its_answers(crossword: Crossword, paper: str) -> None:
    crossword = whole(crossword)
    try:
        sheets = sheets_of(crossword, Page.named(paper))
    except FormatError as error:  # without open squares, or with an entry that has no clue
        assert re.search("no open squares|no clue", str(error))  # noqa: PT017
        return
    shown = {text.text for sheet in sheets for text in texts_beside_grid(sheet)}
    for clue in crossword.clues:
        if clue.answer.isalpha():
            assert clue.answer.upper() in shown


def test_a_long_clue_continues_on_the_next_page_and_notes_are_last() -> None:
    crossword = whole(daily15())
    clue = replace(crossword.clues[0], text="very " * 1000 + "long", markup="")
    crossword = replace(crossword, clues=(clue, *crossword.clues[1:]), notes="Made for you.")
    sheets = sheets_of(crossword)
    texts = [text.text for sheet in sheets for text in texts_beside_grid(sheet)]
    assert " ".join(texts).count("very") == 1000
    assert texts[-2:] == ["NOTES", "Made for you."]
    assert all(not outside(sheet) for sheet in sheets)


def test_a_long_answer_is_smaller() -> None:
    crossword = whole(daily15())
    clue = replace(crossword.clues[0], answer="W" * 40)
    sheets = sheets_of(replace(crossword, clues=(clue, *crossword.clues[1:])))
    (answer,) = (t for t in texts_beside_grid(sheets[1]) if t.text == "W" * 40)
    assert answer.size < SIZE
    assert box(answer)[2] <= LETTER.width - 72 + 0.01


def test_the_file() -> None:
    data = submission_of(whole(daily15()), contact=CONTACT)
    assert data == sx.submission_of(whole(daily15()), contact=list(CONTACT))
    pdf = PdfReader(io.BytesIO(data))
    assert [float(side) for side in pdf.pages[0].mediabox[2:]] == [612, 792]
    assert pdf.metadata is not None
    assert pdf.metadata.author == "Ada Byron"
    assert "ada@example.org" in pdf.pages[0].extract_text()


def test_what_is_refused() -> None:
    crossword = whole(daily15())
    with pytest.raises(
        FormatError, match=r"^1 of 189 squares have no letter; .*fill the grid first"
    ):
        submission_of(
            replace(crossword, squares=(Square(), *crossword.squares[1:])), contact=CONTACT
        )
    bare = tuple(replace(clue, text="", markup="") for clue in crossword.clues)
    with pytest.raises(FormatError, match=r"no clue: 1 Across, 5 Across, 9 Across and 75 more"):
        submission_of(replace(crossword, clues=bare))
    with pytest.raises(FormatError, match=r"no clue: 1 Across, "):
        submission_of(replace(crossword, clues=crossword.clues[1:2]))
    with pytest.raises(OptionError, match="contact: must be at most 8 lines of 200 characters"):
        submission_of(crossword, contact=["x"] * 9)
    with pytest.raises(OptionError, match="got object"):
        sx.submission_of(object())
