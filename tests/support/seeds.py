"""Random cases: some in the default run, more in the slow one (`pytest -m slow`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def quick(values: Sequence[Any], n: int) -> list[Any]:
    """For `parametrize`: all `values`, those after the first `n` marked slow."""
    return [
        pytest.param(value, marks=pytest.mark.slow) if i >= n else value
        for i, value in enumerate(values)
    ]


def split(seeds: range, n: int) -> list[Any]:
    """For `parametrize`, in tests with a loop over seeds: the first `n`, and the others as slow."""
    first, rest = seeds[:n], seeds[n:]
    return [
        pytest.param(first, id=f"{first[0]}-{first[-1]}"),
        pytest.param(rest, id=f"{rest[0]}-{rest[-1]}", marks=pytest.mark.slow),
    ]
