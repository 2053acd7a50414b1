"""Codewords solved with no letter given: all solutions, and the seconds of the whole process.

Run it as `python -m benchmarks.codeword`. A British pattern is filled from the built-in list; the
cells with one letter are then one number, which is all that the puzzle says: `same-letter` for each
number and `different-letters` for them together. `satcross fill --all` looks for words among all
entries of the list, in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import satcross as sx
from benchmarks.measure import measure
from satcross.cli import errors as exits
from satcross.formats.puzzle import PUZZLE_SCHEMA
from satcross.pattern.presets import Preset, preset_rules


def codeword_of(fill: sx.Fill) -> dict[str, Any]:
    """The puzzle whose solutions are those of the codeword of a fill, as JSON data."""
    puzzle = fill.puzzle
    cells: dict[str, list[str]] = {}
    for cell in sorted(puzzle.cells_in_slots):
        cells.setdefault(fill.grid.cells[cell], []).append(puzzle.grid.cell_name(cell))
    rules = [f"same-letter {' '.join(some)}" for some in cells.values() if len(some) > 1]
    rules.append(f"different-letters {' '.join(some[0] for some in cells.values())}")
    grid = puzzle.grid.without_letters().lines()
    return {"schema": PUZZLE_SCHEMA, "grid": grid, "min_score": None, "rules": rules}


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=15, help="rows and columns")
    parser.add_argument("--seeds", type=int, default=20, help="how many codewords")
    options = parser.parse_args()
    seconds: list[float] = []
    print("| seed | letters | solutions | CPU s | wall s |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "codeword.json"
        for seed in range(options.seeds):
            rules = preset_rules(Preset("british"), options.size, options.size)
            pattern = next(iter(sx.patterns(rules, seed=seed)))
            fill = sx.fill(pattern, seed=seed).unwrap()
            path.write_text(json.dumps(codeword_of(fill)))
            run = measure([sys.executable, "-m", "satcross", "fill", str(path), "--all"])
            solutions = run.stdout.rstrip().split("\n\n")
            if run.code != exits.OK or str(fill.grid) not in solutions:
                raise SystemExit(f"seed {seed}: {run.stderr}")
            seconds.append(run.cpu_s)
            n_letters = len(set("".join(entry.word for entry in fill.entries)))
            print(
                f"| {seed} | {n_letters} | {len(solutions)} | {run.cpu_s:.2f} | {run.wall_s:.2f} |"
            )
    print(f"\nmedian {statistics.median(seconds):.2f}, most {max(seconds):.2f} CPU s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
