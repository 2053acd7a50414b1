"""A real Chromium, by Playwright, for the tests of pages; skipped where none is installed."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    sync_playwright,
)

VARIABLE = "SATCROSS_CHROMIUM"  # names the browser, where it is not on the path
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Chromium's address bar is made of pages of its own: 1.3 s of CPU for each context.
_ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# What Playwright turns off: its list does not count where there is another one.
_UNWANTED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "TcpPortRandomizationWin", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
# As root there is no sandbox; and it must ask nothing of any network.
_OPTIONS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
    "--disable-features=" + ",".join((*_UNWANTED, *_ADDRESS_BAR)),
)  # fmt: skip
PATIENCE_MS = 20_000  # for pages and what is expected of them: machines that test are busy
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
_GRAVE = ("serious", "critical")
# Pages for the next tests, by the options of their contexts.
_EMPTY: WeakKeyDictionary[Browser, defaultdict[str, list[Page]]] = WeakKeyDictionary()


def chromium_path() -> str:
    """The path of the browser; skips the test if there is none."""
    found = os.environ.get(VARIABLE) or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip(f"no Chromium is installed; install one, or name it in {VARIABLE}")
    return found


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser for several tests; each opens pages in contexts of its own."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_OPTIONS)
        yield browser
        browser.close()


class Opened:
    """A page of a file, and everything that went wrong in it.

    A new page and its context take a second of CPU time. So an empty page is there from the last
    test with the same options: without cookies and storage, and with no listeners.

    Args:
        alone: the page is for this test only, which adds listeners of its own to it.
        context: options of the browser's context, such as `color_scheme`.

    Fields:
        page: the page.
        problems: errors of scripts, and requests to anything but the file itself.
    """

    def __init__(self, browser: Browser, *, alone: bool = False, **context: Any) -> None:
        viewport = context.pop("viewport", DESK)
        kept = _EMPTY.setdefault(browser, defaultdict(list))
        self._kept = None if alone else kept[repr(sorted(context.items()))]
        if self._kept:
            self.page: Page = self._kept.pop()
            if self.page.viewport_size != viewport:
                self.page.set_viewport_size(viewport)
        else:
            self.page = browser.new_context(viewport=viewport, **context).new_page()
        self._context = self.page.context
        self._context.set_default_timeout(PATIENCE_MS)
        self.problems: list[str] = []
        self._listeners: dict[Any, Any] = {
            "pageerror": self._failed,
            "console": self._said,
            "request": self._requested,
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)
        self._url = ""

    def _failed(self, error: Error) -> None:
        self.problems.append(str(error))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    def _requested(self, request: Request) -> None:
        url = request.url
        if url != self._url and not url.startswith("data:"):
            self.problems.append(f"asked for {url}")

    def open(self, html: str, folder: Path) -> Opened:
        """Show a self-contained page."""
        path = folder / "page.html"
        path.write_text(html, encoding="utf-8")
        self._url = path.as_uri()
        self.page.goto(self._url)
        return self

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; a text of capitals is typed letter by letter."""
        for key in keys:
            if key.isupper() and key.isalpha():
                self.page.keyboard.type(key.lower())
            else:
                self.page.keyboard.press(key)

    def cell(self, at: int) -> Any:
        """The cell of the grid at a position."""
        return self.page.locator(f'[role=gridcell][data-at="{at}"]')

    def letters(self) -> str:
        """What all cells show, row by row; a dot for nothing, a hash sign for a block."""
        return str(
            self.page.evaluate(
                """[...document.querySelectorAll("[role=gridcell]")].map((cell) =>
                cell.classList.contains("block") ? "#" : cell.classList.contains("void") ? "~" :
                cell.querySelector(".t").textContent || ".").join("")"""
            )
        )

    def cursor(self) -> int:
        """The position of the cell that has the focus."""
        return int(self.page.evaluate("document.activeElement.dataset.at"))

    def text(self, selector: str) -> str:
        """The visible text of an element."""
        return str(self.page.locator(selector).inner_text())

    def close(self) -> None:
        """Close the page; the browser keeps nothing of it."""
        try:
            if self._kept is not None and len(self._context.pages) == 1:
                self._empty_page()
                self._kept.append(self.page)
                return
        except Error:
            pass  # it has gone, or asks whether it may be left
        self._context.close()

    def _empty_page(self) -> None:
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        self.page.unroute_all()
        # The clock of a page would keep what is in it once more before the page is left.
        self.page.evaluate("Storage.prototype.setItem = () => {}")
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        self._context.clear_cookies()


@cache
def _axe() -> str:
    return str(Axe().axe_script)


def violations(page: Page) -> list[str]:
    """What axe-core finds serious or critical for people with disabilities."""
    if not page.evaluate("'axe' in window"):  # to read it takes a third as long as to run it
        page.evaluate(_axe())
    found = page.evaluate(
        "axe.run({resultTypes: ['violations']}).then((results) => results.violations)"
    )
    return [
        f"{fault['id']}: {node['html'][:120]} {node.get('failureSummary', '')}"
        for fault in found
        if fault["impact"] in _GRAVE
        for node in fault["nodes"]
    ]
