"""Tests of the core that go through a room: they are skipped where it is not installed."""

from __future__ import annotations

import pytest

from satcross.rooms import rooms


def needs(room: str) -> pytest.MarkDecorator:
    """Skips a test without a room. Args: room: as in "apps/freeform"."""
    return pytest.mark.skipif(room not in rooms(), reason=f"there is no satcross/{room}")
