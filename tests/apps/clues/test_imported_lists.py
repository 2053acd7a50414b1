"""Lists as other programs write them: flashcards, spreadsheets, tables of Google."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.cli import run_cli
from support.spreadsheets import Rows, ods, xlsx

from satcross.apps.clues.flashcards import plain_lines
from satcross.apps.clues.lists import WordFile, lines_of, word_file
from satcross.errors import InputError

ANKI = """\
#separator:tab
#html:true
#guid column:1
#notetype column:2
#deck column:3
#tags column:6
f&[k;2\tBasic\tSpanish\t<b>perro</b>\t"the dog&nbsp;""here""[sound:perro.mp3]<br>barks"\tanimals
t<x>\tBasic\tSpanish\t<div>gato</div>\t<img src=""gato.jpg"">cat &lt;3\tanimals
"""
ROWS: Rows = [
    ["word", "clue"],
    ["perro", "dog"],
    [None, None],
    ["año", 1492],
    ["half\nlife", "a\tb"],
]


def read(text: str) -> WordFile:
    return word_file(text.splitlines(), source="list")


def pairs_of(file: WordFile) -> list[tuple[str, str, int]]:
    return [(word.written, word.clue, at) for word, at in zip(file.words, file.lines, strict=True)]


def test_a_list_of_anki_has_its_words_and_clues_alone() -> None:
    file = read(ANKI)
    assert pairs_of(file) == [
        ("perro", 'the dog "here" barks', 7),
        ("gato", "cat <3", 8),
    ]
    assert file.notes == (
        "HTML is read as text in 2 lines",
        "pictures and sounds of flashcards that are left out: 2",
    )


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("perro\t<b>dog</b>&nbsp;", "perro\tdog "),
        ("perro [sound:x.mp3]\tdog", "perro  \tdog"),
        ("perro\tdog<br>big", "perro\tdog big"),
        ("{{c1::perro::animal}}\t<i>dog</i>", "perro\tdog"),
    ],
)
def test_html_is_read_without_a_header_too(line: str, shown: str) -> None:
    assert plain_lines([line]) == ([shown], plain_lines([line])[1])
    assert plain_lines([line])[1]


@pytest.mark.parametrize(
    "line",
    [
        "a < b, R&B > c",
        "tag,<b> makes text bold",
        "# tags: biology",
        "x&y;z",
        "osmosis: a<b and c>d",
    ],
)
def test_what_only_looks_like_html_stays(line: str) -> None:
    assert plain_lines([line]) == ([line], [])


def test_comments_may_stand_below_a_header_too() -> None:
    file = read("# unit 3\nword,clue\ncat,pet\n# more, words\ndog,barks\n")
    assert pairs_of(file) == [("cat", "pet", 3), ("dog", "barks", 5)]


@pytest.mark.parametrize("column", ["x", "0", "-1", "9" * 5000, "\u0663"])
def test_a_header_with_a_wrong_column_hides_none_of_the_words(column: str) -> None:
    lines = ["#separator:tab", f"#guid column:{column}", "cat\tpet"]
    assert plain_lines(lines)[0] == ["", "", "cat\tpet"]


def test_a_header_may_say_that_it_is_no_html() -> None:
    assert plain_lines(["#separator:tab", "#html:false", "a\t<b>x</b>"])[0][2] == "a\t<b>x</b>"


@pytest.mark.needs("apps/freeform")
@pytest.mark.parametrize("data", [xlsx(ROWS), xlsx([], ROWS), ods(ROWS)], ids=["xlsx", "2", "ods"])
def test_the_rows_of_a_spreadsheet_are_a_list(data: bytes, tmp_path: Path) -> None:
    file = word_file(lines_of(data, "list"), source="list")
    assert pairs_of(file) == [("perro", "dog", 2), ("año", "1492", 4), ("half life", "a b", 5)]
    path = tmp_path / "list.xlsx"
    path.write_bytes(data)
    shown = run_cli("freeform", str(path))
    assert shown.code == 0, shown
    assert "HALFLIFE" in shown.out
    assert shown.err.splitlines()[-1].startswith("3 words in ")


@pytest.mark.needs("apps/freeform")
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (xlsx(ROWS, last="XFD1048576"), "more than 1,000,000 cells"),
        (ods(ROWS, repeated=9999), "more than 1,000,000 cells"),
        (xlsx([]), "is empty"),
        (xlsx(ROWS).replace(b"sheet1.xml", b"sheet1.xml" + bytes(9), 1), "is damaged"),
        (xlsx(ROWS)[:200], "a spreadsheet, a document or a zip archive"),
    ],
    ids=["far", "repeated", "empty", "damaged", "cut"],
)
def test_a_spreadsheet_that_cannot_be_read_is_refused(
    data: bytes, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(data)
    shown = run_cli("freeform", str(path))
    assert shown.code == 2
    assert shown.err.count("\n") == 1
    assert problem in shown.err


def test_a_spreadsheet_without_its_library_names_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(InputError, match=r"pip install 'satcross\[sheets\]', or save it as CSV"):
        lines_of(xlsx(ROWS), "list.xlsx")


@pytest.mark.needs("apps/freeform")
def test_a_google_sheet_is_its_downloaded_table(tmp_path: Path) -> None:
    shown = run_cli("freeform", "https://docs.google.com/spreadsheets/d/e/2PACX/pub?output=csv")
    assert shown.code == 2
    assert "this is an address, not a file; download it" in shown.err
    path = tmp_path / "Unit 3 - Sheet1.csv"
    path.write_bytes(
        'word,clue,\r\n"half-life","Decay, ""slow""\r\nor quick",\r\nárbol,,\r\n'.encode()
    )
    file = word_file(lines_of(path.read_bytes(), "list"), source="list")
    assert pairs_of(file) == [("half-life", 'Decay, "slow" or quick', 2), ("árbol", "", 4)]
