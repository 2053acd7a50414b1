"""The workbench of `satcross serve`: how long after a keystroke each answer is there.

Recorded sessions (`benchmarks/apps/workbench_sessions.py`) of some 200 keystrokes on a themed and a
themeless 15x15 and on a 21x21 are typed twice: at the socket, and at the page in a real Chromium.
After each keystroke the bench waits for all answers, but no longer than `--think` seconds of the
engine on a processor; what is not there then counts as infinite. Of a letter on the screen the time
on a processor is that of the page's main thread, also in a page that does nothing else. Where the
machine was too busy for a target, but no more time than that was spent on a processor, it is met
"by CPU". Then the bench measures
the first page after the start, the size of the page, the memory of server and engine with a list of
250,000 entries, and violations that axe-core finds.

    python -m benchmarks.apps.workbench                              # all of it
    python -m benchmarks.apps.workbench --parts socket --keys 20     # a part, shorter
    python -m benchmarks.apps.workbench --grid mine.txt              # another grid

The exit code is 0 when every target that was measured is met, and 1 when one is not.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.apps import workbench_socket
from benchmarks.apps.workbench_sessions import KEYS, MIN_SCORE, Session, record, recorded
from benchmarks.apps.workbench_socket import (
    CANDIDATES,
    CONSISTENCY,
    ECHO,
    MARKS,
    MIDST,
    VERDICT,
    WHY,
    Browser,
    Server,
    Times,
)
from satcross import WordList

PARTS = ("socket", "page", "start", "memory", "axe")
THEMED, THEMELESS = "themed 15x15", "themeless 15x15"
LETTER = "letter on the screen"
ANY = ""
ENTRIES = 250_000
MEMORY_KEYS = 20
STARTS = 5
# What: by grid (ANY for each), the median and the 95th percentile in seconds.
TARGETS: dict[str, dict[str, tuple[float, float]]] = {
    ECHO: {ANY: (0.016, 0.033)},
    LETTER: {ANY: (0.016, 0.033)},
    CONSISTENCY: {ANY: (0.1, 0.2)},
    MIDST: {ANY: (0.1, 0.2)},
    CANDIDATES: {ANY: (0.1, 0.2)},
    VERDICT: {THEMED: (0.15, 0.5), THEMELESS: (0.5, 3.0)},
    MARKS: {THEMED: (1.0, 3.0)},
    WHY: {ANY: (1.0, 3.0)},
}
FIRST_PAGE_S = 1.0
PAGE_BYTES = 320_000
MEMORY_MB = 400.0
HEAD = (
    "| grid | what | at | n | median s | 95 % s | CPU s | target | met |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which this part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Table:
    """The rows, printed as they come, and whether every target is met."""

    def __init__(self) -> None:
        self.is_met = True
        print(HEAD, flush=True)

    def add(self, name: str, at: str, times: Times) -> None:
        """The times of one session."""
        for what, wall in times.wall.items():
            median, high = statistics.median_low(wall), percentile(wall, 0.95)
            targets = TARGETS.get(what, {})
            target = targets.get(name, targets.get(ANY))
            engine = times.engine.get(what)
            is_met: bool | str | None = None
            if target is not None:
                is_met = median <= target[0] and high <= target[1]
                if not is_met and engine is not None:
                    both = (statistics.median_low(engine), percentile(engine, 0.95))
                    is_met = both[0] <= target[0] and both[1] <= target[1] and "by CPU"
            self._row(
                name, what, at, str(len(wall)), f"{median:.3f}", f"{high:.3f}",
                "" if engine is None
                else f"{statistics.median_low(engine):.3f}, {percentile(engine, 0.95):.3f}",
                "" if target is None else f"{target[0]:g}, {target[1]:g}",
                is_met,
            )  # fmt: skip

    def figure(self, what: str, value: float, target: float, form: str, unit: str) -> None:
        """One figure."""
        shown = f"{value:{form}} {unit}"
        self._row("", what, "", "", shown, "", "", f"{target:g} {unit}", value <= target)

    def _row(self, *cells: str | bool | None) -> None:
        *texts, is_met = cells
        self.is_met = self.is_met and is_met is not False
        met = is_met if isinstance(is_met, str) else {True: "yes", False: "no", None: ""}[is_met]
        print("|", " | ".join([*map(str, texts), met]), "|", flush=True)


def answers(sessions: Sequence[Session], arguments: argparse.Namespace, table: Table) -> None:
    """Time after a keystroke, at the socket and at the page."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = Server(Path(folder), "--min-score", str(MIN_SCORE))
        browser = stack.enter_context(Browser(stack.enter_context(server)))
        for session in sessions:
            if "socket" in arguments.parts:
                times, used = workbench_socket.play(
                    browser, session, arguments.keys, arguments.think
                )
                table.add(session.name, "socket", times)
                print(f"<!-- {session.name}: server and engine {used:.0f} MB -->", flush=True)
        if "page" in arguments.parts or "axe" in arguments.parts:
            from support.browser import running_browser

            from benchmarks.apps import workbench_browser

            chromium = stack.enter_context(running_browser())
            if "page" in arguments.parts:
                table.add("", "empty page", workbench_browser.bare(chromium, arguments.keys))
            for session in sessions if "page" in arguments.parts else ():
                times = workbench_browser.play(
                    chromium, browser, session, arguments.keys, arguments.think
                )
                table.add(session.name, "page", times)
            if "axe" in arguments.parts:
                name = browser.take_in(sessions[0].file)
                found = workbench_browser.grave_faults(chromium, browser, name)
                table.figure("axe-core violations, serious or critical", found, 0, ".0f", "")


