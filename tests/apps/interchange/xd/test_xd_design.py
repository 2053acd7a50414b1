"""The section `## Design` of files of other programs: circles, colours and bars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from satcross.apps.interchange.xd import format as xd
from satcross.formats.losses import Losses
from satcross.formats.reading import file_of
from satcross.model.crossword import Crossword, Square

FILE = """\
## Metadata

title: T
{header}
## Grid

ABC
D#E

## Clues

A1. x ~ ABC

## Design

{design}
"""


def read(design: str, header: str = "") -> Crossword:
    return xd.read(FILE.format(design=design, header=header).encode(), "x")


def said(design: str) -> list[str]:
    """What is read of each square: c for a circle, and the colour."""
    return ["c" * one.circle + one.shade for one in read(design).squares]


RED = "#ff0000"


@pytest.mark.parametrize(
    ("design", "squares"),
    [
        ("<style>O { background: circle }</style>\n\nO..\n.#O", ["c", "", "", "", "", "c"]),
        ("<style>\nO{background:circle;}\n</style>\n.O", ["", "c", "", "", "", ""]),
        ("<style>S { background: shade }</style>\n S#.\n", [Square.SHADED, "", "", "", "", ""]),
        (
            "<style>\nR { background-light: #F00; background-dark: #800 }\n"
            "Q { background-light: red; background: circle }</style>\nRQ.\nR\n",
            [RED, f"c{RED}", "", RED, "", ""],
        ),
        ("<style></style>", [""] * 6),
    ],
)
def test_circles_and_colours(design: str, squares: list[str]) -> None:
    assert said(design) == squares
    crossword = read(design)
    assert crossword.remarks == ()
    data = xd.write(crossword, Losses("xd"))
    assert xd.read(data, "x") == crossword
    assert (b"## Design" in data) is any(squares)


def test_small_letters_and_a_design_are_both_read() -> None:
    crossword = xd.read(
        b"## Metadata\nSpecial: circle\n## Grid\naB\n## Clues\n"
        b"## Design\n<style>B { background-light: red }</style>\nBB\n",
        "x",
    )
    assert [(one.circle, one.shade) for one in crossword.squares] == [(True, RED), (False, RED)]


def test_bars() -> None:
    design = (
        "<style>T { bar-top: true }\nL { bar-left: true }\nB { bar-top: true; bar-left: true }"
        "\nN { bar-top: false }</style>\nLLT\nTNB\n"
    )
    crossword = read(design, "Form: Barred\n")
    # Those at the edge are none.
    assert (crossword.bars_right, crossword.bars_below) == (frozenset({0, 4}), frozenset({0, 2}))
    assert [clue.cells for clue in crossword.clues] == [(1, 2)]
    data = xd.write(crossword, Losses("xd"))
    assert b"\nForm: barred\n" in data
    assert replace(xd.read(data, "x"), extras={}) == replace(crossword, extras={})


def test_a_form_without_bars_is_kept() -> None:
    crossword = read("<style></style>", "Form: barred\n")
    assert crossword.extras == {"xd": {"headers": [["Form", "barred"]]}}
    assert b"\nForm: barred\n" in xd.write(crossword, Losses("xd"))


def test_a_dark_colour_is_kept_as_long_as_its_light_one_is() -> None:
    crossword = read("<style>R { background-light: red; background-dark: #800 }</style>\nR")
    assert b"background-light: #ff0000; background-dark: #880000" in xd.write(
        crossword, Losses("x")
    )
    (first, *others) = crossword.squares
    changed = replace(crossword, squares=(replace(first, shade="#00ff00"), *others))
    assert b"background-light: #00ff00; background-dark: #00ff00" in xd.write(changed, Losses("x"))
    notes = file_of(crossword, "ipuz").notes
    assert notes == ("1 detail that only xd files hold: dark of r1c1",)


@pytest.mark.parametrize(
    "design",
    [
        "",
        "Anything at all",
        "<style>O { background: circle }</style>\nX..",
        "<style>O { background: circle }</style>\nO...",
        "<style>O { background: circle }</style>\nO\nO\nO",
        "<style>O { background: star }</style>\nO",
        "<style>O { bar-left: 2 }</style>\nO",
        "<style>O { background-light: none at all }</style>\nO",
        "<style>OO { background: circle }</style>\nO",
        "<style>O { background: circle </style>\nO",
        "O\n<style>O { background: circle }</style>",
        "<style></style>\n\n## Design\n\n<style></style>",
    ],
)
def test_what_is_not_understood_is_kept_and_named(design: str) -> None:
    crossword = read(design)
    assert crossword.remarks == (
        "the section Design is kept, but its style sheet or its grid is not understood",
    )
    assert not any(one.circle or one.shade for one in crossword.squares)
    again = xd.read(xd.write(crossword, Losses("xd")), "x")
    assert again.extras == crossword.extras
    named = file_of(crossword, "puz").notes
    assert named == ("1 detail that only xd files hold: sections",)


def test_a_design_that_is_not_understood_makes_room_for_a_new_one() -> None:
    crossword = read("Anything at all")
    (first, *others) = crossword.squares
    losses = Losses("xd")
    marked = replace(crossword, squares=(replace(first, shade=RED), *others))
    again = xd.read(xd.write(marked, losses), "x")
    assert losses.notes == ["the section Design of the original file: there is another one"]
    assert again.squares[0].shade == RED
