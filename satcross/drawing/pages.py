"""Pages: the puzzle with its clues in columns around the grid, and the solution.

The grid is at the upper right above some of the columns, as in newspapers, or above all of them.
Of the layouts that fit on one page in legible letters the one with the best sizes is used; if none
fits, the clues continue on further pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from satcross.drawing.board import board
from satcross.drawing.flow import (
    Column,
    Item,
    Setting,
    Spot,
    balanced,
    broken,
    placed,
    spot_shapes,
)
from satcross.drawing.fonts import cleaned
from satcross.drawing.heads import (
    FOOT_HEIGHT,
    foot,
    head,
    note_words,
    notes_are_long,
    running_head,
)
from satcross.drawing.languages import texts_of
from satcross.drawing.shapes import Sheet, Text
from satcross.drawing.style import MM, Page, Part, Style
from satcross.drawing.words import Look, words_of
from satcross.errors import FormatError
from satcross.model.crossword import ACROSS, DOWN, Clue, Crossword, Square

# Sizes of clues in points.
LARGEST, SMALLEST, COMFORTABLE = 11.0, 6.5, 9.0
_ON_SEVERAL_PAGES = (9.0, 8.5, 8.0, 7.5)
_FILLING_SEVERAL = (12.0, 11.0, 10.0, 9.0)
_STEP = 0.25
GOOD_CELL, SMALLEST_CELL, LARGEST_CELL = 25.0, 13.0, 36.0  # of a grid with clues, in points
_LARGEST_ALONE, _LARGEST_SOLUTION = 42.0, 24.0
# Of pages that are filled: for children, and to be copied.
_LARGEST_CLUES, _LARGEST_FILLING = 16.0, 54.0
LEAST_FILLING = 6 * MM  # a square that children can write in
_PARTS = (0.8, 0.7, 0.6, 0.5, 0.4)  # of the height, for the grid
_GUTTER = 12.0  # between columns
_GRID_GAP = 10.0  # between the grid and the columns below it
_MIN_COLUMN, _GOOD_COLUMN, _MAX_COLUMN = 75.0, 125.0, 260.0  # widths that are easy to read
_MAX_CHARS = 500_000  # of clues and notes; more would take minutes
_PAGEFUL = 30_000  # characters: more than any page holds in legible letters
_BORDER_ROOM = 2.0  # for the half of the border that is outside the grid
_BOLD = Look(bold=True)


def puzzle_pages(crossword: Crossword, page: Page, style: Style) -> list[Sheet]:
    """The page of a puzzle to be solved, or several pages if there are many clues.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
    """
    crossword = in_language(crossword, style.language)
    items = _items(crossword, page, texts_of(style.language).notes)
    if not items:
        return [_grid_page(crossword, page, style, Part.PUZZLE, "", _LARGEST_ALONE)]
    fills = style.fills_page
    layout = _filling_page(crossword, page, items) if fills else None
    layout = layout or _one_page(crossword, page, items, fills=fills)
    layout = layout or _several_pages(crossword, page, items, fills=fills)
    n_pages = 1 + layout.columns[layout.spots[-1][0]].page
    sheets = []
    for number in range(n_pages):
        if number == 0:
            shapes, _ = head(crossword, page, notes=not notes_are_long(crossword, page))
            x, y, cell = layout.grid
            shapes.append(board(crossword, Part.PUZZLE, x, y, cell, style))
        else:
            shapes, _ = running_head(crossword, page)
        shapes += spot_shapes(layout.spots, layout.setting, layout.columns, number)
        shapes += foot(crossword, page, number + 1, n_pages)
        sheets.append(Sheet(page.width, page.height, tuple(shapes)))
    return sheets


def solution_page(crossword: Crossword, page: Page, style: Style) -> Sheet:
    """The page with the solution, smaller than the puzzle and without clues."""
    largest = _LARGEST_ALONE if style.fills_page else _LARGEST_SOLUTION
    heading = texts_of(style.language).solution
    return _grid_page(crossword, page, style, Part.SOLUTION, heading, largest)


def in_language(crossword: Crossword, language: str) -> Crossword:
    """The crossword with the usual lists of clues called what they are called in a language."""
    texts = texts_of(language)
    names = {ACROSS: texts.across, DOWN: texts.down}
    clues = [
        replace(clue, direction=names.get(clue.direction, clue.direction))
        for clue in crossword.clues
    ]
    return replace(crossword, clues=tuple(clues))


def squares_on(page: Page) -> tuple[int, int]:
    """The rows and columns that fit a page in squares of `LEAST_FILLING`, below a title."""
    rows, cols = (max(1, int(side / LEAST_FILLING)) for side in _room(page))
    return rows, cols


def square_on(page: Page, n_rows: int, n_cols: int) -> float:
    """The side of a square, in points, of a grid that fills a page below a title."""
    height, width = _room(page)
    return min(height / n_rows, width / n_cols)


def _room(page: Page) -> tuple[float, float]:
    _, top = head(Crossword(1, 1, (Square(),), title="A"), page, notes=False)
    _, width, bottom = _frame(page)
    return bottom - top - _BORDER_ROOM, width - _BORDER_ROOM


def has_solution(crossword: Crossword) -> bool:
    """Whether the solution has letters that the puzzle does not show."""
    return any(square.solution and not square.given for square in crossword.squares)


def _grid_page(
    crossword: Crossword, page: Page, style: Style, part: Part, heading: str, largest: float
) -> Sheet:
    notes = part is Part.PUZZLE and not notes_are_long(crossword, page)
    shapes, top = head(crossword, page, notes=notes)
    if heading:
        top += 4.0
        shapes.append(Text(page.margin, top + 10.0, heading, 12.0, bold=True))
        top += 24.0
    x, width, bottom = _frame(page)
    room = width - _BORDER_ROOM, bottom - top - _BORDER_ROOM
    cell = max(min(room[0] / crossword.n_cols, room[1] / crossword.n_rows, largest), 0.5)
    left = x + (width - cell * crossword.n_cols) / 2
    shapes.append(board(crossword, part, left, top + _BORDER_ROOM / 2, cell, style))
    shapes += foot(crossword, page, 1, 1)
    return Sheet(page.width, page.height, tuple(shapes))


def _frame(page: Page) -> tuple[float, float, float]:
    """(left side, width, bottom) of the printed area."""
    bottom = page.height - page.margin - FOOT_HEIGHT
    return page.margin, page.width - 2 * page.margin, bottom


def _items(crossword: Crossword, page: Page, notes: str) -> list[Item]:
    """The headings and clues to set; none if no clue is written and the notes are short.

    Args: notes: the heading of long notes.
    """
    check_length(crossword)
    items: list[Item] = []
    if any(clue.text or clue.markup for clue in crossword.clues):
        lists: dict[str, list[Clue]] = {}
        for clue in crossword.clues:
            lists.setdefault(clue.direction, []).append(clue)
        for direction, clues in lists.items():
            if direction.strip():
                items.append(Item(tuple(words_of(direction, look=_BOLD)), heading=True))
            items += map(_item, clues)
    if notes_are_long(crossword, page):
        items.append(Item(tuple(words_of(notes, look=_BOLD)), heading=True))
        items.append(Item(tuple(note_words(crossword))))
    return items


def check_length(crossword: Crossword) -> None:
    """Raises FormatError if the clues and notes are longer than those of any crossword."""
    n_chars = sum(
        len(clue.direction) + len(clue.label) + len(clue.text) + len(clue.markup)
        for clue in crossword.clues
    )
    if n_chars + len(crossword.notes) > _MAX_CHARS:
        raise FormatError(
            f"more than {_MAX_CHARS:,} characters of clues and notes",
            hint="check that it is a crossword",
        )


def _item(clue: Clue) -> Item:
    words = words_of(clue.text, clue.markup)
    if not words:  # not written yet: show the length of the answer
        words = words_of(f"({len(clue.cells)})" if clue.cells else "–")
    return Item(tuple(words), " ".join(cleaned(clue.label).split()))


@dataclass(frozen=True, slots=True)
class _Layout:
    """A layout of a puzzle: the grid's place (x, y, cell) and all lines."""

    grid: tuple[float, float, float]
    columns: tuple[Column, ...]
    setting: Setting
    spots: list[Spot]


