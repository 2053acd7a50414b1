"""A puzzle's own constraints in every engine and encoding, against brute force."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.brute_force import all_fills
from support.engine_sets import by_engines
from support.random_constraints import random_auxiliaries, random_constraints
from support.random_puzzles import random_puzzle
from support.runs import count, fill, letters, n_exactly, optimise, slot_words

from satcross.apps.counting import tools
from satcross.apps.counting.sample import Samples
from satcross.cnf.dimacs import read_formula
from satcross.encoding.decode import Decoder
from satcross.encoding.encode import encode
from satcross.model.puzzle import Puzzle
from satcross.results import Best, Found, Impossible
from satcross.solve.protocol import SolverOptions
from satcross.tasks.checking import faults_of
from satcross.tasks.enumerate import Fills
from satcross.tasks.export import export

pytestmark = pytest.mark.usefixtures("solvers_in_process")

MOST = 300
Cells = tuple[str, ...]


def constrained(seed: int, *, auxiliaries: bool = False) -> tuple[Puzzle, set[Cells], set[Cells]]:
    """A puzzle with constraints, its fills, and those of the puzzle without."""
    puzzle = random_puzzle(seed)
    rows = ["".join(row) for row in puzzle.grid.rows()]
    alphabet = puzzle.words.alphabet
    brute = all_fills(
        rows, {word for word, _ in puzzle.words.words()}, alphabet.letters, distinct=puzzle.distinct
    )
    every = {tuple("".join(fill)) for fill in brute}
    if auxiliaries:
        constraints, suits = random_auxiliaries(puzzle, seed)
        return puzzle.with_rule(*constraints), {cells for cells in every if suits(cells)}, every
    pairs = random_constraints(puzzle, seed)
    right = {cells for cells in every if all(holds(cells) for _, holds in pairs)}
    return puzzle.with_rule(*(constraint for constraint, _ in pairs)), right, every


def check_engines(seed: int, solver: str, *, auxiliaries: bool = False) -> tuple[int, int]:
    puzzle, right, every = constrained(seed, auxiliaries=auxiliaries)
    if len(every) > MOST:
        return 0, 0
    for engine, found in by_engines(puzzle, seed, MOST, solver).items():
        assert found == right, f"seed {seed}: {engine}: {[str(c) for c in puzzle.rules]}"
    for cells in every:
        kinds = {fault.kind for fault in faults_of(puzzle, puzzle.grid.with_cells(cells))}
        assert kinds == (set() if cells in right else {"constraint"}), seed
    return len(right), len(every)


@pytest.mark.parametrize("first", [0])
def test_all_engines_find_the_same_fills(first: int, lazy_kernel: str) -> None:
    totals = [check_engines(seed, "minisat22") for seed in range(first, first + 16)]
    n_right, n_every = map(sum, zip(*totals, strict=True))
    assert 0 < n_right < n_every


@pytest.mark.parametrize("first", [0])
def test_auxiliaries_take_any_values_that_suit(first: int) -> None:
    """A fill with several of them is one fill, in every engine and encoding."""
    totals = [
        check_engines(seed, "minisat22", auxiliaries=True) for seed in range(first, first + 24)
    ]
    n_right, n_every = map(sum, zip(*totals, strict=True))
    assert 0 < n_right < n_every


@pytest.mark.parametrize("auxiliaries", [False, True])
@pytest.mark.parametrize("first", [0])
def test_all_tasks_keep_the_constraints(first: int, auxiliaries: bool, tmp_path: Path) -> None:
    for seed in range(first, first + 5):
        puzzle, right, every = constrained(seed, auxiliaries=auxiliaries)
        if len(every) > MOST:
            continue
        check_tasks(puzzle, right, seed)
        check_counts(puzzle, len(right))
        check_letters(puzzle, right)
        path = tmp_path / "a.cnf"
        export(puzzle, path)
        assert Decoder.from_comments(read_formula(path).comments).rules == puzzle.rules


def check_tasks(puzzle: Puzzle, right: set[Cells], seed: int) -> None:
    for solver in ("lazy", "cadical195"):
        found = fill(puzzle, options=SolverOptions(solver=solver, seed=seed))
        assert isinstance(found, Found if right else Impossible), seed
        fills = Fills(puzzle, options=SolverOptions(solver=solver))
        assert {one.grid.cells for one in fills} == right
    drawn = list(Samples(puzzle, n=3))
    assert len(drawn) == (3 if right else 0)
    assert {one.grid.cells for one in drawn} <= right
    # The totals and lowest scores are checked against all fills.
    for goal in ("lowest", "total"):
        best = optimise(puzzle, goal=goal)
        assert isinstance(best, Best if right else Impossible), seed
        if isinstance(best, Best):
            assert best.is_proved
            free = [slot for slot in puzzle.slots if puzzle.given_codes(slot) is None]
            values = [
                [
                    puzzle.words.score("".join(cells[cell] for cell in slot.cells)) or 0
                    for slot in free
                ]
                for cells in right
            ]
            if free:
                assert best.objective == max(
                    min(scores) if goal == "lowest" else sum(scores) for scores in values
                )


def check_counts(puzzle: Puzzle, n: int) -> None:
    assert n_exactly(count(puzzle, method="enumerate")) == n
    assert n_exactly(count(puzzle)) == n
    if tools.is_installed("ganak"):
        assert n_exactly(count(puzzle, method="exact")) == n


def check_letters(puzzle: Puzzle, right: set[Cells]) -> None:
    found = letters(puzzle)
    assert isinstance(found, Found)
    for cell in found.value.cells:
        assert set(cell.possible) == {cells[puzzle.grid.position(cell.cell)] for cells in right}
    slot = puzzle.slots[0]
    words = slot_words(puzzle, slot.name)
    assert isinstance(words, Found)
    assert set(words.value.possible) == {
        "".join(cells[cell] for cell in slot.cells) for cells in right
    }


def test_constraints_of_unfillable_puzzles_change_nothing() -> None:
    for seed in range(16):
        puzzle, right, every = constrained(seed)
        if not every:
            assert not right
            assert isinstance(fill(puzzle), Impossible)


def test_a_puzzle_without_constraints_has_the_formula_it_had() -> None:
    puzzle = random_puzzle(3)
    same = replace(puzzle, rules=())
    assert list(encode(puzzle).formula) == list(encode(same).formula)
