"""`satcross cs50`: the call of CS50's crossword project, `generate.py structure words [output]`.

Structures are read as that program reads them: `_` is an open cell, anything else a block, and
short rows end in blocks.
"""

from __future__ import annotations

from pathlib import Path

from satcross.cli.errors import echo_err
from satcross.cli.options.command import HelpPanel, argument, command
from satcross.cli.options.common import SearchOptions
from satcross.cli.options.puzzle import WordListOptions
from satcross.cli.output.crosswords import publish
from satcross.cli.run import exit_code, run, why_stopped
from satcross.errors import GridError
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.outputs import Contents, Drawing, chosen

EXAMPLES = """\
Examples:
  satcross cs50 structure1.txt words1.txt
  satcross cs50 structure1.txt words1.txt output.png --seed 3

Exit codes:
  0 filled   20 there is no fill   2 bad input   124 the time limit came first"""

MAX_BYTES = 1 << 20
_FULL_BLOCK = "█"


@command(HelpPanel.PROGRAMS, 50, examples=EXAMPLES, guide="guide/pictures.md")
def cs50(
    *,
    structure: Path = argument("STRUCTURE", "Rows of _ (open) and # (block)."),
    words: Path = argument("WORDS", "One word a line."),
    search: SearchOptions,
    output: str | None = argument(
        "[OUTPUT]", "The picture: a .png, or any file that convert writes.", default=None
    ),
) -> int:
    """Do what CS50's generate.py does: fill a structure, print it, save the picture."""
    usual = "svg" if output == "-" else None
    to = None if output is None else chosen(Contents.CROSSWORD, output, usual, parameter="")

    from satcross.model.puzzle import Puzzle
    from satcross.results import Found, Impossible, Stopped
    from satcross.tasks.fill import FillTask

    grid = read_structure(structure)
    word_list = WordListOptions(words=[words]).load()
    try:
        puzzle = Puzzle(grid, word_list)
    except GridError as error:
        raise GridError(error.problem, hint=error.hint, source=str(structure)) from None
    with FillTask(puzzle, search.solver()) as task:
        result = run(task, search.time_limit)
    match result:
        case Found(found):
            for row in found.grid.rows():
                print("".join({BLOCK: _FULL_BLOCK, OPEN: " "}.get(cell, cell) for cell in row))
            if to is not None:
                from satcross.drawing.style import Part, Style
                from satcross.model.crossword import crossword_of

                drawing = Drawing(Part.SOLUTION, style=Style(numbers=False))
                publish(crossword_of(found.grid), to, output, drawing)
        case Impossible():
            print("No solution.")
        case Stopped():
            echo_err(why_stopped(result))
    return exit_code(result)


def read_structure(path: Path) -> Grid:
    """The grid of a CS50 structure.

    Raises:
        GridError: the file cannot be read, is no text, or is empty.
    """
    from satcross.files import read_file
    from satcross.model.grid import MAX_SIDE

    source = str(path)
    try:
        rows = read_file(path, GridError, limit=MAX_BYTES).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise GridError(
            "the file is not UTF-8 text", hint="save it as UTF-8", source=source
        ) from None
    n_cols = max(map(len, rows), default=0)
    if not n_cols:
        raise GridError("the structure is empty", hint="give rows of _ and #", source=source)
    if max(n_cols, len(rows)) > MAX_SIDE:
        raise GridError(
            f"more than {MAX_SIDE} cells in a row or column", hint="is this a grid?", source=source
        )
    cells = [OPEN if char == "_" else BLOCK for row in rows for char in row.ljust(n_cols)]
    return Grid(len(rows), n_cols, tuple(cells))
