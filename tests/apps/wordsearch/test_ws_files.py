"""Word searches as text and JSON, and lists as they are read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from satcross.apps.clues.lists import lines_of_file, themed, word_file
from satcross.apps.clues.words import hidden_words
from satcross.apps.wordsearch.board import picture, rectangle
from satcross.apps.wordsearch.files import (
    figures_of,
    report_text,
    search_json,
    solution_text,
)
from satcross.apps.wordsearch.headings import BY_NAME
from satcross.apps.wordsearch.layout import WordRun, WordSearchLayout
from satcross.apps.wordsearch.letters.filler import fill_unused_cells
from satcross.apps.wordsearch.occurrences import Scanner
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.errors import WordListError
from satcross.results import Found
from satcross.words import WordList

_ROOT = Path(__file__).resolve().parents[3]
# The letters of the solution that Ruby Quiz 159 printed, some of its lines, and the words in it.
_PRINTED = (
    (_ROOT / "tests" / "apps" / "wordsearch" / "data" / "seed_board.txt")
    .read_text(encoding="utf-8")
    .split()
)
_LIST = (_ROOT / "examples" / "lists" / "programming44.txt").read_text(encoding="utf-8").split()
_LINES_PRINTED = {
    0: "e-x-p-r-e-s-s-i-o-n v-i-r-t-u-a-l . . .",
    2: ". e-c-n-a-t-s-n-i p . . e-t-a-l-p-m-e-t",
    4: "i c-o-n-d-i-t-i-o-n r e-v-a-l-u-a-t-e s",
    18: "c f p-r-o-t-o-t-y-p-e s-t-a-c-k n e c l",
    38: "i-t-e-r-a-t-o-r i-d-e-n-t-i-f-i-e-r d .",
}


def _printed_layout() -> WordSearchLayout:
    board = rectangle(20, 20)
    letters = {
        20 * row + col: letter
        for row, line in enumerate(_PRINTED)
        for col, letter in enumerate(line)
        if letter != "."
    }
    words = hidden_words(_LIST)
    found = {o.text: o for o in Scanner(board, [w.letters for w in words]).find(letters)}
    return WordSearchLayout(
        board,
        words,
        tuple(
            WordRun(i, found[word.letters].cells, found[word.letters].heading)
            for i, word in enumerate(words)
        ),
    )


def _small() -> WordSearch:
    """CAT to the right, PAT up, TOP down to the left and SAW down to the right."""
    words = hidden_words(["cat", "pat", "t-op", "saw"])
    places = (
        WordRun(0, (0, 1, 2), BY_NAME["E"]),
        WordRun(1, (10, 6, 2), BY_NAME["N"]),
        WordRun(2, (3, 6, 9), BY_NAME["SW"]),
        WordRun(3, (5, 10, 15), BY_NAME["SE"]),
    )
    board = rectangle(4, 4)
    good = (places[0], WordRun(1, (10, 6, 2), BY_NAME["N"]))
    layout = WordSearchLayout(board, words[:2], good)
    made = fill_unused_cells(layout, filler="XYZ", seed=1)
    assert isinstance(made, Found)
    return made.value


def test_the_solution_is_as_the_seed_printed_it() -> None:
    lines = solution_text(_printed_layout()).splitlines()
    assert len(lines) == 39
    for number, line in _LINES_PRINTED.items():
        assert lines[number].lower() == line
    ties = "".join(lines[1::2])
    assert ties.count("|") > 80
    assert ties.count("\\") > 10
    assert set(ties) <= set(" |\\/X")


def test_the_figures_of_what_the_seed_printed() -> None:
    figures = figures_of(_printed_layout())
    assert (figures["words"], figures["cells"], figures["crossings"]) == (44, 400, 8)
    assert (figures["parallel"], figures["triangles"]) == (37, 0)
    assert sum(figures["directions"].values()) == 44
    assert "crossings       8, " in report_text(_printed_layout())


def test_ties_go_the_way_of_the_words() -> None:
    board = picture("####\n####\n###")
    words = hidden_words(["ab", "cd", "ef", "gh", "ij"])
    layout = WordSearchLayout(
        board,
        words,
        (
            WordRun(0, (0, 5), BY_NAME["SE"]),
            WordRun(1, (1, 4), BY_NAME["SW"]),
            WordRun(2, (3, 2), BY_NAME["W"]),
            WordRun(3, (10, 6), BY_NAME["N"]),
            WordRun(4, (8, 9), BY_NAME["E"]),
        ),
    )
    assert solution_text(layout) == "A C F-E\n X\nD B H .\n    |\nI-J G"


def test_text_and_json_agree() -> None:
    made = _small()
    text = str(made)
    rows = [line[::2] for line in text.splitlines()[:4]]
    data = json.loads(search_json(replace(made, seed=7), number=3))
    assert rows == data["square"] == made.rows()
    assert (data["number"], data["seed"]) == (3, 7)
    assert data["words"][1] == {
        "word": "PAT", "written": "pat", "row": 2, "col": 2, "direction": "N",
        "clue": "",
    }  # fmt: skip
    assert text.splitlines()[5] == "cat  pat"


def test_lists_are_read_down_the_columns() -> None:
    made = _small()
    words = hidden_words([f"{a}{b} word" for a in "abc" for b in "defghijk"])
    board = rectangle(24, 6)
    places = tuple(
        WordRun(i, tuple(range(6 * i, 6 * i + 6)), BY_NAME["E"]) for i in range(24)
    )  # fmt: skip
    letters = {cell: letter for i, w in enumerate(words) for cell, letter in
               zip(places[i].cells, w.letters, strict=True)}  # fmt: skip
    wide = WordSearch(WordSearchLayout(board, words, places), made.alphabet, letters)
    lines = wide.list_text().splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("ad word  ag word")
    assert lines[1].startswith("ae word")
    assert all(len(line) <= 78 for line in lines)


def test_a_file_of_words_has_comments_and_phrases(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("\ufeff# Obst\r\nÄpfel\r\n\r\n  # more\r\nice  cream\r\n".encode())
    read = word_file(lines_of_file(str(path)), source="list.txt")
    assert [(w.letters, w.written) for w in read.words] == [
        ("APFEL", "Äpfel"), ("ICECREAM", "ice cream"),
    ]  # fmt: skip
    assert read.lines == (2, 5)


def test_too_many_words_are_refused() -> None:
    with pytest.raises(WordListError, match="5,000 words are too many"):
        word_file([f"word{at}" for at in range(5000)], source="big.txt")


def test_a_theme_is_drawn_from_the_best_words() -> None:
    listed = WordList.from_words([("oak tree", 90), ("oaken", 80), ("oak", 99), ("oat cake", 10)])
    chosen = themed(listed, "OA*", 2, longest=7, allow_inside=False, seed=0).words
    assert {word.written for word in chosen} < {"oak tree", "oaken", "oat cake"}
    again = themed(listed, "OA*", 2, longest=7, allow_inside=False, seed=0).words
    assert chosen == again
    with pytest.raises(WordListError, match="3 words"):
        themed(listed, "*", 4, longest=9, allow_inside=False, seed=0)
