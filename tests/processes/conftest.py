"""What the tests of foreign programs share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from satcross.processes.programs import Supervisor


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    supervisor = Supervisor("a test")
    yield supervisor
    supervisor.close()
