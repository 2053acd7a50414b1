"""How long `satcross explain` takes for grids of 5x5 to 21x21 that cannot be filled.

    python -m benchmarks.explain [--only NAME] [--limit S]

Prints a table in Markdown of whole processes: CPU seconds until the first set of reasons and until
the first correction were printed, which is how long they take on a core that nothing else uses, and
the correction. Grids are made unfillable by a high minimum score, by letters that do not go
together, by a short list, or by given entries. It needs Linux.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import ROOT
from benchmarks.options import machine, seconds, tell
from benchmarks.table import aligned
from satcross.words import WordList

GRIDS = ROOT / "benchmarks/grids"
EXAMPLES = ROOT / "examples"
TARGET_S = 10
NEAR = 25  # cells among which letters are put
LETTERS = ("ETAOINSRHLDCUMPF", "QXZJKVWY")  # of even and of odd seeds
SCORES = (
    ("mini5", 99), ("open-5x5", 97), ("open-5x5", 99), ("open-6x6", 96), ("open-7x7", 93),
    ("british13", 99), ("american15-themed-78a", 93), ("american15-themed-76a", 93),
    ("american15-themeless-72", 88), ("american15-themeless-72", 92),
    ("american15-themeless-62a", 90), ("british15-30b", 97), ("american21-136", 50),
    ("american21-136", 60), ("american21-140a", 70), ("american21-140b", 75),
)  # fmt: skip
SEEDS = (
    ("mini5", 1), ("open-5x5", 3), ("open-6x6", 4), ("open-7x7", 3), ("british13", 5),
    ("british13-26", 9), ("daily15", 4), ("american15-themed-78a", 8),
    ("american15-themed-76b", 3), ("american15-themeless-72", 4), ("american15-themeless-68a", 7),
    ("british15-32a", 9), ("wide15-60a", 3), ("wide15-60a", 4), ("american21-136", 4),
    ("american21-136", 6), ("american21-140a", 1), ("american21-140b", 9),
)  # fmt: skip
SHORT = (("open-5x5", 3000), ("british13-26", 8000), ("american15-themed-78b", 10_000),
         ("american21-140a", 30_000))  # fmt: skip
GIVEN = ("american15-given-a", "american21-given")


@dataclass(frozen=True, slots=True)
class Case:
    """A grid that cannot be filled. Args: options: of satcross, with the grid first."""

    grid: str
    why: str
    options: tuple[str, ...]


def cases(folder: Path) -> Iterator[Case]:
    """The grids; files go to `folder`."""
    for name, score in SCORES:
        yield Case(name, f"minimum score {score}", (str(_file(name)), "--min-score", str(score)))
    for name, seed in SEEDS:
        path = folder / f"{name}-{seed}.txt"
        path.write_text(_with_letters(_file(name).read_text(encoding="utf-8"), seed))
        yield Case(name, f"letters {seed}", (str(path),))
    for name, n in SHORT:
        path = folder / f"{n}.dict"
        words = WordList.builtin(max_words=n)
        lines = (f"{words.word(size, i)}" for size in words.lengths
                 for i in range(len(words.table(size))))  # fmt: skip
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        yield Case(name, f"{n:,} words", (str(_file(name)), "-w", str(path)))
    for name in GIVEN:
        yield Case(name, "given entries", (str(_file(name)),))


def _file(name: str) -> Path:
    path = GRIDS / f"{name}.txt"
    return path if path.is_file() else EXAMPLES / f"{name}.txt"


def _with_letters(text: str, seed: int) -> str:
    """A grid with some letters near to each other."""
    rng = random.Random(seed)
    rows = [list(row) for row in text.split()]
    free = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."]
    row, col = rng.choice(free)
    near = sorted(free, key=lambda cell: abs(cell[0] - row) + abs(cell[1] - col))[:NEAR]
    for r, c in rng.sample(near, rng.choice((2, 3, 4, 6))):
        rows[r][c] = rng.choice(LETTERS[seed % 2])
    return "\n".join("".join(row) for row in rows) + "\n"


@dataclass(slots=True)
class Timed:
    """What a run printed, and when.

    Args:
        reasons_s, correction_s: of the processor, until the first were printed; None where they
            were not.
        said: the correction, or the last line of stderr.
    """

    reasons_s: float | None = None
    correction_s: float | None = None
    said: str = ""


def timed(case: Case, limit_s: float) -> Timed:
    """Run `explain` until its first correction."""
    out = Timed()
    command = [sys.executable, "-m", "satcross", "explain", *case.options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as child:
        timer = threading.Timer(limit_s, child.kill)
        timer.start()
        assert child.stdout is not None
        assert child.stderr is not None
        for line in child.stdout:
            if line.startswith("no fill because of") and out.reasons_s is None:
                out.reasons_s = _cpu_s(child.pid)
            if line.startswith(("correction 1", "known so far")):
                out.correction_s, out.said = _cpu_s(child.pid), line.partition(": ")[2].strip()
                child.terminate()
                break
        timer.cancel()
        error = child.stderr.read()
    if not out.said:
        out.said = (error.splitlines() or ["stopped by the limit"])[-1]
    return out


def _cpu_s(pid: int) -> float:
    """The CPU seconds of a process so far, by Linux's /proc."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explain")
    parser.add_argument("--only", default="", help="part of the name of a grid")
    parser.add_argument("--limit", type=seconds, default=60.0, help="seconds of each run")
    options = parser.parse_args()
    print(machine())
    rows: list[tuple[str, ...]] = [
        ("grid", "made unfillable by", "reasons, CPU s", "correction, CPU s", "first correction")
    ]
    n_in_time, n = 0, 0
    with tempfile.TemporaryDirectory() as name:
        for case in cases(Path(name)):
            if options.only not in case.grid:
                continue
            run = timed(case, options.limit)
            n += 1
            n_in_time += run.correction_s is not None and run.correction_s <= TARGET_S
            times = [f"{s:.1f}" if s is not None else "" for s in (run.reasons_s, run.correction_s)]
            rows.append((case.grid, case.why, *times, run.said))
            tell(" | ".join(rows[-1]))
    print(aligned(rows))
    print(f"{n_in_time} of {n} have reasons and a correction within {TARGET_S} CPU seconds.")


if __name__ == "__main__":
    main()
