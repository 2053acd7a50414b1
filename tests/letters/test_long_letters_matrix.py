"""Letters of several characters in every public task and every round trip, by brute force."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.long_letters import puzzles
from support.matrix import FORMS, TASKS

OWN = {"check", "a pattern that is made"}  # these know only the words of the matrix


@pytest.mark.parametrize("name", sorted((TASKS | FORMS).keys() - OWN))
def test_every_task_is_right(name: str, tmp_path: Path) -> None:
    n_fills = 0
    for number, (puzzle, right) in enumerate(puzzles(6)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (TASKS | FORMS)[name](puzzle, right, folder)
        n_fills += len(right)
    assert n_fills > 10
