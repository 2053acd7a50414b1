"""One server for all tests of a file, with a small word list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.workbench_client import WORDS, Browser, Server


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("crosswords"), "--words", str(WORDS)) as server:
        yield server


@pytest.fixture(scope="module")
def browser(served: Server) -> Iterator[Browser]:
    with Browser(served) as opened:
        yield opened
