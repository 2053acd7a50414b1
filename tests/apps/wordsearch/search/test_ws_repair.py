"""Layouts that leave an exact number of cells: the ways words go back, and what is found."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from support.seeds import quick

from satcross.apps.clues.words import HiddenWord, hidden_words
from satcross.apps.wordsearch.board import rectangle
from satcross.apps.wordsearch.headings import HEADINGS
from satcross.apps.wordsearch.layout import WordSearchLayout
from satcross.apps.wordsearch.make import WordSearchTask
from satcross.apps.wordsearch.occurrences import Scanner, unexplained
from satcross.apps.wordsearch.options import WordSearchOptions
from satcross.apps.wordsearch.placements import all_placements
from satcross.apps.wordsearch.search.reinsertion import ReinsertionSearch, waiting_cost
from satcross.apps.wordsearch.search.repair import Repair
from satcross.apps.wordsearch.search.state import PlacedWords
from satcross.apps.wordsearch.shapes import board_for
from satcross.apps.wordsearch.verify import verify
from satcross.model.grid import Grid
from satcross.results import Found
from satcross.task import NEVER, Deadline

WORDS = hidden_words(["stone", "onset", "tense", "nest", "tones", "late", "sea", "tea"])
WORDS44 = hidden_words(
    (Path(__file__).resolve().parents[4] / "examples" / "lists" / "programming44.txt")
    .read_text(encoding="utf-8")
    .split()
)
FORBID = ("EAT", "ASS", "TIT")


def _state(
    words: tuple[HiddenWord, ...], board: Grid, *, collinear: bool = False, seed: int = 0
) -> PlacedWords:
    rng = np.random.default_rng(seed)
    return PlacedWords(board, words, HEADINGS, collinear=collinear, inside=collinear, rng=rng)


def _least(state: PlacedWords, words: list[int], needed: int) -> int:
    """The least cost of putting words back, by trying everything."""
    board = state.board
    letters: dict[int, str] = {}
    lines: set[tuple[int, int]] = set()
    for word, place in enumerate(state.at):
        if place >= 0:
            _write(state, board, word, place, letters, lines)
    n_before = len(letters)
    places = all_placements(board, state.words, HEADINGS)
    least = 10**9
    for choice in product(*([-1, *range(len(places[word].cells))] for word in words)):
        written, along = dict(letters), set(lines)
        right = all(
            place < 0 or _write(state, board, word, place, written, along)
            for word, place in zip(words, choice, strict=True)
        )
        if right:
            away = [word for word, place in zip(words, choice, strict=True) if place < 0]
            cost = abs(needed - (len(written) - n_before)) + waiting_cost(state, away)
            least = min(least, cost)
    return least


def _write(
    state: PlacedWords,
    board: Grid,
    word: int,
    place: int,
    letters: dict[int, str],
    lines: set[tuple[int, int]],
) -> bool:
    """Write a word into a square; False where it does not agree with what is there."""
    cells = state.cells[word][:, place].tolist()
    step = cells[1] - cells[0]
    axis = abs(step)
    for cell, letter in zip(cells, state.words[word].letters, strict=True):
        if letters.setdefault(cell, letter) != letter:
            return False
        if not state.collinear and (cell, axis) in lines:
            return False
        lines.add((cell, axis))
    return True


@pytest.mark.parametrize("collinear", [False, True])
@pytest.mark.parametrize("seed", quick(range(12), 3))
def test_the_ways_back_are_the_best_there_are(seed: int, collinear: bool) -> None:
    rng = random.Random(seed)
    words = hidden_words(rng.sample(["cat", "tea", "eat", "ant", "tan", "net", "ten", "ace"], 5))
    state = _state(words, rectangle(3, 4), collinear=collinear)
    for word in (3, 4):  # these stand, where they can
        free = [p for p in range(len(state.headings[word])) if state.worth(word)[p] >= 0]
        if free:
            state.put(word, rng.choice(free))
    needed = rng.randrange(0, 9)
    ways = ReinsertionSearch(state, [0, 1, 2], needed, sparing=bool(seed % 2), rng=rng)
    found = ways.cheapest(100)
    least = _least(state, [0, 1, 2], needed)
    assert found
    for places in found:
        before, away = state.n_used, []
        for word, place in places.items():
            if place < 0:
                away.append(word)
                continue
            assert state.worth(word)[place] > -1000
            state.put(word, place)
        cost = abs(needed - (state.n_used - before)) + waiting_cost(state, away)
        assert cost == least
        for word, place in places.items():
            if place >= 0:
                state.remove(word)
                state.at[word] = -1
    again = ReinsertionSearch(state, [0, 1, 2], needed, sparing=True, rng=random.Random(seed))
    assert again.cheapest(least - 1) == []


@pytest.mark.parametrize("seed", range(6))
def test_repair_leaves_exactly_so_many_cells(seed: int) -> None:
    board = rectangle(6, 6)
    scanner = Scanner(board, [*(word.letters for word in WORDS), *FORBID])
    found, phases = [], list[str]()
    for _ in range(2):
        state = _state(WORDS, board, seed=seed)

        def wrong(state: PlacedWords = state) -> list[int]:
            layout = WordSearchLayout(board, WORDS, tuple(state.placements()))
            read = scanner.find(layout.letters_with("GOODD"))
            return [found.cells[0] for found in unexplained(layout, read)]

        repair = Repair(state, random.Random(seed), board.n_squares - 5, wrong)
        assert repair.run(NEVER, phases.append)
        assert state.n_used == board.n_squares - 5
        assert min(state.at) >= 0
        assert wrong() == []
        found.append(list(state.at))
    assert found[0] == found[1]


def test_repair_gives_up() -> None:
    too_many, phases = sum(map(len, WORDS[:4])) + 1, list[str]()
    for target, deadline in ((too_many, NEVER), (too_many - 4, Deadline.after(0))):
        state = _state(WORDS[:4], rectangle(5, 5))
        assert not Repair(state, random.Random(0), target, list).run(deadline, phases.append)


@pytest.mark.parametrize("length", [34, pytest.param(8, marks=pytest.mark.slow)])
def test_a_long_list_and_a_short_message(length: int) -> None:
    """44 words: single words can hardly move on such a board."""
    message = "simplicityisagreatvirtuebutitrequireshardwork"[:length]
    board = board_for(WORDS44, n_message=length)
    options = WordSearchOptions(
        message=message, forbid=FORBID, builtin_forbid=False, rounds=200, seed=length
    )
    found = WordSearchTask(WORDS44, board, options).run()
    assert isinstance(found, Found)
    made = found.value
    assert len(made.layout.unused) == length
    spelt = message.upper()
    assert verify(made.rows(), board, WORDS44, forbid=FORBID, message=spelt) == []


def test_a_message_in_one_direction_only() -> None:
    words = hidden_words(["cat", "dog", "cow", "hen"])
    board = rectangle(4, 4)
    options = WordSearchOptions(
        message="farm", level="easy", allow_inside=True, builtin_forbid=False
    )
    made = WordSearchTask(words, board, options).run()
    assert isinstance(made, Found)
    assert made.value.message == "FARM"
