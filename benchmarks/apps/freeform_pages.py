"""Twenty lists of words to a page each: seconds, words left out and why, squares in mm.

Run it as `python -m benchmarks.apps.freeform_pages`. Some of the lists have words that cannot
interlock. Each is given to `satcross freeform` as a process, with a clue for each word, and is
written as PDF; the same layout is then found once more, and checked by
`satcross.apps.freeform.verify`.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import with_clues
from satcross.apps.freeform.layout import Layout, LayoutOptions
from satcross.apps.freeform.make import FreeformTask
from satcross.apps.freeform.verify import layout_faults
from satcross.apps.pictures.sheets import sheets_of
from satcross.drawing.shapes import Line, ShapeGroup, Sheet
from satcross.drawing.style import MM, Page, Part, Style
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import crossword_of
from satcross.results import Best, Impossible
from satcross.words.alphabets import parse_alphabet

LISTS = Path(__file__).with_name("freeform_lists.txt")
LIMIT_S, LEAST_MM = 3.0, 6.0


class NamedList(NamedTuple):
    """A list of words: its name, the name of its alphabet, and the words as written."""

    name: str
    alphabet: str
    words: tuple[str, ...]


class Measured(NamedTuple):
    """What came of a list: wall and CPU seconds of the process, its exit code, and the layout."""

    wall_s: float
    cpu_s: float
    code: int
    layout: Layout
    square_mm: float
    n_pages: int


def read_lists(path: Path = LISTS) -> list[NamedList]:
    """The lists of a file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, alphabet, words = (part.strip() for part in line.split("|"))
            found.append(NamedList(name, alphabet, tuple(words.split())))
    return found


def clue_of(word: str) -> str:
    """A clue of usual length."""
    return f"What one who knows {len(word)} letters of it says"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.apps.freeform_pages", description=__doc__)
    parser.add_argument("--only", default="", help="part of the name of a list")
    parser.add_argument("--folder", type=Path, help="where to keep the pages")
    options = parser.parse_args(arguments)
    print(
        "| list | words | placed | answer | box | square mm | pages | CPU s | wall s | left out |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    missed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        for listed in read_lists():
            if options.only in listed.name:
                found = measured(listed, folder)
                print(_row(listed, found), flush=True)
                missed |= found.cpu_s > LIMIT_S or found.square_mm < LEAST_MM
    return 1 if missed else 0


def measured(listed: NamedList, folder: Path) -> Measured:
    """Make the page of a list, and check its layout."""
    source = folder / f"{listed.name.replace(' ', '-')}.csv"
    source.write_text("".join(f"{w},{clue_of(w)}\n" for w in listed.words), encoding="utf-8")
    command = [sys.executable, "-m", "satcross", "freeform", str(source)]
    command += ["--alphabet", listed.alphabet, "--title", listed.name]
    command += ["-o", str(source.with_suffix(".pdf"))]
    started, before = time.monotonic(), _cpu_s()
    code = subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode
    wall_s, cpu_s = time.monotonic() - started, _cpu_s() - before
    alphabet = parse_alphabet(listed.alphabet)
    layout = best_layout(listed, alphabet)
    sheets = pages_of(layout, listed, alphabet)
    side = square_side(sheets[0], layout.grid.n_cols)
    return Measured(wall_s, cpu_s, code, layout, side / MM, len(sheets))


def best_layout(listed: NamedList, alphabet: Alphabet) -> Layout:
    """The layout that `satcross freeform` gives of a list, checked."""
    words = sorted(alphabet.normalise(word) or "" for word in listed.words)
    wanted = LayoutOptions(page=Page())
    with FreeformTask(words, wanted=wanted) as task:
        result = task.run()
    if isinstance(result, Best):
        layout = result.value
    else:
        found = result.evidence if isinstance(result, Impossible) else result.partial
        assert isinstance(found, Layout)
        layout = found
    missing = [word for word, _ in layout.left_out]
    assert not layout_faults(layout.grid, words, left_out=missing, n_parts=layout.n_parts)
    return layout


def pages_of(layout: Layout, listed: NamedList, alphabet: Alphabet) -> list[Sheet]:
    """The pages of the puzzle, on A4."""
    pairs = [(alphabet.normalise(word) or "", clue_of(word)) for word in listed.words]
    book = ClueBook.from_pairs(pairs, alphabet=alphabet)
    crossword, _ = with_clues(crossword_of(layout.grid), book)
    crossword = replace(crossword, title=listed.name)
    return sheets_of(crossword, Part.PUZZLE, page=Page(), style=Style(fills_page=True))


def square_side(sheet: Sheet, n_cols: int) -> float:
    """The side of a square in points, from the ends of the grid's lines."""
    grid = next(s for s in sheet.shapes if isinstance(s, ShapeGroup) and s.name == "grid")
    lines = [shape for shape in Sheet(1, 1, grid.shapes).flat() if isinstance(shape, Line)]
    xs = [x for line in lines for x in (line.x1, line.x2)]
    return (max(xs) - min(xs)) / n_cols


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _row(listed: NamedList, found: Measured) -> str:
    layout = found.layout
    answer = {0: "all", 20: "proved", 124: "stopped"}[found.code]
    left_out = "; ".join(f"{word}: {why or 'no place found'}" for word, why in layout.left_out)
    cells = [
        listed.name, len(listed.words), len(layout.placements), answer,
        f"{layout.grid.n_cols}x{layout.grid.n_rows}", f"{found.square_mm:.1f}", found.n_pages,
        f"{found.cpu_s:.1f}", f"{found.wall_s:.1f}", left_out,
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
