"""What workers do in tests of faults: count, and now and then go wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path

from support.signals import KILL

from satcross.apps.cluster import work
from satcross.apps.cluster.work import CubeResult
from satcross.tasks.cubes import Branch

FOLDER = "SATCROSS_TEST_FAULTS"  # names the folder of marks


def count_and_die(digest: str, path: Branch, budget_s: float | None) -> CubeResult:
    """Count, but be killed by a cube that is not small."""
    if len(path) == 1 and path[0][1] == 0:
        os.kill(os.getpid(), KILL)
    return _count(digest, path)


def count_in_little_memory(digest: str, path: Branch, budget_s: float | None) -> CubeResult:
    """Count, but need more memory than there is for a cube that is not small."""
    import resource

    if len(path) != 1 or path[0][1]:
        return _count(digest, path)
    now = (
        int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
        * resource.getpagesize()
    )
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + (64 << 20), hard))
    try:
        bytearray(256 << 20)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    raise AssertionError("there was enough memory")


def count_and_hang_once(digest: str, path: Branch, budget_s: float | None) -> CubeResult:
    """Count, but never end the first time that a cube with the first letter is tried."""
    mark = Path(os.environ[FOLDER], "hung")
    if path and not mark.exists():
        mark.touch()
        time.sleep(1000)
    return _count(digest, path)


def _count(digest: str, path: Branch) -> CubeResult:
    result = work.count_cube(digest, path, None)
    assert isinstance(result, CubeResult)
    return result
