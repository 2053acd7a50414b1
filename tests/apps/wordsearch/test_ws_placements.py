"""Placements: the same as walking from every cell, for rectangles and pictures."""

from __future__ import annotations

import random

import numpy as np
import pytest
from support.seeds import quick
from support.tasks import little_work

from satcross.apps.clues.words import HiddenWord, hidden_words
from satcross.apps.wordsearch.board import masked, rectangle
from satcross.apps.wordsearch.headings import BY_NAME, HEADINGS, Heading, headings_named
from satcross.apps.wordsearch.placements import all_placements
from satcross.model.grid import Grid


def walked(board: Grid, word: HiddenWord, headings: tuple[Heading, ...]) -> set[tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    for start in board.squares:
        for heading in headings:
            cells = []
            row, col = divmod(start, board.n_cols)
            for _ in word.letters:
                if not (0 <= row < board.n_rows and 0 <= col < board.n_cols):
                    break
                if not board.is_square(row * board.n_cols + col):
                    break
                cells.append(row * board.n_cols + col)
                row, col = row + heading.row, col + heading.col
            if len(cells) == len(word):
                found.add(tuple(cells))
    return found


@pytest.mark.parametrize("seed", quick(range(40), 5))
def test_they_are_what_walking_finds(seed: int) -> None:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(1, 6), rng.randint(1, 6)
    inside = tuple(rng.random() < 0.8 for _ in range(n_rows * n_cols))
    board = masked(n_rows, n_cols, inside if any(inside) else (True,) * len(inside))
    headings = tuple(rng.sample(HEADINGS, rng.randint(1, 8)))
    word = HiddenWord("ABCDEFG"[: rng.randint(2, 6)], "")
    placements = all_placements(board, (word,), headings)[0]
    cells = [tuple(row) for row in placements.cells.tolist()]
    assert len(cells) == len(set(cells)) == len(placements.headings)
    assert set(cells) == walked(board, word, headings)
    for index, row in enumerate(cells):
        heading = HEADINGS[int(placements.headings[index])]
        assert heading in headings
        assert row[1] - row[0] == heading.row * board.n_cols + heading.col
        assert placements.placement(3, index).cells == row
        assert placements.placement(3, index).heading is heading


@pytest.mark.parametrize("names", [("E", "W"), ("W",), ("N", "S", "E", "W"), tuple(BY_NAME)])
def test_a_palindrome_counts_once_on_the_same_cells(names: tuple[str, ...]) -> None:
    board, word = rectangle(4, 5), HiddenWord("ABA", "aba")
    headings = headings_named(names)
    placements = all_placements(board, (word,), headings)[0]
    cells = [frozenset(row) for row in placements.cells.tolist()]
    assert len(cells) == len(set(cells))
    assert set(cells) == {frozenset(row) for row in walked(board, word, headings)}
    assert {HEADINGS[int(i)] for i in placements.headings} <= set(headings)


def test_a_word_too_long_has_none() -> None:
    placements = all_placements(rectangle(3, 3), (HiddenWord("ABCD", ""),), HEADINGS)[0]
    assert placements.cells.shape == (0, 4)
    assert len(placements) == 0


def test_words_come_in_their_order_and_arrays_cannot_be_changed() -> None:
    words = hidden_words(["abc", "de", "fgh"])
    found = all_placements(rectangle(3, 4), words, HEADINGS)
    assert [placements.cells.shape[1] for placements in found] == [3, 2, 3]
    assert found[0] is found[2]
    with pytest.raises(ValueError, match="read-only"):
        found[0].cells[0, 0] = 5
    assert found[0].cells.dtype == found[0].headings.dtype == np.int32


def test_a_hundred_words_on_a_large_board_are_quick() -> None:
    words = [HiddenWord("ABCDEFGHIJKLMNO"[: 3 + i % 12], "") for i in range(100)]
    with little_work():
        found = all_placements(rectangle(40, 40), words, HEADINGS)
    assert len(found[0]) == 2 * 2 * 40 * 38 + 4 * 38 * 38
