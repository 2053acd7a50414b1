"""How long it takes to list fills: whole processes, output to a file, on one core.

    python -m benchmarks.listing [--gecode PROGRAM] [--data DIR] [--only NAME] [--limit S]

PROGRAM is what `peers/gecode_crossword.cpp` compiles to; it lists the same fills where that is
feasible, of the same words, in turn with satcross. Prints a table in Markdown: seconds of the
processor and of the clock, fills per second of the processor, and peak memory.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.lists import write_list
from benchmarks.measure import measure
from benchmarks.options import machine, seconds
from benchmarks.table import aligned
from satcross.words import WordList

GRIDS = Path(__file__).parent / "grids"
SQUARE_WORDS = 1300


@dataclass(frozen=True, slots=True)
class Job:
    """Fills to list.

    Args:
        name: for people.
        grid: the grid's file.
        words: options of satcross for the list.
        n: how many fills; None for all.
        listed: the list as a file, where Gecode is to list the fills too.
    """

    name: str
    grid: Path
    words: tuple[str, ...]
    n: int | None = None
    listed: Path | None = None


def jobs(folder: Path, data: Path | None) -> Iterator[Job]:
    scowl = write_list("SCOWL-35", folder, data)
    table = WordList.load(scowl).table(4)
    words = WordList.load(scowl)
    some = random.Random(1).sample(
        sorted(words.word(4, i) for i in range(len(table))), SQUARE_WORDS
    )
    few = folder / "few.dict"
    few.write_text("\n".join(some) + "\n", encoding="ascii")
    open4, open5 = GRIDS / "open-4x4.txt", GRIDS / "open-5x5.txt"
    yield Job("open 4x4, 1,300 words of SCOWL-35", open4, ("-w", str(few)), listed=few)
    yield Job("open 4x4, SCOWL-35", open4, ("-w", str(scowl)), listed=scowl)
    yield Job("open 4x4, built-in 40", open4, ("--min-score", "40"), 10_000_000)
    yield Job("open 5x5, SCOWL-35", open5, ("-w", str(scowl)), listed=scowl)
    for name in ("78a", "78b", "76a"):
        grid = GRIDS / f"american15-themed-{name}.txt"
        yield Job(f"american15-themed-{name}, built-in 30", grid, (), 100_000)
    if data is not None and (data / "grids/mini7.txt").is_file():
        yield Job("mini7, built-in 30", data / "grids/mini7.txt", (), 100_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gecode", type=Path, help="the program to compare with")
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--only", default="", help="part of the name of a job")
    parser.add_argument("--limit", type=seconds, default=1800.0, help="seconds of each run")
    options = parser.parse_args()
    data = options.data if options.data.is_dir() else None
    rows: list[tuple[str, ...]] = [
        ("fills of", "tool", "fills", "CPU s", "wall s", "fills / CPU s", "peak MB")
    ]
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for job in jobs(folder, data):
            if options.only not in job.name:
                continue
            many = ["--all"] if job.n is None else ["-n", str(job.n)]
            out = folder / "fills.txt"
            command = [sys.executable, "-m", "satcross", "fill", str(job.grid), *job.words, *many]
            rows.append(row(job, "satcross", [*command, "-o", str(out)], out, options.limit))
            if options.gecode is not None and job.listed is not None:
                program = [str(options.gecode), str(job.grid), str(job.listed)]
                shell = ["sh", "-c", f'exec "$@" > {out}', "sh", *program]
                rows.append(row(job, "Gecode", shell, out, options.limit))
    print(aligned(rows))


def row(job: Job, tool: str, command: list[str], out: Path, limit_s: float) -> tuple[str, ...]:
    run = measure(command, limit_s=limit_s)
    if run.stopped:
        return (job.name, tool, "", f"> {run.cpu_s:.0f}", f"> {run.wall_s:.0f}", "", "")
    height = len(job.grid.read_text(encoding="utf-8").split())
    n_lines = int(subprocess.run(["grep", "-c", ".", out], capture_output=True, check=False).stdout)
    n = n_lines // height
    out.unlink()
    return (
        job.name, tool, f"{n:,}", f"{run.cpu_s:.2f}", f"{run.wall_s:.2f}",
        f"{n / run.cpu_s:,.0f}", f"{run.peak_mb:.0f}",
    )  # fmt: skip


if __name__ == "__main__":
    main()
