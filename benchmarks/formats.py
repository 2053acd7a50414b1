"""How long it takes to read and write a crossword file.

    python -m benchmarks.formats [--seconds S]

A 21x21 with a clue for each entry, made by a seed, written and read again in each format that
holds letters: the median of the processor's seconds for both together, after one run to import.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import replace

from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import NAMES, format_named
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import BLOCK, Grid

SIDE = 21


def crossword(seed: int = 0) -> Crossword:
    rng = random.Random(seed)
    cells = [rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(SIDE * SIDE)]
    for position in rng.sample(range(len(cells)), 40):
        cells[position] = cells[-1 - position] = BLOCK
    made = crossword_of(Grid(SIDE, SIDE, tuple(cells)))
    clues = tuple(
        replace(clue, text=" ".join(rng.choices(["river", "of", "the", "north", "old"], k=7)))
        for clue in made.clues
    )
    return replace(made, clues=clues, title="A title", author="An author")


def seconds(made: Crossword, name: str, limit_s: float) -> float:
    format_ = format_named(name)
    clued = ("puz", "ipuz", "jpz", "xd", "across-text", "satcross")
    source = made if name in clued else replace(made, clues=())
    times: list[float] = []
    started = time.perf_counter()
    while len(times) < 3 or time.perf_counter() - started < limit_s:
        begun = time.process_time()
        data = file_of(source, name, lossy=True, target="file").data
        parse_crossword(data, format_, "file")
        times.append(time.process_time() - begun)
    return statistics.median(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each format")
    limit_s = parser.parse_args().seconds
    made = crossword()
    print(f"{SIDE}x{SIDE}, {len(made.clues)} clues")
    for name in NAMES:
        print(f"{name:12} {1000 * seconds(made, name, limit_s):6.1f} ms")


if __name__ == "__main__":
    main()
