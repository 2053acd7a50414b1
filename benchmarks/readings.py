"""A themed 15x15 whose cells hold two letters each: found or not, and the seconds of the process.

Run it as `python -m benchmarks.readings GRID [--cells N] [--min-score N] [--chosen]`. For each
seed, N cells of which no two are in the same entry are drawn, or left to the solver, and `satcross
fill` looks for a grid of which both readings are crosswords, in a process of its own.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys

import satcross as sx
from benchmarks.measure import measure
from satcross.cli.errors import ExitCode


def chosen(grid: sx.Grid, n: int, seed: int) -> list[str]:
    """The names of cells no two of which share an entry, as far as possible."""
    puzzle = sx.Puzzle(grid, sx.WordList.builtin())
    found: list[int] = []
    cells = sorted(puzzle.cells_in_slots - puzzle.givens.keys())
    for cell in random.Random(seed).sample(cells, len(cells)):
        through = [set(slot.cells) for slot in puzzle.slots if cell in slot.cells]
        if len(found) < n and not any(there.intersection(found) for there in through):
            found.append(cell)
    return [grid.cell_name(cell) for cell in found]


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("grid", help="a grid file")
    parser.add_argument("--cells", type=int, default=4, help="cells of two letters")
    parser.add_argument("--min-score", type=int, default=30, help="of the built-in list")
    parser.add_argument("--chosen", action="store_true", help="the solver chooses the cells")
    parser.add_argument("--seeds", type=int, default=5, help="how many")
    options = parser.parse_args()
    seconds: list[float] = []
    print("| seed | cells | answer | CPU s |\n| --- | --- | --- | --- |")
    for seed in range(options.seeds):
        cells = str(options.cells)
        if not options.chosen:
            cells = " ".join(chosen(sx.read_grid(options.grid), options.cells, seed))
        run = measure([
            *(sys.executable, "-m", "satcross", "fill", options.grid, "--reading", cells),
            *("--min-score", str(options.min_score), "--seed", str(seed), "--time-limit", "120"),
        ])  # fmt: skip
        seconds.append(run.cpu_s)
        answers: dict[int, str] = {ExitCode.OK: "found", ExitCode.UNFILLABLE: "proved impossible"}
        print(f"| {seed} | {cells} | {answers.get(run.code, 'stopped')} | {run.cpu_s:.2f} |")
    print(f"\nmedian {statistics.median(seconds):.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
