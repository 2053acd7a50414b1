"""Alphabets of more than 64 letters, and of more than a byte's: every task and way, as with 26."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from support.brute_force import all_fills
from support.matrix import FORMS, GRIDS, TASKS, WORDS, refusal_of
from support.random_puzzles import larger_puzzle, random_puzzle
from support.seeds import quick
from support.wide_puzzles import many_letters, renamed, renaming, spread_latin, wide_alphabet

import satcross as sx
from satcross.model.consistency import arc_consistent
from satcross.tasks.checking import faults_of
from satcross.tasks.enumerate import Fills
from satcross.words.table import code_dtype

pytestmark = pytest.mark.usefixtures("solvers_in_process")

RULES = (
    (),
    ("max-shared-substring 2",),
    ("no-near-duplicates", "somewhere S"),
    ("word-list 1A: ate, tea, ten, an, ates, ease",),
    ("min-score 30",),
)
SLOW = {"a ledger", "fill", "enumerate_fills", "export"}  # each in many processes


@cache
def wide_cases(n_letters: int, grid: str) -> list[tuple[sx.Puzzle, set[tuple[str, ...]]]]:
    """Puzzles whose list has A to Z among other letters, with their fills by brute force."""
    listed = sx.WordList.from_words(WORDS, alphabet=spread_latin(n_letters))
    words = [word.upper() for word in WORDS]
    letters = "".join(sorted(set("".join(words))))
    found = []
    for texts in RULES:
        puzzle = sx.Puzzle(sx.Grid.parse(grid, alphabet=listed.alphabet), listed)
        rows = all_fills(grid.split("\n"), words, letters, distinct=True)
        ruled = puzzle.with_rule(*texts)
        fills = {tuple("".join(fill)) for fill in rows}
        right = {cells for cells in fills if not faults_of(ruled, ruled.grid.with_cells(cells))}
        found.append((ruled, right))
    return found


@pytest.mark.parametrize(
    ("name", "n_letters"),
    [
        # By default each with one of the two.
        pytest.param(name, n, marks=() if at % 2 == (n == 300) else pytest.mark.slow)
        for at, name in enumerate(sorted((TASKS | FORMS).keys() - {"check"}))
        for n in (70, 300)
    ],
)
def test_every_task_and_form_is_right_or_refused(name: str, n_letters: int, tmp_path: Path) -> None:
    n_right = n_bound = 0
    cases = wide_cases(n_letters, GRIDS[n_letters == 300])
    for number, case in enumerate(cases[: 2 if name in SLOW else None]):
        folder = tmp_path / str(number)
        folder.mkdir()
        n_right += not refusal_of((TASKS | FORMS)[name], case, folder)
        n_bound += bool(case[1])
    assert bool(n_right) == (name != "certificates")  # which have up to 64 letters
    assert n_bound


@pytest.mark.parametrize("seed", quick(range(60), 6))
@pytest.mark.parametrize("n_letters", [70, 300])
def test_letters_of_other_names_give_the_same_fills(seed: int, n_letters: int) -> None:
    """With the lazy engine, in the same order; the join is for fewer letters."""
    puzzle = random_puzzle(seed)
    names = renaming(puzzle.words.alphabet.letters, n_letters)
    wide = renamed(puzzle, n_letters)
    fills = Fills(wide)
    found = {fill.grid.cells for fill in fills}
    assert fills.result is None or fills.is_exhausted
    assert found == {
        tuple(names.get(cell, cell) for cell in fill.grid.cells) for fill in Fills(puzzle)
    }
    count = sx.count(wide)
    assert (count.value.n if isinstance(count, sx.Found) else 0) == len(found)


@pytest.mark.parametrize("seed", quick(range(40), 3))
def test_what_is_best_of_many_letters(seed: int) -> None:
    puzzle = larger_puzzle(seed)
    for goal in ("total", "lowest"):
        results = [
            sx.optimise(one, goal=goal, time_limit_s=20) for one in (puzzle, renamed(puzzle, 300))
        ]
        values = [one.objective if isinstance(one, sx.Best) else None for one in results]
        if all(one.bound == one.objective for one in results if isinstance(one, sx.Best)):
            assert values[0] == values[1]


@pytest.mark.parametrize("seed", quick(range(20), 4))
def test_all_fills_of_hundreds_of_letters(seed: int, tmp_path: Path) -> None:
    """The lazy lister, the counter, the layers and an eager solver, which share little."""
    puzzle = many_letters(seed, 300)
    domains = arc_consistent(puzzle)
    fills = Fills(puzzle, limit=300)
    rows = np.concatenate([np.zeros((0, len(fills.cells)), np.uint16), *fills.arrays()])
    assert rows.dtype == domains.dtype == np.uint16
    assert len(np.unique(rows, axis=0)) == len(rows)
    if len(rows) == 300:
        return
    count = sx.count(puzzle)
    assert (count.value.n if isinstance(count, sx.Found) else 0) == len(rows)
    stored = sx.compile_fills(puzzle)
    if not len(rows):
        assert isinstance(stored, sx.Impossible)
        assert isinstance(sx.prove(puzzle, tmp_path / "proof"), sx.Found)
        return
    store = stored.unwrap()
    store.save(tmp_path / "store")
    again = sx.FillStore.load(tmp_path / "store")
    every = {tuple(row) for row in rows.tolist()}
    assert {tuple(row) for some in again.arrays() for row in some.tolist()} == every
    assert {fill.grid.cells for fill in sx.enumerate_fills(puzzle, solver="cadical195")} == {
        fills.fill(row).grid.cells for row in rows
    }
    best = again.best(1)[0]
    assert sum(best.scores) == max(sum(fill.scores) for fill in again)


def test_a_node_of_a_store_has_more_edges_than_a_byte_counts(tmp_path: Path) -> None:
    alphabet = wide_alphabet(300)
    letters = alphabet.letters
    words = [letters[i] + letters[(7 * i + 3) % 300] for i in range(300)]
    puzzle = sx.Puzzle("..", sx.WordList.from_words(words, alphabet=alphabet))
    store = sx.compile_fills(puzzle).unwrap()
    store.save(tmp_path / "store")
    again = sx.FillStore.load(tmp_path / "store")
    assert again.n_fills == 300
    assert {str(fill).replace("\n", "") for fill in again} == set(words)
    assert len(again.letters()["r1c1"]) == 300


def test_a_state_has_letters_beyond_a_byte() -> None:
    puzzle = renamed(random_puzzle(6), 300)
    every = [fill.grid.cells for fill in sx.enumerate_fills(puzzle)]
    with sx.enumerate_fills(puzzle, state={}) as fills:
        found = [next(fills).grid.cells]
        state = json.loads(json.dumps(fills.state()))
    found += [fill.grid.cells for fill in sx.enumerate_fills(puzzle, state=state)]
    assert found == every
    assert len(every) > 2


@pytest.mark.parametrize("n_letters", [200, 239, 240])
def test_a_rebus_may_make_an_alphabet_wide(n_letters: int) -> None:
    alphabet = wide_alphabet(n_letters)
    a, b, c, z = (alphabet.letters[i] for i in (0, 1, 2, -1))
    words = [a + b + z, c + b, a + b + c, z + b, z + c, c + z]
    puzzle = sx.Puzzle("..\n..", sx.WordList.from_words(words, alphabet=alphabet), rebus=[a + b])
    texts = puzzle.texts
    assert puzzle.words.table(2).codes.dtype == code_dtype(len(texts))
    assert puzzle.words.table(3).codes.dtype == code_dtype(len(texts))
    found = {fill.grid.cells for fill in sx.enumerate_fills(puzzle)}
    narrow = sx.Puzzle(
        "..\n..", sx.WordList.from_words(["abz", "cb", "abc", "zb", "zc", "cz"]), rebus=["AB"]
    )
    names = dict(zip("ABCZ", (a, b, c, z), strict=True))
    assert found == {
        tuple("".join(names[letter] for letter in cell) for cell in fill.grid.cells)
        for fill in sx.enumerate_fills(narrow)
    }
    store = sx.compile_fills(puzzle).unwrap()
    again = sx.FillStore.from_bytes(store.to_bytes())
    assert {fill.grid.cells for fill in again} == found


def test_ten_thousand_letters(tmp_path: Path) -> None:
    alphabet = wide_alphabet(10_000)
    letters = alphabet.letters
    planted = letters[0] + letters[4242] + letters[9999] + letters[255]
    words = [planted[:2], planted[2:], planted[::2], planted[1::2]]
    words += [letters[i] + letters[-i] for i in range(1, 5000)]
    puzzle = sx.Puzzle("..\n..", sx.WordList.from_words(words, alphabet=alphabet))
    every = {fill.grid.cells for fill in sx.enumerate_fills(puzzle)}
    assert tuple(planted) in every
    assert len(every) == sx.count(puzzle).unwrap().n
    sx.export(puzzle, tmp_path / "a.cnf")
    report = sx.letters(puzzle)
    assert {cell.possible for cell in report.unwrap().cells} == {
        "".join(sorted({cells[at] for cells in every})) for at in range(4)
    }
