"""What fills with the built-in list are made of: the table in docs/guide/wordlist.md.

    python scripts/judge_fills.py GRID.txt ... --seeds 40

An entry is common if its Zipf value by wordfreq, which is no source of the list, is 3 or more:
log10 of occurrences per billion words. Needs `pip install 'satcross[lists]'`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean

from wordfreq import zipf_frequency

import satcross as sx
from satcross.words.origin import origins_of

COMMON, RARE = 3.0, 2.0
NAMES = {"name", "person", "place"}
COLUMNS = ("grid", "entries", "common", "rarer than Zipf 2", "names", "mean score")


def row_of(grid: Path, n_seeds: int) -> list[str]:
    """A row of the table: all entries of the fills with seeds 1 to `n_seeds`."""
    words: list[str] = []
    for seed in range(1, n_seeds + 1):
        result = sx.fill(grid.read_text(encoding="utf-8"), seed=seed)
        if not isinstance(result, sx.Found):
            raise SystemExit(f"{grid}: {result}")
        words += [entry.word for entry in result.value.entries]
    found = origins_of(set(words))
    origins = [found[word] for word in words if word in found]
    zipfs = [zipf_frequency(origin.written, "en") for origin in origins]
    shares = (
        mean(zipf >= COMMON for zipf in zipfs),
        mean(zipf < RARE for zipf in zipfs),
        mean(origin.kind in NAMES for origin in origins),
    )
    return [
        grid.stem,
        f"{len(origins):,}",
        *(f"{100 * share:.0f} %" for share in shares),
        f"{mean(origin.score for origin in origins):.0f}",
    ]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description="Say what fills with the built-in list are made of."
    )
    parser.add_argument("grids", type=Path, nargs="+", metavar="GRID")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="fills of each grid")
    options = parser.parse_args()
    for cells in (COLUMNS, ["---"] * len(COLUMNS)):
        print(f"| {' | '.join(cells)} |")
    for grid in options.grids:
        print(f"| {' | '.join(row_of(grid, options.seeds))} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
