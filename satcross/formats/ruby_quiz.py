"""The forms of Ruby Quiz 132: cells apart by blanks, rows by empty lines.

- The template, with `#` for blocks and `_` for open squares: `# _ A`. Read as grid text is.
- The quiz's output, for a crossword whose letters are all known: blocks are blanks, so that a
  block is a blank in the letter's column, and the blanks at the end of a row stay.

A text with any of `#`, `.` and `_` is a template, another is output. Of output, lines 1,
3, 5 and so on are the rows, with nothing but blanks between them (or all lines are, if line 2 is
not blank); of a row, characters 1, 3, 5 are squares and the others blank. All rows must be equally
long: where blanks at their ends were cut off, a row would lose its blocks.
"""

from __future__ import annotations

from satcross.alphabet import LATIN, Alphabet
from satcross.crossword import Crossword, crossword_of
from satcross.errors import GridError
from satcross.formats.lettered import kept_grid, text_of
from satcross.formats.losses import Feature, Losses
from satcross.grid import BLOCK, OPEN, VOID, Grid

KEEPS = frozenset({Feature.SIZE, Feature.LETTERS, Feature.UNFILLED})
_TEMPLATE_MARKS = frozenset("#._")
_OPEN_MARK = "_"


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword of a template or an output of the quiz.

    Raises:
        GridError: it is no grid, or the rows of an output have lost blanks.
    """
    text = text_of(data, source)
    if text.strip() and _TEMPLATE_MARKS.isdisjoint(text):
        text = _with_blocks(text, source)
    grid = Grid.parse(text, alphabet=alphabet, source=source, hex_patterns=False)
    if grid.bars_right or grid.bars_below or any(c == VOID or len(c) > 1 for c in grid.cells):
        raise GridError(
            "the quiz knows no bars, voids and cells of several letters",
            mend="read it with --from text",
            source=source,
        )
    return crossword_of(grid)


def _with_blocks(text: str, source: str) -> str:
    """The output of the quiz with `#` for blocks, on the lines where the rows stand."""
    lines = text.replace("\r", "").rstrip("\n").split("\n")
    apart = len(lines) > 1 and not lines[1].strip()
    n = max(map(len, lines))
    out: list[str] = []
    for number, line in enumerate(lines, 1):
        if apart and number % 2 == 0:
            if line.strip():
                raise GridError(
                    "a row where an empty line should be",
                    mend="set all rows apart by one empty line",
                    source=source,
                    line=number,
                )
            out.append("")
            continue
        if len(line) != n:
            raise GridError(
                f"this row has {len(line)} characters, the longest has {n}",
                mend="keep the blanks at the ends of rows, or write blocks as #",
                source=source,
                line=number,
            )
        if line[1::2].strip():
            raise GridError(
                "letters side by side",
                mend="set them apart by one blank, or write blocks as #",
                source=source,
                line=number,
            )
        out.append(" ".join(BLOCK if cell.isspace() else cell for cell in line[::2]))
    return "\n".join(out)


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as the quiz prints it, or as a template while letters are missing."""
    grid = kept_grid(crossword, KEEPS, losses)
    is_filled = OPEN not in grid.cells and set(grid.cells) != {BLOCK}
    marks = {BLOCK: " "} if is_filled else {OPEN: _OPEN_MARK}
    rows = (" ".join(marks.get(cell, cell) for cell in row) for row in grid.rows())
    return ("\n\n".join(rows) + "\n").encode()