def start(session: Session, table: Table) -> None:
    """The first page, and its size."""
    from support.browser import running_browser

    from benchmarks.apps.workbench_browser import first_page

    with running_browser() as chromium, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / session.file.name
        file.write_bytes(session.file.read_bytes())
        found = [first_page(chromium, file) for _ in range(STARTS)]
    median = statistics.median_low([seconds for seconds, _ in found])
    table.figure(f"first page, median of {STARTS}", median, FIRST_PAGE_S, ".2f", "s")
    table.figure("size of the page", max(size for _, size in found), PAGE_BYTES, ",.0f", "bytes")


def memory(session: Session, table: Table) -> None:
    """The memory with a long list."""
    with tempfile.TemporaryDirectory() as folder:
        words = list(WordList.builtin(min_score=0).words())
        words = sorted(words, key=lambda item: -item[1])[:ENTRIES]
        list_ = Path(folder) / "long.txt"
        list_.write_text("".join(f"{word};{score}\n" for word, score in words), encoding="utf-8")
        crosswords = Path(folder) / "crosswords"
        crosswords.mkdir()
        server = Server(crosswords, "--words", str(list_))
        with server, Browser(server) as browser:
            _, used = workbench_socket.play(browser, session, MEMORY_KEYS, 2.0)
    what = f"most memory of server and engine, {session.name}, {len(words):,} entries"
    table.figure(what, used, MEMORY_MB, ".0f", "MB")


def sessions_of(arguments: argparse.Namespace) -> Iterator[Session]:
    """The sessions to type."""
    if arguments.grid is not None:
        yield record(arguments.grid.stem, arguments.grid, arguments.seed, arguments.keys)
        return
    for session in recorded():
        if arguments.only in session.name:
            yield session


def main() -> int:
    """Run the bench and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keys", type=int, default=KEYS, help="keystrokes on each grid")
    parser.add_argument(
        "--think", type=float, default=5.0, help="seconds of the engine to wait at most"
    )
    parser.add_argument("--only", default="", help="part of a grid's name")
    parser.add_argument("--grid", type=Path, help="another grid, typed from a fill of it")
    parser.add_argument("--seed", type=int, default=1, help="of that fill")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"some of {','.join(PARTS)}")
    arguments = parser.parse_args()
    arguments.parts = arguments.parts.split(",")
    sessions = list(sessions_of(arguments))
    if not sessions or not set(arguments.parts).issubset(PARTS):
        parser.error("there is no such grid or part")
    print(f"<!-- load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors at the start -->")
    table = Table()
    answers(sessions, arguments, table)
    if "start" in arguments.parts:
        start(sessions[-1], table)
    if "memory" in arguments.parts:
        memory(sessions[-1], table)
    return 0 if table.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
