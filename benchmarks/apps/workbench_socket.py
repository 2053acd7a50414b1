"""A recorded session at the socket: how long after a keystroke each answer comes.

Beside the time on the wall it notes the time that the engine was on a processor since the
keystroke: on a machine that others use as well, only that one can be compared.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.workbench_client import Browser, Server, Tab

from benchmarks.apps.workbench_sessions import Session
from satcross.model.puzzle import find_slots

IN_VIEW = 15  # words of each of the two lists
AHEAD_EVERY = 4  # keystrokes, after which the next one comes before the answers are there
AHEAD_S = 0.08
BUSY = 8  # on a machine that others use, how many times longer the engine is waited for
ECHO, CONSISTENCY, CANDIDATES, VERDICT, MARKS, WHY, MIDST = (
    "letter echoed", "arc consistency", "candidates", "verdict", "30 words in view proved",
    "why", "arc consistency, sent in the midst of work",
)  # fmt: skip
NAMES = {
    "consistency": CONSISTENCY,
    "candidates": CANDIDATES,
    "verdict": VERDICT,
    "marks": MARKS,
    "why": WHY,
}
Data = dict[str, Any]
__all__ = ["Browser", "Server", "Times", "play"]


@dataclass(slots=True)
class Times:
    """Seconds by what was waited for; infinite for what was not there in time.

    Args:
        wall: on the clock.
        engine: on a processor, of the engine, or of the page for a letter; else nothing.
    """

    wall: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    engine: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def note(self, what: str, wall: float, engine: float | None = None) -> None:
        """Note one."""
        self.wall[what].append(wall)
        if engine is not None:
            self.engine[what].append(engine)


def cpu_s(pid: int) -> float:
    """Seconds that the first thread of a process has been on a processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="utf-8").split()[0]) / 1e9


def memory_mb(*pids: int) -> float:
    """The most resident memory that some processes had."""
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM"):
                total += int(line.split()[1])
    return total / 1024


def engine_of(browser: Browser, name: str) -> int:
    """The process id of a crossword's engine."""
    pid: int = browser.http.get("/api/info").json()["open"][name]
    return pid


class Typist:
    """Somebody who types and waits for answers, but no longer than some seconds of the engine's.

    Args:
        tab: the crossword.
        pid: its engine.
        session: what to type.
        think_s: how long to wait.
    """

    def __init__(self, tab: Tab, pid: int, session: Session, think_s: float) -> None:
        self.times = Times()
        self._tab, self._pid, self._think_s = tab, pid, think_s
        self._slots = find_slots(session.grid.without_letters())
        self._is_busy = False

    def type(self, cell: int, letter: str, *, ahead: bool) -> None:
        """Type a letter; note when each answer came. Args: ahead: wait for none but the first."""
        tab, times = self._tab, self.times
        mine = [slot.name for slot in self._slots if cell in slot.cells]
        lists = [{"entry": name, "limit": IN_VIEW} for name in mine]
        cpu, started = cpu_s(self._pid), time.monotonic()
        number = tab.send(type="edit", base=tab.revision, edit="letters", cells={str(cell): letter})
        tab.send(type="view", cell=cell, lists=lists)
        tab.wait_for_id(number)
        times.note(ECHO, time.monotonic() - started)
        is_in_midst, self._is_busy = self._is_busy, False
        wanted = {"consistency"} if ahead else {"consistency", "candidates", "verdict", "marks"}
        until = started + BUSY * self._think_s
        while wanted and cpu_s(self._pid) - cpu < self._think_s:
            message = self._next(min(until, time.monotonic() + 0.25))
            if message is None:
                if time.monotonic() >= until:
                    break
                continue
            question = message["question"]
            wall, engine = time.monotonic() - started, cpu_s(self._pid) - cpu
            if question not in wanted or not is_answer(message):
                continue
            wanted.discard(question)
            if question == "consistency" and is_in_midst:
                times.note(MIDST, wall, engine)
            else:
                times.note(NAMES[question], wall, engine)
            if question == "verdict" and message["verdict"] == "impossible":
                wanted = (wanted - {"marks"}) | {"why"}
        for question in sorted(wanted):
            if question == "marks" and "verdict" in wanted:
                continue  # the verdict alone is late
            times.note(NAMES[question], float("inf"), float("inf"))
        self._is_busy = bool(wanted) or ahead
        if ahead:
            time.sleep(AHEAD_S)

    def _next(self, until: float) -> Data | None:
        """The next answer about the crossword as it is; None when it is too late."""
        revision = self._tab.revision
        try:
            return self._tab.wait(
                lambda m: m["type"] == "answer" and m["revision"] == revision and "id" not in m,
                max(0.001, until - time.monotonic()),
            )
        except TimeoutError:
            return None


def is_answer(message: Data) -> bool:
    """Whether a message answers its question, and does not only say that it takes longer."""
    if message["question"] == "candidates":
        return bool(message["lists"])
    if message["question"] == "why":
        return bool(message["text"] or message["done"])
    return bool(message["done"])


def play(browser: Browser, session: Session, n_keys: int, think_s: float) -> tuple[Times, float]:
    """A session at the socket: its times, and the memory of server and engine in MB."""
    name = browser.take_in(session.file)
    with browser.open(name) as tab:
        tab.wait(lambda m: m.get("question") == "verdict" and m["done"])
        pid = engine_of(browser, name)
        typist = Typist(tab, pid, session, think_s)
        for number, (cell, letter) in enumerate(session.keys[:n_keys], 1):
            typist.type(cell, letter, ahead=number % AHEAD_EVERY == 0)
        used = memory_mb(browser.server.process.pid, engine_of(browser, name))
    return typist.times, used
