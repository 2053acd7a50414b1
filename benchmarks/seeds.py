"""Commands of satcross run with one seed after the other, and a table of what they took."""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.measure import Run, measure

Measured = tuple[Run, str]
"""A run, and a short text about its result."""


def satcross(*args: str, cwd: Path, limit_s: float = 0) -> Run:
    """Run `satcross` in a folder."""
    return measure([sys.executable, "-m", "satcross", *args], cwd=cwd, limit_s=limit_s)


def print_table(seeds: Iterable[int], run_one: Callable[[Path, int], Measured]) -> None:
    """Print a row for each seed as soon as it has been run, and then the median and the maximum.

    Args:
        seeds: in the order of the rows.
        run_one: gets a temporary folder, which is the same for all seeds, and the seed.
    """
    seconds: list[float] = []
    print("| seed | result | CPU s | wall s |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        for seed in seeds:
            run, result = run_one(Path(name), seed)
            seconds.append(run.cpu_s)
            print(f"| {seed} | {result} | {run.cpu_s:.2f} | {run.wall_s:.2f} |", flush=True)
    print(f"\n{median_and_most(seconds)}")


def median_and_most(seconds: Sequence[float]) -> str:
    """The median and the maximum of CPU seconds, as text."""
    return f"median {statistics.median(seconds):.2f}, most {max(seconds):.2f} CPU s"
