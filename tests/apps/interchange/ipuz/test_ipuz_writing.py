"""Crosswords to ipuz and back, and what of a file survives when the crossword is changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import ipuz as package
import pytest
from hypothesis import given, settings
from support.crossword_text import crossword_text
from support.crosswords import crosswords, kinds_of
from support.random_crosswords import random_crossword
from support.sunday import sunday
from support.tasks import little_work

from satcross.apps.interchange.ipuz import format as ipuz
from satcross.formats.losses import Feature, Losses
from satcross.model.crossword import Clue, Crossword, Square, SquareKind, crossword_of
from satcross.model.grid import Grid

FOLDER = Path(__file__).parent / "corpus"
# Fields of version 2 that the package, which knows version 1, takes for mistakes.
UNKNOWN_TO_PACKAGE = {
    *(Feature.CLUE_CELLS, Feature.LABELS, Feature.CLUE_LISTS, Feature.LINKS, Feature.ANNOTATIONS),
}


def written(crossword: Crossword) -> Any:
    return json.loads(ipuz.write(crossword, Losses("ipuz")))


def corpus_file(name: str) -> Crossword:
    return ipuz.read((FOLDER / f"{name}.ipuz").read_bytes(), name)


@given(crosswords(ipuz.KEEPS, kinds=kinds_of("ipuz")))
def test_all_that_ipuz_keeps_comes_back(crossword: Crossword) -> None:
    losses = Losses("ipuz")
    data = ipuz.write(crossword, losses)
    assert not losses.dropped
    again = ipuz.read(data, "written")
    assert crossword_text(again) == crossword_text(crossword)
    assert again == crossword


@given(crosswords(ipuz.KEEPS - UNKNOWN_TO_PACKAGE))
@settings(max_examples=20, deadline=None)
def test_the_package_opens_what_is_written(crossword: Crossword) -> None:
    data = ipuz.write(crossword, Losses("ipuz")).decode()
    opened = package.read(data)
    assert opened["dimensions"] == {"width": crossword.n_cols, "height": crossword.n_rows}
    for position, square in enumerate(crossword.squares):
        row, col = divmod(position, crossword.n_cols)
        cell = opened["puzzle"][row][col]
        style = cell.get("style", {}) if isinstance(cell, dict) else {}
        mark = cell["cell"] if isinstance(cell, dict) else cell
        assert (mark is None) is (square.kind is SquareKind.VOID)
        assert (mark == opened.get("block", "#")) is (square.kind is SquareKind.BLOCK)
        assert (style.get("shapebg") == "circle") is square.circle
        assert style.get("color", "") == square.shade.removeprefix("#")
        assert ("R" in style.get("barred", "")) is (position in crossword.bars_right)
        assert ("B" in style.get("barred", "")) is (position in crossword.bars_below)
        if square.solution and square.kind is SquareKind.OPEN:
            assert opened["solution"][row][col] == square.solution


@pytest.mark.parametrize("name", ["plain", "rebus", "voids", "package"])
def test_the_package_opens_corpus_files_written_again(name: str) -> None:
    data = ipuz.write(corpus_file(name), Losses("ipuz")).decode()
    assert package.read(data)["kind"] == ["http://ipuz.org/crossword#1"]


def test_the_canonical_form() -> None:
    grid = Grid.parse("C|A #\nT [HE] ~")
    crossword = replace(crossword_of(grid), title="Q & A <3", notes="a\nb")
    lines = ipuz.write(crossword, Losses("ipuz")).decode().splitlines()
    assert lines == [
        "{",
        ' "version": "http://ipuz.org/v2",',
        ' "kind": ["http://ipuz.org/crossword#1"],',
        ' "title": "Q & A &lt;3",',
        ' "notes": "a<br>b",',
        ' "dimensions": {"width": 3, "height": 2},',
        ' "puzzle": [',
        '  [{"cell": 1, "style": {"barred": "R"}}, {"cell": 2, "style": {"barred": "L"}}, "#"],',
        "  [3, 0, null]",
        " ],",
        ' "solution": [',
        '  ["C", "A", "#"],',
        '  ["T", "HE", null]',
        " ],",
        ' "clues": {',
        '  "Across": [',
        '   [3, ""]',
        "  ],",
        '  "Down": [',
        '   [1, ""],',
        '   [2, ""]',
        "  ]",
        " }",
        "}",
    ]


def test_a_timer_and_labels_on_blocks_are_lost_and_told() -> None:
    squares = (Square(solution="A"), Square(SquareKind.BLOCK, label="4"))
    losses = Losses("ipuz")
    data = ipuz.write(Crossword(1, 2, squares, timer_s=3), losses)
    assert losses.dropped == {
        Feature.TIMER: "a timer",
        Feature.LABELS: "labels other than the usual numbers (r1c2)",
    }
    assert ipuz.read(data, "x") == Crossword(1, 2, (squares[0], Square(SquareKind.BLOCK)))


def test_extras_of_other_formats_are_noted() -> None:
    extras = MappingProxyType({"jpz": {"is-link": "true"}})
    clues = (Clue("Across", "1", "x", extras=extras), Clue("Down", "1", "y", extras=extras))
    losses = Losses("ipuz")
    ipuz.write(Crossword(1, 1, (Square(),), clues=clues), losses)
    assert [note.partition(": ")[0] for note in losses.notes] == [
        "2 details that only jpz files hold"
    ]
    assert not losses.dropped


def test_a_new_clue_keeps_what_the_old_one_had_beside() -> None:
    crossword = corpus_file("clue_forms")
    clues = (replace(crossword.clues[0], text="Jack"), *crossword.clues[1:])
    across = written(replace(crossword, clues=clues))["clues"]["Across"]
    assert across[0] == {
        **{"number": 1, "clue": "Jack", "enumeration": "3"},
        "hints": ["rhymes with car"],
    }
    assert across[1]["answer"] == "O-R-E"
    assert across[2] == {"label": "five", "number": 5, "clue": "Gear"}


def test_a_new_fill_replaces_letters_and_keeps_styles() -> None:
    crossword = corpus_file("unknown_fields")
    squares = [replace(square, solution="Z") for square in crossword.squares]
    out = written(replace(crossword, squares=tuple(squares)))
    assert out["solution"] == [["Z"] * 3] * 3
    assert out["puzzle"][1][1] == {"style": {"divided": "/", "shapebg": "circle"}}
    assert out["zones"] == [{"rect": [0, 0, 1, 1], "style": {"border": 3}}]


def test_a_new_look_keeps_unknown_styles() -> None:
    crossword = corpus_file("unknown_fields")
    squares = list(crossword.squares)
    squares[0] = replace(squares[0], circle=True, shade="#ff0000")
    squares[4] = replace(squares[4], circle=False)
    out = written(replace(crossword, squares=tuple(squares)))
    assert out["puzzle"][0][0] == {
        "cell": 1,
        "style": {
            **{"mark": {"TR": "x"}, "imagebg": "data:,x"},
            **{"shapebg": "circle", "color": "ff0000"},
        },
        "org.example:c": True,
    }
    assert out["puzzle"][1][1] == {"cell": 0, "style": {"divided": "/"}}


def test_a_letter_that_was_written_is_not_given_though_it_is_right() -> None:
    """Also where the file shows such letters as values of its cells."""
    crossword = corpus_file("givens")
    for at, square in enumerate(crossword.squares):
        if square.kind is not SquareKind.OPEN:
            continue
        letter = square.solution or square.entry or "Z"
        new = replace(square, solution=letter, entry=letter, given=False)
        squares = (*crossword.squares[:at], new, *crossword.squares[at + 1 :])
        again = ipuz.read(
            ipuz.write(replace(crossword, squares=squares), Losses("ipuz")), "written"
        ).squares[at]
        assert (again.solution, again.entry, again.given) == (letter, letter, False)


def test_new_bars_are_told_beside_old_ones() -> None:
    crossword = corpus_file("barred")
    changed = replace(crossword, bars_below=frozenset({5}), bars_right=frozenset({1}))
    again = ipuz.read(ipuz.write(changed, Losses("ipuz")), "x")
    assert (again.bars_right, again.bars_below) == (frozenset({1}), frozenset({5}))


def test_a_new_title_replaces_the_markup_of_the_old() -> None:
    crossword = corpus_file("html")
    assert written(crossword)["title"] == "<b>Bold</b> &amp; brave"
    assert written(replace(crossword, title="Plain"))["title"] == "Plain"
    assert "title" not in written(replace(crossword, title=""))


def test_an_intro_is_notes_unless_there_are_notes() -> None:
    lenient, html = corpus_file("lenient"), corpus_file("html")
    assert written(lenient)["intro"] == "Only an intro"
    assert written(replace(lenient, notes="New"))["intro"] == "New"
    assert "notes" not in written(replace(lenient, notes="New"))
    assert written(html)["intro"] == "kept beside"


def test_marks_make_way_for_letters() -> None:
    squares = (Square(solution="#"), Square(SquareKind.BLOCK), Square(solution="0"), Square())
    crossword = Crossword(2, 2, squares)
    out = written(crossword)
    assert (out["block"], out["empty"]) == ("■", "-")
    assert out["solution"] == [["#", "■"], ["0", "-"]]
    assert ipuz.read(json.dumps(out).encode(), "x").squares == squares


def test_lists_of_any_name_come_back() -> None:
    names = ["Across", "Down", "Across:Again", "Down:Too", "Clues", "Clues:x", "Clues:Across"]
    names += ["Zones", "Zones:a", "Diagonal Up", "across", "Theme: a:b", "", "Across "]
    clues = tuple(Clue(name, "1", f"clue of {name}") for name in names)
    crossword = Crossword(1, 1, (Square(),), clues=clues)
    out = written(crossword)["clues"]
    assert list(out)[:4] == ["Across", "Down", "Across:Again", "Down:Too"]
    assert ipuz.read(ipuz.write(crossword, Losses("ipuz")), "x").clues == clues
    alone = Crossword(1, 1, (Square(),), clues=clues[2:4])
    assert list(written(alone)["clues"]) == ["Clues:Across:Again", "Clues:Down:Too"]
    assert ipuz.read(ipuz.write(alone, Losses("ipuz")), "x").clues == clues[2:4]


def test_half_a_character_is_lost_and_told() -> None:
    losses = Losses("ipuz")
    data = ipuz.write(Crossword(1, 1, (Square(),), title="a\ud800b"), losses)
    assert list(losses.dropped) == [Feature.TEXT]
    assert ipuz.read(data, "x").title == "a?b"


def test_reading_and_writing_a_sunday_puzzle_is_quick() -> None:
    crossword = sunday()
    with little_work():
        again = ipuz.read(ipuz.write(crossword, Losses("ipuz")), "x")
    assert again == crossword


def test_a_linked_clue_without_a_text_has_no_details_of_its_own() -> None:
    first = Clue("Across", "1", "Both", cells=(0, 1), answer="AB", continued=((2, 3),))
    linked = replace(crossword_of(Grid.parse("AB\nCD")), clues=(first,))
    text = written(linked)
    text["clues"]["Across"].append([3, ""])
    again = ipuz.read(json.dumps(text).encode(), "x")
    assert [(clue.text, dict(clue.extras)) for clue in again.clues] == [("Both", {}), ("", {})]


def test_a_clue_keeps_its_block_where_no_arrow_leads_to_the_answer() -> None:
    crossword = random_crossword(121732)
    clues = [(clue.label, clue.place) for clue in crossword.clues]
    assert ("1", 0) in clues  # whose answer begins below the next square
    again = ipuz.read(ipuz.write(crossword, Losses("ipuz")), "x")
    assert [(clue.label, clue.place) for clue in again.clues] == clues
