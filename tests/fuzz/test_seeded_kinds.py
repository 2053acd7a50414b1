"""`python -m fuzz.kinds`: that it finds the seeded tests of all kinds, in rooms too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fuzz.kinds import MODULES, checks_of

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "robustness.md"


@pytest.mark.needs("apps/thematic")
def test_the_kinds_of_the_page_have_tests_with_seeds() -> None:
    kinds = set(re.findall(r"fuzz\.kinds (\w+) ", PAGE.read_text("utf-8")))
    assert {"boards", "either_or", "chosen_readings", "treatments"} <= kinds
    assert all(checks_of(kind) for kind in kinds)
    assert kinds <= set(MODULES)
