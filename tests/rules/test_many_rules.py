"""Thousands of rules take work in proportion to their number, or are refused in one line."""

from __future__ import annotations

import pytest
from support.tasks import little_work

import satcross as sx

N = 2000
GRID = "\n".join(["." * 20] * 20)
LISTED = sx.WordList.from_words(["a" * 20, "aaa"])


def cell(number: int) -> str:
    return f"r{number // 20 % 20 + 1}c{number % 20 + 1}"


RULES = {
    "slots": [f"slot s{i}: {cell(i)} {cell(i + 1)} {cell(i + 23)}" for i in range(N)],
    "cells": [f"cell h{i}" for i in range(N)],
    "cells in slots": [
        *(f"cell h{i}" for i in range(N // 4)),
        *(f"slot s{i}: {cell(i)} h{i} {cell(i + 1)}" for i in range(N // 4)),
        *(f"~S{i}=B*" for i in range(N // 4)),
        *(f"~H{i}=B" for i in range(N // 4)),
    ],
    "letters": [f"any of {cell(i)}=[A-C], cell={'AB'[i % 2]}" for i in range(N)],
    "lists": [f"word-list {i % 2 + 1}D: {'a' * 20}, b{i * 'c'}" for i in range(N // 4)],
    "counts": [f"letter-count cell: A at least {i % 300}" for i in range(N // 2)],
    "readings": [f"two-readings {cell(i)}" for i in range(400)],
}


@pytest.mark.parametrize(
    "about",
    [
        pytest.param(name, marks=[pytest.mark.needs("apps/thematic")] * (name == "readings"))
        for name in RULES
    ],
)
def test_many_rules_take_little_work(about: str) -> None:
    with little_work():
        puzzle = sx.Puzzle(GRID, LISTED, ["allow-repeats", *RULES[about]])
        found = sx.fill(puzzle)
    assert isinstance(found, sx.Impossible if about == "readings" else sx.Found)


@pytest.mark.needs("apps/thematic")
def test_many_either_or_cells_take_little_work() -> None:
    with little_work():
        grid = "\n".join(["[.|.]" * 20] * 20)
        puzzle = sx.Puzzle(grid, LISTED, [f"either-or {cell(i)}: A/B, A/C" for i in range(400)])
    assert len(puzzle.rules) == 1
    with little_work():
        puzzle = sx.Puzzle(grid, LISTED)
    assert len(puzzle.rules) == 1


@pytest.mark.needs("apps/thematic")
def test_many_slots_may_share_the_cell_of_a_key() -> None:
    rows = [("...#" * 15) if row % 2 == 0 else "#" * 60 for row in range(160)]
    with little_work():
        rules = ["treatment slot: caesar; letters in k", "allow-repeats"]
        puzzle = sx.Puzzle("\n".join(rows), ["aaa"], rules)
    assert len(puzzle.slots) == 1200


def test_many_slots_through_a_cell_are_refused() -> None:
    rules = [f"slot s{i}: r1c1 r1c2" for i in range(2 * N)]
    with little_work(), pytest.raises(sx.OptionError, match="is in 4,001 slots") as error:
        sx.Puzzle("..", ["at"], rules)
    assert "\n" not in str(error.value)
