"""Certificates of what was found: `python -m benchmarks.apps.claims`.

For each case it prints the CPU seconds of the whole processes of the command, of the command with
`--certificate`, and of `satcross verify`, and the size of the certificate.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.measure import ROOT
from benchmarks.seeds import satcross

LIMIT_S = 120
OPEN4, OPEN5 = "\n".join(["...."] * 4), "\n".join(["....."] * 5)
MINI5, MINI7 = (
    "#...#\n.....\n.....\n.....\n#...#",
    "##...##\n#.....#\n.......\n.......\n.......\n#.....#\n##...##",
)
CASES = (
    ("open4, 10,000 words", OPEN4, "fill --all --max-words 10000"),
    ("open4, 16,000 words", OPEN4, "fill --all --max-words 16000"),
    ("open4, 25,000 words", OPEN4, "fill --all --max-words 25000"),
    ("open5, from 70", OPEN5, "fill --all --min-score 70"),
    ("open5, from 70", OPEN5, "letters --min-score 70"),
    ("open4", OPEN4, "letters"),
    ("mini5", MINI5, "letters"),
    ("mini5", MINI5, "optimise"),
    ("mini7", MINI7, "optimise"),
    ("open5", OPEN5, "optimise"),
    ("open4", OPEN4, "optimise --goal total"),
    ("mini5", MINI5, "optimise --goal total"),
)


def main() -> int:
    """Print a table."""
    print("| grid | command | without | with | verify | megabytes |\n|" + " --- |" * 6)
    with tempfile.TemporaryDirectory() as name:
        for grid, text, command in CASES:
            print(f"| {grid} | `{command}` | {_row(text, command, Path(name))} |", flush=True)
    return 0


def _row(text: str, command: str, folder: Path) -> str:
    grid, certificate = folder / "grid.txt", folder / "certificate"
    grid.write_text(text, encoding="ascii")
    certificate.unlink(missing_ok=True)
    name, *options = command.split()
    asked = [name, str(grid), *options]
    commands = [asked, [*asked, "--certificate", str(certificate)], ["verify", str(certificate)]]
    runs = [satcross(*one, cwd=ROOT, limit_s=LIMIT_S) for one in commands]
    if any(run.stopped or run.code for run in runs):
        return f"failed: {[run.code for run in runs]} | | |"
    size = certificate.stat().st_size / 1e6
    return f"{' | '.join(f'{run.cpu_s:.2f}' for run in runs)} | {size:.1f}"


if __name__ == "__main__":
    sys.exit(main())
