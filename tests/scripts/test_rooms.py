"""A copy of the checkout without a room works: two rooms by the day of the year, all in a slow run.

`scripts/rooms` runs the tests of such a copy too.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from transcripts import ROOT
from without_room import copy_without

from satcross.rooms import rooms

N_TODAY = 2
_DAY = date.today().timetuple().tm_yday
TODAY = {rooms()[(N_TODAY * _DAY + n) % len(rooms())] for n in range(N_TODAY)}


@pytest.mark.parametrize(
    "room",
    [pytest.param(room, marks=[] if room in TODAY else pytest.mark.slow) for room in rooms()],
)
def test_the_rest_works_without_a_room(room: str, tmp_path: Path) -> None:
    copy_without({room}, tmp_path)
    done = subprocess.run(
        [sys.executable, "checks_without_room.py"],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert (ROOT / "satcross" / room).is_dir()
