"""What the formats share that are nothing but letters and marks."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from satcross.crossword import Crossword
from satcross.errors import GridError
from satcross.files import utf8_text
from satcross.formats.dropping import drop_cells, drop_unkept, kept_pattern
from satcross.formats.extras import note_foreign
from satcross.formats.losses import Feature, Losses
from satcross.grid import OPEN, Grid

_MAX_TEXT = 2 << 20  # bytes; 200 rows of 200 cells of 40 letters


def text_of(data: bytes, source: str) -> str:
    """The text of a file.

    Raises:
        GridError: it is binary, not UTF-8, or longer than any grid.
    """
    if len(data) > _MAX_TEXT:
        raise GridError(
            f"more than {_MAX_TEXT >> 20} MB of text", mend="is this a grid?", source=source
        )
    if b"\0" in data:
        raise GridError(
            "the file is binary, not a grid", mend="give rows of #, . and letters", source=source
        )
    return utf8_text(data, source, GridError)


def kept_grid(
    crossword: Crossword, keeps: Collection[Feature], losses: Losses, *, max_letters: int = 1
) -> Grid:
    """The grid of a crossword with its letters, in capitals, as far as a format keeps them.

    Tells all that is left out. A square that holds something else than letters and digits, or
    more of them than `max_letters`, has its letters cut off or is open.
    """
    note_foreign(crossword, "", losses)
    drop_unkept(crossword, keeps, losses)
    pattern = kept_pattern(crossword, keeps)
    cells = list(pattern.cells)
    lost: list[int] = []
    for position, square in enumerate(crossword.squares):
        if pattern.cells[position] != OPEN or not square.solution:
            continue
        letters = unicodedata.normalize("NFC", square.solution.upper())
        clean = "".join(filter(str.isalnum, letters))
        is_told = len(square.solution) > 1 and Feature.REBUS not in keeps
        if clean != letters or (len(clean) > max_letters and not is_told):
            lost.append(position)
        cells[position] = clean[:max_letters] or OPEN
    drop_cells(crossword, Feature.LETTERS, lost, losses)
    return pattern.with_cells(cells)
