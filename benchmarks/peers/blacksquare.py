"""blacksquare: a crossword library for Python whose filler is written in Rust.

It takes no seed: at its default temperature of 0 each run makes the same search.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from benchmarks.peers.base import PackagePeer, report

_LONG_S = 1e6  # the bench stops it, not its own default of 30 s


BLACKSQUARE = PackagePeer("blacksquare", "blacksquare", "blacksquare", "blacksquare", seeded=False)


def main(grid_path: str, words_path: str, _seed: str) -> int:
    """Fill a grid and print it; the exit code."""
    from blacksquare import Crossword, WordList  # type: ignore[import-untyped, import-not-found, unused-ignore]

    text = Path(grid_path).read_text(encoding="utf-8")
    rows = text.split()
    cells = [["" if cell == "." else cell for cell in row] for row in rows]
    words = WordList(Path(words_path).with_suffix(".dict"))
    grid = Crossword(grid=cells, symmetry=None)
    begin_s = time.perf_counter()
    filled = grid.fill(words, timeout=_LONG_S, show_progress=False)
    search_s = time.perf_counter() - begin_s
    if filled is None:
        return report(None, search_s)
    lines = [
        "".join("#" if cell == "#" else filled[r, c].str for c, cell in enumerate(row))
        for r, row in enumerate(rows)
    ]
    return report("\n".join(lines), search_s)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
