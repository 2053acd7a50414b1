"""Grids with bars, voids and any least length: every engine finds what brute force finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.engine_sets import by_engines
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle, slots_of
from support.runs import count, letters, n_exactly, optimise

from satcross.cnf.assignment import Assignment
from satcross.cnf.dimacs import read_formula
from satcross.encoding.decode import Decoder
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle, find_slots
from satcross.results import Best, Found, Impossible
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.backends.scramble import Scramble
from satcross.solve.protocol import Outcome
from satcross.tasks.export import export
from satcross.verification.crossword import verify
from satcross.words import WordList

KIND = Kind(bars=0.25, voids=0.1, min_lengths=(1, 2, 2, 3))
MOST = 150
SOLVERS = ("cadical195", "glucose4", "minisat22", "maplechrono")


def compare(seed: int) -> int:
    puzzle = make_puzzle(seed, KIND)
    wanted = all_fills_by_rules(puzzle)
    if len(wanted) > MOST:
        return 0
    for engine, found in by_engines(puzzle, seed, len(wanted) + 1, SOLVERS[seed % 4]).items():
        assert found == wanted, f"seed {seed}: {engine}"
    return len(wanted)


def test_engines_agree_with_brute_force() -> None:
    assert sum(compare(seed) for seed in range(14)) > 50


@pytest.mark.parametrize("seed", range(200, 214))
def test_slots_are_found_the_same_three_times(seed: int) -> None:
    puzzle = make_puzzle(seed, KIND)
    runs = sorted(tuple(run) for run in slots_of(puzzle.grid, puzzle.min_length))
    assert sorted(slot.cells for slot in puzzle.slots) == runs
    # `verify` finds and names them itself: of unlisted words every one is a fault.
    none = WordList.from_words([], alphabet=puzzle.words.alphabet)
    letter = puzzle.words.alphabet.letters[0]
    filled = puzzle.grid.with_cells([letter if c == "." else c for c in puzzle.grid.cells])
    faults = verify(None, filled, none, distinct=False, min_length=puzzle.min_length)
    assert [fault.where for fault in faults] == [slot.name for slot in puzzle.slots]


def test_bars_end_slots_and_give_numbers() -> None:
    grid = Grid.parse("A|.-.\n. . .\n~ . .")
    assert [(slot.name, slot.cells) for slot in find_slots(grid)] == [
        ("2A", (1, 2)), ("4A", (3, 4, 5)), ("6A", (7, 8)),
        ("1D", (0, 3)), ("3D", (2, 5, 8)), ("5D", (4, 7)),
    ]  # fmt: skip
    assert [slot.name for slot in find_slots(grid, 1)] == [
        "1A", "2A", "4A", "6A", "1D", "2D", "3D", "5D"
    ]  # fmt: skip
    assert [slot.name for slot in find_slots(grid, 3)] == ["2A", "1D"]


def test_single_letters_are_words_only_if_asked_for_and_may_repeat() -> None:
    words = WordList.from_words(["ab", "ba", "a"], min_letters=1)
    grid = Grid.parse("..\n##\n.#")
    assert n_exactly(count(Puzzle(grid, words))) == 2  # the cell in no slot stays open
    one = Puzzle(grid, words, min_length=1)
    assert [slot.name for slot in one.slots] == ["1A", "3A", "1D", "2D", "3D"]
    assert n_exactly(count(one)) == 0  # B is no word, and stands alone in 1D or 2D
    more = Puzzle(grid, WordList.from_words(["ab", "ba", "a", "b"], min_letters=1), min_length=1)
    assert n_exactly(count(more)) == 4
    assert all(fault.kind == "word" for fault in verify(None, Grid.parse("AB\n##\nA#"), words,
                                                        min_length=1))  # fmt: skip


@pytest.mark.parametrize("seed", range(300, 306))
def test_an_export_is_decoded_by_its_comments_alone(seed: int, tmp_path: Path) -> None:
    puzzle = make_puzzle(seed, KIND)
    wanted = all_fills_by_rules(puzzle)
    path = tmp_path / "a.cnf.gz"
    export(puzzle, path, encoding=("support", "dawg", "auto")[seed % 3])
    dump = read_formula(path)
    decoder = Decoder.from_comments(dump.comments)
    assert decoder.grid == puzzle.grid
    assert decoder.rules == puzzle.rules
    formula = dump.formula
    session = EagerSession(
        "minisat22", formula, PysatBackend("minisat22"), Scramble.identity(formula.n_vars)
    )
    found: set[tuple[str, ...]] = set()
    while len(found) < 40:
        answer = session.solve()
        if answer.outcome is Outcome.UNSAT:
            assert found == wanted
            break
        assert isinstance(answer.assignment, Assignment)
        fill = decoder.decode(answer.assignment)
        assert (fill.bars_right, fill.bars_below) == (
            puzzle.grid.bars_right, puzzle.grid.bars_below
        )  # fmt: skip
        assert fill.cells in wanted
        assert fill.cells not in found
        found.add(fill.cells)
        true = answer.assignment
        session.add_clause([-v if true.is_true(v) else v for v in range(1, formula.n_vars + 1)])
    session.close()


@pytest.mark.parametrize("seed", range(400, 406))
def test_letters_and_the_best_lowest_score_agree_with_all_fills(seed: int) -> None:
    puzzle = make_puzzle(seed, KIND)
    wanted = all_fills_by_rules(puzzle)
    answered = letters(puzzle)
    assert isinstance(answered, Found)
    report = answered.value
    assert report.fillable is (bool(wanted))
    for cell in report.cells:
        assert set(cell.possible) == {fill[cell.cell] for fill in wanted}
    best = optimise(puzzle, goal="lowest")
    if not wanted:
        assert isinstance(best, Impossible)
        return
    assert isinstance(best, Best)
    assert best.is_proved
    lows = []
    for fill in wanted:
        given = [all(puzzle.grid.cells[p] != "." for p in slot.cells) for slot in puzzle.slots]
        spelt = ["".join(fill[p] for p in slot.cells) for slot in puzzle.slots]
        scores = [
            score
            for word, is_given in zip(spelt, given, strict=True)
            if (score := puzzle.words.score(word)) is not None and not is_given
        ]
        lows.append(min(scores, default=None))
    if None not in lows:
        assert best.objective == max(low for low in lows if low is not None)
