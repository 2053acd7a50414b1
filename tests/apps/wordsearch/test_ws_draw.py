"""Pictures of word searches: everything is on the paper, and nothing lies over anything else."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from satcross.apps.clues.words import hidden_words
from satcross.apps.pictures.api import pdf_of, png_of, svg_of
from satcross.apps.pictures.fonts import CAP_HEIGHT, text_width
from satcross.apps.wordsearch.board import picture, rectangle
from satcross.apps.wordsearch.drawing import INKS, sheets_of, unprintable
from satcross.apps.wordsearch.headings import BY_NAME
from satcross.apps.wordsearch.layout import WordRun, WordSearchLayout
from satcross.apps.wordsearch.letters.filler import fill_unused_cells
from satcross.apps.wordsearch.make import WordSearchTask
from satcross.apps.wordsearch.options import WordSearchOptions
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.apps.wordsearch.shapes import shape_named
from satcross.drawing.shapes import Line, ShapeGroup, Sheet, Text
from satcross.drawing.style import Page, Part
from satcross.model.alphabet import LATIN
from satcross.model.grid import Grid
from satcross.results import Found

LIST = ("apple", "Ice cream", "plum", "cherry", "melon", "vanilla pod", "crème brûlée")


def _made(board: Grid, message: str = "") -> WordSearch:
    options = WordSearchOptions(rounds=30, message=message, builtin_forbid=False)
    made = WordSearchTask(LIST, board, options).run()
    assert isinstance(made, Found)
    return made.value


MADE = _made(rectangle(12, 14))
HEART = _made(shape_named("heart", 17, 17))


def _group(sheet: Sheet, name: str) -> ShapeGroup:
    return next(s for s in sheet.shapes if isinstance(s, ShapeGroup) and s.name == name)


def _texts(shapes: ShapeGroup | Sheet) -> list[Text]:
    return [s for s in Sheet(0, 0, shapes.shapes).flat() if isinstance(s, Text)]


def _check_on_paper(sheet: Sheet) -> None:
    for shape in sheet.flat():
        if isinstance(shape, Text):
            width = text_width(shape.text, shape.size, bold=shape.bold, italic=shape.italic)
            left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * width
            assert left >= 0
            assert left + width <= sheet.width + 0.01
            assert shape.y - shape.size * CAP_HEIGHT >= 0
            assert shape.y <= sheet.height
        elif isinstance(shape, Line):
            assert min(shape.x1, shape.x2) >= 0
            assert max(shape.x1, shape.x2) <= sheet.width
            assert min(shape.y1, shape.y2) >= 0
            assert max(shape.y1, shape.y2) <= sheet.height


@pytest.mark.parametrize("page", [None, Page(), Page.named("a5"), Page.named("90x60")])
@pytest.mark.parametrize("made", [MADE, HEART], ids=["rectangle", "heart"])
@pytest.mark.parametrize("solution", [False, True])
def test_all_is_on_the_paper(made: WordSearch, page: Page | None, solution: bool) -> None:
    sheets = sheets_of(made, title="Sweet things " * 9, page=page, solution=solution)
    for sheet in sheets:
        _check_on_paper(sheet)
    letters = _texts(_group(sheets[0], "letters"))
    assert [text.text for text in letters] == [made.letters[cell] for cell in sorted(made.letters)]
    groups = [g for s in sheets for g in s.shapes if isinstance(g, ShapeGroup)]
    listed = [t.text for g in groups if g.name == "words" for t in _texts(g)]
    assert sorted(listed) == ([] if solution else sorted(LIST))
    bottom = max(text.y for text in letters)
    words = [g for g in sheets[0].shapes if isinstance(g, ShapeGroup) and g.name == "words"]
    assert all(t.y - t.size > bottom for group in words for t in _texts(group))


def test_columns_of_the_list_do_not_touch() -> None:
    for page in (None, Page(), Page.named("a5")):
        texts = _texts(_group(sheets_of(MADE, page=page)[0], "words"))
        assert [t.text for t in texts] == sorted(LIST, key=lambda text: LATIN.normalise(text) or "")
        for a in texts:
            for b in texts:
                if a.y == b.y and a.x < b.x:
                    assert a.x + text_width(a.text, a.size) + 0.5 * a.size <= b.x


def test_a_long_list_goes_on() -> None:
    words = hidden_words([f"{a}{b}{c}word" for a in "ABCD" for b in "ABCDEFGH" for c in "KLMNPQ"])
    board = rectangle(192, 7)
    places = tuple(
        WordRun(i, tuple(range(7 * i, 7 * i + 7)), BY_NAME["E"]) for i in range(len(words))
    )
    letters = WordSearchLayout(board, words, places).letters
    made = WordSearch(WordSearchLayout(board, words, places), LATIN, letters)
    sheets = sheets_of(made, page=Page.named("a5"))
    assert len(sheets) > 1
    listed = [t.text for s in sheets[1:] for t in _texts(s)]
    assert sorted(listed) == sorted(word.written for word in words)
    for sheet in [*sheets, *sheets_of(made)]:
        _check_on_paper(sheet)


def test_every_word_is_outlined_about_its_letters() -> None:
    sheet = sheets_of(MADE, solution=True)[0]
    letters = dict(zip(sorted(MADE.letters), _texts(_group(sheet, "letters")), strict=True))
    cell = letters[1].x - letters[0].x
    outlines = _group(sheet, "outlines").shapes
    assert len(outlines) == len(LIST)
    inks = []
    for placement, outline in zip(MADE.layout.placements, outlines, strict=True):
        assert isinstance(outline, ShapeGroup)
        lines = [line for line in outline.shapes if isinstance(line, Line)]
        inks.append(lines[0].colour)
        assert {line.colour for line in lines} == {lines[0].colour}
        for before, after in zip(lines, [*lines[1:], lines[0]], strict=True):
            assert (before.x2, before.y2) == (after.x1, after.y1)
        # All of its points are as far from the nearest of the word's letters, or from between two.
        middles = [
            (letters[c].x, letters[c].y - CAP_HEIGHT * letters[c].size / 2) for c in placement.cells
        ]
        (x1, y1), (x2, y2) = middles[0], middles[-1]
        for line in lines:
            along = ((line.x1 - x1) * (x2 - x1) + (line.y1 - y1) * (y2 - y1)) / (
                (x2 - x1) ** 2 + (y2 - y1) ** 2
            )
            along = min(1.0, max(0.0, along))
            far = math.hypot(line.x1 - x1 - along * (x2 - x1), line.y1 - y1 - along * (y2 - y1))
            assert far == pytest.approx(0.4 * cell)
    for crossing in MADE.layout.crossings:
        assert inks[crossing.first] != inks[crossing.second]
    assert set(inks) <= set(INKS)


def test_filler_is_lighter_in_the_solution_only() -> None:
    used = MADE.layout.letters
    for solution in (False, True):
        texts = _texts(_group(sheets_of(MADE, solution=solution)[0], "letters"))
        for cell, text in zip(sorted(MADE.letters), texts, strict=True):
            assert (text.colour == "#000000") == (cell in used or not solution)


def test_a_message_is_mentioned() -> None:
    words = hidden_words(["ab", "cd"])
    layout = WordSearchLayout(
        rectangle(2, 4),
        words,
        (WordRun(0, (0, 1), BY_NAME["E"]), WordRun(1, (6, 7), BY_NAME["E"])),
    )
    made = fill_unused_cells(layout, alphabet=LATIN, message="Hi ho")
    assert isinstance(made, Found)
    notes = [text.text for text in _texts(sheets_of(made.value)[0]) if text.italic]
    assert notes == ["The 4 letters that belong to no word spell a message, row by row."]
    bold = [text.text for text in _texts(_group(sheets_of(made.value, solution=True)[0], "letters"))
            if text.bold]  # fmt: skip
    assert "".join(bold) == "HIHO"


def test_the_frame_goes_about_a_shape() -> None:
    board = picture("##.\n###")
    layout = WordSearchLayout(board, hidden_words(["ab"]), (WordRun(0, (0, 1), BY_NAME["E"]),))
    made = fill_unused_cells(layout, alphabet=LATIN, filler="XYZ")
    assert isinstance(made, Found)
    lines = [s for s in _group(sheets_of(made.value)[0], "frame").shapes if isinstance(s, Line)]
    length = sum(abs(line.x1 - line.x2) + abs(line.y1 - line.y2) for line in lines)
    assert length == pytest.approx(10 * 24.0)  # five cells: ten sides


def test_files() -> None:
    pdf = pdf_of(MADE, title="A & B")
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") == 2
    assert pdf_of(MADE, (Part.SOLUTION,)).count(b"/Type /Page\n") == 1
    assert pdf == pdf_of(MADE, title="A & B")
    assert "<title>A &amp; B</title>" in svg_of(MADE, title="A & B")
    assert png_of(HEART).startswith(b"\x89PNG")


def test_what_the_fonts_lack_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satcross.apps.pictures.scripts.folders", list)  # whatever this machine has
    assert unprintable(MADE, "fine") == []
    assert unprintable(MADE, "五") == ["五"]


def test_words_that_cross_have_different_inks() -> None:
    root = Path(__file__).resolve().parents[3]
    words = hidden_words(
        (root / "examples" / "lists" / "programming44.txt").read_text(encoding="utf-8").split()
    )
    options = WordSearchOptions(rounds=100, builtin_forbid=False)
    found = WordSearchTask(words, "24x20", options).run()
    assert isinstance(found, Found)
    made = found.value
    assert len(made.layout.crossings) > 30
    groups = [g for g in _group(sheets_of(made, solution=True)[0], "outlines").shapes
              if isinstance(g, ShapeGroup)]  # fmt: skip
    inks = [line.colour for g in groups for line in g.shapes[:1] if isinstance(line, Line)]
    alike = [c for c in made.layout.crossings if inks[c.first] == inks[c.second]]
    assert len(alike) <= 1  # a word may cross others of every ink
