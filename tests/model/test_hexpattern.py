"""Hexadecimal block patterns: four cells a digit, the left-over cell as a letter from g."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satcross.errors import GridError
from satcross.model.grid import BLOCK, OPEN, Grid

# The two patterns of J. Lyons' posts (2017), with the fill that is printed there for the second.
FIRST = "3EF9C51EBFAFAAF8FE37577BFB9D5CEFEF75763F8FAAFAFEBC51CFBEg"
SECOND = "BEFB4516BFAFAAF8FE27573BFBDD5DEFEE75723F8FAAFAFEB4516FBEh"
SECOND_FILLED = """\
s . c r u m b . r e m a n . b
w . r . . . r . i . . . o . r
a . a . p h o e b u s . s . i
m o w n . e . l . r . g y m s
i . . . c r i m i n e . . . k
. . p o o . n . n . v e g . .
a v o . i n f a u n a . i l k
s . s u n . l . t . d i g . i
p h i . a l a n i n e . o f t
. . t a g . m . l . r a t . .
i . . . e y e l e s s . . . o
m o t s . e . o . p . w a t t
i . o . s t o p g a p . m . t
d . r . . . a . e . . . i . a
e . c l a c k . l u l l s . r
"""


def test_the_second_pattern_is_that_of_its_printed_fill() -> None:
    printed = [cell == "." for cell in SECOND_FILLED.split()]
    assert [cell == BLOCK for cell in Grid.parse(SECOND).cells] == printed


def test_the_first_pattern() -> None:
    grid = Grid.parse(FIRST + "\n")
    assert (grid.n_rows, grid.n_cols) == (15, 15)
    rows = str(grid).split("\n")
    assert rows[0] == "##.....#.....##"
    assert rows[-1] == "##.....#.....##"  # and the g says that the last cell is a block
    assert str(grid) == str(grid)[::-1]  # it turns into itself
    assert grid.to_hex() == FIRST


@given(st.integers(2, 21), st.data())
def test_hex_round_trip(side: int, data: st.DataObject) -> None:
    n = side * side
    cells = data.draw(st.lists(st.sampled_from([BLOCK, OPEN]), min_size=n, max_size=n))
    grid = Grid(side, side, tuple(cells))
    pattern = grid.to_hex()
    assert len(pattern) == n // 4 + n % 4  # squares leave 0 or 1 cells over
    assert Grid.from_hex(pattern) == grid
    assert Grid.parse(f"  {pattern.lower()} \n") == grid


def test_givens_are_open_in_a_pattern() -> None:
    assert Grid.parse("A#\n.Z").to_hex() == Grid.parse(".#\n..").to_hex() == "B"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (
            "3EF9C51E",
            "pattern: a hex pattern of 8 characters is not a square grid;"
            " the nearest squares have 6 digits and g or h (5x5) or 9 digits (6x6)",
        ),
        (
            "FFFFF",
            "pattern: a hex pattern of 5 characters is not a square grid;"
            " the nearest squares have 4 digits (4x4) or 6 digits and g or h (5x5)",
        ),
        (
            SECOND[:-1],
            "pattern: a hex pattern of 56 characters is not a square grid;"
            " the nearest squares have 49 digits (14x14) or 56 digits and g or h (15x15)",
        ),
        (
            "7Ai",
            "pattern:1:3: 'i' means more cells than the 1 left over;"
            " end the pattern with g (block) or h (open)",
        ),
        (
            "7xAh",
            "pattern:1:2: a hex pattern is digits 0-9 and A-F, with one letter from g for the"
            " cells left over; correct this character",
        ),
    ],
)
def test_bad_patterns(pattern: str, message: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid.from_hex(pattern)
    assert str(caught.value) == message


def test_endless_patterns_are_no_grids() -> None:
    with pytest.raises(GridError, match="more than 200 cells"):
        Grid.from_hex("F" * 20_000)


def test_only_squares_have_a_pattern() -> None:
    with pytest.raises(GridError, match="a hex pattern must be square, got 2 rows of 3"):
        Grid.parse("...\n...").to_hex()
