"""Arrow words: CPU seconds of the whole process, each checked again from its file.

Run it as `python -m benchmarks.arrowword [SIZE] [--seeds 20] [OPTIONS]`, as in
`python -m benchmarks.arrowword 13x17 --picture 4x5@r7c5 --clues FILE`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

import satcross as sx
from benchmarks.measure import measure
from satcross.model.crossword import grid_of
from satcross.verification.arrowword import arrow_faults
from satcross.verification.crossword import verify


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("size", nargs="?", default="13x17", help="columns x rows")
    parser.add_argument("--seeds", type=int, default=20, help="how many arrow words")
    asked, options = parser.parse_known_args()  # the others are of satcross arrowword
    words = sx.WordList.builtin()
    seconds: list[float] = []
    print("| seed | result | CPU s | wall s |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "arrows.json"
        for seed in range(asked.seeds):
            argv = ["arrowword", asked.size, "--seed", str(seed), "-o", str(path), *options]
            run = measure([sys.executable, "-m", "satcross", *argv], cwd=Path.cwd())
            if run.code:
                raise SystemExit(f"seed {seed}: {run.stderr}")
            crossword = sx.load_crossword(path).crossword
            faults = [*arrow_faults(crossword), *verify(None, grid_of(crossword), words)]
            if faults:
                raise SystemExit(f"seed {seed}: {faults[0]}")
            seconds.append(run.cpu_s)
            said = run.stderr.strip().splitlines()[-1]
            print(f"| {seed} | {said} | {run.cpu_s:.2f} | {run.wall_s:.2f} |", flush=True)
    print(f"\nmedian {statistics.median(seconds):.2f}, most {max(seconds):.2f} CPU s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
