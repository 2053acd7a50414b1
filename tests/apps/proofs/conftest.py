"""Searches whose phases and clearings come early, for small puzzles."""

from __future__ import annotations

import pytest

from satcross.solve.lazy import search


@pytest.fixture(params=["usual", "restarts", "chronological"])
def phases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a few conflicts that clear their clauses, or have phases without learning."""
    if request.param != "usual":
        monkeypatch.setattr(search, "RESTART_UNIT", 2)
        monkeypatch.setattr(search, "REDUCE_FROM", 3)
    if request.param == "restarts":
        monkeypatch.setattr(search, "CHRONO_CELLS", 9.0)
    if request.param == "chronological":
        monkeypatch.setattr(search, "CHRONO_CELLS", 0.0)
        monkeypatch.setattr(search, "CHRONO_CONFLICTS", 5)
