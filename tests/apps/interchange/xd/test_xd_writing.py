"""Crosswords to .xd: what comes back, the form, what is lost and told."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.crosswords import crosswords
from support.sunday import sunday
from support.tasks import little_work

from satcross.apps.interchange.xd import format as xd
from satcross.apps.interchange.xd.text import from_braces, to_braces
from satcross.formats.losses import Feature, Losses
from satcross.model.crossword import Clue, Crossword, Extras, Square, SquareKind, crossword_of
from satcross.model.grid import Grid


def said(crossword: Crossword) -> str:
    """All text of clues, where braces and backslashes mean something in files."""
    return "".join(clue.text for clue in crossword.clues)


@given(crosswords(xd.KEEPS))
def test_all_that_xd_keeps_comes_back(crossword: Crossword) -> None:
    losses = Losses("xd")
    data = xd.write(crossword, losses)
    if losses.dropped:
        assert set(losses.dropped) <= {Feature.TEXT, Feature.MARKUP}
        assert any(mark in said(crossword) for mark in "\\{}")
        blank = tuple(replace(clue, text="", markup="") for clue in crossword.clues)
        again = xd.read(data, "written")
        assert replace(again, clues=()) == replace(crossword, clues=())
        bare = tuple(replace(clue, text="", markup="") for clue in again.clues)
        assert [(c.direction, c.label, c.answer) for c in bare] == [
            (c.direction, c.label, c.answer) for c in blank
        ]
    else:
        assert xd.read(data, "written") == crossword


def test_an_open_square_between_voids_stays_open() -> None:
    letter = Square(solution="A")
    squares = (letter, letter, Square(SquareKind.VOID), Square())
    clue = Clue("Across", "1", "Rough lava", cells=(0, 1), answer="AA")
    crossword = Crossword(1, 4, squares, clues=(clue,))
    assert xd.read(xd.write(crossword, Losses("xd")), "written") == crossword


@given(crosswords(frozenset(Feature) - {Feature.SIZE}))
def test_whatever_is_lost_the_rest_comes_back(crossword: Crossword) -> None:
    losses = Losses("xd")
    again = xd.read(xd.write(crossword, losses), "written")
    for theirs, ours in zip(crossword.squares, again.squares, strict=True):
        assert ours.kind is theirs.kind
        assert ours.solution == theirs.solution
        assert ours.circle is theirs.circle
        assert ours.shade == theirs.shade
    assert (again.title, again.notes, again.date) == (
        crossword.title, crossword.notes, crossword.date,
    )  # fmt: skip
    has = {
        Feature.GIVENS: any(square.given for square in crossword.squares),
        Feature.ENTRIES: any(square.entry for square in crossword.squares),
        Feature.TIMER: crossword.timer_s is not None,
        Feature.LABELS: any(square.label for square in crossword.squares),
    }
    assert {feature for feature in has if feature in losses.dropped} == {
        feature for feature, is_there in has.items() if is_there
    }


@given(st.text("ab{}/*_- ", max_size=20))
def test_braces_are_read_as_they_are_written(text: str) -> None:
    plain, markup = from_braces(text)
    if markup:
        assert from_braces(to_braces(markup)) == (plain, markup)
    else:
        assert plain == text


def test_the_form() -> None:
    squares = (
        Square(solution="HEART"),
        Square(solution="B", circle=True),
        Square(SquareKind.BLOCK),
        Square(),
        Square(solution="TEN", circle=True),
        Square(SquareKind.VOID),
    )
    crossword = replace(
        Crossword(2, 3, squares),
        clues=(
            Clue("Across", "1", "Ace & {co}", "<b>Ace</b> &amp; {co}", (0, 1), "HEARTB"),
            Clue("Across", "3", "", cells=(3, 4)),
            Clue("Down", "1", "Two\nlines", cells=(0, 3)),
        ),
        title="Form",
        date="2024-02-29",
        notes="One\n\nTwo",
    )
    losses = Losses("xd")
    assert xd.write(crossword, losses).decode().splitlines() == [
        *("Title: Form", "Date: 2024-02-29", "Special: circle", "Rebus: 1=HEART a=TEN", "", ""),
        *("1b#", ".a_", "", ""),
        *("A1. {*Ace*} & {co} ~ HEARTB", "A3. ~ .TEN", "", "D1. Two\\lines ~ HEART.", "", ""),
        *("One", "", "Two"),
    ]
    assert not losses.dropped


def test_signs_that_are_letters_are_no_signs_of_rebuses() -> None:
    squares = tuple(Square(solution=text) for text in ("1", "2", "AB", "a", "#", "_", "CD"))
    data = xd.write(Crossword(1, 7, squares), Losses("xd"))
    assert "Rebus: 3=AB 4=a 5=# 6=_ 7=CD" in data.decode()
    assert "\n1234567\n" in data.decode()
    assert xd.read(data, "x").squares == squares


def test_what_small_letters_cannot_say_is_in_the_design() -> None:
    squares = (
        Square(solution="A", circle=True),
        Square(solution="B", shade="#ff0000", circle=True),
        Square(SquareKind.BLOCK, shade=Square.SHADED),
        Square(solution="C"),
    )
    losses = Losses("xd")
    crossword = Crossword(2, 2, squares, frozenset({0}), frozenset({1}), title="T")
    data = xd.write(crossword, losses)
    assert not losses.dropped
    assert (
        data.decode()
        == """\
