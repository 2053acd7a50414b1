"""Shapes of boards, and boards of a size that suits a list."""

from __future__ import annotations

import pytest

from satcross.apps.clues.words import hidden_words
from satcross.apps.wordsearch.shapes import SHAPES, board_for, shape_named
from satcross.errors import GridError, OptionError
from satcross.model.grid import OPEN, VOID, Grid

WORDS = hidden_words(["apple", "ice cream", "plum", "cherry", "melon"])


def picture_rows(board: Grid) -> list[str]:
    """The rows of the picture of a board: `#` for a cell, `.` for none."""
    marks = {OPEN: "#", VOID: "."}
    return ["".join(marks[cell] for cell in row) for row in board.rows()]


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_reaches_all_sides_and_is_its_own_mirror_image(name: str) -> None:
    for side in (15, 20, 24):
        board = shape_named(name, side, side)
        rows = picture_rows(board)
        if name != "star":  # whose tips may be thinner than a cell
            assert "#" in rows[0]
            assert "#" in rows[-1]
            assert any(row[0] == "#" for row in rows)
            assert any(row[-1] == "#" for row in rows)
        assert rows == [row[::-1] for row in rows]
        assert 0.25 < board.n_squares / side**2 <= 1
        assert (board.n_squares == side**2) == (name == "rectangle")


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_hangs_together(name: str) -> None:
    board = shape_named(name, 18, 21)
    inside = set(board.squares)
    seen, todo = set(), [board.squares[0]]
    while todo:
        cell = todo.pop()
        if cell in inside and cell not in seen:
            seen.add(cell)
            row, col = divmod(cell, 21)
            todo += [cell + 21, cell - 21] if row else [cell + 21]
            todo += [cell + 1] * (col < 20) + [cell - 1] * (col > 0)
    assert seen == inside


def test_a_heart() -> None:
    assert "\n".join(picture_rows(shape_named("heart", 9, 11))) == (
        ".####.####.\n"
        "###########\n"
        "###########\n"
        "###########\n"
        "###########\n"
        ".#########.\n"
        "..#######..\n"
        "...#####...\n"
        ".....#....."
    )


def test_what_is_no_shape_is_refused() -> None:
    with pytest.raises(OptionError, match="no shape 'blob'"):
        shape_named("blob", 9, 9)
    with pytest.raises(GridError, match="0 columns"):
        shape_named("star", 9, 0)


@pytest.mark.parametrize("name", SHAPES)
def test_a_board_has_room_for_its_list(name: str) -> None:
    n_letters = sum(map(len, WORDS))
    board = board_for(WORDS, name)
    assert n_letters * 1.4 <= board.n_squares
    assert board.n_squares < n_letters * 3 or board.n_cols == max(map(len, WORDS))
    beside = board_for(WORDS, name, n_message=40)
    assert abs(beside.n_squares - (n_letters - 3) - 40) <= 12


def test_a_long_word_has_its_line() -> None:
    board = board_for(hidden_words(["internationalization"]))
    assert (board.n_rows, board.n_cols) == (20, 20)
    with pytest.raises(GridError, match="no board"):
        board_for(hidden_words(["x" * 200 + chr(65 + a) * (b + 1) for a in range(26)
                                for b in range(50) if chr(65 + a) != "X"]))  # fmt: skip


def test_a_board_for_a_message_is_no_larger_than_needed() -> None:
    board = board_for(WORDS, n_message=8)
    assert isinstance(board, Grid)
    assert 8 + 20 <= board.n_squares <= 8 + 28
    assert board.n_cols >= 8
