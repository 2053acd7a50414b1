"""ingrid_core, the filler of the Ingrid app, by its command line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.base import Answer, text_grids

if TYPE_CHECKING:
    from benchmarks.measure import Run

_UNIT_S = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


class Ingrid:
    """ingrid_core (Rust, crates.io). It takes no seed and lets no word stand twice."""

    key = "ingrid_core"
    name = "ingrid_core"
    seeded = False

    def available(self) -> str | None:
        return None if _program() else "not installed: cargo install ingrid_core"

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        # It drops the words that are longer than the grid is high and than the grid is wide less
        # one, so a grid that is wider than high would lose its longest: it gets it on its side.
        turned = words_path.with_name(f"{grid_path.stem}.ingrid")
        turned.write_text("\n".join(_upright(_rows(grid_path))) + "\n", encoding="utf-8")
        options = ["--wordlist", str(words_path.with_suffix(".dict")), "--min-score", "0"]
        return [_program(), "--time", *options, str(turned)]

    def read(self, grid_path: Path, run: Run) -> Answer:
        rows = _rows(grid_path)
        fills = [grid.upper().split() for grid in text_grids(run.stdout)]
        if _upright(rows) != rows:
            fills = [_transposed(fill) for fill in fills]
        told = re.search(r"([\d.]+)(s|ms|µs|ns) finding fill", run.stderr)
        return Answer(
            tuple("\n".join(fill) for fill in fills),
            "Unfillable grid" in run.stderr,
            float(told[1]) * _UNIT_S[told[2]] if told else None,
        )


def _rows(grid_path: Path) -> list[str]:
    return grid_path.read_text(encoding="utf-8").split()


def _upright(rows: list[str]) -> list[str]:
    """The rows, or the columns of a grid that is wider than high."""
    return _transposed(rows) if len(rows[0]) > len(rows) else rows


def _transposed(rows: list[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=False)]


def _program() -> str:
    rust = Path.home() / ".cargo" / "bin"  # where cargo puts it, which is not on every user's path
    return shutil.which("ingrid_core") or shutil.which("ingrid_core", path=str(rust)) or ""
