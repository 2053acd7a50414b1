"""Make the patterns that the workbench offers ready-made.

    python scripts/pattern_library.py

Each is made by `satcross pattern`, and has a fill with the built-in word list. Every run makes the
same patterns.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent.parent / "satcross" / "apps" / "workbench" / "page"
LIBRARY = PAGE / "patterns.json"
SECONDS = 20  # to fill one
KINDS = (  # title, how many, and the options of `satcross pattern`
    ("5x5", 4, "5x5 --preset mini"),
    ("7x7", 4, "7x7 --preset mini"),
    ("9x9", 3, "9x9 --preset mini"),
    ("American", 3, "15x15 --preset nyt --words 70"),
    ("American", 3, "15x15 --preset nyt --words 72"),
    ("American", 3, "15x15 --preset nyt --words 74"),
    ("American", 3, "15x15 --preset nyt --words 76"),
    ("American", 3, "15x15 --preset nyt --words 78"),
    ("American", 3, "21x21 --preset nyt --words 140"),
    ("British", 3, "11x11 --preset lattice"),
    ("British", 6, "13x13 --preset lattice"),
    ("British", 6, "15x15 --preset lattice"),
    ("British", 3, "15x15 --preset british"),
    ("barred", 4, "12x12 --preset barred"),
)


def satcross(*args: str, grid: str = "") -> str:
    """What a command prints; "" where it fails."""
    command = [sys.executable, "-m", "satcross", *args]
    done = subprocess.run(command, input=grid, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def patterns(options: str, n: int) -> list[str]:
    """The first patterns, by seed, that have a fill."""
    found: list[str] = []
    for seed in range(20 * n):
        grid = satcross("pattern", *options.split(), "--seed", str(seed)).strip()
        limit = ("--time-limit", str(SECONDS))
        if grid and grid not in found and satcross("fill", "-", *limit, grid=grid):
            found.append(grid)
            if len(found) == n:
                break
    return found


def main() -> None:
    """Write the file."""
    made = [
        {"kind": kind, "rows": grid.splitlines()}
        for kind, n, options in KINDS
        for grid in patterns(options, n)
    ]
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in made)
    LIBRARY.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(made)} patterns in {LIBRARY}")


if __name__ == "__main__":
    main()
