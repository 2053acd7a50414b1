"""The page of the workbench in a browser, on a server of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, expect
from support.browser import Opened
from support.workbench_client import Browser as Client

PATIENCE_MS = 120_000  # machines that test are busy, and some things take their engines seconds
expect.set_options(timeout=PATIENCE_MS)


class Workbench(Opened):
    """A tab of the workbench.

    Args:
        chromium: the browser.
        client: somebody whom the server lets in.
        context: of the browser, such as `color_scheme`.
    """

    def __init__(self, chromium: Chromium, client: Client, **context: Any) -> None:
        super().__init__(chromium, **context)
        self._context.set_default_timeout(PATIENCE_MS)
        self.client = client
        name, _, value = client.cookie.partition("=")
        self._context.add_cookies([{"name": name, "value": value, "url": client.server.base}])

    def _requested(self, request: Any) -> None:
        if not re.match(rf"(?:{self.client.server.base}/|data:|blob:)", request.url):
            self.problems.append(f"asked for {request.url}")

    def show(self, name: str) -> Workbench:
        """Show a crossword of the folder, and wait until it can be typed in."""
        self.page.goto(f"{self.client.server.base}/#{name}")
        expect(self.page.locator("body.is-open")).to_be_attached()
        expect(self.page.locator("[role=gridcell][tabindex='0']")).to_be_focused()
        return self

    def show_text(self, grid: str, folder: Path) -> Workbench:
        """Import a grid and show it."""
        path = folder / "grid.txt"
        path.write_text(grid, encoding="utf-8")
        return self.show(self.client.take_in(path))

    def part(self, selector: str) -> Locator:
        """Elements of the page."""
        return self.page.locator(selector)

    def wait_for(self, selector: str, text: str | re.Pattern[str] = "") -> Locator:
        """Wait until an element has a text, and give it."""
        found = self.page.locator(selector)
        if text:
            expect(found).to_contain_text(text)
        else:
            expect(found).to_be_visible()
        return found

    def wait_for_letters(self, letters: str) -> None:
        """Wait until the cells show these letters; see `Opened.written`."""
        self.page.wait_for_function(
            """(wanted) => [...document.querySelectorAll("[role=gridcell]")].map((cell) =>
            cell.classList.contains("block") ? "#" : cell.classList.contains("ghost") ||
            cell.classList.contains("forced") ? "." :
            cell.querySelector(".t").textContent || ".").join("") === wanted""",
            arg=letters,
        )

    def wait_for_verdict(self, verdict: str) -> None:
        """Wait until the status line says "Fillable" or "Impossible"."""
        self.wait_for("#foot .verdict", verdict)

    def wait_until_saved(self) -> None:
        """Wait until the server has written everything."""
        self.wait_for("#foot .saved", "All changes saved")

    def wait_undo(self, label: str) -> None:
        """Wait until the next undo is of what has this label."""
        undo = self.part("#top [data-action=undo] span")
        expect(undo).to_have_attribute("aria-label", re.compile(re.escape(label)))

    def download(self, selector: str) -> bytes:
        """The file that a link gives."""
        with self.page.expect_download() as waiting:
            self.page.click(selector)
        return Path(waiting.value.path()).read_bytes()


Open = Callable[..., Workbench]  # shows a grid, or a crossword by its name, in a new tab
