"""One server for all tests of a file: with a small word list, or with the built-in one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from support.workbench_client import WORDS, Browser, Server
from support.workbench_page import Open, Workbench


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("crosswords"), "--words", str(WORDS)) as server:
        yield server


@pytest.fixture(scope="module")
def browser(served: Server) -> Iterator[Browser]:
    with Browser(served) as opened:
        yield opened


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Server(tmp_path_factory.mktemp("bench")) as server, Browser(server) as client:
        yield client


@pytest.fixture
def opened(chromium: Chromium, bench: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a grid on the workbench; whatever went wrong in the page fails the test."""
    tabs: list[Workbench] = []

    def opened(grid: str = "", *, name: str = "", **context: Any) -> Workbench:
        tabs.append(Workbench(chromium, bench, **context))
        return tabs[-1].show_text(grid, tmp_path) if grid else tabs[-1].show(name)

    yield opened
    for tab in tabs:
        tab.close()
        assert tab.problems == []
