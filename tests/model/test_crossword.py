"""The document: labels, grids out of it, and fills into it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import satcross as sx
from satcross.errors import GridError, OptionError
from satcross.model.alphabet import LATIN
from satcross.model.crossword import (
    Clue,
    Crossword,
    Square,
    SquareKind,
    crossword_of,
    grid_of,
    pattern_of,
    with_fill,
)
from satcross.model.grid import Grid
from satcross.words.alphabets import parse_alphabet

TEMPLATE = Grid.parse("C.|.\n.~#\n.-.[HE]\n...")


def test_a_grid_goes_in_and_comes_out() -> None:
    crossword = crossword_of(TEMPLATE)
    assert grid_of(crossword) == TEMPLATE
    assert [square.kind for square in crossword.squares[:6]] == [
        SquareKind.OPEN, SquareKind.OPEN, SquareKind.OPEN,
        SquareKind.OPEN, SquareKind.VOID, SquareKind.BLOCK,
    ]  # fmt: skip
    assert [square.solution for square in crossword.squares[6:9]] == ["", "", "HE"]
    assert [(c.direction, c.label, c.cells, c.answer) for c in crossword.clues] == [
        ("Across", "1", (0, 1), ""),
        ("Across", "2", (6, 7, 8), ""),
        ("Across", "5", (9, 10, 11), ""),
        ("Down", "1", (0, 3, 6), ""),
        ("Down", "3", (7, 10), ""),
        ("Down", "4", (8, 11), ""),
    ]


def test_a_fill_is_its_grid() -> None:
    fill = sx.fill("C..\n#.#\n...", ["cot", "ode", "pen"]).unwrap()
    assert crossword_of(fill) == crossword_of(fill.grid)
    empty = crossword_of(fill.puzzle.grid)
    assert with_fill(empty, fill) == with_fill(empty, fill.grid)
    assert [clue.answer for clue in with_fill(empty, fill).clues] == ["COT", "PEN", "ODE"]
    with pytest.raises(OptionError, match="grid: must be a Grid, got 'CAT'"):
        crossword_of("CAT")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="filled: must be a Grid, got None"):
        with_fill(empty, None)  # type: ignore[arg-type]


def test_the_usual_numbers_are_no_labels_until_they_are_asked_for() -> None:
    crossword = crossword_of(TEMPLATE)
    assert not any(square.label for square in crossword.squares)
    labelled = crossword.labelled()
    assert [square.label for square in labelled.squares] == [
        "1", "", "", "", "", "", "2", "3", "4", "5", "", ""
    ]  # fmt: skip
    assert labelled.without_usual_labels() == crossword
    odd = replace(
        labelled, squares=(replace(labelled.squares[0], label="A"), *labelled.squares[1:])
    )
    assert odd.labelled() is odd
    assert odd.without_usual_labels() is odd


def test_a_fill_goes_into_a_crossword_and_renews_the_answers() -> None:
    crossword = crossword_of(Grid.parse("C.\n.#"))
    clues = (
        replace(crossword.clues[0], text="Where?", answer="a-t"),
        replace(crossword.clues[1], answer="XY"),
    )
    crossword = replace(crossword, clues=clues, title="Two")
    filled = with_fill(crossword, Grid.parse("AT\nH#"))
    assert [square.solution for square in filled.squares] == ["A", "T", "H", ""]
    assert [(clue.text, clue.answer) for clue in filled.clues] == [("Where?", "a-t"), ("", "AH")]
    assert filled.title == "Two"


def test_a_crossword_without_clues_gets_an_empty_one_for_each_slot() -> None:
    bare = replace(crossword_of(Grid.parse("..\n.#")), clues=())
    filled = with_fill(bare, Grid.parse("AT\nH#"))
    assert [(c.direction, c.label, c.text, c.answer) for c in filled.clues] == [
        ("Across", "1", "", "AT"),
        ("Down", "1", "", "AH"),
    ]


def test_a_fill_of_another_pattern_is_refused() -> None:
    crossword = crossword_of(Grid.parse("..\n.#"))
    for other in ("AT\nHO", "AT", "A|T\nH#"):
        with pytest.raises(GridError, match="blocks or bars of the fill differ"):
            with_fill(crossword, Grid.parse(other))


def test_letters_of_another_alphabet_are_told_with_their_place() -> None:
    crossword = Crossword(1, 2, (Square(solution="Ж"), Square(solution="é")))
    with pytest.raises(GridError) as caught:
        grid_of(crossword, source="a.puz")
    assert str(caught.value) == (
        "a.puz: 'Ж' at r1c1 has characters outside the alphabet;"
        " correct the square, or use an alphabet that has them"
    )
    russian = parse_alphabet("russian")
    assert grid_of(replace(crossword, squares=(Square(solution="ж"),) * 2), alphabet=russian) == (
        Grid(1, 2, ("Ж", "Ж"))
    )
    assert grid_of(replace(crossword, squares=(Square(solution="é"),) * 2)).cells == ("E", "E")
    assert LATIN.normalise("Ж") is None


def test_clues_and_bars_lie_inside_the_grid() -> None:
    squares = (Square(), Square())
    with pytest.raises(GridError, match="clue 7 Across has a cell outside"):
        Crossword(1, 2, squares, clues=(Clue("Across", "7", "x", cells=(0, 2)),))
    with pytest.raises(GridError, match="has no cell right of it"):
        Crossword(1, 2, squares, bars_right=frozenset({1}))
    with pytest.raises(GridError, match="must have 2 rows of 2 cells, got 2 cells"):
        Crossword(2, 2, squares)


def test_an_answer_is_told_only_when_all_its_letters_are_known() -> None:
    squares = (Square(solution="A"), Square(), Square(solution="HE"))
    clues = [
        Clue("Across", "1", "", cells=(0, 1), answer="AX"),
        Clue("Across", "2", "", cells=(0, 2)),
        Clue("Other", "", "no cells", answer="Z"),
    ]
    assert [clue.answer for clue in Crossword(1, 3, squares).answered(clues)] == ["AX", "AHE", "Z"]


def test_a_pattern_has_no_letters() -> None:
    assert str(pattern_of(crossword_of(TEMPLATE))) == str(Grid.parse("..|.\n.~#\n.-..\n..."))
