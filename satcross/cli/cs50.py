"""`satcross cs50`: the call of CS50's crossword project, `generate.py structure words [output]`.

Structures are read as that program reads them: `_` is an open cell, anything else a block, and
short rows end in blocks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import SeedOption, TimeLimitOption, check_numbers, load_words
from satcross.cli.render import suffix_of, write_picture
from satcross.errors import GridError
from satcross.grid import BLOCK, OPEN, Grid

EXAMPLES = """\
Examples:
  satcross cs50 structure1.txt words1.txt
  satcross cs50 structure1.txt words1.txt output.png --seed 3

Exit codes:
  0 filled   20 there is no fill   2 bad input   124 the time limit came first"""

_MAX_BYTES = 1 << 20
_FULL_BLOCK = "█"


def cs50(
    structure: Annotated[
        Path, typer.Argument(metavar="STRUCTURE", help="Rows of _ (open) and # (block).")
    ],
    words: Annotated[Path, typer.Argument(metavar="WORDS", help="One word a line.")],
    output: Annotated[
        str | None,
        typer.Argument(metavar="[OUTPUT]", help="The picture: a .png, or .svg or .pdf."),
    ] = None,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
) -> None:
    """Do what CS50's generate.py does: fill a structure, print it, save the picture."""
    check_numbers(seed, time_limit)
    if output is not None:
        suffix_of(output)

    from satcross.puzzle import Puzzle
    from satcross.solve.protocol import SolverOptions
    from satcross.tasks.fill import fill
    from satcross.tasks.results import Filled, Unfillable, Unknown

    grid = read_structure(structure)
    word_list = load_words([words])
    try:
        puzzle = Puzzle(grid, word_list)
    except GridError as error:
        raise GridError(error.problem, mend=error.mend, source=str(structure)) from None
    match fill(puzzle, options=SolverOptions(seed=seed), time_limit_s=time_limit):
        case Filled(found):
            for row in found.grid.rows():
                print("".join({BLOCK: _FULL_BLOCK, OPEN: " "}.get(cell, cell) for cell in row))
            if output is not None:
                _save(found.grid, output)
        case Unfillable():
            print("No solution.")
            raise typer.Exit(exits.UNFILLABLE)
        case Unknown(reason):
            exits.tell(f"stopped: {reason}")
            raise typer.Exit(exits.STOPPED)


def read_structure(path: Path) -> Grid:
    """The grid of a CS50 structure.

    Raises:
        GridError: the file cannot be read, is no text, or is empty.
    """
    from satcross.files import read_file
    from satcross.grid.model import MAX_SIDE

    source = str(path)
    try:
        rows = read_file(path, GridError, limit=_MAX_BYTES).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise GridError("the file is not UTF-8 text", mend="save it so", source=source) from None
    n_cols = max(map(len, rows), default=0)
    if not n_cols:
        raise GridError("the structure is empty", mend="give rows of _ and #", source=source)
    if max(n_cols, len(rows)) > MAX_SIDE:
        raise GridError(
            f"more than {MAX_SIDE} cells in a row or column", mend="is this a grid?", source=source
        )
    cells = [OPEN if char == "_" else BLOCK for row in rows for char in row.ljust(n_cols)]
    return Grid(len(rows), n_cols, tuple(cells))


def _save(grid: Grid, output: str) -> None:
    from satcross.crossword import crossword_of
    from satcross.drawing import Page, Part, Style

    page = Page() if suffix_of(output) == ".pdf" else None
    write_picture(crossword_of(grid), output, Part.SOLUTION, page=page, style=Style(numbers=False))
