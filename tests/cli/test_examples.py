"""The grids in examples/: drawn well, and filled by the built-in list in a moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.cli.main import main
from satcross.grid import BLOCK, read_grid
from satcross.puzzle import find_slots

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.txt"))


def test_there_are_some() -> None:
    assert {"daily15.txt", "mini5.txt"} <= {path.name for path in EXAMPLES}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_symmetric_and_fills(
    path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    grid = read_grid(str(path))
    blocks = [cell == BLOCK for cell in grid.cells]
    assert blocks == blocks[::-1]
    slots = find_slots(grid)
    assert min(len(slot) for slot in slots) >= 3
    in_slot = {cell for slot in slots for cell in slot.cells}
    assert len(in_slot) + sum(blocks) == len(blocks)
    assert main(["fill", str(path), "--time-limit", "20"]) == 0
    filled = tmp_path / "filled.txt"
    filled.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", str(filled), "--grid", str(path)]) == 0
