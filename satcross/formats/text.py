"""Grid text, as `satcross.model.gridtext` describes it: one row a line, no clues.

Letters are written in upper case. A file of letters other than A to Z is read with the alphabet
that has them. The other formats that hold nothing but a grid share the functions below.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import replace

from satcross.formats.losses import Feature, Losses, supported_pattern
from satcross.model.alphabet import LATIN, UNSEEN, Alphabet, is_text_of_cell
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import OPEN, Grid
from satcross.model.gridtext import (
    MAX_REBUS,
    decode_grid,
    row_texts,
    shown_rows,
)

KEEPS = frozenset(
    {Feature.SIZE, Feature.BARS, Feature.VOIDS, Feature.REBUS, Feature.LETTERS, Feature.UNFILLED}
)

_FIRST_ACCENT = 200  # combining class; below it are signs without which a letter is another one


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword of a grid text.

    Raises:
        GridError: it is not a grid; with line and column.
    """
    return crossword_of(Grid.parse(decode_grid(data, source), alphabet=alphabet, source=source))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword's grid as text."""
    squares = list(crossword.squares)
    second: dict[int, str] = {}
    for at, square in enumerate(squares):
        if two := re.fullmatch(r"(\w+)([/|])(\w+)", square.solution):
            is_either_or = Crossword.EITHER_OR in crossword.notes or len(square.solution) > len(
                "C/B"
            )
            second[at] = f"{'|' if is_either_or else two[2]}{two[3].upper()}"
            squares[at] = replace(square, solution=two[1])
    one_reading = replace(crossword, squares=tuple(squares))
    grid = supported_grid(one_reading, KEEPS, losses, max_letters=MAX_REBUS)
    texts = [f"{cell}{second.get(at, '')}" for at, cell in enumerate(grid.cells)]
    lines = row_texts(grid.n_cols, texts, grid.bars_right, grid.bars_below)
    return ("\n".join(shown_rows(lines)) + "\n").encode()


def supported_grid(
    crossword: Crossword, keeps: Collection[Feature], losses: Losses, *, max_letters: int = 1
) -> Grid:
    """The grid of a crossword with its letters in upper case, as far as a format can hold them.

    Records everything that is left out. Characters other than letters and digits are removed from
    squares, and so are letters beyond `max_letters`.
    """
    losses.note_foreign(crossword, "")
    losses.drop_unsupported(crossword, keeps)
    pattern = supported_pattern(crossword, keeps)
    cells = list(pattern.cells)
    lost: list[int] = []
    for position, square in enumerate(crossword.squares):
        if pattern.cells[position] != OPEN or not square.solution:
            continue
        whole = unicodedata.normalize("NFC", square.solution.upper())
        letters = whole.strip("".join(UNSEEN))
        clean = letters if _is_kept(letters) else "".join(filter(str.isalnum, letters))
        is_recorded = len(square.solution) > 1 and Feature.REBUS not in keeps
        if clean != whole or (len(clean) > max_letters and not is_recorded):
            lost.append(position)
        cells[position] = clean[:max_letters] or OPEN
    losses.drop_cells(crossword, Feature.LETTERS, lost)
    return pattern.with_cells(cells)


def _is_kept(letters: str) -> bool:
    """Whether a text has nothing but letters, vowel signs and the like: no loose accents."""
    accents = (unicodedata.combining(char) >= _FIRST_ACCENT for char in letters)
    return is_text_of_cell(letters) and not any(accents)
