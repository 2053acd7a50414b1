"""Grids from elsewhere, where they are at hand: all of them read, and as their origin has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.model.grid import BLOCK, read_grid
from satcross.model.puzzle import find_slots

GRIDS = Path(__file__).parents[3] / "shared" / "data" / "grids"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not GRIDS.is_dir(), reason="../shared/data is not here"),
]

# (rows, columns, blocks, slots), counted without this code
KNOWN = {
    "american15-themed": (15, 15, 32, 72),
    "ruby-quiz-132": (5, 5, 4, 6),
    "cs50-structure0": (5, 5, 12, 4),
    "beacham-05.01": (5, 5, 0, 10),
}


@pytest.mark.parametrize("path", sorted(GRIDS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_shared_grid_reads(path: Path) -> None:
    grid = read_grid(str(path))
    slots = find_slots(grid)
    blocks = grid.cells.count(BLOCK)
    if path.stem in KNOWN:
        assert (grid.n_rows, grid.n_cols, blocks, len(slots)) == KNOWN[path.stem]
    if path.stem.startswith("beacham"):
        side = int(path.stem[8:10])
        assert (grid.n_rows, grid.n_cols) == (side, side)
        assert grid.to_hex() == read_grid(grid.to_hex()).to_hex()
