"""Words that are hidden and not listed, and squares in lower case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from support.browser import Opened
from support.cli import run_cli

from satcross.apps.wordsearch.drawing import message_note, sheets_of
from satcross.apps.wordsearch.files import searches_of
from satcross.apps.wordsearch.page import html_of
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.drawing.shapes import Text
from satcross.errors import InputError

WAYS = {"E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1),
        "W": (0, -1), "NW": (-1, -1), "N": (-1, 0), "NE": (-1, 1)}  # fmt: skip


@pytest.fixture
def made(tmp_path: Path) -> WordSearch:
    (tmp_path / "list.txt").write_text("cat\nhorse\ngoat\n")
    (tmp_path / "more.txt").write_text("zebra\nlion\n")
    out = tmp_path / "made.json"
    lists = (tmp_path / "list.txt", "7x7", "--bonus", tmp_path / "more.txt", "--lower-case")
    assert run_cli("wordsearch", *lists, "-o", out).code == 0
    text = run_cli("wordsearch", *lists).out
    assert "Bonus words: 2" in text
    assert "zebra" not in text
    assert "lion" not in text
    done = run_cli("wordsearch", tmp_path / "list.txt", "7x7", "--bonus", tmp_path / "list.txt")
    assert (done.code, "'cat' (line 1) is in the list too" in done.err) == (2, True)
    (found,) = searches_of(out.read_bytes(), "made.json")
    return found


def test_files_keep_both_and_paper_says_how_many(made: WordSearch) -> None:
    assert (made.n_bonus, made.lower_case) == (2, True)
    assert [word.written for word in made.listed] == ["cat", "horse", "goat"]
    assert made.list_items() == ["cat", "goat", "horse"]
    assert all(row.isupper() for row in made.rows())  # which is what is verified
    puzzle = [shape.text for shape in sheets_of(made)[0].flat() if isinstance(shape, Text)]
    assert "zebra" not in puzzle
    assert "Bonus words: 2." in puzzle
    assert sum(len(text) == 1 and text.islower() for text in puzzle) == 49
    assert message_note(made, solution=True) == ""
    data = str(made)
    assert data.endswith("Bonus words: 2")


def test_damaged_numbers_are_refused(made: WordSearch) -> None:
    from satcross.apps.wordsearch.files import search_json

    data = json.loads(search_json(made, number=1))
    assert (data["bonus"], data["lower_case"]) == (2, True)
    for wrong in ({"bonus": 5}, {"bonus": -1}, {"bonus": "2"}, {"lower_case": 1}):
        with pytest.raises(InputError, match="bonus"):
            searches_of(json.dumps(data | wrong).encode(), "x")


@pytest.mark.slow
def test_a_page_takes_bonus_words_and_is_solved_without(
    made: WordSearch, chromium: Chromium, tmp_path: Path
) -> None:
    page = html_of(made)
    assert "zebra" not in page.split("<script")[0]
    opened = Opened(chromium).open(page, tmp_path)

    def find(index: int) -> None:
        word = made.words[index]
        down, right = WAYS[word.direction]
        for n in (0, len(word.word) - 1):
            opened.cell((word.row + n * down) * 7 + word.col + n * right).click()

    find(3)
    assert opened.text(".words").split("\n") == ["cat", "goat", "horse", "zebra", "?"]
    assert opened.text("#left") == "3 words left"
    for index in range(3):
        find(index)
    assert opened.text("#left") == "All found"
    find(4)
    assert opened.text(".words").split("\n")[-1] == "lion"
    opened.close()
    assert opened.problems == []
