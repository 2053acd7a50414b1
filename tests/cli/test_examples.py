"""The grids in examples/: drawn well, and filled by the built-in list in a moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.model.grid import BLOCK, read_grid
from satcross.model.puzzle import find_slots

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.txt"))


def test_there_are_some() -> None:
    assert {"daily15.txt", "mini5.txt"} <= {path.name for path in EXAMPLES}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_symmetric_and_fills(path: Path, tmp_path: Path) -> None:
    grid = read_grid(str(path))
    blocks = [cell == BLOCK for cell in grid.cells]
    assert blocks == blocks[::-1]
    slots = find_slots(grid)
    assert min(len(slot) for slot in slots) >= 3
    in_slot = {cell for slot in slots for cell in slot.cells}
    assert len(in_slot) + sum(blocks) == len(blocks)
    done = run_cli("fill", str(path), "--time-limit", "20")
    assert done.code == 0
    filled = tmp_path / "filled.txt"
    filled.write_text(done.out, encoding="utf-8")
    assert run_cli("check", str(filled), "--grid", str(path)).code == 0
