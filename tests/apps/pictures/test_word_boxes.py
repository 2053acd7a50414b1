"""Numbers of a solution word in squares, and boxes below the grid, on paper and on pages."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader
from support.browser import PHONE, Opened, violations
from support.drawn import daily15, ring

import satcross as sx
from satcross.apps.pictures.board import boxes_of
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.solving.html import html_of
from satcross.drawing.languages import Texts
from satcross.drawing.shapes import Circle, Sheet, Text
from satcross.drawing.style import Part, Style
from satcross.kinds.codeword.puzzle import Codeword
from satcross.model.crossword import Crossword, Square
from satcross.model.solutionword import with_solution_word

LATTICE = ".....\n.#.#.\n.....\n.#.#.\n....."


def marked(word: str = "tea") -> Crossword:
    asked = sx.Puzzle.of(LATTICE).with_rule(f"solution-word {word}")
    return with_solution_word(sx.crossword_of(sx.fill(asked).unwrap().grid), word)


def texts_on(sheet: Sheet) -> list[str]:
    return [shape.text for shape in sheet.flat() if isinstance(shape, Text)]


def test_each_number_is_in_a_circle_in_its_square_and_in_its_box() -> None:
    crossword = marked()
    (sheet,) = sheets_of(crossword, Part.PUZZLE)
    circles = [shape for shape in sheet.flat() if isinstance(shape, Circle)]
    assert len(circles) == 6
    for number, at in enumerate(crossword.solution_cells, 1):
        row, col = divmod(at, 5)
        mine = [c for c in circles if col < c.x / 36 < col + 1.1 and row < c.y / 36 < row + 1.1]
        assert len(mine) == 1, number
    assert sheet.height > sheets_of(sx.crossword_of(sx.Grid.parse(LATTICE)))[0].height + 36
    assert [text for text in texts_on(sheet) if text in "TEA"] == []


def test_the_solution_has_the_letters_in_the_boxes() -> None:
    (sheet,) = sheets_of(marked(), Part.SOLUTION)
    assert texts_on(sheet)[-3:] == ["T", "E", "A"]


def test_letters_do_not_touch_the_circles() -> None:
    (sheet,) = sheets_of(marked(), Part.SOLUTION)
    circles = [shape for shape in sheet.flat() if isinstance(shape, Circle)]
    letters = [s for s in sheet.flat() if isinstance(s, Text) and s.text.isalpha() and s.size > 14]
    for circle in circles:
        for letter in letters:
            right = letter.x + 0.3 * letter.size
            is_left = right < circle.x or letter.x > circle.x + circle.radius
            is_above = letter.y < circle.y or letter.y - 0.7 * letter.size > circle.y
            assert is_left or is_above, (circle, letter)


@pytest.mark.parametrize("language", Texts.LANGUAGES)
def test_every_language_has_a_heading(language: str) -> None:
    heading = Texts.of(language).phrases["Solution word"]
    (sheet,) = sheets_of(marked(), style=Style(language=language))
    assert heading in texts_on(sheet)
    assert (heading == "Solution word") == (language == "en")
    assert heading in html_of(marked(), language=language)


def test_boxes_are_on_the_page_of_clues_and_of_a_codeword() -> None:
    base = daily15()
    crossword = with_solution_word(base, "senator")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(sx.pdf_of(crossword))).pages]
    assert ["Solution word" in page for page in pages] == [True, True]
    fill = sx.fill(LATTICE, seed=2).unwrap()
    letter = fill.grid.cells[0]
    codeword = with_solution_word(Codeword.of_fill(fill).crossword(fill), letter)
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(sx.pdf_of(codeword))).pages]
    assert all("Solution word" in page for page in pages)


def test_a_ring_has_numbers_opposite_those_of_its_cells() -> None:
    base = ring()
    word = next(square.solution for square in base.squares if square.solution)
    (sheet,) = sheets_of(with_solution_word(base, word))
    assert any(isinstance(shape, Circle) for shape in sheet.flat())


def test_a_picture_of_a_fill_has_the_word_of_its_puzzle() -> None:
    fill = sx.fill(sx.Puzzle.of(LATTICE).with_rule("solution-word tea")).unwrap()
    assert "Solution word" in sx.svg_of(fill)
    assert "Solution word" not in sx.svg_of(fill.grid)


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Opened]:
    shown = Opened(chromium, viewport=PHONE)
    yield shown.open(html_of(marked()), tmp_path)
    shown.close()
    assert shown.problems == []


def test_boxes_fill_as_the_cells_are_filled(opened: Opened) -> None:
    page, cells = opened.page, marked().solution_cells
    boxes = page.locator(".word li span")
    assert boxes.all_inner_texts() == ["", "", ""]
    grid = page.locator("#grid [role=gridcell]")
    grid.nth(cells[1]).click()
    page.keyboard.press("e")
    assert boxes.all_inner_texts() == ["", "E", ""]
    page.locator(".word li").nth(2).click()
    page.keyboard.press("x")
    assert grid.nth(cells[2]).locator(".t").inner_text() == "X"
    assert boxes.all_inner_texts() == ["", "E", "X"]
    assert "Solution word 2" in (grid.nth(cells[1]).get_attribute("aria-label") or "")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_a_long_word_has_several_lines_of_boxes() -> None:
    squares = tuple(Square(solution="A", mark=str(n)) for n in range(1, 31))
    boxes = boxes_of(Crossword(3, 10, squares), 10)
    assert boxes is not None
    assert (boxes.n_rows, boxes.n_cols) == (3, 10)


def test_numbers_that_are_no_word_have_no_boxes() -> None:
    squares = (Square(solution="A", mark="1"), Square(solution="A", mark="3"))
    assert boxes_of(Crossword(1, 2, squares), 5) is None
