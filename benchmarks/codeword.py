"""Codewords made, solved, and solved with words in no list: CPU seconds of the whole process.

Run it as `python -m benchmarks.codeword make|solve|lacking [--size 15] [--seeds 20] [--list FILE]`.

make: British patterns of the size, filled from the built-in list, with the fewest letters given
    that leave one solution among all of its entries.
solve: codewords that are filled from --list, no letter given, solved among its words and all of the
    built-in list.
lacking: the same with three entries in neither list: words in as many slots as possible.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import satcross as sx
from benchmarks.measure import Run, measure
from satcross.model.codeword import Codeword
from satcross.pattern.presets import Preset, preset_rules

N_LACKING = 3
OK, UNFILLABLE = 0, 20


def codeword(folder: Path, *args: str) -> Run:
    """Run `satcross codeword`."""
    return measure([sys.executable, "-m", "satcross", "codeword", *args], cwd=folder)


def make(folder: Path, options: argparse.Namespace, seed: int) -> tuple[Run, str]:
    """Make a codeword; what it says of it."""
    size = f"{options.size}x{options.size}"
    run = codeword(folder, size, "--seed", str(seed), "--format", "json")
    if run.code != OK:
        raise SystemExit(f"seed {seed}: {run.stderr}")
    data: dict[str, Any] = json.loads(run.stdout)
    return run, f"{len(data['given'])} given, {run.stderr.count('proved')} proved"


def fill_of(options: argparse.Namespace, seed: int) -> sx.Fill:
    """A fill from the list."""
    words = Path(options.list) if options.list else None
    pattern = next(
        iter(sx.patterns(preset_rules(Preset.BRITISH, options.size, options.size), seed=seed))
    )
    return sx.fill(pattern, words, seed=seed).unwrap()


def solve(folder: Path, options: argparse.Namespace, seed: int) -> tuple[Run, str]:
    """Solve the codeword of a fill; how many solutions there are."""
    fill = fill_of(options, seed)
    (folder / "codeword").write_text(str(Codeword.of_fill(fill, seed)))
    against = ["--against", str(Path(options.list).resolve())] if options.list else []
    run = codeword(folder, "codeword", "--solve", "-n", "1000", *against)
    if run.code != OK or str(fill.grid) not in run.stdout:
        raise SystemExit(f"seed {seed}: {run.stderr}")
    return run, run.stderr.strip().splitlines()[-1]


def lacking(folder: Path, options: argparse.Namespace, seed: int) -> tuple[Run, str]:
    """Solve the codeword of a fill of which some entries are in no list; how many are left out."""
    fill = fill_of(options, seed)
    (folder / "codeword").write_text(str(Codeword.of_fill(fill, seed)))
    gone = random.Random(seed).sample([entry.word for entry in fill.entries], N_LACKING)
    path = Path(options.list) if options.list else None
    every = sx.WordList.load(path) if path else sx.WordList.builtin(min_score=0)
    (folder / "words").write_text(
        "".join(f"{word}\n" for word, _ in every.words() if word not in gone)
    )
    run = codeword(folder, "codeword", "--solve", "-w", "words", "--format", "json")
    if run.code != UNFILLABLE:
        raise SystemExit(f"seed {seed}: {run.stderr}")
    data: dict[str, Any] = json.loads(run.stdout)
    same = "as made" if data["grid"] == str(fill.grid).splitlines() else "another"
    return run, f"{len(data['free'])} left out, {same}"


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("make", "solve", "lacking"))
    parser.add_argument("--size", type=int, default=15, help="rows and columns")
    parser.add_argument("--seeds", type=int, default=20, help="how many codewords")
    parser.add_argument("--list", help="word list of the fills; the built-in one by default")
    options = parser.parse_args()
    ask = {"make": make, "solve": solve, "lacking": lacking}[options.what]
    seconds: list[float] = []
    print("| seed | result | CPU s | wall s |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        for seed in range(options.seeds):
            run, said = ask(Path(name), options, seed)
            seconds.append(run.cpu_s)
            print(f"| {seed} | {said} | {run.cpu_s:.2f} | {run.wall_s:.2f} |", flush=True)
    print(f"\nmedian {statistics.median(seconds):.2f}, most {max(seconds):.2f} CPU s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
