"""What fills with the built-in list are made of: the table in docs/guide/wordlist.md.

    python scripts/judge_fills.py GRID.txt ... --seeds 40
    python scripts/judge_fills.py GRID.txt ... --judge LIST

An entry is common if its Zipf value by wordfreq, which is no source of the list, is 3 or more:
log10 of occurrences per billion words. Needs `pip install 'satcross[lists]'`. With a scored list
that is no source either, an entry is good if it scores 50 there; a second table compares the scores
of the two lists, by length.
"""

from __future__ import annotations

import argparse
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import correlation, mean

from wordfreq import zipf_frequency

import satcross as sx
from satcross.words import BUILTIN_MIN_SCORE, WordList
from satcross.words.origin import Origin

COMMON, RARE = 3.0, 2.0
NAMES = {"name", "person", "place"}
GOOD = 50
AT_LEAST = 100  # entries of a length that is shown
COLUMNS = ("grid", "entries", "common", "rarer than Zipf 2", "names", "mean score", "good")
LENGTHS = (
    "letters",
    "in both lists",
    "rank correlation",
    "entries at 30 and over",
    "good of these",
)


def row_of(grid: Path, n_seeds: int, judge: WordList | None) -> list[str]:
    """A row of the table: all entries of the fills with seeds 1 to `n_seeds`."""
    words: list[str] = []
    for seed in range(1, n_seeds + 1):
        result = sx.fill(grid.read_text(encoding="utf-8"), seed=seed)
        if not isinstance(result, sx.Found):
            raise SystemExit(f"{grid}: {result}")
        words += [entry.word for entry in result.value.entries]
    found = Origin.of(set(words))
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
        "" if judge is None else f"{100 * mean(is_good(judge, word) for word in words):.1f} %",
    ]


def is_good(judge: WordList, word: str) -> bool:
    """Whether a list has a word with a good score."""
    return (judge.score(word) or 0) >= GOOD


def rows_by_length(judge: WordList) -> list[list[str]]:
    """How the scores of the built-in list go with those of another, for each length."""
    listed: dict[int, list[str]] = defaultdict(list)
    pairs: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for word, score in WordList.builtin(min_score=None).words():
        if score >= BUILTIN_MIN_SCORE:
            listed[len(word)].append(word)
        theirs = judge.score(word)
        if theirs is not None:
            pairs[len(word)].append((score, theirs))
    return [
        [
            str(length),
            f"{len(found):,}",
            f"{correlation(*(ranks(scores) for scores in zip(*found, strict=True))):.2f}",
            f"{len(listed[length]):,}",
            f"{100 * mean(is_good(judge, word) for word in listed[length]):.0f} %",
        ]
        for length, found in sorted(pairs.items())
        if len(listed[length]) >= AT_LEAST and len(found) >= AT_LEAST
    ]


def ranks(values: Sequence[int]) -> list[float]:
    """The rank of each, the mean of those that are alike."""
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value)) / 2 for value in values]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description="Say what fills with the built-in list are made of."
    )
    parser.add_argument("grids", type=Path, nargs="+", metavar="GRID")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="fills of each grid")
    parser.add_argument("--judge", type=Path, metavar="LIST", help="a scored list: WORD;score")
    options = parser.parse_args()
    judge = None if options.judge is None else WordList.load(options.judge)
    for cells in (COLUMNS, ["---"] * len(COLUMNS)):
        print(f"| {' | '.join(cells)} |")
    for grid in options.grids:
        print(f"| {' | '.join(row_of(grid, options.seeds, judge))} |", flush=True)
    if judge is not None:
        print()
        for row in (LENGTHS, ["---"] * len(LENGTHS), *rows_by_length(judge)):
            print(f"| {' | '.join(row)} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
