"""Tests that ask for `kernel` run on both states of the lazy engine."""

from __future__ import annotations

import pytest

from satcross.solve.lazy.engine import VARIABLE, kernel


@pytest.fixture(params=["compiled", "python"])
def lazy_kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The kernel that sessions get; skipped where the extension module was not built."""
    name = str(request.param)
    monkeypatch.delenv(VARIABLE, raising=False)
    if name == "python":
        monkeypatch.setenv(VARIABLE, "python")
    elif kernel() != "compiled":
        pytest.skip("the extension module is not built")
    return name
