"""The line for a name and a date, word lists on paper, and answers as they are written."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from support.cli import run_cli
from support.drawn import clued

from satcross.apps.pictures.bankbox import written_otherwise
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.pictures.words import lines_of, words_of
from satcross.drawing.shapes import Line, Sheet, Text
from satcross.drawing.style import Page, Part, Style
from satcross.drawing.wordbank import word_bank_of
from satcross.model.crossword import Clue, Crossword
from satcross.model.grid import Grid

LIST = "Straße: Weg\nhalf-life: Decay\ncafé: Coffee\nenzyme: It speeds up\n"


def texts_on(sheet: Sheet) -> list[Text]:
    return [shape for shape in sheet.flat() if isinstance(shape, Text)]


def pages(path: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(path).pages]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Name:", "Date:")), ("de", ("Name:", "Datum:")), ("es", ("Nombre:", "Fecha:"))],
)
def test_the_line_is_above_a_puzzle_and_not_above_its_solution(
    language: str, words: tuple[str, str]
) -> None:
    puzzle = clued(Grid.parse("CAT\nO#O\nDEN"), title="Pets")
    style = Style(language=language, fills_page=True, name_line=True)
    (sheet,) = sheets_of(puzzle, Part.PUZZLE, page=Page(), style=style)
    name, date, title = texts_on(sheet)[:3]
    assert (name.text, date.text, title.text) == (*words, "Pets")
    assert name.y == date.y < title.y - title.size
    assert not name.bold
    assert name.size < title.size
    rules = [shape for shape in sheet.flat() if isinstance(shape, Line) and shape.y1 < title.y - 20]
    assert len(rules) == 2
    assert all(rule.x2 - rule.x1 > 80 for rule in rules)
    assert max(text.y for text in texts_on(sheet)) < sheet.height - Page().margin
    (solution,) = sheets_of(puzzle, Part.SOLUTION, page=Page(), style=style)
    assert words[1] not in [text.text for text in texts_on(solution)]


def test_the_line_runs_from_right_to_left_where_the_page_does() -> None:
    puzzle = clued(Grid.parse("CAT\nO#O\nDEN"), title="Pets")
    style = Style(language="he", name_line=True)
    name, date = texts_on(sheets_of(puzzle, Part.PUZZLE, page=Page(), style=style)[0])[:2]
    assert name.x > date.x
    assert name.anchor == "end"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=pytest.mark.needs(f"apps/{name}"))
        for name in ("freeform", "wordsearch")
    ],
)
def test_commands_have_the_line_as_an_option(command: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LIST, "utf-8")
    out = tmp_path / "x.pdf"
    arguments = (command, str(tmp_path / "list.txt"), "--name-line", "--title", "Sheet", "-o")
    assert run_cli(*arguments, str(out)).code == 0
    first, last = pages(out)
    assert first.startswith("Name: Date:\nSheet")
    assert "Date:" not in last
    refused = run_cli(*arguments, str(tmp_path / "x.json"))
    assert refused.code == 2
    assert "json has no place for it; write a .pdf" in refused.err


def test_render_draws_the_line_above_any_puzzle(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("CAT\nO#O\nDEN\n")
    out = tmp_path / "x.pdf"
    assert run_cli("render", tmp_path / "grid.txt", "--name-line", "-o", out).code == 0
    assert pages(out)[0].startswith("Name: Date:\n")
    assert run_cli("render", tmp_path / "grid.txt", "--name-line", "-o", "x.svg").code == 2


@pytest.mark.needs("apps/freeform")
@pytest.mark.needs("apps/books")
def test_a_solution_says_how_answers_are_written(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LIST, "utf-8")
    out = tmp_path / "x.pdf"
    assert run_cli("freeform", tmp_path / "list.txt", "--word-bank", "-o", out).code == 0
    first, last = pages(out)
    for number, written in ((1, "half-life"), (2, "Straße"), (3, "café")):
        assert written in first
        assert re.search(rf"\d {written}", last), (number, last)
    assert "enzyme" in first  # as in the list, beside the others
    assert "enzyme" not in last.lower().replace(" ", "").split("\n")[-1]
    made = tmp_path / "x.json"
    assert run_cli("freeform", tmp_path / "list.txt", "-o", made).code == 0
    assert run_cli("book", made, "-o", tmp_path / "b.pdf", "--key", tmp_path / "key.pdf").code == 0
    assert re.search(r"\d half-life", pages(tmp_path / "key.pdf")[0])


def test_written_answers_below_a_key_are_listed_by_direction() -> None:
    crossword = clued(Grid.parse("CAT\nO#O\nDEN"))
    written = {"CAT": "cá-t", "COD": "c-od", "DEN": "de-n"}
    clues = [
        replace(clue, answer=written.get(clue.answer, clue.answer)) for clue in crossword.clues
    ]
    shown: Crossword = replace(crossword, clues=tuple(clues))
    lines = [line.replace("\u00a0", " ") for line in written_otherwise(shown, "de")]
    assert lines == ["Waagerecht: 1 cá-t · 3 de-n", "Senkrecht: 1 c-od"]


def test_a_bank_is_in_the_order_of_a_dictionary() -> None:
    crossword = clued(Grid.parse("CAT\nO#O\nDEN"))
    clues = [
        replace(clue, answer={"CAT": "Cat", "TON": "tón"}.get(clue.answer, clue.answer))
        for clue in crossword.clues
    ]
    shown: Crossword = replace(crossword, clues=tuple(clues))
    all_known = {"CAT": "Cat", "COD": "cod", "DEN": "Den"}
    assert word_bank_of(shown, "en", all_known) == ["Cat", "cod", "Den", "tón"]
    # A file may say no more than capitals; not half of the list in these.
    assert word_bank_of(shown, "en", {"COD": "cod"}) == ["CAT", "COD", "DEN", "TÓN"]
    assert written_otherwise(shown, "en")[-1].endswith("\u00a0tón")


def test_no_line_begins_with_a_dot_and_long_words_have_hyphens() -> None:
    words = words_of(Clue.BETWEEN.join(["cell wall", "osmosis", "photosynthesis", "half-life"]))
    for room in range(3, 40):
        lines = [
            "".join((" " if word.blank else "") + "".join(text for text, _ in word.pieces)
                    for word in line).strip()
            for line in lines_of(words, room)
        ]  # fmt: skip
        assert not [line for line in lines if line.startswith("·")]
        broken = [line for line in lines[:-1] if line[-1].isalpha()]
        assert all(line.endswith("cell") for line in broken), (room, lines)
        whole = " ".join(lines).replace("- ", "").replace("-", "")
        assert whole == "cell wall · osmosis · photosynthesis · halflife"
    (word,) = words_of("photosynthesis")
    first, *others = lines_of([word], word.width - 0.1)
    assert first[0].pieces[0][0] == "photosynthe-"  # three letters at least go on
    assert [piece.pieces[0][0] for line in others for piece in line] == ["sis"]


@pytest.mark.parametrize("text", ["世界世界世界世界", "שלוםשלוםשלום"])
def test_scripts_without_hyphens_get_none(text: str) -> None:
    lines = lines_of(words_of(text), 2.5)
    assert len(lines) > 1
    assert "-" not in "".join(word.pieces[0][0] for line in lines for word in line)
