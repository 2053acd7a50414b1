"""The workbench at its socket: how long after a keystroke each answer comes.

A session of some 200 keystrokes on a themed and a themeless 15x15 and on a 21x21: entries are typed
from a fill, now and then with a letter that leaves no fill, which is taken back. After each
keystroke the bench waits for the verdict and the words in view, as somebody does who thinks, but no
longer than `--think` seconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.workbench_client import Browser, Server, Tab

from satcross import Grid, WordList, fill, read_grid
from satcross.model.puzzle import Puzzle, find_slots
from satcross.results import Found

GRIDS = Path(__file__).parent / "grids"
CASES = {
    "themed 15x15": "../../examples/daily15.txt",
    "themeless 15x15": "american15-themeless-70a.txt",
    "21x21": "american21-136.txt",
}
KEYS = 70  # of each grid
WRONG_EVERY = 12  # keystrokes, after which one leaves no fill, where such a letter is found
IN_VIEW = 15  # words of each of the two lists
MIN_SCORE = 40
# what: (median, 95th percentile) in seconds, by case
TARGETS: dict[str, dict[str, tuple[float, float]]] = {
    "the letter, echoed": dict.fromkeys(CASES, (0.016, 0.033)),
    "arc consistency": dict.fromkeys(CASES, (0.1, 0.2)),
    "candidates": dict.fromkeys(CASES, (0.1, 0.2)),
    "verdict": {"themed 15x15": (0.15, 0.5), "themeless 15x15": (0.5, 3.0)},
    "words in view": {"themed 15x15": (1.0, 3.0)},
    "why": {"themed 15x15": (1.0, 3.0), "themeless 15x15": (1.0, 3.0)},
}
Data = dict[str, Any]


def keystrokes(grid: Grid, seed: int) -> list[tuple[int, str]]:
    """Cells and letters of a fill of the grid, entry by entry, without those that it gives."""
    found = fill(Puzzle(grid, WordList.builtin(min_score=MIN_SCORE)), seed=seed, time_limit_s=120)
    if not isinstance(found, Found):
        raise SystemExit(f"no fill to type was found: {found}")
    filled = found.value.grid
    slots = list(find_slots(grid.without_letters()))
    random.Random(seed).shuffle(slots)
    keys: dict[int, str] = {}
    for slot in slots:
        for cell in slot.cells:
            if not grid.is_given(cell):
                keys.setdefault(cell, filled.cells[cell])
    return list(keys.items())


class Session:
    """Somebody who types, and a watch.

    Args:
        tab: the crossword.
        think_s: how long to wait for answers.
    """

    def __init__(self, tab: Tab, think_s: float) -> None:
        self.tab = tab
        self.think_s = think_s
        self.times: dict[str, list[float | None]] = defaultdict(list)

    def type(self, cell: int, letter: str) -> str:
        """Type a letter, and note when each answer came; the verdict."""
        tab = self.tab
        slot = next(s for s in find_slots(grid_of(tab)) if cell in s.cells)
        cross = [s for s in find_slots(grid_of(tab)) if cell in s.cells and s.name != slot.name]
        lists = [{"entry": s.name, "limit": IN_VIEW} for s in (slot, *cross[:1])]
        started = time.monotonic()
        number = tab.send(type="edit", base=tab.revision, edit="letters", cells={str(cell): letter})
        tab.send(type="view", cell=cell, lists=lists)
        tab.wait_for_id(number)
        self._note("the letter, echoed", time.monotonic() - started)
        revision = tab.revision
        wanted = {"consistency", "candidates", "verdict", "marks"}
        verdict = ""
        while wanted and time.monotonic() < started + self.think_s:
            try:
                message = tab.wait(
                    lambda m: m["type"] == "answer" and m["revision"] == revision,
                    max(0.01, started + self.think_s - time.monotonic()),
                )
            except TimeoutError:
                break
            took = time.monotonic() - started
            question = message["question"]
            if question == "candidates" and not message["lists"]:
                continue
            if question == "verdict":
                verdict = message["verdict"]
                if verdict == "searching":
                    continue
                if verdict == "impossible":
                    wanted = (wanted - {"marks"}) | {"why"}
            is_why = question == "why" and (message["text"] or message["done"])
            if question in wanted and (message["done"] or is_why):
                wanted.discard(question)
                self._note(NAMES[question], took)
        for question in sorted(wanted):
            self._note(NAMES[question], None)
        return verdict

    def _note(self, what: str, seconds: float | None) -> None:
        self.times[what].append(seconds)


NAMES = {
    "consistency": "arc consistency",
    "candidates": "candidates",
    "verdict": "verdict",
    "marks": "words in view",
    "why": "why",
}


def grid_of(tab: Tab) -> Grid:
    """The blocks of a tab's crossword."""
    cells = ["#" if cell.get("kind") == "block" else "." for cell in tab.document["cells"]]
    return Grid(tab.document["rows"], tab.document["cols"], tuple(cells))


def run_case(browser: Browser, file: Path, n_keys: int, think_s: float) -> Session:
    """One grid."""
    grid = read_grid(file)
    name = browser.take_in(file)
    with browser.open(name) as tab:
        tab.wait(lambda m: m.get("question") == "verdict")
        session = Session(tab, think_s)
        random_ = random.Random(1)
        for number, (cell, letter) in enumerate(keystrokes(grid, 1)[:n_keys], 1):
            if number % WRONG_EVERY == 0:
                wrong = random_.choice([a for a in "JQXZVKWY" if a != letter])
                session.type(cell, wrong)
            session.type(cell, letter)
    return session


def rows(name: str, session: Session) -> Iterator[str]:
    """The table's rows of one grid."""
    for what in ("the letter, echoed", *NAMES.values()):
        times = session.times.get(what, [])
        if not times:
            continue
        known = sorted(t if t is not None else float("inf") for t in times)
        median, high = statistics.median_low(known), known[int(0.95 * (len(known) - 1))]
        target = TARGETS[what].get(name)
        is_met = (
            ""
            if target is None
            else ("yes" if (median, high) <= target and high <= target[1] else "no")
        )
        shown = "" if target is None else f"{target[0]:g}, {target[1]:g}"
        late = sum(t is None for t in times)
        yield (
            f"| {name} | {what} | {len(times)} | {median:.3f} | {high:.3f} | {shown} | {is_met} |"
            f" {late or ''} |"
        )


def memory_mb(*pids: int) -> float:
    """The resident memory of some processes."""
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                total += int(line.split()[1])
    return total / 1024


def main() -> None:
    """Run the bench and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=KEYS, help="keystrokes on each grid")
    parser.add_argument("--think", type=float, default=5.0, help="seconds to wait at most")
    parser.add_argument("--only", default="", help="part of a grid's name")
    arguments = parser.parse_args()
    print("| grid | after a keystroke | n | median s | 95 % s | target | met | too late |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        with Server(Path(folder), "--min-score", str(MIN_SCORE)) as server:
            ready_s = time.monotonic() - started
            with Browser(server) as browser:
                for name, file in CASES.items():
                    if arguments.only not in name:
                        continue
                    session = run_case(browser, GRIDS / file, arguments.keys, arguments.think)
                    for row in rows(name, session):
                        print(row, flush=True)
                engines: Callable[[], list[int]] = lambda: list(  # noqa: E731
                    browser.http.get("/api/info").json()["open"].values()
                )
                used = memory_mb(server.process.pid, engines()[-1])
    print(f"\nserver ready after {ready_s:.2f} s; server and last engine: {used:.0f} MB")


if __name__ == "__main__":
    main()
