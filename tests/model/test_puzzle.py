"""Slots, numbers and crossings of puzzles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satcross.errors import GridError, OptionError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Direction, Puzzle, find_crossings, find_slots
from satcross.words import WordList

WORDS = WordList.from_words(["cat", "arc", "car"])

# The numbers as a printed crossword of this pattern has them.
NUMBERED = """\
#...###
#....##
.......
.......
.......
##....#
###...#
"""
NUMBERS = {
    "1A": "r1c2", "4A": "r2c2", "6A": "r3c1", "9A": "r4c1", "10A": "r5c1", "11A": "r6c3",
    "12A": "r7c4", "1D": "r1c2", "2D": "r1c3", "3D": "r1c4", "5D": "r2c5", "6D": "r3c1",
    "7D": "r3c6", "8D": "r3c7",
}  # fmt: skip


def test_numbers_of_a_known_grid() -> None:
    grid = Grid.parse(NUMBERED)
    slots = find_slots(grid)
    first = {slot.name: grid.cell_name(slot.cells[0]) for slot in slots}
    assert first == NUMBERS


def test_order_and_cells() -> None:
    slots = find_slots(Grid.parse("..#\n...\n#.."))
    assert [(s.index, s.name, s.cells) for s in slots] == [
        (0, "1A", (0, 1)),
        (1, "3A", (3, 4, 5)),
        (2, "5A", (7, 8)),
        (3, "1D", (0, 3)),
        (4, "2D", (1, 4, 7)),
        (5, "4D", (5, 8)),
    ]
    assert [len(s) for s in slots] == [2, 3, 2, 2, 3, 2]
    assert str(slots[1]) == "3A"


def test_crossings() -> None:
    slots = find_slots(Grid.parse("..#\n...\n#.."))
    crossings = find_crossings(slots)
    assert [(c.cell, slots[c.slot].name, slots[c.other].name) for c in crossings] == [
        (0, "1A", "1D"),
        (1, "1A", "2D"),
        (3, "3A", "1D"),
        (4, "3A", "2D"),
        (5, "3A", "4D"),
        (7, "5A", "2D"),
        (8, "5A", "4D"),
    ]


@given(st.integers(1, 8), st.integers(1, 8), st.data())
def test_slots_cover_every_run_and_crossings_agree(
    n_rows: int, n_cols: int, data: st.DataObject
) -> None:
    n = n_rows * n_cols
    cells = data.draw(st.lists(st.sampled_from([BLOCK, OPEN, OPEN]), min_size=n, max_size=n))
    grid = Grid(n_rows, n_cols, tuple(cells))
    slots = find_slots(grid)
    rows = str(grid).split("\n")
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    for direction, lines in ((Direction.ACROSS, rows), (Direction.DOWN, columns)):
        runs = sorted(len(run) for line in lines for run in line.split(BLOCK) if len(run) > 1)
        assert sorted(len(s) for s in slots if s.direction is direction) == runs
    step: dict[object, int] = {Direction.ACROSS: 1, Direction.DOWN: n_cols}
    for slot in slots:
        assert all(grid.cells[cell] != BLOCK for cell in slot.cells)
        pairs = zip(slot.cells, slot.cells[1:], strict=False)
        assert all(b - a == step[slot.direction] for a, b in pairs)
    # numbers rise with the first cell, from 1, without a gap
    starts = sorted({slot.cells[0] for slot in slots})
    assert {(s.cells[0], s.number) for s in slots} == {(c, n) for n, c in enumerate(starts, 1)}
    crossings = find_crossings(slots)
    for crossing in crossings:
        across, down = slots[crossing.slot], slots[crossing.other]
        assert (across.direction, down.direction) == (Direction.ACROSS, Direction.DOWN)
        assert across.cells[crossing.offset] == crossing.cell
        assert down.cells[crossing.other_offset] == crossing.cell
    n_slots_of = [sum(cell in slot.cells for slot in slots) for cell in range(n)]
    assert sorted(c.cell for c in crossings) == [c for c in range(n) if n_slots_of[c] == 2]


def test_givens_and_exemption() -> None:
    puzzle = Puzzle(Grid.parse("cat#xyz#c.."), WORDS)
    assert puzzle.givens[0] == 2
    assert len(puzzle.givens) == 7
    cat, theme, open_ = puzzle.slots
    assert puzzle.given_codes(cat) == (2, 0, 19)
    assert puzzle.given_codes(open_) is None
    assert [puzzle.is_exempt(slot) for slot in puzzle.slots] == [False, True, False]
    assert theme is puzzle.slot("2a")
    with pytest.raises(OptionError, match=r"there is no slot .9D.; the slots are 1A to 3A"):
        puzzle.slot("9D")


def test_a_puzzle_needs_a_slot_and_known_letters() -> None:
    for text in ("#", ".", ".#\n#.", "###\n###"):
        with pytest.raises(GridError) as caught:
            Puzzle(Grid.parse(text), WORDS)
        assert str(caught.value) == (
            "the grid has no slot; it needs a run of two or more open cells, across or down"
        )
    words = WordList.from_words(["ab"], alphabet=Alphabet("AB"))
    with pytest.raises(GridError) as caught:
        Puzzle(Grid.parse("..\n.c"), words)
    assert str(caught.value) == (
        "the letter 'C' at r2c2 is not in the word list's alphabet;"
        " correct the cell, or use an alphabet that has this letter"
    )


def test_slots_end_at_bars_and_voids() -> None:
    grid = Grid.parse(". .| .\n.- ~ .\n. . .")
    slots = find_slots(grid)
    assert [(slot.name, slot.cells) for slot in slots] == [
        ("1A", (0, 1)),
        ("3A", (6, 7, 8)),
        ("1D", (0, 3)),
        ("2D", (2, 5, 8)),
    ]


def test_runs_shorter_than_the_minimum_are_no_slots_and_have_no_number() -> None:
    grid = Grid.parse(". . .\n. # #\n# . #")
    words = WordList.from_words(["arc", "cat"])
    puzzle = Puzzle(grid, words, min_length=3)
    assert [slot.name for slot in puzzle.slots] == ["1A"]
    ones = Puzzle(grid, words, min_length=1)
    assert [(slot.name, len(slot)) for slot in ones.slots] == [
        ("1A", 3), ("4A", 1), ("5A", 1), ("1D", 2), ("2D", 1), ("3D", 1), ("5D", 1)
    ]  # fmt: skip
    with pytest.raises(OptionError, match="must be 1 or greater, got 0"):
        Puzzle(grid, words, min_length=0)
    with pytest.raises(GridError, match="it needs a run of 4 or more open cells"):
        Puzzle(grid, words, min_length=4)
