"""Solvers and counters in this process, for tests of what is made of their answers.

A child process takes a tenth of a second to start. That it is started, stopped and heard is tested
where that is (`tests/solve/backends/test_worker.py`, `tests/apps/counting`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from satcross.apps.counting import count, sample
from satcross.apps.counting.tools import ToolAnswer, ToolJob, answer
from satcross.solve.backends import formula, registry
from satcross.solve.backends.pysat import PysatBackend
from satcross.task import NEVER, Deadline


def _run(
    job: ToolJob, *, deadline: Deadline = NEVER, on_tick: Callable[[], None] | None = None
) -> ToolAnswer:
    del deadline, on_tick  # nobody can stop it
    return answer(job)


def solve_in_process(patch: pytest.MonkeyPatch) -> None:
    """Start no children for the solvers and counters of small puzzles."""
    for module in (formula, registry):
        patch.setattr(module, "WorkerBackend", partial(PysatBackend, is_alone=True))
    for task in (count, sample):
        patch.setattr(task, "run_tool", _run)
