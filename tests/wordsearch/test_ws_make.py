"""Whole puzzles: every wish kept, checked by the independent checker; honest refusals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from satcross.errors import OptionError
from satcross.solve.protocol import Deadline
from satcross.wordsearch.board import Board
from satcross.wordsearch.exact import most_crossings
from satcross.wordsearch.headings import HEADINGS, headings_of_level
from satcross.wordsearch.layout import parallel_pairs
from satcross.wordsearch.make import MOST, MakeOptions, make, make_many
from satcross.wordsearch.results import Impossible, Placed, Stopped, WordSearch
from satcross.wordsearch.verify import verify
from satcross.wordsearch.watch import Watch
from satcross.wordsearch.words import hidden_words

_ROOT = Path(__file__).resolve().parents[2]
WORDS44 = hidden_words((_ROOT / "examples" / "lists" / "programming44.txt").read_text().split())
FEW = hidden_words(["cat", "dog", "tag", "ice cream"])


def test_the_seeds_words_with_every_wish() -> None:
    message = "the seed had fewer than ten crossings among its words" * 4
    options = MakeOptions(message=message, max_parallel=3, forbid=("QUEUE", "XYZZY"), rounds=1200)
    made = make(WORDS44, Board.sized("24x20"), options, deadline=Deadline.after(30))
    assert isinstance(made, WordSearch)
    letters = "".join(message.upper().split())
    faults = verify(made.rows(), made.layout.board, WORDS44, forbid=options.forbid, message=letters)
    assert faults == []
    assert len(made.layout.unused) == len(letters)
    assert len(parallel_pairs(made.layout.board, made.layout.placements)) <= 3


@pytest.mark.parametrize("seed", range(4))
def test_puzzles_of_few_words_are_right_and_repeatable(seed: int) -> None:
    options = MakeOptions(headings_of_level("medium"), seed=seed, filler="uniform")
    made = make(FEW, Board.rectangle(8, 9), options)
    assert isinstance(made, WordSearch)
    assert verify(made.rows(), made.layout.board, FEW) == []
    assert {p.heading.name for p in made.layout.placements} <= {"E", "S", "SE", "NE"}
    assert make(FEW, Board.rectangle(8, 9), options) == made
    assert make(FEW, Board.rectangle(8, 9), replace(options, seed=seed + 50)) != made


def test_most_crossings_of_a_small_board_are_proved() -> None:
    words, board = hidden_words(["cat", "tag", "gas"]), Board.rectangle(3, 3)
    told: list[Placed] = []
    made = make(words, board, MakeOptions(crossings=MOST), watch=Watch(placed=told.append))
    assert isinstance(made, WordSearch)
    best = most_crossings(board, words, HEADINGS)
    assert isinstance(best, Placed)
    assert [p.optimal for p in told] == [True]
    assert len(made.layout.crossings) == len(best.layout.crossings)
    more = MakeOptions(crossings=len(best.layout.crossings) + 1, rounds=50)
    refused = make(words, board, more)
    assert isinstance(refused, Impossible)
    assert "crossings" in refused.why


def test_what_cannot_be_is_proved() -> None:
    assert isinstance(make(FEW, Board.rectangle(3, 3)), Impossible)  # ICECREAM is too long
    one_row = make(hidden_words(["cat", "catalog"]), Board.rectangle(1, 7))
    assert isinstance(one_row, Impossible)
    both = make(
        hidden_words(["cat", "catalog"]), Board.rectangle(1, 7), MakeOptions(allow_inside=True)
    )
    assert isinstance(both, WordSearch)
    assert both.rows() in (["CATALOG"], ["GOLATAC"])
    # The filler can only be A, and reads AA once more.
    assert isinstance(make(hidden_words(["aa"]), Board.rectangle(2, 2)), Impossible)


@pytest.mark.parametrize("message", ["a", "far too long a message for a board of this size"])
def test_a_message_of_the_wrong_length_is_refused(message: str) -> None:
    made = make(hidden_words(["cat", "dog"]), Board.rectangle(3, 3), MakeOptions(message=message))
    assert isinstance(made, Impossible)
    assert "cells" in made.why


def test_many_are_different_and_end_with_the_reason() -> None:
    many = list(make_many(FEW, Board.rectangle(8, 8), 5, MakeOptions(rounds=50)))
    assert len(set(many)) == 5
    assert all(isinstance(made, WordSearch) for made in many)
    few = list(make_many(hidden_words(["abc"]), Board.rectangle(1, 3), 5, MakeOptions(rounds=5)))
    assert len(few) == 3
    assert isinstance(few[-1], Stopped)
    assert "made before" in few[-1].reason


def test_no_time_is_stopped() -> None:
    options = MakeOptions(crossings=400)
    found = make(WORDS44, Board.sized("20x20"), options, deadline=Deadline.after(0.3))
    assert isinstance(found, Stopped)
    assert "time limit" in found.reason


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"crossings": "lots"}, "give a number or 'most'"),
        ({"crossings": -1}, "--crossings: -1 is negative"),
        ({"max_parallel": -2}, "--max-parallel: -2 is negative"),
    ],
)
def test_wishes_without_sense_are_refused(wrong: dict[str, int | str], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        MakeOptions(**wrong)  # type: ignore[arg-type]