## Metadata

Title: T
Form: barred

## Grid

AB
#C

## Clues


## Design

<style>
O { background: circle }
A { background: circle; background-light: #ff0000; background-dark: #ff0000; bar-left: true }
B { background-light: #d3d3d3; background-dark: #d3d3d3 }
C { bar-top: true }
</style>

OA
BC
"""
    )
    assert replace(xd.read(data, "x"), clues=()) == crossword


def test_one_usual_shade_needs_no_design() -> None:
    data = xd.write(Crossword(1, 1, (Square(solution="A", shade=Square.SHADED),)), Losses("xd"))
    assert b"Special: shaded\n\n\na\n" in data


def test_more_marked_rebuses_than_small_letters() -> None:
    squares = tuple(Square(solution=f"X{n}", circle=True) for n in range(27))
    losses = Losses("xd")
    crossword = Crossword(1, 27, squares)
    assert replace(xd.read(xd.write(crossword, losses), "x"), clues=()) == crossword
    assert not losses.dropped


def test_more_rebuses_than_signs() -> None:
    squares = tuple(Square(solution=f"X{n}") for n in range(200))
    losses = Losses("xd")
    again = xd.read(xd.write(Crossword(1, 200, squares), losses), "x")
    assert list(losses.dropped) == [Feature.REBUS]
    assert again.squares[:100] == squares[:100]
    assert again.squares[-1] == Square()


@pytest.mark.parametrize(
    ("clue", "feature", "line"),
    [
        (Clue("Across", "1", "back\\slash"), Feature.TEXT, "A1. back/slash ~"),
        (Clue("Across", "1", "not {/italic/}"), Feature.TEXT, "A1. not {/italic/} ~"),
        (Clue("Across", "1", "10{^82^}"), Feature.TEXT, "A1. 10{^82^} ~"),
        (Clue("Across", "1.5", "x"), Feature.CLUE_ORDER, "A15. x ~"),
        (Clue("Clues", "Q7", "x"), Feature.CLUE_ORDER, "q7. x ~"),
        (Clue("b  c", "1", "x"), Feature.CLUE_LISTS, None),
        (Clue("Across", "7", "x", cells=(0, 1)), Feature.CLUE_CELLS, "A7. x ~ AB"),
        (Clue("Across", "1", "x", answer="A ~ B"), Feature.ANSWERS, "A1. x ~ A - B"),
    ],
)
def test_what_a_line_cannot_say(clue: Clue, feature: Feature, line: str | None) -> None:
    crossword = replace(crossword_of(Grid.parse("AB\nCD")), clues=(clue,))
    losses = Losses("xd")
    lines = xd.write(crossword, losses).decode().splitlines()
    assert feature in losses.dropped
    assert lines[7:] == ([line] if line else [])


def test_raised_and_lowered_text_comes_back() -> None:
    clue = Clue(
        "Across", "1", "10n+1 CO2 O3", "10<sup>n+1</sup> CO<sub>2</sub> <s>O<sub>3</sub></s>"
    )
    crossword = replace(crossword_of(Grid.parse("AB\nCD")), clues=(clue,))
    losses = Losses("xd")
    data = xd.write(crossword, losses)
    assert b"A1. 10{^n+1^} CO{~2~} {-O{~3~}-} ~" in data
    again = xd.read(data, "x").clues[0]
    assert (again.text, again.markup, losses.dropped) == (clue.text, clue.markup, {})


def test_cells_that_no_table_can_hold() -> None:
    squares = (Square(solution="A B"), Square(solution="."))
    losses = Losses("xd")
    again = xd.read(xd.write(Crossword(1, 2, squares), losses), "x")
    assert losses.dropped == {Feature.LETTERS: "these characters in cells (r1c1, r1c2)"}
    assert [square.solution for square in again.squares] == ["AB", ""]


def test_lines_in_headers_are_told() -> None:
    losses = Losses("xd")
    data = xd.write(Crossword(1, 1, (Square(),), title="a\nb", author="\ud800"), losses)
    assert list(losses.dropped) == [Feature.TEXT]
    assert (xd.read(data, "x").title, xd.read(data, "x").author) == ("a b", "?")


def test_notes_keep_their_blank_lines() -> None:
    crossword = replace(crossword_of(Grid.parse("AB\nCD")), notes="a\n\n\n\n b\n\n\nc: d")
    assert xd.read(xd.write(crossword, Losses("xd")), "x") == crossword


def test_notes_without_clues_take_headings() -> None:
    crossword = Crossword(1, 1, (Square(),), notes="## Grid\nx")
    losses = Losses("xd")
    data = xd.write(crossword, losses)
    assert losses.dropped == {Feature.TEXT: "these characters in text (notes)"}
    assert xd.read(data, "x").notes == "# # Grid\nx"


def test_extras_of_other_formats_are_noted_and_nonsense_is_passed_over() -> None:
    extras: Extras = MappingProxyType(
        {"puz": {"version": "2.0"}, "xd": {"headers": 3, "sections": [1]}}
    )
    losses = Losses("xd")
    data = xd.write(Crossword(1, 1, (Square(),), extras=extras), losses)
    assert [note.partition(": ")[0] for note in losses.notes] == [
        "1 detail that only puz files hold"
    ]
    assert data == b"Title:\n\n\n.\n"


def test_reading_and_writing_a_sunday_puzzle_is_quick() -> None:
    crossword = sunday()
    with little_work():
        again = xd.read(xd.write(crossword, Losses("xd")), "x")
    assert again == crossword


def test_dots_that_could_be_blocks_stay_open() -> None:
    squares = tuple(Square(solution=letter) for letter in ("A", "A", "A", ""))
    clues = (Clue("Across", "1", "", cells=(0, 1), answer="AA"),
             Clue("Down", "1", "One", cells=(0, 2), answer="AA"))  # fmt: skip
    crossword = Crossword(2, 2, squares, clues=clues)
    data = xd.write(crossword, Losses("xd"))
    assert b"Open: ." in data
    assert xd.read(data, "written") == crossword
    guessed = xd.read(data.replace(b"Open: .\n", b""), "written")
    assert guessed.squares[3].kind is SquareKind.BLOCK
