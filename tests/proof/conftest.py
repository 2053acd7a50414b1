"""The checker with both of its unit propagations."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from satcross.proof.propagation import VARIABLE


@pytest.fixture(params=["compiled", "python"])
def propagation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which one the checker uses; skipped where the extension module was not built."""
    name = str(request.param)
    monkeypatch.delenv(VARIABLE, raising=False)
    if name == "python":
        monkeypatch.setenv(VARIABLE, "python")
    elif find_spec("satcross.proof._propagation") is None:
        pytest.skip("the extension module is not built")
    return name
