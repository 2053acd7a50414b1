"""Solvers and counters in this process, for tests of what is made of their answers.

A child process takes a tenth of a second to start. That it is started, stopped and heard is tested
where that is (`tests/solve/backends/test_worker.py`, `tests/apps/counting`).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from satcross.rooms import rooms
from satcross.solve.backends import registry, worker
from satcross.solve.backends.pysat import PysatBackend


def _run(job: Any, **_: Any) -> Any:
    # Nobody can stop it.
    from satcross.apps.counting.tools import answer

    return answer(job)


def solve_in_process(patch: pytest.MonkeyPatch) -> None:
    """Start no children for the solvers and counters of small puzzles."""
    for module in (worker, registry):
        patch.setattr(module, "WorkerBackend", partial(PysatBackend, is_alone=True))
    if "apps/counting" in rooms():
        from satcross.apps.counting import count, sample

        for task in (count, sample):
            patch.setattr(task, "run_tool", _run)
