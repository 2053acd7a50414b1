"""Fill-ins made, and checked by a search that places words: CPU seconds of the whole process.

Run it as `python -m benchmarks.kinds.fillin [--preset lattice] [--slots 60] [--seeds 20]`.

Patterns of 15x15 are made by a preset, with the number of entries that `--slots` asks for, and
filled from the built-in list; the fewest entries are given that leave one solution. Another search,
which knows nothing of satcross, places the words of each fill-in, and must find that solution and
no other. With `--batch 100` one command makes a hundred fill-ins, and the number of different ones
is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.seeds import Measured, print_table, satcross

Cells = tuple[tuple[int, int], ...]


def runs_of(rows: list[str]) -> list[Cells]:
    """The cells of each run of two squares or more, by row and column."""
    lines = [[(r, c) for c in range(len(rows[0]))] for r in range(len(rows))]
    lines += [list(column) for column in zip(*lines, strict=True)]
    runs: list[Cells] = []
    for line in lines:
        run: list[tuple[int, int]] = []
        for r, c in [*line, (-1, -1)]:
            if r >= 0 and rows[r][c] not in "#~":
                run.append((r, c))
                continue
            runs += [tuple(run)] * (len(run) > 1)
            run = []
    return runs


def narrowed(fitting: dict[Cells, set[str]]) -> bool:
    """Remove words that do not fit the crossing runs; whether each run has a word left."""
    while True:
        n_before = sum(map(len, fitting.values()))
        letters: dict[tuple[int, int], set[str]] = {}
        if not all(fitting.values()):
            return False
        for run, words in fitting.items():
            for cell, held in zip(run, zip(*words, strict=True), strict=True):
                letters[cell] = letters.get(cell, set(held)) & set(held)
        for run, words in fitting.items():
            words.intersection_update(
                [
                    word
                    for word in words
                    if all(x in letters[cell] for cell, x in zip(run, word, strict=True))
                ]
            )
            if not words:
                return False
            if len(words) == 1:
                for other, some in fitting.items():
                    if other != run:
                        some.difference_update(words)
        if sum(map(len, fitting.values())) == n_before:
            return all(fitting.values())


def solutions(fitting: dict[Cells, set[str]]) -> Iterator[dict[Cells, str]]:
    """All ways to put a different word into each run, of those that fit it."""
    if not narrowed(fitting):
        return
    several = [run for run, words in fitting.items() if len(words) > 1]
    if not several:
        yield {run: min(words) for run, words in fitting.items()}
        return
    chosen = min(several, key=lambda run: len(fitting[run]))
    for word in sorted(fitting[chosen]):
        yield from solutions(
            {run: {word} if run == chosen else set(some) for run, some in fitting.items()}
        )


def is_right(data: dict[str, Any]) -> bool:
    """Whether a fill-in has its solution and no other."""
    rows, wanted = data["grid"], data["fill"]["grid"]
    words = [word for some in data["words"].values() for word in some]
    fitting = {
        run: {
            word
            for word in words
            if len(word) == len(run)
            and all(rows[r][c] in (".", x) for (r, c), x in zip(run, word, strict=True))
        }
        for run in runs_of(rows)
    }
    only = [{run: "".join(wanted[r][c] for r, c in run) for run in fitting}]
    are_words = sorted(only[0].values()) == sorted(set(words)) == sorted(words)
    return are_words and list(islice(solutions(fitting), 2)) == only


def make(options: argparse.Namespace, folder: Path, seed: int) -> Measured:
    """Make a fill-in: how many entries are given."""
    asked, seeded = ["15x15", "--preset", options.preset], ["--seed", str(seed)]
    if options.slots:
        satcross("pattern", *asked, "--words", options.slots, "-o", "grid", *seeded, cwd=folder)
        asked = ["grid"]
    run = satcross("fillin", *asked, *seeded, "--format", "json", cwd=folder)
    if run.code:
        raise SystemExit(f"seed {seed}: {run.stderr}")
    if not is_right(json.loads(run.stdout)):
        raise SystemExit(f"seed {seed}: it has another solution")
    return run, run.stderr.strip()


def batch(folder: Path, preset: str, n: int) -> str:
    """Make n fill-ins with one command: how many differ, how many are wrong, and the time."""
    argv = ["15x15", "--preset", preset, "-n", str(n), "--format", "json"]
    run = satcross("fillin", *argv, cwd=folder)
    made = [json.loads(line) for line in run.stdout.splitlines()]
    n_wrong = sum(not is_right(data) for data in made)
    n_different = len({"".join(data["fill"]["grid"]) for data in made})
    return f"{len(made)} made, {n_different} different, {n_wrong} wrong; {run.cpu_s:.0f} CPU s"


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--slots", default="", help="number of entries, as in 60 or 58-62")
    parser.add_argument(
        "--preset", default="lattice", help="preset of the pattern, as of satcross pattern"
    )
    parser.add_argument("--seeds", type=int, default=20, help="number of fill-ins")
    parser.add_argument("--batch", type=int, metavar="N", help="make N fill-ins with one command")
    options = parser.parse_args()
    if options.batch:
        with tempfile.TemporaryDirectory() as name:
            print(batch(Path(name), options.preset, options.batch))
        return 0
    print_table(range(options.seeds), partial(make, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
