"""Pictures and pages of other scripts, with fonts of the machine."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader
from support.browser import Opened

from satcross.apps.pictures.pdf import pdf_bytes
from satcross.apps.pictures.png import png_bytes
from satcross.apps.pictures.scripts import font_of, mirrored
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.pictures.svg import svg_text
from satcross.apps.solving.html import html_of
from satcross.drawing.shapes import Circle, Line, Rect, Sheet, Text
from satcross.drawing.style import Page, Part, Style
from satcross.errors import OptionError
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.words.alphabets import parse_alphabet

TEXTS = {"hebrew": "שלמ\nמ#ל\nשלש", "hangul": "한국어\n국#가\n어제도", "arabic": "كتب\nل#ا\nبيت"}


# As a keyboard of the language does it; the browser's own has Latin keys only.
KEY_DOWN = (
    "(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
)


def crossword(name: str) -> Crossword:
    return crossword_of(Grid.parse(TEXTS[name], alphabet=parse_alphabet(name)))


def letters_of(sheet: Sheet) -> list[Text]:
    shapes = [shape for shape in sheet.flat() if isinstance(shape, Text)]
    return [shape for shape in shapes if not shape.text.isdigit()]


def test_a_right_to_left_grid_begins_on_the_right() -> None:
    (hebrew,), (korean,) = sheets_of(crossword("hebrew")), sheets_of(crossword("hangul"))
    first, second, third = letters_of(hebrew)[:3]
    assert [first.text, second.text, third.text] == ["ש", "ל", "מ"]
    assert first.x > second.x > third.x
    assert letters_of(korean)[0].x < letters_of(korean)[1].x
    number = next(shape for shape in hebrew.flat() if isinstance(shape, Text) and shape.text == "1")
    assert number.anchor == "end"
    assert first.x < number.x < hebrew.width


def test_a_sheet_that_is_mirrored_twice_is_the_same() -> None:
    shapes = (
        Rect(1, 2, 3, 4, "#000000"), Line(0, 0, 5, 5, 1.0), Circle(2, 2, 1, 1.0, "#000000"),
        Text(1, 2, "A", 5.0), Text(1, 2, "B", 5.0, "middle"),
    )  # fmt: skip
    sheet = Sheet(10, 10, shapes)
    assert mirrored(sheet) != sheet
    assert mirrored(mirrored(sheet)) == sheet


@pytest.mark.parametrize("language", ["he", "ar", "ko"])
def test_an_empty_grid_has_the_direction_of_its_language(language: str) -> None:
    empty = crossword_of(Grid.parse("...#\n.#..\n...."))
    sheets = [
        *sheets_of(empty, Part.PUZZLE, style=Style(language=language)),
        *sheets_of(empty, Part.PUZZLE, page=Page(), style=Style(language=language)),
    ]
    for sheet in sheets:
        numbers = [one for one in sheet.flat() if isinstance(one, Text) and one.text.isdigit()]
        first, second = (next(one for one in numbers if one.text == n) for n in "12")
        assert (first.x > second.x) == (language != "ko")
    assert (' dir="rtl"' in html_of(empty, language=language)) == (language != "ko")
    filled = crossword("hangul")
    assert ' dir="rtl"' not in html_of(filled, language=language)  # letters decide


def test_a_page_to_solve_says_its_direction() -> None:
    assert ' dir="rtl"' in html_of(crossword("hebrew"))
    assert ' dir="rtl"' not in html_of(crossword("hangul"))


def test_a_hebrew_page_is_typed_from_right_to_left(chromium: Browser, tmp_path: Path) -> None:
    opened = Opened(chromium).open(html_of(crossword("hebrew"), language="he"), tmp_path)
    boxes = [opened.cell(at).bounding_box() or {"x": 0.0} for at in (0, 1)]
    assert boxes[0]["x"] > boxes[1]["x"]
    for key in "שלם":  # the last one is shown as its letter
        opened.page.evaluate(KEY_DOWN, key)
    assert [opened.cell(at).locator(".t").text_content() for at in range(3)] == ["ש", "ל", "מ"]
    opened.cell(0).click()
    opened.press("ArrowLeft")
    assert "cur" in (opened.cell(1).get_attribute("class") or "")
    opened.press("ArrowRight")
    assert "cur" in (opened.cell(0).get_attribute("class") or "")
    opened.press("Alt+w")
    assert "wrong" not in "".join(opened.cell(at).get_attribute("class") or "" for at in range(3))
    opened.close()
    assert opened.problems == []


@pytest.mark.parametrize("name", TEXTS)
def test_every_letter_is_in_the_file(name: str) -> None:
    letters = {char for char in TEXTS[name] if char.isalpha()}
    if any(font_of(char) is None for char in letters):
        pytest.skip("no font of this machine has them")
    pytest.importorskip("uharfbuzz")
    sheets = sheets_of(crossword(name), Part.SOLUTION)
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(pdf_bytes(sheets))).pages)
    assert letters <= set(text)
    assert "\ufffd" not in text
    assert pdf_bytes(sheets) == pdf_bytes(sheets)
    assert len(png_bytes(sheets[0])) > len(png_bytes(sheets_of(crossword(name), Part.PUZZLE)[0]))
    assert svg_text(sheets[0], embed_font=True).count("@font-face") > 1


@pytest.mark.parametrize("name", TEXTS)
def test_a_letter_without_a_font_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.apps.pictures.scripts.folders", list)
    (sheet,) = sheets_of(crossword(name))
    with pytest.raises(OptionError, match="no font on this machine has") as caught:
        pdf_bytes([sheet])
    assert "apt-get install fonts-" in str(caught.value.hint)
    with pytest.raises(OptionError, match="no font on this machine has"):
        png_bytes(sheet)
    assert svg_text(sheet)  # its viewer has fonts
