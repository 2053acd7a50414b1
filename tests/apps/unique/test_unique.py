"""Puzzles with one fill, and the fewest letters to give: beyond `tests/rules/test_matrix.py`."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from support.cli import run_cli
from support.matrix import check_givens, check_unique
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.seeds import quick
from support.tasks import check_task

import satcross as sx
from satcross.apps.unique.givens import GivensTask
from satcross.apps.unique.unique import UniqueTask

KINDS = (Kind(), Kind(bars=0.2, voids=0.1), Kind(rebus=True, max_cells=6), Kind(shared=True))
LATTICE = ".....\n.#.#.\n.....\n.#.#.\n....."


@pytest.mark.parametrize("seed", quick(range(200), 30))
def test_the_fewest_are_those_of_brute_force(seed: int, tmp_path: Path) -> None:
    puzzle = make_puzzle(seed, KINDS[seed % len(KINDS)])
    fills = all_fills_by_rules(puzzle)
    check_unique(puzzle, fills, tmp_path)
    check_givens(puzzle, fills, tmp_path)


def test_cells_of_one_letter_are_given_together() -> None:
    rules = ["allow-repeats", "same-letter r1c1 r2c2", "same-letter r1c2 r2c1"]
    puzzle = sx.Puzzle("..\n..", ["ab", "ba", "cd", "dc"], rules)
    best = sx.minimal_givens(puzzle, solution="CD\nDC")
    assert isinstance(best, sx.Best)
    assert (best.objective, len(best.value.names), len(best.value.cells)) == (1, 1, 2)
    assert best.value.puzzle.grid.lines() in (["C.", ".C"], [".D", "D."])


def test_the_other_fill_is_like_the_first() -> None:
    value = sx.unique(LATTICE).unwrap()
    assert value.other is not None
    assert len(value.cells) == 1


def test_they_stop_and_go_on() -> None:
    puzzle = sx.Puzzle.of(LATTICE)
    check_task(lambda: UniqueTask(puzzle), final=lambda result, _: result.value.is_unique)
    # Of a fill that is named: a search that was stopped may find another one when it goes on.
    fill = sx.fill(puzzle).unwrap().grid
    task = partial(GivensTask, puzzle, solution=fill)
    check_task(task, final=lambda result, _: result.objective)


def test_bad_input_is_refused() -> None:
    with pytest.raises(sx.OptionError, match="solution: it is no fill of the puzzle: 1A ZZZ"):
        sx.minimal_givens("...", ["cat"], solution="ZZZ")
    with pytest.raises(sx.OptionError, match="choose one of cells, entries"):
        sx.minimal_givens("...", ["cat"], by="rows")  # type: ignore[arg-type]


def test_the_command(tmp_path: Path) -> None:
    grid, words, filled = tmp_path / "grid", tmp_path / "words", tmp_path / "filled"
    grid.write_text("...\n")
    words.write_text("cat\nbat\ncot\n")
    filled.write_text("COT\n")
    asked = ("unique", grid, "-w", words)
    done = run_cli(*asked)
    assert (done.code, len(done.out.split())) == (1, 2)
    assert "not unique: these two differ in 1 cell: r1c" in done.err
    done = run_cli(*asked, "--rule", "somewhere O")
    assert (done.code, done.out) == (0, "COT\n")
    assert done.err == "unique: proved: there is no other fill\n"
    done = run_cli("unique", filled, "-w", words)
    assert (done.code, done.out) == (0, "COT\n")
    assert done.err == "unique: every cell is given; --keep or --free opens some\n"
    done = run_cli(*asked, "--rule", "somewhere Z")
    assert (done.code, done.out) == (20, "")
    done = run_cli(*asked, "--give", "cells", "--solution", filled)
    assert (done.code, done.out) == (0, ".O.\n")
    assert done.err == "1 cell given: proved: no fewer leave one fill\n"
    done = run_cli(*asked, "--give", "entries", "--format", "json")
    data = json.loads(done.out)
    assert (data["given"], data["n_given"], data["bound"], data["proved"]) == (["1A"], 1, 1, True)
    data = json.loads(run_cli(*asked, "--format", "json").out)
    assert (data["unique"], len(data["fills"]), len(data["differing"])) == (False, 2, 1)
    done = run_cli(*asked, "--solution", filled)
    assert (done.code, done.err) == (
        2,
        "satcross: --solution: is for --give; leave it out, or name what to give\n",
    )


def test_without_patience_more_is_given_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = "....\n.##.\n....\n.##.\n...."
    usual = GivensTask(sx.Puzzle(sx.Grid.parse(grid), sx.WordList.builtin())).run()
    assert isinstance(usual, sx.Best)
    monkeypatch.setattr(GivensTask, "PATIENCE_S", 1e-6)
    counts: list[int] = []
    task = GivensTask(sx.Puzzle(sx.Grid.parse(grid), sx.WordList.builtin()))
    task.subscribe(
        lambda event: (
            counts.append(event.objective or 0) if isinstance(event, sx.Answered) else None
        )
    )
    found = task.run()
    assert isinstance(found, sx.Best)
    assert found.is_proved
    assert found.objective == usual.objective == counts[-1]
    assert counts == sorted(counts, reverse=True)
