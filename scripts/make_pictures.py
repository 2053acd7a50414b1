"""Draw docs/images/overview.svg, the picture in the README.

    python scripts/make_pictures.py [FOLDER]

It shows examples/daily15.txt, its fill, and the explanation of a grid that has none, as the
commands give them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from satcross import Grid, crossword_of, read_grid
from satcross.apps.pictures.board import board
from satcross.apps.pictures.svg import svg_text
from satcross.drawing.shapes import Shape, ShapeGroup, Sheet, Text
from satcross.drawing.style import Part, Style
from satcross.model.crossword import Crossword

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = "examples/daily15.txt"
STUCK = "#.XJ.\n.....\n.....\n.....\n#...#\n"
YELLOW, RED = "#ffe9a3", "#ffc4b8"
MARGIN, TOP, CELL, LARGE = 14.0, 34.0, 15.0, 22.0


def satcross(*arguments: str, given: str = "") -> str:
    """What a command prints on stdout."""
    command = [sys.executable, "-m", "satcross", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, input=given, stdout=subprocess.PIPE, text=True, check=False
    )
    return done.stdout


def shaded(grid: Grid, cells: set[int], colour: str) -> Crossword:
    """A crossword of a grid with some cells in a colour."""
    crossword = crossword_of(grid)
    squares = tuple(
        replace(square, shade=colour) if cell in cells else square
        for cell, square in enumerate(crossword.squares)
    )
    return replace(crossword, squares=squares)


def panel(x: float, cell: float, command: str, crossword: Crossword) -> ShapeGroup:
    """A grid with the command that it comes from above."""
    style = Style(numbers=False)
    grid = board(crossword, Part.SOLUTION, x, TOP, cell, style)
    return ShapeGroup("panel", (Text(x, TOP - 11, command, 10.5, bold=True), grid))


def overview() -> Sheet:
    """Three panels side by side: a grid, its fill, and why another grid has none."""
    empty = read_grid(str(ROOT / EXAMPLE))
    theme = {cell for cell, letter in enumerate(str(empty).replace("\n", "")) if letter.isalpha()}
    filled = Grid.parse(satcross("fill", EXAMPLE))
    lines = [json.loads(line) for line in _explanation()]
    stuck = Grid.parse(STUCK)
    reasons = lines[0]["reasons"]
    cells = {r["row"] * stuck.n_cols + r["col"] for r in reasons if r["kind"] == "letter"}
    cells |= {1, 2, 3, 4} if any(r.get("where") == "1A" for r in reasons) else set()
    width = empty.n_cols * CELL
    left = MARGIN + width + 2 * MARGIN
    right = left + width + 2 * MARGIN
    shapes: list[Shape] = [
        panel(MARGIN, CELL, EXAMPLE, shaded(empty, theme, YELLOW)),
        panel(left, CELL, f"satcross fill {EXAMPLE}", shaded(filled, theme, YELLOW)),
        panel(right, LARGE, "satcross explain stuck.txt", shaded(stuck, cells, RED)),
    ]
    y = TOP + stuck.n_rows * LARGE + 16
    text = ["No fill, proved; each reason is needed:"]
    text += [f"• {reason}" for reason in _reasons(reasons)]
    text += ["", "Changes that were filled and checked:"]
    text += [
        f"• {'; '.join(change['text'] for change in line['changes'])}"
        for line in lines
        if line["kind"] == "correction"
    ]
    for n, line in enumerate(text):
        shapes.append(Text(right, y + 11.5 * n, line, 8.5, bold=line.endswith(":")))
    height = max(TOP + empty.n_rows * CELL, y + 11.5 * (len(text) - 1)) + MARGIN
    total = right + 200 + MARGIN
    return Sheet(total, height, tuple(shapes))


def _explanation() -> list[str]:
    return satcross("explain", "-", "--format", "json", given=STUCK).splitlines()


def _reasons(reasons: list[dict[str, object]]) -> list[str]:
    texts = {
        "slot": "{where} must be a word",
        "letter": "the given letter {letter} at {where}",
        "min-score": "the minimum score, {score}",
    }
    return [texts[str(reason["kind"])].format_map(reason) for reason in reasons]


def main(folder: Path) -> None:
    """Draw the pictures into a folder."""
    text = svg_text(overview(), title="satcross: a fill, and why there is none", embed_font=True)
    (folder / "overview.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
