"""The engine of the workbench on cells of two texts: two readings, and either/or cells."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from apps.thematic import test_chosen_readings as chosen
from apps.thematic import test_either_or as either_or
from apps.thematic import test_two_readings as two_readings
from support.seeds import split
from support.workbench_desk import Desk

import satcross as sx
from satcross.model.grid import OPEN
from satcross.model.puzzle import Puzzle

pytestmark = pytest.mark.usefixtures("solvers_in_process")

Case = tuple[Puzzle, Collection[tuple[str, ...]]]


def named(seed: int) -> Case:
    puzzle, two = two_readings.make(seed)
    return puzzle, set(two_readings.pairs_of_grids(puzzle, two))


def any_cells(seed: int) -> Case:
    case = chosen.make(seed)
    return case.puzzle, chosen.right_of(case)


def across_and_down(seed: int) -> Case:
    case = either_or.make(seed)
    return case.puzzle, set(either_or.fills_of(case))


def check_settled(puzzle: Puzzle, fills: Collection[tuple[str, ...]], folder: Path) -> None:
    """Compare the verdict, marks and letters with all fills, and try each correction."""
    grid = puzzle.grid
    texts = {grid.with_cells(cells).texts() for cells in fills}
    rows = [grid.texts()[at : at + grid.n_cols] for at in range(0, grid.size, grid.n_cols)]
    lines = [f"{word};{score}" for word, score in puzzle.listed.words()]
    desk = Desk(folder, rows, lines, alphabet=puzzle.listed.alphabet, rules=puzzle.rules)
    try:
        slot = puzzle.slots[0]
        desk.view(slot.name, limit=60)
        desk.work()
        verdict = desk.standing("verdict")[-1]
        assert verdict["verdict"] == ("fillable" if fills else "impossible"), puzzle.rules
        if fills:
            assert tuple(text or "#" for text in verdict["witness"]) in texts
        two = grid.every_second_cell()
        for question in ("letters", "consistency"):
            for said in desk.standing(question):
                assert all(int(at) < grid.size and int(at) not in two for at in said["forced"])
        (shown,) = desk.standing("candidates")[-1]["lists"]
        if fills and any(cell not in puzzle.givens for cell in slot.cells):
            marks = {word: mark for word, _, mark, _ in shown["words"]}
            for message in desk.standing("marks"):
                marks |= message["marks"].get(slot.name, {})
            good = {word for word, mark in marks.items() if mark == "good"}
            assert good == {"".join(cells[at] for at in slot.cells) for cells in fills}
        for correction in desk.standing("why")[-1]["corrections"] if not fills else ():
            after = desk.editor.edit(
                desk.document, {"edit": "correction", "changes": correction["changes"]}
            )
            witness = [text or OPEN for text in correction["witness"]]
            letters = {
                str(at): text
                for at, text in enumerate(witness)
                if after.grid.is_square(at) and text != OPEN
            }
            full = desk.editor.edit(after, {"edit": "letters", "cells": letters})
            words = desk.analyst.lists.of(after)
            assert isinstance(sx.fill(full.puzzle(words)), sx.Found)
            # What was written and is not taken out is still there.
            for at in after.grid.rectangle().squares:
                kept = after.grid.texts()[at].replace("|", "/").split("/")
                found = witness[at].replace("|", "/").split("/")
                if len(kept) == len(found):
                    assert all(one in (OPEN, other) for one, other in zip(kept, found, strict=True))
    finally:
        desk.close()


@pytest.mark.parametrize("make", [named, any_cells, across_and_down])
@pytest.mark.parametrize("seeds", split(range(60), 3))
def test_everything_is_settled_as_brute_force_does(
    make: Callable[[int], Case], seeds: range, tmp_path: Path
) -> None:
    for seed in seeds:
        (tmp_path / str(seed)).mkdir()
        check_settled(*make(seed + 9000), tmp_path / str(seed))
