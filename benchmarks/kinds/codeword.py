"""Codewords made, solved, and solved with words in no list: CPU seconds of the whole process.

Run it as `python -m benchmarks.kinds.codeword make|solve|lacking|batch|rate [--size 15] [--seeds
20] [--list FILE] [--first-seed 0]`.

make: fill British patterns of the size from the built-in list, and give the fewest letters that
    leave one solution among all entries of the list.
solve: fill patterns from --list, give no letter, and solve the codeword with the words of that list
    and of the built-in one.
lacking: the same, after three entries have been removed from the list: find words for as many slots
    as possible.
batch: make codewords in one process and read their files again. Each must have one solution, both
    by the independent checker and by `count`.
rate: the difficulty of codewords in which none to nine letters are given, chosen at random.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import satcross as sx
from benchmarks.seeds import Measured, median_and_most, print_table, satcross
from satcross.kinds.codeword.difficulty import TECHNIQUES, difficulty_of
from satcross.kinds.codeword.faults import codeword_faults, other_solution
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.codeword.task import CodewordTask
from satcross.pattern.presets import Preset, preset_rules

N_LACKING = 3
GIVEN = (0, 1, 2, 3, 4, 6, 9)
OK, UNFILLABLE = 0, 20


def make(options: argparse.Namespace, folder: Path, seed: int) -> Measured:
    """Make a codeword: how many letters are given, and whether that is proved."""
    size = f"{options.size}x{options.size}"
    run = satcross("codeword", size, "--seed", str(seed), "--format", "json", cwd=folder)
    if run.code != OK:
        raise SystemExit(f"seed {seed}: {run.stderr}")
    data: dict[str, Any] = json.loads(run.stdout)
    return run, f"{len(data['given'])} given, {run.stderr.count('proved')} proved"


def fill_of(options: argparse.Namespace, seed: int) -> sx.Fill:
    """A British pattern of the size, filled from --list."""
    words = Path(options.list) if options.list else None
    pattern = next(
        iter(sx.patterns(preset_rules(Preset.BRITISH, options.size, options.size), seed=seed))
    )
    return sx.fill(pattern, words, seed=seed).unwrap()


def solve(options: argparse.Namespace, folder: Path, seed: int) -> Measured:
    """Solve the codeword of a fill: how many solutions there are."""
    fill = fill_of(options, seed)
    (folder / "codeword").write_text(str(Codeword.of_fill(fill, seed)))
    against = ["--against", str(Path(options.list).resolve())] if options.list else []
    run = satcross("codeword", "codeword", "--solve", "-n", "1000", *against, cwd=folder)
    if run.code != OK or str(fill.grid) not in run.stdout:
        raise SystemExit(f"seed {seed}: {run.stderr}")
    return run, next(line for line in run.stderr.splitlines() if "solution" in line)


def lacking(options: argparse.Namespace, folder: Path, seed: int) -> Measured:
    """Solve a codeword that has entries in no list: how many slots are left without a word."""
    fill = fill_of(options, seed)
    (folder / "codeword").write_text(str(Codeword.of_fill(fill, seed)))
    gone = random.Random(seed).sample([entry.word for entry in fill.entries], N_LACKING)
    path = Path(options.list) if options.list else None
    every = sx.WordList.load(path) if path else sx.WordList.builtin(min_score=0)
    (folder / "words").write_text(
        "".join(f"{word}\n" for word, _ in every.words() if word not in gone)
    )
    run = satcross("codeword", "codeword", "--solve", "-w", "words", "--format", "json", cwd=folder)
    if run.code != UNFILLABLE:
        raise SystemExit(f"seed {seed}: {run.stderr}")
    data: dict[str, Any] = json.loads(run.stdout)
    same = "as made" if data["grid"] == str(fill.grid).splitlines() else "another"
    return run, f"{len(data['free'])} left out, {same}"


def batch(folder: Path, options: argparse.Namespace) -> None:
    """Make codewords in one process, and check the file of each."""
    size = f"{options.size}x{options.size}"
    first = str(options.first_seed)
    run = satcross(
        "codeword", size, "--seed", first, "-n", str(options.seeds), "-o", "{}.ipuz", cwd=folder
    )
    if run.code != OK:
        raise SystemExit(run.stderr)
    words = sx.WordList.builtin(min_score=0)
    found: set[str] = set()
    for path in sorted(folder.glob("*.ipuz")):
        crossword = sx.load_crossword(path).crossword
        asked = Codeword.of_crossword(crossword)
        assert asked is not None
        squares = crossword.squares
        cells = [one.solution or cell for one, cell in zip(squares, asked.grid.cells, strict=True)]
        filled = asked.grid.with_cells(cells)
        if faults := codeword_faults(filled, asked.numbers, asked.given, words):
            raise SystemExit(f"{path.name}: {faults}")
        if other_solution(filled, asked.numbers, asked.given, words) is not None:
            raise SystemExit(f"{path.name}: another solution")
        if sx.count(asked.puzzle(words)).unwrap().n != 1:
            raise SystemExit(f"{path.name}: not counted as one")
        found.add(str(filled))
    print(
        f"{len(found)} different codewords, none wrong: {run.cpu_s:.1f} CPU s, {run.wall_s:.1f} s"
    )


def rate(options: argparse.Namespace) -> None:
    """Print how many codewords have each rating, by the number of given letters."""
    words = sx.WordList.builtin(min_score=0)
    size = options.size
    ratings: dict[int, Counter[int]] = {n: Counter() for n in GIVEN}
    guesses: Counter[int] = Counter()
    times: list[float] = []
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        pattern = next(iter(sx.patterns(preset_rules(Preset.BRITISH, size, size), seed=seed)))
        with CodewordTask(
            sx.Puzzle.of(pattern), sx.SolverOptions(seed=seed), solving=words
        ) as task:
            made = task.run().unwrap()
        key = made.codeword.key(made.fill)
        order = [*made.codeword.given, *made.codeword.by_frequency()]
        random.Random(seed).shuffle(order)
        for n in GIVEN:
            given = {**made.codeword.given, **{number: key[number] for number in order[:n]}}
            start = time.process_time()
            found = difficulty_of(replace(made.codeword, given=given), made.fill, words)
            times.append(time.process_time() - start)
            ratings[n][found.rating] += 1
            guesses[n] += found.counts["guess"]
    print("| letters given | 1 | 2 | 3 | 4 | 5 | mean | guesses |\n| --- |" + " --- |" * 7)
    for n, counts in ratings.items():
        mean = sum(rating * count for rating, count in counts.items()) / options.seeds
        shown = " | ".join(str(counts[technique]) for technique in TECHNIQUES)
        print(f"| {n} | {shown} | {mean:.2f} | {guesses[n]} |")
    print(f"\n{median_and_most(times)}")


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("make", "solve", "lacking", "batch", "rate"))
    parser.add_argument("--size", type=int, default=15, help="rows and columns")
    parser.add_argument("--seeds", type=int, default=20, help="number of codewords")
    parser.add_argument("--list", help="word list of the fills; the built-in one by default")
    parser.add_argument("--first-seed", type=int, default=0)
    options = parser.parse_args()
    if options.what == "rate":
        rate(options)
        return 0
    if options.what == "batch":
        with tempfile.TemporaryDirectory() as name:
            batch(Path(name), options)
        return 0
    run_one = {"make": make, "solve": solve, "lacking": lacking}[options.what]
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    print_table(seeds, partial(run_one, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
