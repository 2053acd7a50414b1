"""Which squares have the letters of a solution word, and their choice."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import satcross as sx
from satcross.errors import OptionError
from satcross.kinds.quotations import ACROSTIC, CRYPTOGRAM, QUOTE_FALL
from satcross.model.crossword import Crossword, Square
from satcross.model.kinds import PuzzleKind, kinds
from satcross.model.solutionword import marked, with_solution_word
from satcross.verification.marks import mark_faults
from satcross.words.alphabets import parse_alphabet

GRID = """\
GAMES#TECHNICAL
R#A#A#W#A#I#H#A
ADDICTION#CLIFF
B#O#R#S#N#K#N#A
SAN#INTUITIVELY
##N#L###B###S#E
STATEDEPARTMENT
L###G#L#L#Y###T
INTHEFIRSTPLACE
G#A###Z###I#M##
HOLOGRAPHIC#EMS
T#L#R#B#A#A#R#I
ELENA#ENROLLING
S#S#D#T#E#L#C#N
TOTTENHAM#YEARS
"""


def crossword() -> Crossword:
    return sx.crossword_of(sx.Grid.parse(GRID))


@pytest.mark.parametrize("seed", range(20))
def test_cells_are_spread_over_the_grid_in_no_order(seed: int) -> None:
    found = with_solution_word(crossword(), "Chocolate", seed=seed)
    cells = found.solution_cells
    assert found.solution_word == "CHOCOLATE"
    assert mark_faults(found, "chocolate") == []
    assert found == with_solution_word(crossword(), "Chocolate", seed=seed)
    apart = [
        max(abs(a // 15 - b // 15), abs(a % 15 - b % 15))
        for i, a in enumerate(cells)
        for b in cells[:i]
    ]
    assert min(apart) > 1
    assert list(cells) not in (sorted(cells), sorted(cells, reverse=True))
    entries = [clue.cells for clue in crossword().clues]
    assert max(len({*entry} & {*cells}) for entry in entries) <= 2


def test_seeds_lead_to_other_choices() -> None:
    assert len({with_solution_word(crossword(), "chocolate", seed=seed) for seed in range(9)}) > 3


def test_a_given_letter_is_not_chosen_where_another_is_there() -> None:
    base = crossword()
    at = {square.solution: at for at, square in enumerate(base.squares)}["Z"]
    only = with_solution_word(base, "zip")
    assert only.squares[at].mark == "1"  # there is one Z
    given = [at for at, square in enumerate(base.squares) if square.solution == "E"][1:]
    squares = [
        Square(solution=square.solution, given=True) if at in given else square
        for at, square in enumerate(base.squares)
    ]
    found = with_solution_word(Crossword(15, 15, tuple(squares)), "pen")
    assert not any(square.given for square in found.squares if square.mark)


def test_letters_that_are_missing_are_named() -> None:
    with pytest.raises(
        sx.OptionError, match=r"the grid has too few letters for jazz: J \(0 of 1\)"
    ):
        with_solution_word(crossword(), "jazz")
    with pytest.raises(sx.OptionError, match=r"Z \(1 of 2\)"):
        with_solution_word(crossword(), "fizz")


@pytest.mark.parametrize("word", ["-", "1", "a" * 65, "漢"])
def test_what_is_no_word_is_refused(word: str) -> None:
    with pytest.raises(sx.OptionError, match="1 to 64 letters of the alphabet"):
        with_solution_word(crossword(), word)


def test_cells_can_be_named() -> None:
    found = with_solution_word(crossword(), "gas", "r1c1 r1c2 r1c5")
    assert found.solution_cells == (0, 1, 4)
    with pytest.raises(sx.OptionError, match="r1c3 holds M, not S"):
        with_solution_word(crossword(), "gas", "r1c1 r1c2 r1c3")
    with pytest.raises(sx.OptionError, match="a cell for each letter"):
        with_solution_word(crossword(), "gas", "r1c1 r1c2")


def test_letters_of_several_characters_have_a_cell_each() -> None:
    dutch = parse_alphabet("dutch")
    squares = tuple(Square(solution=text) for text in ("IJ", "S", "K", "O", "E", "K"))
    found = with_solution_word(Crossword(1, 6, squares), "ijs", alphabet=dutch)
    assert found.solution_cells == (0, 1)
    assert mark_faults(found, "ijs", dutch) == []


def test_a_new_word_replaces_the_old_one_and_other_texts_stay() -> None:
    squares = [Square(solution=letter) for letter in "CAT"]
    squares[1] = Square(solution="A", mark="x")
    found = marked(marked(Crossword(1, 3, tuple(squares)), [0]), [2])
    assert [square.mark for square in found.squares] == ["", "x", "1"]


@pytest.mark.parametrize("marks", [("1", "3"), ("2",), ("1", "1"), ("0", "1"), ("x",)])
def test_numbers_that_are_not_one_after_the_other_are_no_word(marks: tuple[str, ...]) -> None:
    squares = tuple(Square(solution="A", mark=mark) for mark in marks)
    found = Crossword(1, len(marks), squares)
    assert found.solution_cells == ()
    assert bool(mark_faults(found)) == (marks != ("x",))


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.value)
def test_kinds_whose_solution_it_would_spoil_have_no_word(kind: PuzzleKind) -> None:
    base = replace(sx.crossword_of(sx.Grid.parse("CAT")), kind=kind)
    if kind in (ACROSTIC, QUOTE_FALL, CRYPTOGRAM):
        with pytest.raises(OptionError, match="puzzles have no solution word: the"):
            with_solution_word(base, "at")
    else:
        assert with_solution_word(base, "at").solution_word == "AT"


@pytest.mark.parametrize("seed", range(60))
def test_any_letters_of_any_grid_are_found(seed: int) -> None:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 9), rng.randint(2, 9)
    cells = tuple(rng.choice("AABCDE#") for _ in range(n_rows * n_cols))
    base = sx.crossword_of(sx.Grid(n_rows, n_cols, cells))
    there = [cells[at] for at in sorted({at for clue in base.clues for at in clue.cells})]
    if not there:
        return
    word = "".join(rng.sample(there, rng.randint(1, len(there))))[:64]
    found = with_solution_word(base, word, seed=seed)
    assert found.solution_word == word
    assert mark_faults(found, word) == []
