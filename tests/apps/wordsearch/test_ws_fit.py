"""The smallest rectangle: bounds against brute force, proofs, and honest answers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.seeds import quick

from satcross.apps.clues.words import HiddenWord, contained, hidden_words
from satcross.apps.wordsearch.board import rectangle
from satcross.apps.wordsearch.fit import Fit
from satcross.apps.wordsearch.headings import HEADINGS, Heading, headings_named, headings_of_level
from satcross.apps.wordsearch.letters.filler import layout_conflict
from satcross.apps.wordsearch.placements import all_placements
from satcross.apps.wordsearch.problem import LayoutConstraints
from satcross.apps.wordsearch.refute import fewest_cells
from satcross.errors import OptionError
from satcross.model.grid import Grid
from satcross.results import Best, Impossible, Reason, Stopped
from satcross.task import Deadline

_ROOT = Path(__file__).resolve().parents[3]
_WAYS = (HEADINGS, headings_of_level("easy"), headings_of_level("medium"), headings_named(["E"]))


def _random_words(rng: random.Random, n: int) -> tuple[HiddenWord, ...]:
    made: set[str] = set()
    while len(made) < n:
        made.add("".join(rng.choice("ABC") for _ in range(rng.randint(2, 4))))
    return hidden_words(sorted(made))


def _fewest(
    board: Grid, words: tuple[HiddenWord, ...], headings: tuple[Heading, ...], inside: bool
) -> int:
    """The fewest cells of any layout, by trying all; words may be within others if `inside`."""
    places = [p.cells.tolist() for p in all_placements(board, words, headings)]
    best = board.n_squares + 1

    def go(index: int, letters: dict[int, str], used: list[frozenset[int]]) -> None:
        nonlocal best
        if len(letters) >= best:
            return
        if index == len(words):
            best = len(letters)
            return
        for cells in places[index]:
            mine = frozenset(cells)
            if not inside and any(
                (mine < other or other < mine) and len(mine) != len(other) for other in used
            ):
                continue
            more = dict(zip(cells, words[index].letters, strict=True))
            if all(letters.get(cell, letter) == letter for cell, letter in more.items()):
                go(index + 1, letters | more, [*used, mine])

    go(0, {}, [])
    return best


@pytest.mark.parametrize("seed", quick(range(40), 5))
def test_no_layout_has_fewer_cells_than_the_bound(seed: int) -> None:
    rng = random.Random(seed)
    words = _random_words(rng, rng.randint(2, 3))
    headings = _WAYS[seed % len(_WAYS)]
    inside = rng.random() < 0.5
    fewest = _fewest(rectangle(3, 4), words, headings, inside)
    assert fewest_cells(words, headings, allow_inside=inside) <= fewest


def test_the_bound_is_of_use() -> None:
    words = hidden_words(["abc", "def", "ghi"])
    assert fewest_cells(words, HEADINGS) == 9  # no letter twice
    assert fewest_cells(hidden_words(["abcd", "cdef"]), headings_named(["E"])) == 6
    assert fewest_cells(hidden_words(["cat", "catalog"]), HEADINGS, allow_inside=True) <= 7


def test_shapes_are_kept() -> None:
    words = hidden_words(["stone", "onset", "tense"])
    square = Fit(words, HEADINGS, ratio=1, rounds=1).run()
    assert isinstance(square, Best)
    assert square.value.board.n_rows == square.value.board.n_cols
    free = Fit(words, HEADINGS, ratio=None, rounds=1).run()
    assert isinstance(free, Best)
    assert free.value.board.n_squares <= square.value.board.n_squares
    across = Fit(words, headings_named(["S"]), ratio=None, rounds=1).run()
    assert isinstance(across, Best)
    assert across.value.board.n_rows >= 5
    with pytest.raises(OptionError, match="ratio"):
        Fit(words, HEADINGS, ratio=0.5)


def test_what_fits_no_board_is_proved_so() -> None:
    found = Fit(hidden_words(["evil", "live"]), headings_of_level("easy")).run()
    assert isinstance(found, Impossible)
    assert "backwards" in found.why


def test_no_time_is_stopped() -> None:
    words = hidden_words(["stone", "onset", "tense"])
    assert Fit(words, HEADINGS).run(Deadline.after(0.0)) == Stopped(Reason.TIME_LIMIT)


def test_words_that_mirror_each_other_and_words_within_words() -> None:
    mirrored = Fit(hidden_words(["evil", "live"]), HEADINGS, ratio=None).run()
    assert isinstance(mirrored, Best)
    assert mirrored.value.board.n_squares == 4
    words = hidden_words(["cat", "catalog"])
    inside = Fit(words, HEADINGS, LayoutConstraints(allow_inside=True), ratio=None).run()
    assert isinstance(inside, Best)
    assert (inside.value.board.n_squares, inside.is_proved) == (7, True)
    apart = Fit(words, HEADINGS, ratio=None).run()
    assert isinstance(apart, Best)
    assert apart.value.board.n_squares > 7
    assert contained(words) == [(0, 1)]


@pytest.mark.slow
def test_the_seeds_words_in_fewer_cells_than_its_board() -> None:
    words = hidden_words(
        (_ROOT / "examples" / "lists" / "programming44.txt").read_text(encoding="utf-8").split()
    )
    found = Fit(words, HEADINGS).run(Deadline.after(60))
    assert isinstance(found, Best)
    assert found.value.board.n_squares <= 315
    assert found.bound is not None
    assert found.bound <= found.value.board.n_squares
    assert not found.is_proved


def test_words_that_are_forbidden_make_the_rectangle_larger() -> None:
    words = hidden_words(["ab", "cd"])
    # On 2x2 every cell is beside every other.
    forbid = ("AC", "AD", "BC", "BD")
    plain, strict = (
        Fit(words, HEADINGS).run(),
        Fit(words, HEADINGS, LayoutConstraints(forbid=forbid)).run(),
    )
    assert isinstance(plain, Best)
    assert isinstance(strict, Best)
    assert plain.is_proved
    assert plain.value.board.n_squares == 4
    assert strict.value.board.n_squares > 4
    assert not layout_conflict(strict.value, forbid=forbid)
