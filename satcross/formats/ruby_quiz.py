"""The formats of Ruby Quiz 132: cells separated by blanks, and rows by empty lines.

- The template, with `#` for blocks and `_` for open squares: `# _ A`. Read like grid text.
- The quiz's output, for a crossword whose letters are all known: a block is a blank in the place
  of a letter, so blanks at the end of a row are kept.

A text with any of `#`, `.` and `_` is a template, any other text is output. In output, lines 1, 3,
5 and so on are rows, with blank lines between them (or all lines are rows, if line 2 is not
blank); in a row, characters 1, 3, 5 are squares and the others blank. All rows must have equal
length, since a row without its blanks at the end has lost blocks.
"""

from __future__ import annotations

from satcross.checks import counted
from satcross.errors import GridError
from satcross.formats.losses import Feature, Losses
from satcross.formats.text import supported_grid
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.model.gridtext import decode_grid

KEEPS = frozenset({Feature.SIZE, Feature.LETTERS, Feature.UNFILLED})
_TEMPLATE_MARKS = frozenset("#._")
_OPEN_MARK = "_"


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword of a template or an output of the quiz.

    Raises:
        GridError: it is not a grid, or blanks are missing at the ends of rows.
    """
    text = decode_grid(data, source)
    if text.strip() and _TEMPLATE_MARKS.isdisjoint(text):
        text = _with_blocks(text, source)
    grid = Grid.parse(text, alphabet=alphabet, source=source, hex_patterns=False)
    if grid.bars_right or grid.bars_below or any(c == VOID or len(c) > 1 for c in grid.cells):
        raise GridError(
            "the quiz's format has no bars, voids or rebus cells",
            hint='read it as format "text"',
            source=source,
        )
    return crossword_of(grid)


def _with_blocks(text: str, source: str) -> str:
    """The output of the quiz with `#` for blocks, on the same lines."""
    lines = text.replace("\r", "").rstrip("\n").split("\n")
    apart = len(lines) > 1 and not lines[1].strip()
    n = max(map(len, lines))
    out: list[str] = []
    for number, line in enumerate(lines, 1):
        if apart and number % 2 == 0:
            if line.strip():
                raise GridError(
                    "a row instead of an empty line",
                    hint="separate all rows by one empty line",
                    source=source,
                    line=number,
                )
            out.append("")
            continue
        if len(line) != n:
            raise GridError(
                f"this row has {counted(len(line), 'character')}, the longest has {n}",
                hint="keep the blanks at the ends of rows, or write blocks as #",
                source=source,
                line=number,
            )
        if line[1::2].strip():
            raise GridError(
                "letters without a blank between them",
                hint="separate them by one blank, or write blocks as #",
                source=source,
                line=number,
            )
        out.append(" ".join(BLOCK if cell.isspace() else cell for cell in line[::2]))
    return "\n".join(out)


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as the quiz prints it, or as a template while letters are missing."""
    grid = supported_grid(crossword, KEEPS, losses)
    is_filled = OPEN not in grid.cells and set(grid.cells) != {BLOCK}
    marks = {BLOCK: " "} if is_filled else {OPEN: _OPEN_MARK}
    rows = (" ".join(marks.get(cell, cell) for cell in row) for row in grid.rows())
    return ("\n\n".join(rows) + "\n").encode()
