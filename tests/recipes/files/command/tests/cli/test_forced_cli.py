"""`satcross forced`: letters that are in every fill, by brute force."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli, run_ok
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.tasks import check_task

from satcross.cli.commands.forced import ForcedTask
from satcross.model.puzzle import Puzzle
from satcross.testing import check_command


def test_it_keeps_the_conventions() -> None:
    check_command("forced", refused=["forced ... --time-limit -1"])


@pytest.mark.parametrize("seed", range(20))
def test_forced_letters_are_in_every_fill(seed: int) -> None:
    puzzle = make_puzzle(seed, Kind("ABC", rebus=True))
    with ForcedTask(puzzle) as task:
        result = task.run()
    for fill in all_fills_by_rules(puzzle):
        pairs = zip(result.unwrap().cells, fill, strict=True)
        assert all(cell in (".", letter) for cell, letter in pairs)


def test_it_stops_and_goes_on() -> None:
    puzzle = Puzzle("C..\n#.#\n...", ["cot", "ode", "pen", "cat"])
    check_task(lambda: ForcedTask(puzzle), final=lambda result, _: result.value)


def test_what_is_printed(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("C..\n#.#\n...\n")
    (tmp_path / "words.txt").write_text("cot\node\npen\n")
    arguments = ("forced", tmp_path / "grid.txt", "-w", tmp_path / "words.txt")
    assert run_cli(*arguments) == (0, "COT\n#D#\nPEN\n", "6 letters\n")
    assert run_ok(*arguments, "--cells").startswith("r1c2 ")
    (tmp_path / "grid.txt").write_text("Q..\n#.#\n...\n")
    assert run_cli(*arguments) == (20, "", "unfillable: proved: no word fits 1A\n")
