"""Arrow words made, and checked again from their files: CPU seconds of the whole process.

Run it as `python -m benchmarks.arrowword [SIZE] [--seeds 20] [OPTIONS]`, as in
`python -m benchmarks.arrowword 13x17 --picture 4x5@r7c5 --clues FILE`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import satcross as sx
from benchmarks.seeds import Measured, print_table, satcross
from satcross.kinds.arrowword.faults import arrow_faults
from satcross.model.crossword import grid_of
from satcross.verification.crossword import verify


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("size", nargs="?", default="13x17", help="columns x rows")
    parser.add_argument("--seeds", type=int, default=20, help="number of arrow words")
    asked, options = parser.parse_known_args()  # the rest is passed on to satcross arrowword
    words = sx.WordList.builtin()

    def make(folder: Path, seed: int) -> Measured:
        """Make an arrow word: its numbers of clues and blocks."""
        path = folder / "arrows.json"
        argv = [asked.size, "--seed", str(seed), "-o", str(path), *options]
        run = satcross("arrowword", *argv, cwd=Path.cwd())
        if run.code:
            raise SystemExit(f"seed {seed}: {run.stderr}")
        crossword = sx.load_crossword(path).crossword
        faults = [*arrow_faults(crossword), *verify(None, grid_of(crossword), words)]
        if faults:
            raise SystemExit(f"seed {seed}: {faults[0]}")
        return run, run.stderr.strip().splitlines()[-1]

    print_table(range(asked.seeds), make)
    return 0


if __name__ == "__main__":
    sys.exit(main())
