"""The page to solve a word search."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browser import Opened, violations

import satcross as sx
from satcross.apps.wordsearch.page import html_of
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.words.alphabets import parse_alphabet

WORDS = ["heron", "ice cream", "otter", "trout"]
Show = Callable[..., Opened]


@pytest.fixture(scope="module")
def made() -> WordSearch:
    result = sx.make_wordsearch(WORDS, "8x8", seed=2)
    assert isinstance(result, sx.Found | sx.Best)
    return result.value


@pytest.fixture
def show(chromium: Browser, tmp_path: Path) -> Iterator[Show]:
    shown: list[Opened] = []

    def show(puzzle: WordSearch, **context: Any) -> Opened:
        shown.append(Opened(chromium, **context))
        return shown[-1].open(html_of(puzzle, title="By the <river>"), tmp_path)

    yield show
    for opened in shown:
        opened.close()
        assert opened.problems == []


def ends(made: WordSearch, word: int) -> tuple[int, int]:
    """The first and last cell of a word, by its place in the list that is shown."""
    wanted = made.sorted_words()[word]
    cells = made.layout.placements[made.layout.words.index(wanted)].cells
    return cells[0], cells[-1]


def test_the_page_has_the_letters_and_not_the_places(made: WordSearch) -> None:
    page = html_of(made)
    assert page == html_of(made)
    found = re.search(r'id="puzzle">(.*)</script>', page)
    assert found
    data = json.loads(found[1])
    assert "".join(data["letters"]) == "".join(made.rows())
    assert data["words"] == ["HERON", "ICECREAM", "OTTER", "TROUT"]
    assert "ice cream" in page
    for placement in made.layout.placements:
        assert json.dumps(placement.cells, separators=(",", ":")) not in page


def test_words_are_marked_by_dragging_pressing_and_keys(show: Show, made: WordSearch) -> None:
    opened = show(made)
    assert opened.text("h1") == "By the <river>"
    first, last = ends(made, 0)
    opened.cell(first).hover()
    opened.page.mouse.down()
    opened.cell(last).hover()
    opened.page.mouse.up()
    expect(opened.page.locator("#status")).to_have_text("heron found.")
    first, last = ends(made, 1)  # backwards is as good
    opened.cell(last).click()
    opened.cell(first).click()
    expect(opened.page.locator(".words .found")).to_have_text(["heron", "ice cream"])
    expect(opened.page.locator("#left")).to_have_text("2 words left")
    first, last = ends(made, 2)
    opened.page.locator(".cur").focus()
    for cell in (first, last):
        walk(opened, made, cell)
        opened.press("Enter")
    expect(opened.page.locator("#left")).to_have_text("1 word left")
    opened.press("Control+z")
    expect(opened.page.locator("#left")).to_have_text("2 words left")
    opened.page.reload()
    expect(opened.page.locator("#left")).to_have_text("2 words left")


def test_letters_of_several_characters_are_marked_as_one(show: Show) -> None:
    dutch = parse_alphabet("dutch")
    result = sx.make_wordsearch(["ijs", "pijl", "wijzer"], "5x5", alphabet=dutch)
    assert isinstance(result, sx.Found | sx.Best)
    opened = show(result.value)
    for word in range(3):
        for cell in ends(result.value, word):
            opened.cell(cell).click()
    expect(opened.page.locator(".words .found")).to_have_count(3)


def walk(opened: Opened, made: WordSearch, cell: int) -> None:
    """Move to a cell with the arrow keys."""
    n = made.layout.board.n_cols
    at = opened.cursor()
    rows, cols = cell // n - at // n, cell % n - at % n
    opened.press(*["ArrowDown" if rows > 0 else "ArrowUp"] * abs(rows))
    opened.press(*["ArrowRight" if cols > 0 else "ArrowLeft"] * abs(cols))


@pytest.mark.slow
def test_what_is_no_word_is_not_marked(show: Show, made: WordSearch) -> None:
    opened = show(made)
    first, last = ends(made, 0)
    opened.cell(first).click()
    opened.cell(last + (1 if (last + 1) % 8 else -1)).click()
    assert opened.page.locator(".words .found").count() == 0


@pytest.mark.slow
def test_all_can_be_shown_and_the_rest_spells_the_message(show: Show) -> None:
    result = sx.make_wordsearch(["heron", "otter", "trout"], "5x4", message="river", seed=1)
    assert isinstance(result, sx.Found | sx.Best)
    opened = show(result.value)
    opened.page.click("summary:has-text('Show')")
    opened.page.click("[data-do='show all']")
    assert "3 words shown. The other letters say: RIVER" in opened.text("#status")
    assert opened.page.locator(".spare").count() == len("river")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_axe(show: Show, made: WordSearch, scheme: str) -> None:
    assert violations(show(made, color_scheme=scheme).page) == []


def test_the_lines_of_a_long_clue_are_set_apart_from_the_next(show: Show, made: WordSearch) -> None:
    page = show(made).page
    first_line, others = page.evaluate(
        """() => {
          const item = document.querySelector('.words li');
          item.style.width = '120px';
          item.textContent = 'A clue that is wrapped onto several lines of the list';
          const range = document.createRange();
          range.selectNodeContents(item);
          const lefts = [...range.getClientRects()].map((line) => Math.round(line.left));
          return [lefts[0], lefts.slice(1)];
        }"""
    )
    assert others
    assert all(left > first_line for left in others)
