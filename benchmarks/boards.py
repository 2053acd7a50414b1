"""Boards of 60 entries: whether `satcross fill` fills them, and the CPU seconds of the process.

Run it as `python -m benchmarks.boards`. The patterns in `benchmarks/grids/boards/` are rings of 7
circles and 24 sectors, torus of 13x13 and hexagons with sides of 7 cells; each has 60 entries of
three cells or more. The first two are symmetric and have every cell in two entries; on hexagons it
is in two or three. They were made by simulated annealing of random blocks; runs that gave another
number of entries were left out, and nothing else. Words are those of the built-in list, and each
fill is of a process of its own.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

import satcross as sx
from benchmarks.measure import measure
from benchmarks.seeds import median_and_most
from satcross.cli.errors import ExitCode

GRIDS = Path(__file__).parent / "grids" / "boards"


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=5, help="how many, from 0")
    parser.add_argument("--time-limit", type=int, default=60, help="seconds for each")
    options = parser.parse_args()
    every: list[float] = []
    print("| pattern | entries | cells | found | median CPU s | most |")
    print("| --- | --- | --- | --- | --- | --- |")
    for path in sorted(GRIDS.glob("*.txt")):
        kind = path.stem.partition("-")[0]
        puzzle = sx.Puzzle(path.read_text(), sx.WordList.builtin(), [f"board {kind}"])
        command = [sys.executable, "-m", "satcross", "fill", str(path), "--rule", f"board {kind}"]
        runs = [
            measure([*command, "--seed", str(seed), "--time-limit", str(options.time_limit)])
            for seed in range(options.seeds)
        ]
        seconds = [run.cpu_s for run in runs]
        every += seconds
        n_found = sum(run.code == ExitCode.OK for run in runs)
        print(
            f"| {path.stem} | {len(puzzle.slots)} | {puzzle.grid.n_squares} |"
            f" {n_found} of {len(runs)} | {statistics.median(seconds):.2f} |"
            f" {max(seconds):.2f} |",
            flush=True,
        )
    print(f"\n{median_and_most(every)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
