"""How large the squares of a grid are on a page, before it is drawn."""

from __future__ import annotations

from functools import cache

from satcross import Crossword
from satcross.apps.pictures.heads import head
from satcross.apps.pictures.pages import (
    BORDER_ROOM,
    GOOD_CELL,
    LARGEST_ALONE,
    LARGEST_FILLING,
    LEAST_FILLING,
    TALLEST,
    frame,
)
from satcross.extend import MM, Page, Square

_HEIGHT_OF_CLUE = 14.5  # of one and a half lines in the largest letters, in one of two columns


def squares_on(page: Page) -> tuple[int, int]:
    """The rows and columns that fit a page in squares of `LEAST_FILLING`, below a title."""
    rows, cols = (max(1, int(side / LEAST_FILLING)) for side in _room(page))
    return rows, cols


def square_on(page: Page, n_rows: int, n_cols: int) -> float:
    """The side of a square, in points, of a grid that fills a page below a title."""
    height, width = _room(page)
    return min(height / n_rows, width / n_cols)


def too_small(page: Page, n_rows: int, n_cols: int) -> str:
    """Says that squares are smaller than children can write in, on a page that they fill; or ""."""
    side = square_on(page, n_rows, n_cols)
    return f"squares of {side / MM:.1f} mm on this page" if side < LEAST_FILLING else ""


def square_alone_on(page: Page, n_rows: int, n_cols: int) -> float:
    """The same of a grid without lists of clues."""
    return min(square_on(page, n_rows, n_cols), LARGEST_ALONE)


def square_above_clues(page: Page, n_rows: int, n_cols: int, n_clues: int) -> float:
    """About the side of a square of a grid above its clues on a page that both fill.

    The product of the sizes of squares and clues is greatest where the clues have a third of the
    page; few need less, in the largest letters. Where squares would be too small there, the clues
    are on another page: such grids come after all others, in the order of their squares, and have
    less than `LEAST_FILLING` here.
    """
    height, width = _room(page)
    share = max(2 / 3, min(TALLEST, 1 - _HEIGHT_OF_CLUE * n_clues / height))
    side = min(share * height / n_rows, width / n_cols, LARGEST_FILLING)
    alone = min(square_on(page, n_rows, n_cols), GOOD_CELL)
    return max(side, alone * LEAST_FILLING / GOOD_CELL)


@cache
def _room(page: Page) -> tuple[float, float]:
    """The height and width for a grid below a title."""
    _, top = head(Crossword(1, 1, (Square(),), title="A"), page, notes=False)
    _, width, bottom = frame(page)
    return bottom - top - BORDER_ROOM, width - BORDER_ROOM
