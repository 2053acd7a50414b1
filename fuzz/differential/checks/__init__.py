"""All questions that the harness asks."""

from __future__ import annotations

from fuzz.differential.checks import explaining, files, rare, search, tasks
from fuzz.differential.checks.base import Check

CHECKS: tuple[Check, ...] = (
    *search.CHECKS,
    *tasks.CHECKS,
    *explaining.CHECKS,
    *files.CHECKS,
    *rare.CHECKS,
)
BY_NAME = {check.name: check for check in CHECKS}
