"""Reading .xd files of other programs and people, and the remarks of the reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.cli.commands import own_names
from satcross.errors import FormatError
from satcross.formats.reading import parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword, SquareKind

ROWS = ("CAT#OWL", "A#OVA#A", "NEW#KIN")
ANSWERS = {
    "A1": "CAT", "A3": "OWL", "A5": "OVA", "A6": "NEW", "A7": "KIN",
    "D1": "CAN", "D2": "TOW", "D3": "OAK", "D4": "LAN",
}  # fmt: skip


def xd(*headers: str, rows: tuple[str, ...] = ROWS, **answers: str) -> bytes:
    wanted = ANSWERS | answers
    parts = [
        ["Title: T", *headers],
        rows,
        [f"{name}. clue{f' ~ {answer}' if answer else ''}" for name, answer in wanted.items()],
    ]
    return "\n\n\n".join("\n".join(part) for part in parts).encode()


def read(data: bytes) -> Crossword:
    return parse_crossword(data, format_named("xd"), "x.xd")


def dotted(**answers: str) -> bytes:
    return xd(rows=tuple(row.replace("#", ".") for row in ROWS), **answers)


@pytest.mark.parametrize(
    ("answers", "n_fit", "n_else"),
    [
        ({}, 9, 1),
        ({"A1": "cat"}, 9, 1),
        ({"A1": "C AT"}, 9, 1),
        ({"A1": "C|AT", "A3": "Ö-WL"}, 9, 1),
        ({"A1": "COT"}, 8, 1),
        ({"A1": "COT", "A3": "OXEN"}, 7, 1),
        (dict.fromkeys(ANSWERS, ""), 0, 0),
    ],
)
def test_dots_are_blocks_where_more_of_the_clues_fit_then(
    answers: dict[str, str], n_fit: int, n_else: int
) -> None:
    crossword = read(dotted(**answers))
    blocks = [at for at, one in enumerate(crossword.squares) if one.kind is SquareKind.BLOCK]
    assert blocks == [3, 8, 12, 17]
    said = f"`.` is read as a block: {n_fit} of 9 answers fit then, else {n_else}"
    assert crossword.remarks[0] == said


def test_dots_are_open_squares_where_more_of_the_clues_fit_then() -> None:
    clues = ["A1. c ~ CAT", "A4. c ~ ARE", "A5. c ~ NEW", "D1. c ~ CAN", "D2. c ~ ARE",
             "D3. c ~ TEW"]  # fmt: skip
    text = "\n\n\n".join(["Title: T", "CAT\nA..\nNEW", "\n".join(clues)])
    crossword = read(text.encode())
    assert all(one.kind is SquareKind.OPEN for one in crossword.squares)
    assert crossword.remarks[0].startswith("`.` is read as an open square: 6 of 6 answers")


def test_other_answers_than_those_of_the_grid_are_named() -> None:
    crossword = read(xd(A1="COT", A3="Ö-wl", D1="c an"))
    assert crossword.remarks == (
        "answers that differ from the grid: 1 Across is COT, the grid has CAT",
    )
    assert [clue.answer for clue in crossword.clues][:2] == ["COT", "Ö-wl"]


def test_the_words_of_an_answer_can_be_parted_by_a_bar() -> None:
    assert read(xd(A1="C|AT", A3="X|Y")).clues[0].answer == "C AT"
    assert read(xd(A1="C|AT", A3="X|Y")).clues[1].answer == "X|Y"


@pytest.mark.parametrize("between", [" ", ",", ", ", ",\t", " , ", ";", "; ", " ;"])
@pytest.mark.parametrize("is_", ["=", " = ", "= ", " ="])
def test_letters_of_a_rebus_are_apart_by_blanks_and_commas(between: str, is_: str) -> None:
    rows = ("1AT#OWL", "A#OVA#A", "NE2#KIN")
    data = xd(f"Rebus: 1{is_}HEART{between}2{is_}CLUB", rows=rows)
    crossword = read(data)
    assert crossword.squares[0].solution == "HEART"
    assert crossword.squares[16].solution == "CLUB"


@pytest.mark.parametrize(
    "value", ["HEART", "1=NEW YORK", "1=A,", "12=B", "1=A B=", "=A", "1=A/2=B", "1=A|2=B"]
)
def test_what_is_no_rebus_is_refused_or_read(value: str) -> None:
    data = xd(f"Rebus: {value}")
    if value == "1=A,":
        assert read(data).remarks == ()
        return
    with pytest.raises(FormatError, match="is not a rebus"):
        read(data)


def test_notes_in_headers_are_notes() -> None:
    crossword = read(xd("Notes: Read twice.", "Description: A theme.") + b"\n\n\nAnd this.")
    assert crossword.notes == "Read twice.\nA theme.\nAnd this."


def test_comments_are_left_out_and_counted() -> None:
    data = xd("<!-- one -->", "<!-- two", "lines: -->")
    assert read(data).remarks == ("left out: 2 comments",)
    with pytest.raises(FormatError, match=r"x.xd:4: 'nothing' is not a header"):
        read(xd("<!-- two", "lines: -->", "nothing"))


def test_commands_say_what_the_reader_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.xd").write_bytes(dotted(A1="COT"))
    said = [
        "d.xd: `.` is read as a block: 8 of 9 answers fit then, else 1",
        "d.xd: answers that differ from the grid: 1 Across is COT, the grid has CAT",
    ]
    for argv in ("convert d.xd d.ipuz", "render d.xd -o d.svg", "clues d.xd --list",
                 "book d.xd -o d.pdf", "fill d.xd", "check d.xd"):  # fmt: skip
        if argv.split()[0] in own_names():
            assert run_cli(*argv.split()).err.splitlines()[:2] == said, argv


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("a {\\~\\} b ~ CAT", "a ~ b"),
        ("Empty {\\{}\\} set ~ CAT", "Empty {} set"),
        ("one{\\\\}two ~ CAT", "one\ntwo"),
        ("one\\two ~ CAT", "one\ntwo"),
        ("tabs\t~\tCAT", "tabs"),
        ("Pet ~ or ~ CAT", "Pet ~ or"),
        ("Pet ~ CAT ~ BAT", "Pet"),
    ],
)
def test_texts_and_answers_of_lines(line: str, text: str) -> None:
    found = read(xd().replace(b"A1. clue ~ CAT", f"A1. {line}".encode()))
    assert found.clues[0].text == text


def test_a_rebus_with_two_texts_is_either_of_both() -> None:
    rows = ("1AT#OWL", *ROWS[1:])
    data = xd("Rebus: 1=C 1=B", rows=rows, D1="CAN ~ BAN").replace(b"~ CAT", b"~ CAT ~ BAT")
    found = read(data)
    assert found.squares[0].solution == "C/B"
    assert [(one.text, one.answer) for one in found.clues if one.label == "1"] == [
        ("clue", "CAT/BAT"),
        ("clue", "CAN/BAN"),
    ]
    assert found.remarks == ()


def test_a_design_may_have_its_rules_without_an_element() -> None:
    parts = xd().decode().split("\n\n\n")
    names = ("Metadata", "Grid", "Clues")
    text = "\n\n".join(f"## {name}\n\n{part}" for name, part in zip(names, parts, strict=True))
    design = "## Design\n\nO { background: circle }\nA { bar-left: true }\n\nO\n.A"
    found = read(f"{text}\n\n{design}\n".encode())
    assert [at for at, one in enumerate(found.squares) if one.circle] == [0]
    assert found.bars_right == {7}
    assert found.remarks == ()
