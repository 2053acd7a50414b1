"""The letters and words that occur in some fill, against all fills by brute force."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import pytest
from support.letter_checks import brute, check_letters, check_words
from support.random_puzzles import random_puzzle
from support.runs import letters, slot_words
from support.seeds import quick
from support.tasks import check_stops, check_task

from satcross.apps.letters import search
from satcross.apps.letters.letters import LettersTask, SlotWordsTask
from satcross.apps.letters.report import LetterReport, WordReport
from satcross.errors import GridError, OptionError
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.words import WordList

BRITISH = Path(__file__).parents[3] / "examples" / "british13.txt"

R = TypeVar("R", LetterReport, WordReport)


def complete(result: Found[R] | Stopped) -> R:
    assert isinstance(result, Found)
    report: R = result.value
    assert report.complete
    assert report.stopped is None
    return report


def check_puzzle(seed: int) -> None:
    puzzle = random_puzzle(seed)
    fills = brute(puzzle)
    report = complete(letters(puzzle, options=SolverOptions(seed=seed)))
    assert {cell.cell for cell in report.cells} == {c for s in puzzle.slots for c in s.cells}
    check_letters(report, fills)
    for slot in puzzle.slots[seed % 2 :: 2]:
        found = complete(slot_words(puzzle, slot.name, options=SolverOptions(seed=seed)))
        check_words(found, fills)


@pytest.mark.parametrize("block", quick(range(6), 1))
def test_exactly_what_brute_force_finds(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        check_puzzle(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(60))
def test_exactly_what_brute_force_finds_at_length(block: int) -> None:
    for seed in range(1000 + block * 100, 1000 + block * 100 + 100):
        check_puzzle(seed)


def test_whatever_fills_beside_single_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    # As in large grids: no question is answered in the first round, and fills are drawn at once.
    drawn = 0
    draw = search.LetterSearch._draw

    def counted(one: search.LetterSearch) -> None:
        nonlocal drawn
        drawn += 1
        draw(one)

    monkeypatch.setattr(search, "FIRST_BUDGET", 1)
    monkeypatch.setattr(search, "PATIENCE", 1)
    monkeypatch.setattr(search.LetterSearch, "_draw", counted)
    for seed in range(40):
        check_puzzle(seed)
    assert drawn


@pytest.mark.parametrize("seed", range(20))
def test_some_cells_alone(seed: int) -> None:
    puzzle = random_puzzle(seed)
    cells = [cell for slot in puzzle.slots for cell in slot.cells][:2]
    report = complete(letters(puzzle, cells=cells))
    assert [cell.cell for cell in report.cells] == sorted(set(cells))
    check_letters(report, brute(puzzle))


def test_forced_letters_are_named() -> None:
    words = WordList.from_words(["cat", "cot", "tea", "toe", "tie"])
    report = complete(letters(Puzzle(Grid.parse("C..\n##.\n##."), words)))
    assert {report.puzzle.grid.cell_name(c): a for c, a in report.forced.items()} == {"r1c3": "T"}
    assert [cell.possible for cell in report.cells] == ["C", "AO", "T", "EIO", "AE"]


def test_a_letter_that_is_arc_consistent_but_in_no_fill() -> None:
    # Every letter of both words has support everywhere, but a square of them repeats a word.
    words = WordList.from_words(["ab", "ba"])
    report = complete(letters(Puzzle(Grid.parse("..\n.."), words)))
    assert report.fillable is False
    assert report.n_possible == 0
    again = complete(letters(Puzzle(Grid.parse("..\n.."), words, distinct=False)))
    assert [cell.possible for cell in again.cells] == ["AB", "AB", "AB", "AB"]


def test_only_the_lazy_engine_answers() -> None:
    puzzle = Puzzle(Grid.parse("..."), WordList.from_words(["ape"]))
    with pytest.raises(OptionError, match="lazy engine"):
        letters(puzzle, options=SolverOptions(solver="glucose4"))
    with pytest.raises(OptionError, match="no slot '7D'"):
        slot_words(puzzle, "7D")
    with pytest.raises(GridError, match="no cell 99"):
        letters(puzzle, cells=[99])
    with pytest.raises(OptionError, match="the cell r1c2 is in no slot"):
        letters(Puzzle(Grid.parse(".#\n.."), puzzle.words, min_length=2), cells=["r1c1", "R1C2"])


def test_they_can_be_stopped_and_go_on() -> None:
    def proved(result: Found[Any], answers: list[Any]) -> object:
        assert all(isinstance(answer, LetterReport | WordReport) for answer in answers)
        report = result.value
        if isinstance(report, WordReport):
            return report.possible, report.n_impossible
        return report.cells, report.fillable

    puzzle = Puzzle(Grid.parse("...\n...\n..."), WordList.builtin(max_words=3000))
    check_task(lambda: LettersTask(puzzle), final=proved)
    check_task(lambda: SlotWordsTask(puzzle, "1A"), final=proved)
    square = Puzzle(Grid.parse("..\n.."), WordList.from_words(["ab", "ba"]))
    check_task(lambda: LettersTask(square, cells=[0]), final=proved)


def test_a_long_search_stops_with_what_is_known() -> None:
    # Larger, to have no answer after the time; smaller, to have some letters by then.
    puzzle = Puzzle(Grid.parse(BRITISH.read_text(encoding="utf-8")), WordList.builtin())
    stopped = check_stops(
        lambda: LettersTask(puzzle), is_enough=lambda stopped: stopped.partial.n_possible
    )
    assert stopped.partial.n_possible
    assert stopped.partial.stopped is stopped.reason
    assert stopped.partial.cells[0].possible
    assert stopped.partial.witness(0, stopped.partial.cells[0].possible[0])
    check_stops(lambda: SlotWordsTask(puzzle, "1A"))
