"""Some random work on the workbench; `python -m fuzz.apps.workbench` does thousands of steps."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fuzz.apps.workbench import GRIDS, soak

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kills processes")


def test_a_small_grid_in_two_tabs_loses_nothing(tmp_path: Path) -> None:
    counts = soak(tmp_path, 40, 2, 3, {"small": GRIDS["small"]})
    assert counts["letter"] > 5


@pytest.mark.slow
def test_three_sizes_in_two_tabs_lose_nothing(tmp_path: Path) -> None:
    soak(tmp_path, 150, 8, 4, GRIDS)
