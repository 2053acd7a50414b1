"""Fills in alphabets of hundreds or thousands of letters, and how long they take.

Run it as `python -m benchmarks.wide`. A list has 2,000 words of four letters over the first
characters of Unicode's CJK block. Letters come as often as in a language: the n-th with a weight of
1 / n^SKEW. So there are fills, or it takes a search to see that there are none.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import satcross as sx
from satcross.solve.lazy.engine import kernel

SIDE = 4
FIRST = 0x4E00


def list_of(n_letters: int, n_words: int, skew: float, seed: int) -> sx.WordList:
    """A list of different words of `SIDE` letters, in which all letters occur."""
    rng = random.Random(seed)
    letters = [chr(FIRST + i) for i in range(n_letters)]
    weights = [(i + 1) ** -skew for i in range(n_letters)]
    words: dict[str, int] = {}
    for letter in letters:
        at = rng.randrange(SIDE)
        others = rng.choices(letters, weights, k=SIDE - 1)
        words["".join([*others[:at], letter, *others[at:]])] = rng.randint(1, 100)
    while len(words) < n_words:
        words["".join(rng.choices(letters, weights, k=SIDE))] = rng.randint(1, 100)
    return sx.WordList.from_words(words, alphabet=sx.Alphabet("".join(letters)))


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--letters", type=int, nargs="+", default=[26, 64, 65, 300, 3000])
    parser.add_argument("--words", type=int, default=2000)
    parser.add_argument("--skew", type=float, nargs="+", default=[0.7, 1.0])
    parser.add_argument("--seeds", type=int, default=3, help="how many lists of each")
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds")
    options = parser.parse_args()
    print(f"kernel: {kernel()}")
    print("| letters | skew | seed | answer | conflicts | CPU s |")
    print("| --- | --- | --- | --- | --- | --- |")
    for n_letters in options.letters:
        for skew in options.skew:
            for seed in range(options.seeds):
                words = list_of(n_letters, max(n_letters, options.words), skew, seed)
                puzzle = sx.Puzzle("\n".join(["." * SIDE] * SIDE), words)
                started = time.process_time()
                found = sx.fill(puzzle, seed=seed, time_limit_s=options.time_limit)
                fill_s = time.process_time() - started
                print(
                    f"| {n_letters:,} | {skew} | {seed} | {type(found).__name__} |"
                    f" {found.work.conflicts:,} | {fill_s:.2f} |",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
