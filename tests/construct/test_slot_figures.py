"""Figures: slots and letters that have no words together, and no more of them than needed."""

from __future__ import annotations

import random
from itertools import product

import pytest

from satcross.construct.figures import Cells, Figure, Figures
from satcross.construct.supports import Supports
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList


def has_fill(slots: tuple[Cells, ...], letters: dict[int, str], words: set[str]) -> bool:
    """Whether words can stand in all these slots with these letters, by trying all of them."""

    def fill(number: int, cells: dict[int, str]) -> bool:
        if number == len(slots):
            return True
        for word in words:
            pairs = list(zip(slots[number], word, strict=False))
            fits = len(word) == len(slots[number]) and all(cells.get(c, a) == a for c, a in pairs)
            if fits and fill(number + 1, {**cells, **dict(pairs)}):
                return True
        return False

    return fill(0, letters)


def random_case(rng: random.Random) -> tuple[WordList, Puzzle]:
    words = {
        "".join(rng.choice("ABC") for _ in range(rng.randint(2, 4)))
        for _ in range(rng.randint(9, 40))
    }
    cells = [rng.choice("....#A") if rng.random() < 0.6 else "." for _ in range(12)]
    text = "\n".join("".join(cells[row : row + 4]) for row in (0, 4, 8))
    listed = WordList.from_words(sorted(words))
    return listed, Puzzle(Grid.parse(text), listed, distinct=False)


def test_a_figure_is_found_exactly_when_there_is_no_fill_and_is_right() -> None:
    rng = random.Random(5)
    n_refuted = n_small = 0
    for _ in range(250):
        listed, puzzle = random_case(rng)
        slots = [slot.cells for slot in puzzle.slots if not puzzle.is_exempt(slot)]
        grid = puzzle.grid
        given = {c: text for c, text in enumerate(grid.cells) if grid.is_given(c)}
        words = {word for word, _ in listed.words()}
        figure = Figures(listed).refuted(slots, given, conflicts=10**6)
        assert (figure is None) == has_fill(tuple(slots), given, words)
        if figure is None:
            continue
        n_refuted += 1
        n_small += len(figure.slots) < len(slots)
        assert set(figure.slots) <= set(slots)
        assert figure.letters.items() <= given.items()
        assert not has_fill(figure.slots, figure.letters, words)
        for slot in figure.slots:
            rest = tuple(other for other in figure.slots if other != slot)
            assert has_fill(rest, figure.letters, words)
        for cell in figure.letters:
            fewer = {c: a for c, a in figure.letters.items() if c != cell}
            assert has_fill(figure.slots, fewer, words)
    assert n_refuted > 60
    assert n_small > 40


def test_two_crossing_slots_are_a_figure() -> None:
    listed = WordList.from_words(["cat", "dog", "tea"])
    figure = Figures(listed).refuted([(0, 1, 2), (2, 5, 8), (6, 7, 8)], {0: "D"}, conflicts=10)
    assert figure == Figure(((0, 1, 2), (2, 5, 8)), {0: "D"})


def test_the_searches_can_be_ended() -> None:
    class EndedError(Exception):
        pass

    calls = []

    def tick() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise EndedError

    listed = WordList.from_words(["cat", "dog", "tea"])
    slots, letters = [(0, 1, 2), (2, 5, 8), (6, 7, 8)], {0: "D"}
    figures = Figures(listed, tick)
    with pytest.raises(EndedError):
        figures.refuted(slots, letters, conflicts=10)
    assert figures.refuted(slots, letters, conflicts=10) is not None


def test_supports_are_counted() -> None:
    words = ["".join(letters) for letters in product("ABC", repeat=3)][::2]
    supports = Supports(WordList.from_words(words))
    for letters in ({}, {0: "A"}, {1: "B", 2: "C"}, {0: "A", 1: "A", 2: "A"}):
        wanted = sum(all(word[at] == a for at, a in letters.items()) for word in words)
        assert supports.count(3, letters) == wanted
    assert supports.count(5, {}) == supports.count(5, {1: "A"}) == 0
    part = supports.too_few(3, {0: "A", 1: "B", 2: "C"}, 2)
    assert supports.count(3, part) < 2
    assert all(supports.count(3, {i: a for i, a in part.items() if i != at}) >= 2 for at in part)
