"""The letters and words that occur in some fill, against all fills by brute force."""

from __future__ import annotations

import pytest
from support.letter_checks import brute, check_letters, check_words
from support.random_puzzles import random_puzzle

from satcross.errors import OptionError
from satcross.grid import Grid
from satcross.puzzle import Puzzle
from satcross.solve.protocol import SolverOptions
from satcross.tasks.letters import letters, slot_words
from satcross.words import WordList


def check_puzzle(seed: int) -> None:
    puzzle = random_puzzle(seed)
    fills = brute(puzzle)
    report = letters(puzzle, options=SolverOptions(seed=seed))
    assert report.complete
    assert not report.stopped
    assert {cell.cell for cell in report.cells} == {c for s in puzzle.slots for c in s.cells}
    check_letters(report, fills)
    for slot in puzzle.slots[seed % 2 :: 2]:
        found = slot_words(puzzle, slot.name, options=SolverOptions(seed=seed))
        assert found.complete
        assert not found.stopped
        check_words(found, fills)


@pytest.mark.parametrize("block", range(6))
def test_exactly_what_brute_force_finds(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        check_puzzle(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(60))
def test_exactly_what_brute_force_finds_at_length(block: int) -> None:
    for seed in range(1000 + block * 100, 1000 + block * 100 + 100):
        check_puzzle(seed)


@pytest.mark.parametrize("seed", range(20))
def test_some_cells_alone(seed: int) -> None:
    puzzle = random_puzzle(seed)
    cells = [cell for slot in puzzle.slots for cell in slot.cells][:2]
    report = letters(puzzle, cells=cells)
    assert [cell.cell for cell in report.cells] == sorted(set(cells))
    assert report.complete
    check_letters(report, brute(puzzle))


def test_forced_letters_are_named() -> None:
    words = WordList.from_words(["cat", "cot", "tea", "toe", "tie"])
    report = letters(Puzzle(Grid.parse("C..\n##.\n##."), words))
    assert {report.puzzle.grid.cell_name(c): a for c, a in report.forced.items()} == {"r1c3": "T"}
    assert [cell.possible for cell in report.cells] == ["C", "AO", "T", "EIO", "AE"]


def test_a_letter_that_is_arc_consistent_but_in_no_fill() -> None:
    # Every letter of both words has support everywhere, but a square of them repeats a word.
    words = WordList.from_words(["ab", "ba"])
    report = letters(Puzzle(Grid.parse("..\n.."), words))
    assert report.fillable is False
    assert report.complete
    assert report.n_possible == 0
    again = letters(Puzzle(Grid.parse("..\n.."), words, distinct=False))
    assert [cell.possible for cell in again.cells] == ["AB", "AB", "AB", "AB"]


def test_only_the_lazy_engine_answers() -> None:
    puzzle = Puzzle(Grid.parse("..."), WordList.from_words(["ape"]))
    with pytest.raises(OptionError, match="lazy engine"):
        letters(puzzle, options=SolverOptions(solver="glucose4"))
    with pytest.raises(OptionError, match="no slot '7D'"):
        slot_words(puzzle, "7D")
    with pytest.raises(OptionError, match="in no slot"):
        letters(puzzle, cells=[99])
