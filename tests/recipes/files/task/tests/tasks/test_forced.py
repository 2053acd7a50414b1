"""Letters that are forced are in every fill, by brute force."""

from __future__ import annotations

import pytest
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.tasks import check_task

import satcross as sx
from satcross.tasks.forced import ForcedTask


@pytest.mark.parametrize("seed", range(20))
def test_forced_letters_are_in_every_fill(seed: int) -> None:
    puzzle = make_puzzle(seed, Kind("ABC", rebus=True))
    result = sx.forced(puzzle)
    for fill in all_fills_by_rules(puzzle):
        found = result.unwrap()
        assert all(fill[cell] == found.grid.cells[cell] for cell in found.cells)


def test_it_stops_and_goes_on() -> None:
    puzzle = sx.Puzzle("C..\n#.#\n...", ["cot", "ode", "pen", "cat"])
    check_task(lambda: ForcedTask(puzzle), final=lambda result, _: result.value.grid)
