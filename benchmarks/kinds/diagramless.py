"""Diagramless and carte blanche crosswords made and solved: CPU seconds of the whole process.

Run it as `python -m benchmarks.kinds.diagramless [--size 15] [--seeds 20] [--grid FILE] [-- OPTION
...]`.

Patterns of the size, or the grid, are filled from the built-in list, with the fewest helps that
leave one grid. Then the printed lists are solved, and must have that grid as their only solution.
OPTIONs are passed on to `satcross diagramless`, such as --carte-blanche and --told nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.seeds import median_and_most, satcross

OK, STOPPED = 0, 124


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=15, help="rows and columns")
    parser.add_argument("--seeds", type=int, default=20, help="number of puzzles")
    parser.add_argument("--grid", type=Path, help="a grid to fill, instead of patterns of the size")
    parser.add_argument("options", nargs="*", help="options of satcross diagramless, after --")
    options = parser.parse_args()
    grid = str(options.grid.resolve()) if options.grid else f"{options.size}x{options.size}"
    seconds: list[float] = []
    print("| seed | helps | at least | made, CPU s | wall s | solved, CPU s |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(options.seeds):
            args = [grid, "--seed", str(seed), "--format", "json", *options.options]
            made = satcross("diagramless", *args, cwd=folder)
            if made.code not in (OK, STOPPED) or not made.stdout:
                raise SystemExit(f"seed {seed}: {made.stderr}")
            data: dict[str, Any] = json.loads(made.stdout)
            (folder / "lists").write_text(lists_of(data))
            solved = satcross("diagramless", "lists", "--solve", "--format", "json", cwd=folder)
            if "one grid: proved" not in solved.stderr:
                raise SystemExit(f"seed {seed}: {solved.stderr}")
            if json.loads(solved.stdout)["solution"] != data["solution"]:
                raise SystemExit(f"seed {seed}: another grid")
            seconds.append(made.cpu_s)
            print(
                f"| {seed} | {len(data['helps'])} | {data['bound']} | {made.cpu_s:.2f}"
                f" | {made.wall_s:.2f} | {solved.cpu_s:.2f} |",
                flush=True,
            )
    print(f"\n{median_and_most(seconds)}")
    return 0


def lists_of(data: dict[str, Any]) -> str:
    """The lists as text for `--solve`, from the JSON of a puzzle."""
    lines = [" ".join([f"{data['cols']}x{data['rows']}", *data["told"]])]
    for direction in ("Across", "Down"):
        lines.append(direction)
        lines += [
            f"{entry.get('number', '')} {entry['answer']} {entry.get('at', '')}"
            for entry in data["entries"]
            if entry["direction"] == direction
        ]
    lines.append(" ".join(f"{cell}={held}" for cell, held in data["given"].items()))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
