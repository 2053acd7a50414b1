"""Block patterns: their time, how much they differ, and how well they are estimated.

    python -m benchmarks.apps.patterns             all of it: some minutes, most of them real fills
    python -m benchmarks.apps.patterns --only figures      or variety, fewest, judging

Times are of the process, user and system; load does not count, the machine does.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

import satcross as sx
from satcross.apps.construct.api import fewest_blocks, patterns
from satcross.apps.construct.patterns.alike import all_images
from satcross.apps.construct.patterns.estimate import Estimator
from satcross.model.expected import UNLIKELY
from satcross.model.grid import Grid
from satcross.model.puzzle import Direction
from satcross.pattern.presets import PRESETS, Preset, preset_rules
from satcross.pattern.rules import FixedSlot, PatternRules, Range
from satcross.results import Best

THEME = ((2, 0, 11), (5, 2, 13), (9, 0, 13), (12, 4, 11))  # row, column, length
FEWEST: dict[str, dict[str, Any]] = {
    "at most 78 words": {"n_words": Range(None, 78)},
    "78 words": {"n_words": Range(78, 78)},
    "74 words": {"n_words": Range(74, 74)},
    "72 words": {"n_words": Range(72, 72)},
    "no slot over 14": {"max_length": 14},
    "no slot over 10": {"max_length": 10},
    "no slot over 8": {"max_length": 8},
    "no slot over 6": {"max_length": 6},
    "no slot over 5": {"max_length": 5},
}


def figures(options: argparse.Namespace) -> None:
    """The two figures of single patterns."""
    print("| work | CPU s | target |\n| --- | --- | --- |")
    for seed in range(3):
        start = time.process_time()
        found = list(patterns(preset_rules(Preset.LATTICE, 15, 15), limit=100, seed=seed))
        took = time.process_time() - start
        print(f"| {len(found)} lattice 15x15, seed {seed} | {took:.2f} | 20 |")
    slots = tuple(FixedSlot(Direction.ACROSS, *place) for place in THEME)
    rules = replace(
        preset_rules(Preset.NYT, 15, 15),
        slots=slots,
        n_words=Range(72, 72),
        n_blocks=Range(34, 34),
    )
    for seed in range(3):
        start = time.process_time()
        n = len(list(patterns(rules, limit=1, seed=seed)))
        took = time.process_time() - start
        print(f"| {n} NYT 15x15, 72 words, 34 blocks, 4 slots, seed {seed} | {took:.2f} | 5 |")


def variety(options: argparse.Namespace) -> None:
    """The part of the cells in which two patterns of a hundred differ, up to symmetry."""
    print("| 100 patterns | CPU s | differ, mean | differ, least | blocks |")
    print("| --- | --- | --- | --- | --- |")
    for preset in (Preset.LATTICE, Preset.NYT, Preset.BRITISH):
        side = PRESETS[preset].side
        start = time.process_time()
        grids = list(patterns(preset_rules(preset, side, side), limit=100))
        took = time.process_time() - start
        apart = list(_distances(grids))
        blocks = [grid.cells.count("#") for grid in grids]
        print(
            f"| {preset} | {took:.2f} | {100 * np.mean(apart):.0f} % | {100 * min(apart):.0f} %"
            f" | {min(blocks)}–{max(blocks)} |"
        )


def _distances(grids: Sequence[Grid]) -> Iterator[float]:
    moves = np.array(all_images(grids[0].n_rows, grids[0].n_cols))
    cells = [np.array([grid.is_square(c) for c in range(len(grid.cells))]) for grid in grids]
    for a, b in combinations(cells, 2):
        yield float((a != b[moves]).mean(axis=1).min())


def fewest(options: argparse.Namespace) -> None:
    """The fewest blocks of 15x15 under some rules."""
    print("| 15x15, half turn, 3 or more, connected | blocks | proved at least | CPU s |")
    print("| --- | --- | --- | --- |")
    for name, changes in FEWEST.items():
        rules = replace(PatternRules(15, 15), **changes)
        start = time.process_time()
        result = fewest_blocks(rules, time_limit_s=options.limit)
        took = time.process_time() - start
        if isinstance(result, Best):
            print(f"| {name} | {result.objective} | {result.bound} | {took:.1f} |")
        else:
            print(f"| {name} | – | {type(result).__name__} | {took:.1f} |")


def judging(options: argparse.Namespace) -> None:
    """Expected fills beside real ones: rank correlation with the conflicts that a fill took."""
    words = sx.WordList.builtin(min_score=30)
    estimate = Estimator(words)
    logs: list[float] = []
    tightest: list[float] = []
    effort: list[float] = []
    print("| words | expected fills | of the tightest region | result | conflicts |")
    print("| --- | --- | --- | --- | --- |")
    likely: list[bool] = []
    for n_words in range(62, 79, 2):
        rules = replace(
            preset_rules(Preset.NYT, 15, 15),
            n_words=Range(n_words, n_words),
            n_blocks=Range(24, 42),
        )
        for grid in patterns(rules, limit=options.patterns, seed=n_words):
            result = sx.fill(sx.Puzzle(grid, words), time_limit_s=options.fill_limit)
            estimated = estimate(grid)
            logs.append(estimated.log_fills)
            tightest.append(estimated.tightest)
            region = estimated.chances.tightest_region
            likely.append(region.log_fills > UNLIKELY)
            filled = isinstance(result, sx.Found)
            effort.append(result.work.conflicts if filled else np.inf)
            print(
                f"| {n_words} | 10^{estimated.log_fills:.1f} | 10^{region.log_fills:.1f}"
                f" | {type(result).__name__} | {result.work.conflicts} |"
            )
    done, fair = np.isfinite(effort), np.array(likely)
    easy, hard = np.array(logs)[done], np.array(logs)[~done]
    print(f"\n{len(logs)} patterns, {done.sum()} filled within {options.fill_limit:g} s each.")
    print(f"Of {fair.sum()} without an unlikely region {done[fair].sum()} were filled,"
          f" of the others {done[~fair].sum()}.")  # fmt: skip
    print(f"Rank correlation of expected fills and conflicts: {_spearman(logs, effort):.2f};")
    print(f"of the tightest slot and conflicts: {_spearman(tightest, effort):.2f}.")
    if len(easy) and len(hard):
        right = (easy[:, None] > hard[None]).mean()
        print(f"Of a pattern that was filled and one that was not, the first was judged easier"
              f" in {100 * right:.0f} % of the pairs.")  # fmt: skip


def _spearman(a: Sequence[float], b: Sequence[float]) -> float:
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(numbers: Sequence[float]) -> npt.NDArray[np.float64]:
    """Ranks, those of equals their mean."""
    _, index, n = np.unique(numbers, return_inverse=True, return_counts=True)
    ranks: npt.NDArray[np.float64] = (np.cumsum(n) - (n - 1) / 2)[index]
    return ranks


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "figures": figures,
    "variety": variety,
    "fewest": fewest,
    "judging": judging,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0."""
    parser = argparse.ArgumentParser(prog="benchmarks.apps.patterns", description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="one part only")
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for fewest blocks")
    parser.add_argument("--patterns", type=int, default=5, help="judged, of each number of words")
    parser.add_argument("--fill-limit", type=float, default=6.0, help="seconds of a real fill")
    options = parser.parse_args(arguments)
    for name, part in PARTS.items():
        if options.only in (None, name):
            print(f"\n## {name}\n")
            part(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
