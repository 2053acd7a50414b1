"""A recorded session at the page, in a real Chromium: when each answer is on the screen."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page
from support.browser import violations
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

from benchmarks.apps.workbench_sessions import Session
from benchmarks.apps.workbench_socket import NAMES, Times, is_answer

ON_SCREEN = "letter on the screen"
OPENED_S = 60.0
# Listens to the keyboard and to the WebSocket, and notes when what they bring has been painted: in
# the task after the next frame.
WATCH = """(() => {
  const log = (window.benchLog = []);
  const note = (what, more) => {
    performance.mark(`bench.${what}`);
    log.push({ what, at: performance.timeOrigin + performance.now(), ...more });
  };
  const painted = (then) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(0);
  });
  const whenShown = (cell, letter, then) => painted(() => {
    const shown = cell.querySelector(".t")?.textContent ?? "";
    const isTyped = !cell.matches(".ghost, .forced");
    if (letter ? isTyped && shown === letter : !(isTyped && shown)) then();
    else whenShown(cell, letter, then);
  });
  addEventListener("keydown", (event) => {
    const cell = document.activeElement;
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : "";
    if (!cell?.dataset.at || !(letter || event.key === "Delete")) return;
    performance.mark("bench.key");
    log.push({ what: "key", at: performance.timeOrigin + event.timeStamp });
    whenShown(cell, letter, () => note("letter"));
  }, true);
  window.WebSocket = class extends window.WebSocket {
    constructor(...parts) {
      super(...parts);
      this.addEventListener("message", (event) => {
        const { type, revision, question, verdict, done, lists, text, id } = JSON.parse(event.data);
        if (type !== "answer" && type !== "changed") return;
        if (type === "answer" && id !== undefined) return;
        const message = { type, revision, question, verdict, done, lists: lists?.length, text };
        painted(() => note("message", { message }));
      });
    }
  };
})();"""
READY = """performance.timeOrigin
  + performance.getEntriesByName("satcross.ready")[0].startTime"""
# A page that does nothing but show the letter: what any page needs in this browser.
BARE = """<div data-at="0" tabindex="0"><span class="t"></span></div><script>
  const cell = document.querySelector("div");
  cell.focus();
  addEventListener("keydown", (event) => (cell.firstChild.textContent = event.key.toUpperCase()));
</script>"""
Data = dict[str, Any]


class MainThread:
    """How long the main thread of a page is on a processor, by a trace of Chromium.

    It does not depend on what else the machine does, as the time on the clock does.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._events: list[Data] = []
        self._is_complete = False
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.on("Tracing.dataCollected", self._take)
        self._devtools.on("Tracing.tracingComplete", self._end)
        self._devtools.send(
            "Tracing.start",
            {"categories": "toplevel,blink.user_timing", "transferMode": "ReportEvents"},
        )

    def _take(self, part: Data) -> None:
        self._events += part["value"]

    def _end(self, _: Data) -> None:
        self._is_complete = True

    def letters_s(self) -> list[float]:
        """Seconds from each key until its letter was painted."""
        self._devtools.send("Tracing.end")
        while not self._is_complete:
            self._page.wait_for_timeout(50)
        found: list[float] = []
        key: Data | None = None
        for mark in sorted(self._events, key=lambda event: event["ts"]):
            if mark["name"] == "bench.key":
                key = mark
            elif mark["name"] == "bench.letter" and key is not None:
                tasks = [
                    task.get("tdur", 0)
                    for task in self._events
                    if task["name"] == "ThreadControllerImpl::RunTask"
                    if (task["pid"], task["tid"]) == (key["pid"], key["tid"])
                    if task["ts"] + task.get("dur", 0) >= key["ts"] and task["ts"] < mark["ts"]
                ]
                found.append(sum(tasks) / 1e6)
                key = None
        return found