@dataclass(frozen=True, slots=True)
class _Plan:
    """A first page: the place of the grid, and the columns beside and below it."""

    n_columns: int
    column_width: float
    grid: tuple[float, float, float]
    columns: tuple[Column, ...]


def _plans(
    crossword: Crossword, page: Page, *, tallest: float, largest: float = LARGEST_CELL
) -> Iterator[_Plan]:
    """The possible first pages.

    Args:
        crossword, page: what to set, and on what.
        tallest: the part of the height that the grid takes at most.
        largest: side of a square in points.
    """
    _, top = head(crossword, page, notes=not notes_are_long(crossword, page))
    left, width, bottom = _frame(page)
    usual = [n for n in range(2, 7) if _MIN_COLUMN <= _column_width(width, n) <= _MAX_COLUMN]
    wanted = [page.columns] if page.columns else usual or [1]
    for n_columns in wanted:
        column_width = _column_width(width, n_columns)
        for n_over in range(1, n_columns + 1):
            over = n_over * column_width + (n_over - 1) * _GUTTER - _BORDER_ROOM
            height = (bottom - top - _BORDER_ROOM) * tallest
            cell = min(over / crossword.n_cols, height / crossword.n_rows, largest)
            x = left + width - _BORDER_ROOM / 2 - cell * crossword.n_cols
            if n_over == n_columns:
                x = left + (width - cell * crossword.n_cols) / 2
            y = top + _BORDER_ROOM / 2
            under = y + cell * crossword.n_rows + _BORDER_ROOM / 2 + _GRID_GAP
            columns = tuple(
                Column(
                    0,
                    left + index * (column_width + _GUTTER),
                    top if index < n_columns - n_over else under,
                    bottom,
                )
                for index in range(n_columns)
            )
            yield _Plan(n_columns, column_width, (x, y, cell), columns)


