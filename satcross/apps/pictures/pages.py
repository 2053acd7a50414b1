"""Pages: the puzzle with its clues in columns around the grid, and the solution.

The grid is at the upper right above some of the columns, as in newspapers, or above all of them.
Of the layouts that fit on one page in legible letters the one with the best sizes is used; if none
fits, the clues continue on further pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from math import log
from typing import NamedTuple

from satcross import Crossword
from satcross.apps.pictures.bankbox import BankBox, BankRows, annotated, bank_of, written_otherwise
from satcross.apps.pictures.board import bounds_of, height_with_word, with_word
from satcross.apps.pictures.flow import (
    FAULTLESS,
    LEADING,
    Column,
    Flow,
    Item,
    Spot,
    Typesetting,
    balanced,
    broken,
    poured,
    spot_shapes,
    spots_of,
)
from satcross.apps.pictures.fonts import cleaned
from satcross.apps.pictures.heads import (
    FOOT_HEIGHT,
    check_length,
    foot,
    head,
    note_words,
    notes_are_long,
    running_head,
)
from satcross.apps.pictures.images import pictures_of
from satcross.apps.pictures.links import in_language
from satcross.apps.pictures.words import Look, line_shapes, lines_of, unwritten, words_of
from satcross.extend import (
    MM,
    Clue,
    Page,
    Part,
    Sheet,
    SquareKind,
    Style,
    Text,
    Texts,
    behaviour_of,
    in_texts,
    key_of,
    with_enumerations,
)

# Sizes of clues in points.
LARGEST, SMALLEST, COMFORTABLE = 13.0, 6.5, 9.0
_ON_SEVERAL_PAGES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
_FILLING_SEVERAL = (12.0, 11.0, 10.0, 9.0)
_STEP = 0.5
GOOD_CELL, SMALLEST_CELL, LARGEST_CELL = 20.0, 13.0, 36.0  # of a grid with clues, in points
_AMPLE_CELL = 26.0  # larger ones are hardly better
LARGEST_ALONE, _LARGEST_SOLUTION = 42.0, 24.0
# Of pages that are filled: for children, and to be copied.
_LARGEST_CLUES, LARGEST_FILLING = 16.0, 54.0
LEAST_FILLING = 6 * MM  # a square that children can write in
TALLEST = 0.8  # of the height, for the grid
_PARTS = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)  # of the largest grid
_GUTTER = 12.0  # between columns
_GRID_GAP = 10.0  # between the grid and the columns below it
_MIN_COLUMN, _GOOD_COLUMN, _MAX_COLUMN = 75.0, 125.0, 260.0  # widths that are easy to read
_SHORT, _LONG = 13.0, 24.0  # lines of clues, in font sizes
# What a layout loses: for each line by which columns differ, for each after the first one, for
# each empty column, and if it divides badly.
_UNEVEN, _RAGGED, _EMPTY, _FAULTY = 0.03, 0.08, 0.08, 10.0
_MAX_TRIED = 60  # faultless layouts of which the best is used; more are hardly better
_PAGEFUL = 30_000  # characters: more than any page holds in legible letters
_KEY_GAP = 1.0  # between squares with a code and its key, in squares
BORDER_ROOM = 2.0  # for the half of the border that is outside the grid
_BOLD = Look(bold=True)


def puzzle_pages(crossword: Crossword, page: Page, style: Style) -> list[Sheet]:
    """The page of a puzzle to be solved, or several pages if there are many clues.

    Raises:
        FormatError: there are too many clues and notes for a crossword.
    """
    crossword = in_texts(with_enumerations(crossword, style.enumerations))
    crossword = in_language(crossword, style.language)
    kind = crossword.kind
    listed = replace(crossword, clues=()) if kind.clues_in_grid else crossword
    listed = behaviour_of(kind).with_blanks(listed, Texts.of(style.language).words)
    items = _items(listed, page, Texts.of(style.language).notes)
    if not items and not bank_of(listed.clues).words:
        largest = style.largest_cell or LARGEST_ALONE
        return [_grid_page(crossword, page, style, Part.PUZZLE, "", largest)]
    return _with_columns(crossword, page, style, Part.PUZZLE, items)


def _with_columns(
    crossword: Crossword, page: Page, style: Style, part: Part, items: list[Item]
) -> list[Sheet]:
    """Pages with the grid, and items in columns."""
    fills = fills_page(crossword, style)
    least = style.least_clue or 0.0
    largest = min(LARGEST_FILLING, style.largest_cell or LARGEST_FILLING)
    bank = replace(bank_of(crossword.clues), width=frame(page)[1])
    text = _Text(items, bank)
    layout = _filling_page(crossword, page, text, least, largest) if fills else None
    layout = layout or _one_page(crossword, page, text, least, fills=fills)
    layout = layout or _several_pages(crossword, page, text, least, fills=fills)
    n_pages = layout.n_pages
    sheets = []
    for number in range(n_pages):
        if number == 0:
            shapes, _ = head(crossword, page, notes=not notes_are_long(crossword, page))
            x, y, cell = layout.grid
            shapes += with_word(crossword, part, x, y, cell, style)
        else:
            shapes, _ = running_head(crossword, page)
        shapes += spot_shapes(layout.spots, layout.setting, layout.columns, number)
        for some in layout.banks:
            if some.page == number:
                shapes += replace(bank, size=layout.setting.size).shapes(page.margin, some)
        shapes += foot(crossword, page, number + 1, n_pages)
        sheets.append(Sheet(page.width, page.height, tuple(shapes)))
    return sheets


def fills_page(crossword: Crossword, style: Style) -> bool:
    """Whether squares and clues grow to fill a page."""
    if style.fills_page is not None:
        return style.fills_page
    kinds = {square.kind for square in crossword.squares}
    return SquareKind.VOID in kinds and SquareKind.BLOCK not in kinds and not crossword.board


def solution_pages(crossword: Crossword, page: Page, style: Style) -> list[Sheet]:
    """The page with the solution, smaller than the puzzle and without clues; or with annotations.

    Raises:
        FormatError: these are longer than those of any crossword.
    """
    if any(clue.annotation.strip() for clue in crossword.clues):
        heading = " – ".join(filter(None, (crossword.title, Texts.of(style.language).solution)))
        shown = in_language(replace(crossword, title=heading, notes=""), style.language)
        items = _items(annotated(shown), page, "")
        return _with_columns(shown, page, style, Part.SOLUTION, items)
    return [_solution_alone(crossword, page, style)]


def _solution_alone(crossword: Crossword, page: Page, style: Style) -> Sheet:
    largest = LARGEST_ALONE if fills_page(crossword, style) else _LARGEST_SOLUTION
    heading = Texts.of(style.language).solution
    crossword = in_language(crossword, style.language)
    return _grid_page(crossword, page, style, Part.SOLUTION, heading, largest)


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
    x, width, bottom = frame(page)
    texts: list[str] = []
    if part is Part.SOLUTION:
        texts = behaviour_of(crossword.kind).texts_below(crossword)
        texts += written_otherwise(crossword, style.language)
    below = [line for text in texts for line in lines_of(words_of(text), width / COMFORTABLE)]
    bottom -= len(below) * LEADING * COMFORTABLE
    room = width - BORDER_ROOM, bottom - top - BORDER_ROOM
    bounds, key = bounds_of(crossword), key_of(crossword)
    height = height_with_word(crossword)
    n_rows = height + (key.n_rows + _KEY_GAP if key else 0)
    n_cols = max(bounds.width, key.n_cols if key else 0)
    cell = max(min(room[0] / n_cols, room[1] / n_rows, largest), 0.5)
    top += BORDER_ROOM / 2
    for shown, y in ((crossword, top), (key, top + (height + _KEY_GAP) * cell)):
        if shown is not None:
            left = x + (width - cell * bounds_of(shown).width) / 2
            shapes += with_word(shown, part, left, y, cell, style)
    for number, line in enumerate(below, 2):
        y = top + n_rows * cell + number * LEADING * COMFORTABLE
        shapes += line_shapes(line, x, y, COMFORTABLE)
    shapes += foot(crossword, page, 1, 1)
    return Sheet(page.width, page.height, tuple(shapes))


def frame(page: Page) -> tuple[float, float, float]:
    """(left side, width, bottom) of the printed area."""
    bottom = page.height - page.margin - FOOT_HEIGHT
    return page.margin, page.width - 2 * page.margin, bottom


def _items(crossword: Crossword, page: Page, notes: str) -> list[Item]:
    """The headings and clues to set; none if no clue is written and the notes are short.

    Args: notes: the heading of long notes.
    """
    check_length(crossword)
    items: list[Item] = []
    asked = [clue for clue in crossword.clues if not clue.bank]
    if any(clue.text or clue.markup for clue in asked):
        lists: dict[str, list[Clue]] = {}
        for clue in asked:
            lists.setdefault(clue.direction, []).append(clue)
        for direction, clues in lists.items():
            if direction.strip():
                items.append(Item(tuple(words_of(direction, look=_BOLD)), heading=True))
            items += map(_item, clues)
    if notes_are_long(crossword, page):
        items.append(Item(tuple(words_of(notes, look=_BOLD)), heading=True))
        items.append(Item(tuple(note_words(crossword))))
    return items


def _item(clue: Clue) -> Item:
    words = words_of(clue.text, clue.markup)
    if not words:
        words = words_of(unwritten(clue))
    return Item(tuple(words), " ".join(cleaned(clue.label).split()), pictures=pictures_of(clue))


class _Text(NamedTuple):
    """What is printed with a grid: clues and notes in columns, and a word bank below them."""

    items: list[Item]
    bank: BankBox

    @property
    def length(self) -> int:
        """The number of characters of all words in columns."""
        return sum(
            len(text) for item in self.items for word in item.words for text, _ in word.pieces
        )


@dataclass(frozen=True, slots=True)
class _Layout:
    """A layout of a puzzle: the grid's place (x, y, cell), all lines, and the word bank."""

    grid: tuple[float, float, float]
    columns: tuple[Column, ...]
    setting: Typesetting
    spots: list[Spot]
    banks: list[BankRows]

    @property
    def n_pages(self) -> int:
        return 1 + max(self.columns[-1].page, *(rows.page for rows in self.banks), 0)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A first page: the place of the grid, and the columns beside and below it.

    Args:
        column_width: in points.
        grid: x, y and the side of a square.
        columns: from left to right.
        blank: the part of the width that is empty beside the grid.
    """

    column_width: float
    grid: tuple[float, float, float]
    columns: tuple[Column, ...]
    blank: float


def _plans(
    crossword: Crossword, page: Page, *, tallest: float = TALLEST, largest: float = LARGEST_CELL
) -> list[_Plan]:
    """The possible first pages.

    Args:
        crossword, page: what to set, and on what.
        tallest: the part of the height that the grid may have.
        largest: side of a square in points.
    """
    _, top = head(crossword, page, notes=not notes_are_long(crossword, page))
    left, width, bottom = frame(page)
    bounds, height = bounds_of(crossword), height_with_word(crossword)
    usual = [n for n in range(2, 7) if _MIN_COLUMN <= _column_width(width, n) <= _MAX_COLUMN]
    wanted = [page.columns] if page.columns else usual or [1]
    plans = []
    for n_columns in wanted:
        column_width = _column_width(width, n_columns)
        for n_over in range(1, n_columns + 1):
            over = n_over * column_width + (n_over - 1) * _GUTTER
            high = tallest * (bottom - top - BORDER_ROOM) / height
            widest = min((over - BORDER_ROOM) / bounds.width, high, largest)
            for part in _PARTS:
                cell = widest * part
                blank = over - cell * bounds.width - BORDER_ROOM
                x = left + width - over + (blank + BORDER_ROOM) / 2
                y = top + BORDER_ROOM / 2
                under = y + cell * height + BORDER_ROOM / 2 + _GRID_GAP
                columns = tuple(
                    Column(
                        0,
                        left + index * (column_width + _GUTTER),
                        top if index < n_columns - n_over else under,
                        bottom,
                    )
                    for index in range(n_columns)
                )
                plans.append(_Plan(column_width, (x, y, cell), columns, blank / width))
    return plans


def _column_width(width: float, n_columns: int) -> float:
    return (width - (n_columns - 1) * _GUTTER) / n_columns


def _one_page(
    crossword: Crossword, page: Page, text: _Text, least_clue: float, *, fills: bool
) -> _Layout | None:
    """The best layout on one page, or None if the clues or the grid would be too small."""
    plans = _plans(crossword, page)
    least = min(SMALLEST_CELL, max(plan.grid[2] for plan in plans))
    if fills:
        least = LEAST_FILLING

    def worth(plan: _Plan, size: float) -> float:
        worth = _rising(size, (COMFORTABLE, 0.144), (LARGEST, 0.04))
        worth += _rising(
            plan.grid[2], (GOOD_CELL, 0.035), (_AMPLE_CELL, 0.014), (LARGEST_CELL, 0.006)
        )
        return worth - _awkward(plan, size)

    large = [plan for plan in plans if plan.grid[2] >= least]
    smallest = max(SMALLEST, least_clue)
    return _best_layout(text, large, worth, largest=LARGEST, smallest=smallest)


def _filling_page(
    crossword: Crossword, page: Page, text: _Text, least_clue: float, largest: float
) -> _Layout | None:
    """The layout with the largest squares and clues on one page; None if they would be small.

    What is best is the product of both sizes, so that neither grows at the other's cost. Squares
    have at most the side `largest`, where they can have.
    """

    def worth(plan: _Plan, size: float) -> float:
        return log(plan.grid[2] * size) - _awkward(plan, size)

    plans = [
        plan
        for plan in _plans(crossword, page, largest=max(largest, LEAST_FILLING))
        if plan.grid[2] >= LEAST_FILLING
    ]
    smallest = max(COMFORTABLE, least_clue)
    return _best_layout(text, plans, worth, largest=_LARGEST_CLUES, smallest=smallest)


def _rising(value: float, *pieces: tuple[float, float]) -> float:
    """A function that rises up to each limit by a rate, in `pieces` from the lowest limit on."""
    total = low = 0.0
    for high, rate in pieces:
        total += rate * max(min(value, high) - low, 0.0)
        low = high
    return total


def _awkward(plan: _Plan, size: float) -> float:
    """What lines of an unusual length, and empty space beside the grid, cost."""
    ems = plan.column_width / size
    return 0.02 * max(_SHORT - ems, 0.0) + 0.01 * max(ems - _LONG, 0.0) + 0.25 * plan.blank


def _best_layout(
    text: _Text,
    plans: list[_Plan],
    worth: Callable[[_Plan, float], float],
    *,
    largest: float,
    smallest: float,
) -> _Layout | None:
    """The layout on one page that is worth most; None if the items fit into no plan.

    A layout whose columns do not end at the same height is worth less, and one in which what
    belongs together is divided is used only if there is no other.

    Args:
        text: the clues, notes and word bank.
        plans: where they may go; of equally good ones the first is used.
        worth: of a plan with clues of a size.
        largest, smallest: sizes of the clues in points.
    """
    if text.length > _PAGEFUL:
        return None
    sizes = [largest - _STEP * n for n in range(int((largest - smallest) / _STEP) + 1)]
    tried = [(worth(plan, size), plan, size) for plan in plans for size in sizes]
    tried.sort(key=lambda one: -one[0])
    settings: dict[tuple[float, float], Typesetting] = {}
    best: tuple[float, _Plan, Typesetting, Flow] | None = None
    n_tried = 0
    for most, plan, size in tried:
        if best is not None and (most <= best[0] or n_tried == _MAX_TRIED):
            break
        key = plan.column_width, size
        setting = settings.get(key) or settings.setdefault(key, broken(text.items, *key))
        columns = replace(text.bank, size=size).columns_above(plan.columns)
        flow = balanced(setting, columns) if columns else None
        if flow is None:
            continue
        n_tried += flow.fault <= FAULTLESS
        value = most - _UNEVEN * flow.spread - _EMPTY * flow.n_empty
        value -= _RAGGED * max(flow.spread - 1.0, 0.0)
        value -= _FAULTY if flow.fault > FAULTLESS else 0.0
        if best is None or value > best[0]:
            best = value, plan, setting, flow
    if best is None:
        return None
    _, plan, setting, flow = best
    spots = spots_of(setting, flow, plan.columns)
    box = replace(text.bank, size=setting.size).below(plan.columns, spots)
    return _Layout(plan.grid, plan.columns, setting, spots, [box])


def _several_pages(
    crossword: Crossword, page: Page, text: _Text, least_clue: float, *, fills: bool
) -> _Layout:
    """A large grid on the first page, and clues of a good size on as many pages as needed.

    Args: fills: whether the grid may have the first page for itself, for larger squares.
    """
    _, top = running_head(crossword, page)
    bottom = frame(page)[2]
    plans = _plans(crossword, page)
    if fills and max(plan.grid[2] for plan in plans) < GOOD_CELL:
        plans = _plans(crossword, page, tallest=1.0)
    plan = max(
        plans,
        key=lambda plan: (min(plan.grid[2], GOOD_CELL), -abs(plan.column_width - _GOOD_COLUMN)),
    )
    all_sizes = _FILLING_SEVERAL if fills else _ON_SEVERAL_PAGES
    usual = tuple(size for size in all_sizes if size >= least_clue) or (least_clue,)
    sizes = usual if text.length <= 2 * _PAGEFUL else usual[-1:]
    # A smaller font only where it saves a page.
    layouts = [
        _continued(
            plan, broken(text.items, plan.column_width, z), replace(text.bank, size=z), top, bottom
        )
        for z in sizes
    ]
    return min(layouts, key=lambda layout: layout.n_pages)


def _continued(
    plan: _Plan, setting: Typesetting, bank: BankBox, top: float, bottom: float
) -> _Layout:
    """Lines on a first page, and from `top` to `bottom` on as many other pages as needed."""
    columns: list[Column] = []
    spots: list[Spot] = []
    here, at = plan.columns, 0
    for number in count(1):
        flow = poured(setting, at, here, bottom - top)
        is_last = flow.ends[-1] == len(setting.lines)
        fitting = None
        if is_last:
            above = bank.columns_above(here)
            fitting = balanced(setting, above, at) if above else None
            flow = fitting or balanced(setting, here, at) or flow
        new = spots_of(setting, flow, here, at, len(columns))
        spots += new
        columns += here
        if is_last:
            banks = [bank.below(here, new)] if fitting else bank.on_pages(number, top, bottom)
            break
        at = flow.ends[-1]
        here = tuple(Column(number, column.x, top, bottom) for column in plan.columns)
    return _Layout(plan.grid, tuple(columns), setting, spots, banks)