class PageTypist:
    """Somebody who types at the page.

    Args:
        tab: the page.
        think_s: how long to wait for answers.
    """

    def __init__(self, tab: Workbench, think_s: float) -> None:
        self.times = Times()
        self._tab, self._think_s = tab, think_s
        self._place = 0

    def type(self, cell: int, letter: str) -> None:
        """Type a letter, and note when it and each answer was on the screen."""
        if self._tab.cursor() != cell:
            self._tab.cell(cell).click()
        self._news()
        self._tab.page.keyboard.press(letter.lower() or "Delete")
        until = time.monotonic() + self._think_s
        wanted = {"letter", "consistency", "candidates", "verdict", "marks"}
        started, revision = 0.0, -1
        while wanted and time.monotonic() < until:
            for news in self._news():
                at: float = news["at"] / 1000
                message: Data = news.get("message", {})
                if news["what"] == "key":
                    started = at
                elif news["what"] == "letter":
                    wanted.discard("letter")
                    self.times.note(ON_SCREEN, at - started)
                elif message["type"] == "changed":
                    revision = message["revision"]
                elif message["revision"] == revision and message["question"] in wanted:
                    question = message["question"]
                    if not is_answer(message):
                        continue
                    wanted.discard(question)
                    self.times.note(NAMES[question], at - started)
                    if question == "verdict" and message["verdict"] == "impossible":
                        wanted = (wanted - {"marks"}) | {"why"}
            time.sleep(0.02)
        for question in sorted(wanted - {"letter"}):
            if question != "marks" or "verdict" not in wanted:
                self.times.note(NAMES[question], float("inf"))

    def _news(self) -> list[Data]:
        """What the page has noted since the last time."""
        found: list[Data] = self._tab.page.evaluate(f"benchLog.slice({self._place})")
        self._place += len(found)
        return found


def play(
    chromium: Chromium, browser: Browser, session: Session, n_keys: int, think_s: float
) -> Times:
    """A session at the page."""
    name = browser.take_in(session.file)
    tab = Workbench(chromium, browser)
    try:
        tab.page.add_init_script(WATCH)
        tab.show(name)
        tab.page.wait_for_selector("#foot .verdict", timeout=OPENED_S * 1000)
        typist = PageTypist(tab, think_s)
        thread = MainThread(tab.page)
        for cell, letter in session.keys[:n_keys]:
            typist.type(cell, letter)
        typist.times.engine[ON_SCREEN] = thread.letters_s()
    finally:
        tab.close()
    return typist.times


def bare(chromium: Chromium, n_keys: int) -> Times:
    """Letters in a page that does nothing else."""
    context = chromium.new_context()
    times = Times()
    try:
        page = context.new_page()
        page.set_content(f"<script>{WATCH}</script>{BARE}")
        thread = MainThread(page)
        for number in range(n_keys):
            page.keyboard.press("ab"[number % 2])
            page.wait_for_function(f"benchLog.length === {2 * number + 2}")
        notes = page.evaluate("benchLog.map(({ at }) => at)")
        times.engine[ON_SCREEN] = thread.letters_s()
    finally:
        context.close()
    times.wall[ON_SCREEN] = [(b - a) / 1000 for a, b in zip(notes[::2], notes[1::2], strict=True)]
    return times


def first_page(chromium: Chromium, file: Path) -> tuple[float, int]:
    """Seconds from the start of the server to a page that can be typed in; bytes of the page.

    Args: file: a crossword, in a folder that may be written to.
    """
    context = chromium.new_context()
    try:
        page = context.new_page()
        sizes: list[int] = []
        page.on("response", lambda answer: sizes.append(_size(answer)))
        started = time.time()
        with Server(file) as server:
            page.goto(server.url)
            page.wait_for_selector("body.is-open", timeout=OPENED_S * 1000)
            at = page.evaluate(READY)
            page.wait_for_timeout(200)
    finally:
        context.close()
    return at / 1000 - started, sum(sizes)


def _size(answer: Any) -> int:
    path = answer.url.split("://")[1].partition("/")[2]
    if answer.status != 200 or path.startswith("api/"):
        return 0
    return len(answer.body())


def grave_faults(chromium: Chromium, browser: Browser, name: str) -> int:
    """Serious and critical violations that axe-core finds in the page's main states."""
    found = 0
    for scheme in ("light", "dark"):
        tab = Workbench(chromium, browser, color_scheme=scheme)
        try:
            tab.show(name)
            found += len(violations(tab.page))
            for panel in ("stuck", "fills", "score", "clues", "statistics", "words"):
                if _open(tab.page, panel):
                    found += len(violations(tab.page))
        finally:
            tab.close()
    return found


def _open(page: Page, panel: str) -> bool:
    button = page.locator(f"#tab-{panel}")
    if not button.count():
        return False
    button.click()
    page.wait_for_timeout(100)
    return True
