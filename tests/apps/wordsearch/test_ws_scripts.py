"""Word searches of other scripts: letters between the words, and from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browser import Opened

import satcross as sx
from satcross.apps.wordsearch import page as wordsearch_page
from satcross.apps.wordsearch.drawing import sheets_of
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.drawing.shapes import Line, Sheet, Text
from satcross.words.alphabets import parse_alphabet

WORDS = {
    "hebrew": ["שלום", "ספר", "דלת"],
    "arabic": ["كتاب", "قلم", "بيت"],
    "hindi": ["विज्ञान", "दीवार", "मकान"],
    "hangul": ["소방차", "이미", "수영"],
    "kana": ["さくら", "ゆき", "コーヒー"],
    "hungarian": ["dzsem", "asszony", "csak"],
}
TURNED = ("hebrew", "arabic")


def made(name: str, filler: str = "words") -> WordSearch:
    alphabet = parse_alphabet(name, WORDS[name])
    result = sx.make_wordsearch(
        WORDS[name], "6x5", alphabet=alphabet, filler=filler, seed=1, level="easy"
    )
    assert isinstance(result, sx.Found | sx.Best)
    return result.value


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("filler", ["words", "uniform"])
def test_letters_between_the_words_are_of_the_alphabet(name: str, filler: str) -> None:
    search = made(name, filler)
    assert set(search.letters.values()) <= set(parse_alphabet(name, WORDS[name]).texts)
    assert len(search.letters) == 30
    assert search.is_right_to_left == (name in TURNED)


def letters_of(sheet: Sheet) -> list[Text]:
    """Those in the middle of cells."""
    return [one for one in sheet.flat() if isinstance(one, Text) and one.anchor == "middle"]


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("solution", [False, True])
def test_the_first_column_is_on_the_side_where_reading_begins(name: str, solution: bool) -> None:
    search = made(name)
    (sheet,) = sheets_of(search, solution=solution)
    first, second = letters_of(sheet)[:2]
    assert (first.x > second.x) == (name in TURNED)
    assert first.text == search.letters[0]
    if solution:  # each word is outlined where its letters are
        xs = [x for one in sheet.flat() if isinstance(one, Line) for x in (one.x1, one.x2)]
        start = letters_of(sheet)[search.layout.placements[0].cells[0]]
        assert any(abs(x - start.x) < 15 for x in xs)


def test_rows_of_text_have_marks_at_their_ends() -> None:
    rows = str(made("hebrew")).splitlines()[:5]
    assert all(row[0] == row[-1] == "\u200f" for row in rows)
    assert "\u200f" not in str(made("kana"))


def test_a_page_is_solved_from_right_to_left(chromium: Browser, tmp_path: Path) -> None:
    search = made("hebrew")
    opened = Opened(chromium).open(wordsearch_page.html_of(search), tmp_path)
    boxes = [opened.cell(at).bounding_box() or {} for at in range(2)]
    assert boxes[0]["x"] > boxes[1]["x"]
    cells = search.layout.placements[0].cells
    opened.cell(cells[0]).click()
    opened.cell(cells[-1]).click()
    line = opened.page.locator(".marks line").first.bounding_box()
    ends = [opened.cell(at).bounding_box() for at in (cells[0], cells[-1])]
    assert line is not None
    for end in ends:
        assert end is not None
        middle = end["x"] + end["width"] / 2
        assert line["x"] - end["width"] <= middle <= line["x"] + line["width"] + end["width"]
    assert opened.page.locator(".words li.found").count() == 1
    opened.close()
    assert opened.problems == []
