"""Crossword Compiler's XML beyond .jpz files: other roots, `.xml`, and its script for web pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.apps.interchange.jpz.format import read
from satcross.errors import FormatError
from satcross.formats.reading import load_crossword, save_crossword, sniffed
from satcross.model.crossword import SquareKind

XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<crossword-compiler xmlns="http://crossword.info/xml/crossword-compiler">
 <rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle" alphabet="AB">
  <metadata><title>Tea &amp; “toast”</title><creator>A. Setter</creator></metadata>
  <crossword>
   <grid width="2" height="2">
    <grid-look numbering-scheme="normal" cell-size-in-pixels="25"/>
    <cell x="1" y="1" solution="A" number="1" background-color="#FF0000" right-bar="true"/>
    <cell x="2" y="1" solution="B" number="2" top-bar="true"/>
    <cell x="1" y="2" solution="C" background-shape="circle"/>
    <cell x="2" y="2" type="block"/>
   </grid>
   <word id="1" x="1" y="1-2"/>
   <clues ordering="normal"><title><b>Down</b></title>
    <clue word="1" number="1" format="2">Sets <i>down</i></clue>
   </clues>
  </crossword>
 </rectangular-puzzle>
</crossword-compiler>
"""
APPLET = XML.replace("crossword-compiler", "crossword-compiler-applet")
BARE = XML[XML.index(" <rectangular") : XML.index("</crossword-comp")].strip()
SCRIPT = 'var CrosswordPuzzleData = "{}";\n'.format(
    XML.replace("\\", "\\\\").replace('"', '\\"').replace("/", "\\/").replace("\n", "\\n")
    .replace("“", "\\u201c")
)  # fmt: skip


@pytest.mark.parametrize("text", [XML, APPLET, BARE, SCRIPT], ids=["xml", "applet", "bare", "js"])
def test_every_wrapping_is_recognised_by_its_content(text: str, tmp_path: Path) -> None:
    assert sniffed(text.encode()) == "jpz"
    for name in ("puzzle.xml", "puzzle.js", "puzzle"):
        path = tmp_path / name
        path.write_bytes(text.encode())
        loaded = load_crossword(path)
        assert loaded.format == "jpz"
        crossword = loaded.crossword
        assert (crossword.title, crossword.author) == ("Tea & “toast”", "A. Setter")
        first, second, third, fourth = crossword.squares
        assert (first.solution, first.shade, second.solution) == ("A", "#ff0000", "B")
        assert third.circle
        assert fourth.kind is SquareKind.BLOCK
        assert crossword.bars_right == {0}
        assert not crossword.bars_below
        (clue,) = crossword.clues
        assert (clue.direction, clue.markup, clue.answer) == ("Down", "Sets <i>down</i>", "AC")


def test_xml_is_written_and_read_again(tmp_path: Path) -> None:
    crossword = read(XML.encode(), "f")
    save_crossword(crossword, tmp_path / "again.xml")
    save_crossword(crossword, tmp_path / "again.jpz")
    assert (tmp_path / "again.xml").read_bytes() == (tmp_path / "again.jpz").read_bytes()
    assert load_crossword(tmp_path / "again.xml").crossword == crossword


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("var CrosswordPuzzleData = 3;", "f: CrosswordPuzzleData is no string in double quotes"),
        (SCRIPT[:-200], "f: CrosswordPuzzleData is no string in double quotes"),
        ('var CrosswordPuzzleData = "\\', "f: CrosswordPuzzleData is no string"),
        ('var CrosswordPuzzleData = "x";', "f:1:1: the file is not XML: syntax error"),
        ("<crossword-compiler/>", "f: there is no <rectangular-puzzle>"),
    ],
)
def test_what_is_refused(text: str, problem: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text.encode(), "f")
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


def test_a_long_string_is_quick() -> None:
    text = 'var CrosswordPuzzleData = "' + '\\"' * 1_000_000
    with pytest.raises(FormatError, match="is no string"):
        read(text.encode(), "f")


def test_settings_and_looks_of_the_program_come_back_or_are_named(tmp_path: Path) -> None:
    settings = (
        '<applet-settings cursor-color="#00FF00" show-alphabet="true"><title>T</title>'
        '<actions buttons-layout="left"/><timer initial-value="3"/><scores/></applet-settings>'
    )
    text = XML.replace(" <rectangular-puzzle", f" {settings} <rectangular-puzzle", 1)
    (tmp_path / "a.jpz").write_text(text, encoding="utf-8")
    crossword = load_crossword(tmp_path / "a.jpz").crossword
    assert "left out: settings of the program: actions, scores" in crossword.remarks
    save_crossword(crossword, tmp_path / "b.jpz", lossy=True)
    written = (tmp_path / "b.jpz").read_text(encoding="utf-8")
    assert '<applet-settings cursor-color="#00FF00">' in written
    assert '<grid-look numbering-scheme="normal" cell-size-in-pixels="25"/>' in written
    assert load_crossword(tmp_path / "b.jpz").crossword.extras == crossword.extras
    other = save_crossword(crossword, tmp_path / "b.puz", lossy=True)
    named = "settings cursor-color, grid-look cell-size-in-pixels"
    assert any(named in note for note in other.notes), other.notes