def _column_width(width: float, n_columns: int) -> float:
    return (width - (n_columns - 1) * _GUTTER) / n_columns


def _one_page(
    crossword: Crossword, page: Page, items: list[Item], *, fills: bool
) -> _Layout | None:
    """The best layout on one page, or None if the clues or the grid would be too small."""
    plans = list(_plans(crossword, page, tallest=0.8))
    least = min(SMALLEST_CELL, max(plan.grid[2] for plan in plans))
    if fills:
        least = LEAST_FILLING

    def worth(plan: _Plan, size: float) -> float:
        cell_worth = min(plan.grid[2], GOOD_CELL) / GOOD_CELL
        worth = min(size, COMFORTABLE) / COMFORTABLE + 0.01 * size + 0.7 * cell_worth
        return worth - 0.015 * plan.n_columns

    large = [plan for plan in plans if plan.grid[2] >= least]
    return _best_layout(items, large, worth, largest=LARGEST, smallest=SMALLEST)


def _filling_page(crossword: Crossword, page: Page, items: list[Item]) -> _Layout | None:
    """The layout with the largest squares and clues on one page; None if they would be small.

    What is best is the product of both sizes, so that neither grows at the other's cost.
    """
    plans = [
        plan
        for part in _PARTS
        for plan in _plans(crossword, page, tallest=part, largest=_LARGEST_FILLING)
        if plan.grid[2] >= LEAST_FILLING
    ]

    def worth(plan: _Plan, size: float) -> float:
        return plan.grid[2] * size * (1 - 0.02 * plan.n_columns)

    return _best_layout(items, plans, worth, largest=_LARGEST_CLUES, smallest=COMFORTABLE)


def _best_layout(
    items: list[Item],
    plans: list[_Plan],
    worth: Callable[[_Plan, float], float],
    *,
    largest: float,
    smallest: float,
) -> _Layout | None:
    """The layout on one page that is worth most; None if the items fit into no plan.

    Args:
        items: the clues and notes.
        plans: where they may go; of equally good ones the first is used.
        worth: of a plan with clues of a size; greater with larger clues.
        largest, smallest: sizes of the clues in points.
    """
    if _length(items) > _PAGEFUL:
        return None
    best: tuple[float, _Plan, float] | None = None
    for plan in plans:
        # From the largest size down, as long as it could still be the best layout.
        size = largest
        while size >= smallest:
            worth_of_size = worth(plan, size)
            if best is not None and worth_of_size <= best[0]:
                break
            if placed(broken(items, plan.column_width, size), plan.columns) is not None:
                best = worth_of_size, plan, size
                break
            size -= _STEP
    if best is None:
        return None
    _, plan, size = best
    setting = broken(items, plan.column_width, size)
    spots = balanced(setting, plan.columns, 0)
    assert spots is not None
    return _Layout(plan.grid, plan.columns, setting, spots)


def _several_pages(
    crossword: Crossword, page: Page, items: list[Item], *, fills: bool = False
) -> _Layout:
    """A large grid on the first page, and clues of a good size on as many pages as needed.

    Args: fills: whether the grid has the first page for itself where its squares are small.
    """
    _, top = running_head(crossword, page)
    bottom = _frame(page)[2]
    plans = list(_plans(crossword, page, tallest=0.8))
    if fills and max(plan.grid[2] for plan in plans) < LEAST_FILLING:
        plans = list(_plans(crossword, page, tallest=1.0))
    plan = max(
        plans,
        key=lambda plan: (min(plan.grid[2], GOOD_CELL), -abs(plan.column_width - _GOOD_COLUMN)),
    )
    usual = _FILLING_SEVERAL if fills else _ON_SEVERAL_PAGES
    sizes = usual if _length(items) <= 2 * _PAGEFUL else usual[:1]
    # A smaller font only where it saves a page.
    layouts = [_continued(plan, broken(items, plan.column_width, z), top, bottom) for z in sizes]
    return min(layouts, key=lambda layout: layout.columns[layout.spots[-1][0]].page)


def _length(items: list[Item]) -> int:
    """The number of characters of all words."""
    return sum(len(text) for item in items for word in item.words for text, _ in word.pieces)


def _continued(plan: _Plan, setting: Setting, top: float, bottom: float) -> _Layout:
    """Lines on a first page, and from `top` to `bottom` on as many other pages as needed."""
    n_pages = 2
    while True:
        columns = list(plan.columns)
        for number in range(1, n_pages):
            columns += [Column(number, column.x, top, bottom) for column in plan.columns]
        spots = placed(setting, columns)
        if spots is not None:
            last = columns[spots[-1][0]].page
            columns = [column for column in columns if column.page <= last]
            spots = balanced(setting, columns, last) or spots
            return _Layout(plan.grid, tuple(columns), setting, spots)
        n_pages *= 2
