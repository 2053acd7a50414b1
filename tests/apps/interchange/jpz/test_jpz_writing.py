"""Crosswords to .jpz and back; and read by another reader, after what XWord and Kotwords do."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any
from xml.dom import minidom

from hypothesis import given, settings
from support.crossword_text import crossword_text
from support.crosswords import crosswords, kinds_of
from support.sunday import sunday
from support.tasks import little_work

from satcross.apps.interchange.jpz import format as jpz
from satcross.formats.losses import Feature, Losses
from satcross.model.crossword import Clue, Crossword, Square, SquareKind, crossword_of
from satcross.model.grid import Grid

BARS = {"top-bar": (-1, 0), "bottom-bar": (1, 0), "left-bar": (0, -1), "right-bar": (0, 1)}


@given(crosswords(jpz.KEEPS, kinds=kinds_of("jpz")))
def test_all_that_jpz_keeps_comes_back(crossword: Crossword) -> None:
    losses = Losses("jpz")
    data = jpz.write(crossword, losses)
    assert not losses.dropped
    again = jpz.read(data, "written")
    assert crossword_text(again) == crossword_text(crossword)
    assert again == crossword


def numbers(text: str) -> list[int]:
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def text_of(node: Any) -> str:
    if node.nodeType == node.TEXT_NODE:
        return str(node.data)
    return "".join(text_of(child) for child in node.childNodes)


@given(crosswords(jpz.KEEPS, max_side=4))
@settings(max_examples=20, deadline=None)
def test_another_reader_finds_the_same(crossword: Crossword) -> None:
    """Each square, word and clue, by names and attributes that other programs look for."""
    document = minidom.parseString(jpz.write(crossword, Losses("jpz")))
    root = document.documentElement
    assert root is not None
    assert root.tagName == "crossword-compiler-applet"
    (puzzle,) = root.getElementsByTagName("rectangular-puzzle")
    assert puzzle.getAttribute("xmlns") == "http://crossword.info/xml/rectangular-puzzle"
    (grid,) = puzzle.getElementsByTagName("grid")
    assert int(grid.getAttribute("width")) == crossword.n_cols
    assert int(grid.getAttribute("height")) == crossword.n_rows
    squares = crossword.labelled().squares
    n = crossword.n_cols
    cells = grid.getElementsByTagName("cell")
    assert len(cells) == len(squares)
    for cell in cells:
        row, col = int(cell.getAttribute("y")) - 1, int(cell.getAttribute("x")) - 1
        square = squares[row * n + col]
        kinds = {SquareKind.BLOCK: "block", SquareKind.VOID: "void", SquareKind.OPEN: ""}
        assert cell.getAttribute("type") == kinds[square.kind]
        assert cell.getAttribute("solution") == square.solution
        assert cell.getAttribute("number") == square.label
        assert cell.getAttribute("solve-state") == square.entry
        assert (cell.getAttribute("hint") == "true") is square.given
        assert (cell.getAttribute("background-shape") == "circle") is square.circle
        assert cell.getAttribute("background-color") == square.shade
        for name, (down, right) in BARS.items():
            before = min(row * n + col, (row + down) * n + col + right)
            bars = crossword.bars_below if down else crossword.bars_right
            inside = 0 <= row + down < crossword.n_rows and 0 <= col + right < n
            assert (cell.getAttribute(name) == "true") is (inside and before in bars)
    words: dict[str, list[int]] = {}
    for word in puzzle.getElementsByTagName("word"):
        spans = [word] if word.getAttribute("x") else word.getElementsByTagName("cells")
        words[word.getAttribute("id")] = [
            (y - 1) * n + x - 1
            for span in spans
            for y in numbers(span.getAttribute("y"))
            for x in numbers(span.getAttribute("x"))
        ]
    found: list[tuple[str, str, str, list[int]]] = []
    for clues in puzzle.getElementsByTagName("clues"):
        title = text_of(clues.getElementsByTagName("title")[0])
        for clue in clues.getElementsByTagName("clue"):
            cells_of = words[clue.getAttribute("word")]
            found.append((title, clue.getAttribute("number"), text_of(clue), cells_of))
    assert found == [(c.direction, c.label, c.text, list(c.cells)) for c in crossword.clues]
    for tag, text in (("title", crossword.title), ("creator", crossword.author)):
        (metadata,) = puzzle.getElementsByTagName("metadata")
        assert text_of(metadata.getElementsByTagName(tag)[0]) == text


def test_the_document() -> None:
    crossword = crossword_of(Grid.parse("C|A #\nT [HE] ~"))
    clues = (
        replace(crossword.clues[0], text="a b & c", markup="a <i>b</i> &amp; c"),
        *crossword.clues[1:],
        Clue("Bent", "x", "<1>", cells=(0, 4)),
    )
    crossword = replace(crossword, title='"Q" & A', notes="a\nb", clues=clues, timer_s=5)
    assert jpz.write(crossword, Losses("jpz")).decode().splitlines() == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<crossword-compiler-applet xmlns="http://crossword.info/xml/crossword-compiler-applet">',
        ' <applet-settings><timer initial-value="5" start-on-load="true"/></applet-settings>',
        ' <rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle"'
        ' alphabet="ACEHT">',
        "  <metadata>",
        '   <title>"Q" &amp; A</title>',
        "   <creator></creator>",
        "   <copyright></copyright>",
        "   <description>a<br/>b</description>",
        "  </metadata>",
        "  <crossword>",
        '   <grid width="3" height="2">',
        '    <grid-look numbering-scheme="normal"/>',
        '    <cell x="1" y="1" solution="C" number="1" right-bar="true"/>',
        '    <cell x="2" y="1" solution="A" number="2" left-bar="true"/>',
        '    <cell x="3" y="1" type="block"/>',
        '    <cell x="1" y="2" solution="T" number="3"/>',
        '    <cell x="2" y="2" solution="HE"/>',
        '    <cell x="3" y="2" type="void"/>',
        "   </grid>",
        '   <word id="1" x="1-2" y="2"/>',
        '   <word id="2" x="1" y="1-2"/>',
        '   <word id="3" x="2" y="1-2"/>',
        '   <word id="4"><cells x="1" y="1"/><cells x="2" y="2"/></word>',
        '   <clues ordering="normal">',
        "    <title><b>Across</b></title>",
        '    <clue word="1" number="3"><span>a </span><i>b</i><span> &amp; c</span></clue>',
        "   </clues>",
        '   <clues ordering="normal">',
        "    <title><b>Down</b></title>",
        '    <clue word="2" number="1"></clue>',
        '    <clue word="3" number="2"></clue>',
        "   </clues>",
        '   <clues ordering="normal">',
        "    <title><b>Bent</b></title>",
        '    <clue word="4" number="x">&lt;1&gt;</clue>',
        "   </clues>",
        "  </crossword>",
        " </rectangular-puzzle>",
        "</crossword-compiler-applet>",
    ]


def test_a_label_on_a_block_is_lost_and_told() -> None:
    losses = Losses("jpz")
    data = jpz.write(Crossword(1, 1, (Square(SquareKind.BLOCK, label="4"),)), losses)
    assert losses.dropped == {Feature.LABELS: "labels other than the usual numbers (r1c1)"}
    assert jpz.read(data, "x").squares == (Square(SquareKind.BLOCK),)


def test_characters_that_xml_cannot_hold_are_lost_and_told() -> None:
    losses = Losses("jpz")
    clue = Clue("Across", "1", "\x01b", cells=(0,), answer="A")
    crossword = Crossword(1, 1, (Square(solution="A"),), clues=(clue,), title="a\ud800")
    again = jpz.read(jpz.write(crossword, losses), "x")
    assert list(losses.dropped) == [Feature.TEXT]
    assert (again.title, again.clues[0].text) == ("a\ufffd", "\ufffdb")


def test_tabs_and_line_ends_in_cells_and_clues_come_back() -> None:
    clue = Clue("Across", "1\n2", "a\tb\r\nc", cells=(0,), answer="x\ty")
    squares = (Square(solution="A\n\t\r", label="\r1"),)
    crossword = Crossword(1, 1, squares, clues=(clue,), author="one\ntwo\rthree")
    assert jpz.read(jpz.write(crossword, Losses("jpz")), "x") == crossword


def test_extras_of_other_formats_are_noted() -> None:
    extras = MappingProxyType({"ipuz": {"puzzle": 1}})
    losses = Losses("jpz")
    jpz.write(Crossword(1, 1, (Square(extras=extras),), extras=extras), losses)
    assert [note.partition(": ")[0] for note in losses.notes] == [
        "2 details that only ipuz files hold"
    ]
    assert not losses.dropped


def test_reading_and_writing_a_sunday_puzzle_is_quick() -> None:
    crossword = sunday()
    with little_work():
        again = jpz.read(jpz.write(crossword, Losses("jpz")), "x")
    assert again == crossword
