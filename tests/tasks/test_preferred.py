"""Fills of the better words come first, and the others are not lost."""

from __future__ import annotations

import itertools

import pytest
from support.brute_force import all_fills
from support.random_puzzles import random_puzzle

import satcross as sx
from satcross.solve.protocol import SolverOptions
from satcross.task import NEVER, Deadline
from satcross.tasks import preferred
from satcross.tasks.preferred import BetterFills, preferred_score

# All words of three of five letters: 125, of which those that begin with A or B are good.
LETTERS = "ABCDE"
WORDS = ["".join(letters) for letters in itertools.product(LETTERS, repeat=3)]


def scored(good: str = "AB", low: int = 20) -> sx.WordList:
    return sx.WordList.from_words([(word, 80 if word[0] in good else low) for word in WORDS])


def scores(fill: sx.Fill) -> list[int]:
    return [entry.score or 0 for entry in fill.entries]


def puzzle_of(text: str, words: sx.WordList) -> sx.Puzzle:
    return sx.Puzzle(sx.Grid.parse(text), words)


def test_scores_begin_where_the_shares_do() -> None:
    words = sx.WordList.from_words([(word, 1 + i) for i, word in enumerate(WORDS[:10])])
    assert preferred_score(puzzle_of("...", words), 0.6) == 5
    assert preferred_score(puzzle_of("...", words), 0.8) == 3
    assert preferred_score(puzzle_of("....", words), 0.6) is None
    assert preferred_score(puzzle_of("...", sx.WordList.from_words(WORDS)), 0.6) is None
    few_low = sx.WordList.from_words([(word, 90 if i else 10) for i, word in enumerate(WORDS)])
    assert preferred_score(puzzle_of("...", few_low), 0.6) == 90


def test_half_of_a_share_is_tried_first_where_many_fills_are_likely() -> None:
    """A row that nothing crosses can have the best word of all."""
    words = sx.WordList.from_words([(word, 1 + i) for i, word in enumerate(WORDS)])
    best = [entry.score or 0 for entry in _fill_of("...#...", words).entries]
    assert min(best) > 100
    crossed = [entry.score or 0 for entry in _fill_of("...\n...\n...", words).entries]
    assert min(crossed) < 100


def _fill_of(text: str, words: sx.WordList) -> sx.Fill:
    result = sx.fill(puzzle_of(text, words))
    assert isinstance(result, sx.Found)
    return result.fill


@pytest.mark.parametrize("seed", range(5))
def test_the_better_words_are_used_where_they_are_enough(seed: int) -> None:
    # Rows and columns begin with A, B or C, of which three fifths of the words are good.
    result = sx.fill(puzzle_of("...\n...\n...", scored("ABC")), seed=seed)
    assert isinstance(result, sx.Found)
    assert set(scores(result.fill)) == {80}
    assert not sx.verify(result.fill.grid, result.fill.grid, scored("ABC"))


def test_a_slot_that_no_better_word_fits_keeps_its_words() -> None:
    puzzle = puzzle_of("E..#...\n###.###\n...#...", scored("ABC"))
    result = sx.fill(puzzle)
    assert isinstance(result, sx.Found)
    low = [entry.slot.name for entry in result.fill.entries if (entry.score or 0) < 80]
    assert low == ["1A"]


def test_words_of_low_scores_are_not_lost() -> None:
    # Each word begins with a letter of low words, and no slot is wholly given.
    result = sx.fill(puzzle_of("ED.\nE..\n...", scored()))
    assert isinstance(result, sx.Found)
    assert min(scores(result.fill)) == 20
    assert isinstance(sx.fill(puzzle_of("ZZ.", scored())), sx.Impossible)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("limit", [1, 3, 900])
def test_a_number_of_fills_has_no_fill_twice_and_misses_none(seed: int, limit: int) -> None:
    puzzle = random_puzzle(seed)
    rows = str(puzzle.grid).split("\n")
    alphabet, words = puzzle.words.alphabet, [word for word, _ in puzzle.words.words()]
    expected = {
        "\n".join(fill)
        for fill in all_fills(rows, words, alphabet.letters, distinct=puzzle.distinct)
    }
    fills = sx.enumerate_fills(puzzle, limit=limit, seed=seed)
    found = [str(fill) for fill in fills]
    assert len(found) == len(set(found)) == min(limit, len(expected))
    assert set(found) <= expected
    assert fills.is_exhausted or len(found) == limit


def test_fills_go_on_after_each_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines that pass between and within the parts lose nothing."""
    monkeypatch.setattr(preferred, "CONFLICTS", 1)
    puzzle = puzzle_of(
        "...\n...", sx.WordList.from_words([(w, 10 + i) for i, w in enumerate(WORDS[:9])])
    )
    expected = {str(fill) for fill in sx.enumerate_fills(puzzle)}
    fills = sx.enumerate_fills(puzzle, limit=900)
    found: list[str] = []
    passed = True
    while not fills.is_exhausted:
        passed = not passed
        fill = fills.advance(Deadline.after(0) if passed else NEVER)
        found += [str(fill)] if fill is not None else []
    assert sorted(found) == sorted(expected)


def test_the_work_of_all_parts_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferred, "CONFLICTS", 1)
    puzzle = puzzle_of("....\n....\n....\n....", sx.WordList.builtin(min_score=60))
    with_parts = sx.fill(puzzle, seed=1)
    assert isinstance(with_parts, sx.Found)
    better = BetterFills(puzzle, SolverOptions(seed=1))
    while better.next(NEVER) is not None and len(better.found) < 2:
        pass
    assert with_parts.work.decisions > 0
    assert better.work.decisions > 0


def test_other_solvers_search_among_all_words() -> None:
    better = BetterFills(puzzle_of("...", scored()), SolverOptions(solver="cadical195"))
    assert better.next(NEVER) is None
    with pytest.raises(sx.OptionError, match="no encoding"):
        sx.fill(puzzle_of("...", scored()), encoding="support")
