"""Files of CrossFire, which are only read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.cli import run_cli
from support.crossword_text import crossword_text

from satcross.apps.interchange import cfp
from satcross.errors import FormatError
from satcross.formats.reading import file_of, load_crossword, sniffed
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword, Square
from satcross.testing import check_format

FILE = """\
<?xml version="1.0" encoding="utf-8" standalone="no"?>
<CROSSFIRE>
<VERSION>1</VERSION>
<TITLE>A &amp; B</TITLE>
<AUTHOR>A. Setter</AUTHOR>
<COPYRIGHT>© 2026</COPYRIGHT>
<GRID width="3">
.AB
CDE
F@.
</GRID>
<CIRCLES>1,6</CIRCLES>
<REBUSES>
<REBUS display="1" input="@" letters="ghi"/>
</REBUSES>
<WORDS>
<WORD dir="ACROSS" id="0" isTheme="false" num="1">One</WORD>
<WORD dir="ACROSS" id="1" isTheme="true" num="3">R&amp;B &lt;i&gt;three&lt;/i&gt;</WORD>
<WORD dir="DOWN" id="3" isTheme="false" num="3"><b>Also</b> three</WORD>
<WORD dir="ACROSS" id="2" isTheme="false" num="4"/>
<WORD dir="DOWN" id="4" isTheme="false" num="1">Down</WORD>
<WORD dir="DOWN" id="5" isTheme="false" num="9">Nowhere</WORD>
</WORDS>
<NOTES>A note
of two lines</NOTES>
</CROSSFIRE>
"""


def read(text: str) -> Crossword:
    return cfp.read(text.encode(), "x")


def test_what_a_file_says() -> None:
    crossword = read(FILE)
    assert (
        crossword_text(crossword)
        == """\
row # A B
row C D E
row F GHI #
r1c2 circle yes
r3c1 circle yes
clue Across | 1 | One | AB | r1c2 r1c3
clue Across | 3 | R&B three | CDE | r2c1 r2c2 r2c3
 markup R&amp;B <i>three</i>
clue Across | 4 |  | FGHI | r3c1 r3c2
clue Down | 3 | Also three | CF | r2c1 r3c1
 markup <b>Also</b> three
clue Down | 1 | Down | ADGHI | r1c2 r2c2 r3c2
clue Down | 9 | Nowhere |  |
title 'A & B'
author 'A. Setter'
copyright '© 2026'
notes 'A note\\nof two lines'
"""
    )
    assert crossword.remarks == ()
    assert file_of(crossword, "ipuz").notes == (
        "2 details that only cfp files hold: display of r3c2, isTheme of 3 Across",
    )


@pytest.mark.slow
def test_pypuz_reads_the_same(tmp_path: Path) -> None:
    pypuz = pytest.importorskip("pypuz.pypuz", reason="pip install pypuz")
    path = tmp_path / "daily.cfp"
    text = FILE.replace("<b>Also</b>", "Also")  # it knows markup that is escaped
    path.write_text(text, encoding="utf-8")
    theirs, ours = pypuz.Puzzle().fromCFP(str(path)), read(text)
    cells = sorted(theirs.grid.cells, key=lambda cell: (cell.y, cell.x))
    assert ["" if one.isBlock else one.solution for one in cells] == [
        one.solution for one in ours.squares
    ]
    assert [(one.style or {}).get("shapebg") == "circle" for one in cells] == [
        one.circle for one in ours.squares
    ]
    shown = {
        (some["title"].capitalize(), str(one.number)): re.sub(r"</?[bi]>", "", one.clue or "")
        for some in theirs.clues
        for one in some["clues"]
    }
    assert shown == {(one.direction, one.label): one.text for one in ours.clues}


def test_it_is_known_by_its_extension_and_by_its_content(tmp_path: Path) -> None:
    assert sniffed(FILE.encode()) == "cfp"
    for name in ("daily.cfp", "daily"):
        (tmp_path / name).write_text(FILE, encoding="utf-8")
        assert load_crossword(tmp_path / name).format == "cfp"


def test_it_is_only_read(tmp_path: Path) -> None:
    path = tmp_path / "daily.cfp"
    path.write_text(FILE, encoding="utf-8")
    with pytest.raises(FormatError, match="files of cfp can only be read; write another format"):
        file_of(read(FILE), "cfp")
    refused = run_cli("convert", path, tmp_path / "out.cfp")
    assert refused.code == 2
    assert "no format has the extension '.cfp'" in refused.err
    assert run_cli("convert", path, tmp_path / "out.ipuz").code == 0
    check_format(format_named("cfp"), [FILE.encode()])


def test_what_is_not_known_is_named() -> None:
    other = FILE.replace("<VERSION>1", "<VERSION>3").replace("<NOTES>", "<SHADES>2</SHADES><NOTES>")
    assert read(other).remarks == (
        "read as version 1, though it is '3'",
        "left out: <SHADES>, which is not known",
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("CROSSFIRE>", "CROSSWORD>", "x: there is no <CROSSFIRE>; check that it is a .cfp file"),
        (".AB\nCDE\nF@.", "", "x: the file has no grid; check that it is a .cfp file"),
        ("CDE", "CD", "x: row 2 of the grid has 2 cells, not 3"),
        (
            "CDE",
            "C&amp;E",
            "x: a square holds '&', which is neither a letter nor a rebus; fill the",
        ),
        ('letters="ghi"', "", "x: the rebus '@' has no letters"),
        ("1,6", "1,9", "x: there is no square '9' for a circle"),
        ("1,6", "1,b", "x: there is no square 'b' for a circle"),
        ('"ACROSS" id="0"', '"UP"', "x: a clue has the direction 'UP'"),
        ("CDE", "C" * 201, "x: more than 200 cells in a row or column"),
        ("</TITLE>", "", "x:26:3: the file is not XML: mismatched tag"),
    ],
)
def test_a_refusal_in_one_line(old: str, new: str, problem: str) -> None:
    assert old in FILE
    with pytest.raises(FormatError) as caught:
        read(FILE.replace(old, new))
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


def test_deep_markup_keeps_its_text() -> None:
    deep = "<b>" * 100 + "deep" + "</b>" * 100
    clue = read(FILE.replace(">One<", f">{deep}<")).clues[0]
    assert clue.text == "deep"


@pytest.mark.parametrize("char", [" ", "-", "?", "_"])
def test_a_square_without_a_letter_is_read_as_empty_and_a_remark_says_so(char: str) -> None:
    for old, new, empty in (("CDE", f"{char}DE", {3}), ("CDE", f"C{char}E", {4}),
                            ("CDE", 3 * char, {3, 4, 5})):  # fmt: skip
        found = read(FILE.replace(old, new))
        assert {at for at, one in enumerate(found.squares) if one == Square()} == empty
        assert found.remarks == (
            f"squares with {char!r} are read as empty: CrossFire's sign is not known",
        )
