"""Thirty words in a box: satcross beside genxword, seconds and cells, as a Markdown table.

Run it as `python -m benchmarks.apps.freeform`. genxword (`pip install --no-deps genxword`) is
measured where it is installed. It places words in a box of a given size, so it is asked for smaller
and smaller boxes until its seconds are over. Of the packages that it draws with only the names are
needed here, and stand-ins have them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import types
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

WORDS = Path(__file__).with_name("freeform_words.txt")
LIMIT_S = 30.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.apps.freeform", description=__doc__)
    parser.add_argument("--words", type=Path, default=WORDS, help="a word a line")
    parser.add_argument("--seeds", type=int, default=5, help="number of runs of each (5)")
    parser.add_argument("--limit", type=float, default=LIMIT_S, help="seconds for a run (30)")
    options = parser.parse_args(arguments)
    words = options.words.read_text().split()
    print(f"{len(words)} words, {sum(map(len, words))} letters\n")
    print("| seed | satcross: box | cells | CPU s | wall s | genxword: box | cells | wall s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    missed = False
    for seed in range(options.seeds):
        box, cpu_s, wall_s = _satcross(words, seed, options.limit)
        missed = missed or wall_s > LIMIT_S + 1
        other = _genxword(words, seed, options.limit)
        theirs = "– | – | –" if other is None else f"{_shown(other[0])} | {other[1]:.1f}"
        print(f"| {seed} | {_shown(box)} | {cpu_s:.1f} | {wall_s:.1f} | {theirs} |", flush=True)
    return 1 if missed else 0


def _shown(box: tuple[int, int]) -> str:
    return f"{box[0]}x{box[1]} | {box[0] * box[1]}"


def _satcross(words: list[str], seed: int, limit_s: float) -> tuple[tuple[int, int], float, float]:
    from satcross.apps.freeform.layout import LayoutOptions
    from satcross.apps.freeform.make import FreeformTask
    from satcross.results import Best
    from satcross.solve.protocol import SolverOptions

    started, before = time.monotonic(), time.process_time()
    wanted = LayoutOptions(rounds=12_000)
    with FreeformTask(words, SolverOptions(seed=seed), wanted=wanted) as task:
        result = task.run(limit_s)
    assert isinstance(result, Best)
    cpu_s, wall_s = time.process_time() - before, time.monotonic() - started
    grid = result.value.grid
    return (grid.n_cols, grid.n_rows), cpu_s, wall_s


class _StandIn(types.ModuleType):
    """A module whose every name is there; for packages that only draw."""

    def __getattr__(self, name: str) -> Any:
        return _StandIn(name)

    def __call__(self, *_: object) -> None:
        """Whatever is called, nothing is done."""


def _genxword(words: list[str], seed: int, limit_s: float) -> tuple[tuple[int, int], float] | None:
    """The smallest box that it found with all words, and when; None where it is not installed."""
    for name in ("gi", "gi.repository", "cairo"):
        sys.modules.setdefault(name, _StandIn(name))
    try:
        crossword_class = import_module("genxword.calculate").Crossword
    except ImportError:
        return None
    random.seed(seed)  # it has no generator of its own
    started, at_s = time.monotonic(), 0.0
    side, best = 2 * max(map(len, words)) + len(words) // 4, (0, 0)
    while time.monotonic() - started < limit_s:
        available = [[word, ""] for word in sorted(words, key=len, reverse=True)]
        crossword = crossword_class(side, side, " ", available)
        crossword.compute_crossword(limit_s - (time.monotonic() - started))
        if len(crossword.best_wordlist) < len(words):
            break
        full = [(r, c) for r in range(side) for c in range(side)
                if crossword.best_grid[r][c] != " "]  # fmt: skip
        rows, cols = {r for r, _ in full}, {c for _, c in full}
        best, at_s = (len(cols), len(rows)), time.monotonic() - started
        side = max(best) - 1
    return best, at_s


if __name__ == "__main__":
    sys.exit(main())
