"""Qxw's files: one that Qxw saved, older versions, refusals, and every crossword and back."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from oracles.qxw_lines import crossword_of_qxw
from support.crossword_text import crossword_text
from support.crosswords import crosswords
from support.format_fuzz import broken_bytes, check_read

from satcross.apps.interchange.qxw.format import KEEPS, read, write
from satcross.errors import FormatError
from satcross.formats.losses import Feature, Losses
from satcross.formats.reading import sniffed
from satcross.model.crossword import Clue, Crossword, Square, SquareKind

FOLDER = Path(__file__).parent / "corpus"
# Saved by Qxw 20200708, which has written the lines of all that it can set.
SAVED = (FOLDER / "saved.qxw").read_bytes()
# The letters of old versions are in the lines SQ, and their squares have no texts in the corners.
OLD = """\
#QXW2 http://www.quinapalus.com
GP 0 3 2 2 0 0
TTL
+Old
AUT
+
GLP 1 1 0 0
GSP ffffff 000000 0 0
TM 0 0 0
+
DFN 0
+/usr/share/dict/words
SQ 0 0 1 0 0 a
SQ 1 0 0 0 0
SQ 2 0 0 0 0 C
SQ 0 1 0 0 1 .
SQ 1 1 2 0 8 .
SQ 2 1 0 0 0 7
SQSP 2 1 FFCC00 000000 0 1
SQLP 0 0 0 1 1 0 0
END
"""
NEW = """\
#QXW2v5 http://www.quinapalus.com
GP 0 2 2 1 0 0
TTL
+
AUT
+
ALP 1 1 0 1
+A
+aÀ
ALP 2 0 0 0
+AE
+Æ
GLP 1 1 0 0 0 0
GSP ffffff 000000 0 0 0 0 000000
SQ 0 0 0 0 0 .
SQ 1 0 0 0 0 .
SQ 0 1 0 0 0 .
SQ 1 1 0 0 0 .
SQSP 1 0 ffffff 000000 0 1 0 0 000000
SQSPMK 1 0 0
+\\#
SQLP 0 0 0 1 1 0 1 0 0
SQCT 0 0 0 "À"
SQCT 1 0 0 "."
SQCT 0 1 0 "aA"
END
"""


def test_a_file_that_qxw_saved() -> None:
    assert sniffed(SAVED) == "qxw"
    crossword = read(SAVED, "f")
    assert crossword_text(crossword) == (FOLDER / "saved.txt").read_text(encoding="utf-8")
    theirs = crossword_of_qxw(SAVED)
    assert (theirs.squares, theirs.bars_right, theirs.bars_below, theirs.title, theirs.author) == (
        crossword.squares, crossword.bars_right, crossword.bars_below, crossword.title,
        crossword.author,
    )  # fmt: skip
    losses = Losses("qxw")
    again = read(write(crossword, losses), "again")
    assert not losses.dropped
    assert again == crossword


def test_a_file_of_an_old_version() -> None:
    crossword = read(OLD.replace("\n", "\r\n").encode(), "f")
    assert crossword_text(crossword).splitlines() == [
        "row A| . C",
        "row # ~ 7",
        "r2c3 shade #ffcc00",
        "clue Across | 1 |  |  | r1c2 r1c3",
        "clue Down | 2 |  | C7 | r1c3 r2c3",
        "title 'Old'",
    ]


def test_letters_are_read_by_the_alphabet_of_the_file() -> None:
    solutions = [square.solution for square in read(NEW.encode(), "f").squares]
    assert solutions == ["A", "", "AA", ""]


def test_lights_without_a_number_do_not_count() -> None:
    text = NEW.replace("SQLP 0 0 0 1 1 0 1 0 0", "SQLP 0 0 0 1 1 0 1 1 0\nSQLP 0 0 1 1 1 0 1 1 0")
    crossword = read(text.encode(), "f")
    assert [square.label for square in crossword.squares] == ["", "1", "2", ""]
    assert [(clue.direction, clue.label) for clue in crossword.clues] == [
        ("Across", ""), ("Across", "2"), ("Down", ""), ("Down", "1"),
    ]  # fmt: skip


def test_the_look_of_all_squares() -> None:
    text = NEW.replace("GSP ffffff", "GSP FF0000").replace("SQ 0 0", "GSPMK 1\n+\\O\nSQ 0 0", 1)
    squares = read(text.encode(), "f").squares
    assert [square.shade for square in squares] == ["#ff0000", "", "#ff0000", "#ff0000"]
    assert [square.circle for square in squares] == [True, False, True, True]


@given(crosswords(KEEPS))
def test_every_crossword_comes_back(crossword: Crossword) -> None:
    losses = Losses("qxw")
    again = read(write(crossword, losses), "f")
    assert not losses.dropped
    assert replace(again, clues=(), extras=crossword.extras) == crossword


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("#QXW2", "#QXW1", "f:1: the first line does not begin with #QXW2; open the file in Qxw"),
        ("GP 0 2 2 1 0 0\n", "", "f: the file has no line GP; it says the grid's size"),
        ("GP 0", "GP 13", "f:2: field 1 of GP must be a whole number from 0 to 12, got '13'"),
        ("GP 0 2", "GP 0 64", "f:2: field 2 of GP must be a whole number from 1 to 63, got '64'"),
        ("SQ 0 1 0", "SQ 0 2 0", "f:17: field 2 of SQ must be a whole number from 0 to 1, got '2'"),
        ("SQ 0 1 0 0 0 .", "SQ 0 1", "f:17: SQ needs 5 fields, got 2"),
        ("\n+\\#", "\n+\\c", "f: the corner text '\\\\c' of r1c2 cannot be read; only \\#, \\o"),
        ("SQSP 1 0 ffffff", "SQSP 1 0 white", "f:19: field 3 of SQSP is no colour: 'white'"),
        ('0 "À"', '0 "#"', "f:23: r1c1 holds '#', which is neither letters of the alphabet nor a"),
        ('0 "À"', '0 "Ω"', "f:23: r1c1 holds 'Ω', which is neither"),
        ('0 "À"', '0 ""', "f:23: r1c1 holds no letter, which is neither"),
        ("SQCT 0 0", "VL 0 1 0 0\nSQCT 0 0", "f: free light 1 lacks cells"),
        ("SQCT 0 0", "NEW 1\nSQCT 0 0", "f:23: 'NEW 1' is no line of a Qxw file"),
        ("SQCT 0 0", "\nSQCT 0 0", "f:23: the line is empty"),
        ("END\n", "", "f: the file ends before its line END; get it again"),
    ],
)
def test_what_is_refused(old: str, new: str, message: str) -> None:
    assert old in NEW
    with pytest.raises(FormatError) as caught:
        read(NEW.replace(old, new, 1).encode(), "f")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_what_qxw_has_no_room_for() -> None:
    many = tuple(Square(solution=chr(0x410 + n)) for n in range(40))
    losses = Losses("qxw")
    read(write(Crossword(8, 5, many), losses), "f")
    assert losses.dropped == {
        Feature.LETTERS: "these characters in cells (r7c5, r8c1, r8c2 and 3 more)"
    }
    losses = Losses("qxw")
    square = Square(solution="A" * 32, label="\\#")
    again = read(write(Crossword(1, 2, (square, Square()), title="t" * 1000), losses), "f")
    assert set(losses.dropped) == {Feature.LETTERS, Feature.LABELS, Feature.TEXT}
    assert (len(again.title), len(again.squares[0].solution)) == (999, 31)
    with pytest.raises(FormatError, match="at most 63 rows and columns, got 1 and 64"):
        write(Crossword(1, 64, 64 * (Square(),)), Losses("qxw"))


def test_clues_without_a_direction_are_free_lights() -> None:
    squares = (Square(solution="A"), Square(SquareKind.VOID), Square(solution="C"))
    crossword = Crossword(1, 3, squares, clues=(Clue("Diagonal", "9", "", cells=(2, 0)),))
    assert read(write(crossword, Losses("qxw")), "f").clues == (
        Clue("Other", "1", "", cells=(2, 0), answer="CA"),
    )


def break_and_read(n: int, seed: int) -> int:
    """How many of `n` broken files could be read all the same."""
    rng = random.Random(seed)
    files = [SAVED, OLD.encode(), NEW.encode()]
    return sum(check_read(broken_bytes(rng.choice(files), rng), read, write) for _ in range(n))


def test_broken_files() -> None:
    assert 20 < break_and_read(200, seed=1) < 190


@pytest.mark.slow
def test_many_broken_files() -> None:
    assert break_and_read(4000, seed=2) > 400
