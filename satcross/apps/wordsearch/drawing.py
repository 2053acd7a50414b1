"""Word searches drawn: the square with the list under it, and the solution with words outlined.

A word search becomes sheets of shapes, as crosswords do in `apps/pictures`, whose writers make
SVG, PNG and PDF of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from satcross import Grid
from satcross.apps.pictures.fonts import CAP_HEIGHT, cleaned, missing_characters, text_width
from satcross.apps.pictures.heads import shortened
from satcross.apps.pictures.scripts import mirrored
from satcross.apps.wordsearch.layout import WordRun, WordSearchLayout
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.extend import BLACK, Line, Page, Shape, ShapeGroup, Sheet, Text, Texts

# Dark enough for thin lines on paper, and of different greys where there is no colour.
INKS = ("#1f4e9e", "#b5472b", "#2e7d32", "#6a3d9a", "#8a6d00", "#00798c", "#a02060", "#4d4d4d")
_FRAME_COLOUR, _FILLER_COLOUR, _NOTE_COLOUR = "#888888", "#aaaaaa", "#444444"
_MESSAGE_COLOUR = "#b00020"
_LETTER = 0.62  # of the cell: the font of the square
_WIDEST = 0.75  # of the cell: a letter of several characters
_RADIUS = 0.40  # of the cell: half the width of a capsule
_OUTLINE = 0.035  # of the cell: the width of its line
_ARC = 8  # straight pieces of the half circle at its end
_FRAME_PAD = 0.18  # of the cell, between the letters' cells and the frame
_USUAL_CELL = 24.0  # of pictures that are as large as the puzzle needs
_LARGEST_CELL, _GOOD_CELL, _SMALLEST_CELL = 42.0, 22.0, 9.0
_PICTURE_MARGIN = 18.0
_ENDLESS = 1e6  # height of a sheet that is cut off later
_TITLE, _SMALLEST_TITLE = 20.0, 9.0
_NOTE = 9.0
_LIST_SIZES = (
    16.0,
    15.0,
    14.0,
    13.0,
    12.5,
    12.0,
    11.5,
    11.0,
    10.5,
    10.0,
    9.5,
    9.0,
    8.5,
    8.0,
    7.5,
    7.0,
)
_LEADING = 1.35
_GAP = 14.0  # between the square and what is under or above it
_GUTTER = 1.6  # font sizes, between columns of the list
_MAX_CLUE_COLUMNS, _MOST_WRAPPED = 4, 1.2  # lines for each clue
_INDENT = "\u2003"  # an em, before the further lines of a clue
_MAX_TITLE = 300  # characters; the rest is cut off


@dataclass(frozen=True, slots=True)
class _Listed:
    """The list in columns: size of the font, texts, rows, and the columns' width in points."""

    size: float
    texts: tuple[str, ...]
    n_columns: int
    width: float

    @property
    def n_rows(self) -> int:
        return -(-len(self.texts) // self.n_columns)

    @property
    def leading(self) -> float:
        return _LEADING * self.size

    @property
    def height(self) -> float:
        return self.n_rows * self.leading

    def shapes(
        self, left: float, top: float, first: int = 0, last: int | None = None
    ) -> ShapeGroup:
        """The rows from `first` to before `last`, columns read downwards."""
        shown = range(first, self.n_rows if last is None else min(last, self.n_rows))
        shapes: list[Shape] = []
        for index, text in enumerate(self.texts):
            column, row = divmod(index, self.n_rows)
            if row in shown:
                y = top + (row - first) * self.leading + self.size
                shapes.append(Text(left + column * self.width, y, text, self.size))
        return ShapeGroup("words", tuple(shapes))


def sheets_of(
    made: WordSearch,
    *,
    title: str | None = "",
    page: Page | None = None,
    solution: bool = False,
    largest: float | None = None,
) -> list[Sheet]:
    """A word search, drawn.

    Args:
        made: what to draw.
        title: above it; None for nothing at all above a solution, which "" calls the solution.
        page: the paper; None for a picture as large as the puzzle needs.
        solution: the words outlined and no list, instead of the puzzle.
        largest: the side of a square on a page in points, at most; None for the usual.

    Returns: one sheet; more for a puzzle whose list is too long for its page.
    """
    board = made.layout.board
    if title is not None:
        title = " ".join(cleaned(title[:_MAX_TITLE]).split())
    if page is None:
        width = max(board.n_cols * _USUAL_CELL, 240.0) + 2 * _PICTURE_MARGIN
        size = width, _ENDLESS
        sheets = [_trimmed(_sheet(made, title, size, _PICTURE_MARGIN, _USUAL_CELL, solution)[0])]
    elif solution:
        size = page.width, page.height
        sheets = [_sheet(made, title, size, page.margin, None, solution, largest)[0]]
    else:
        sheets = _puzzle_pages(made, title or "", page, largest)
    return [mirrored(sheet) for sheet in sheets] if made.is_right_to_left else sheets


def unprintable(made: WordSearch, title: str = "") -> list[str]:
    """The characters that the fonts lack, and PDF and PNG cannot show."""
    texts = [title, "".join(made.shown.values())]
    return missing_characters([*texts, *made.list_items()])


def _puzzle_pages(made: WordSearch, title: str, page: Page, largest: float | None) -> list[Sheet]:
    """The puzzle on one page, with sizes in balance; or on several."""
    size = page.width, page.height
    sheet, whole = _sheet(made, title, size, page.margin, None, False, largest)
    if whole is None:
        return [sheet]
    left, top = page.margin, page.margin
    room = int((page.height - 2 * page.margin) // whole.leading)
    sheets = [sheet]
    for first in range(0, whole.n_rows, max(1, room)):
        group = whole.shapes(left, top, first, first + max(1, room))
        sheets.append(Sheet(page.width, page.height, (group,)))
    return sheets


def _trimmed(sheet: Sheet) -> Sheet:
    """The sheet, cut off under what is drawn on it."""
    lowest = 0.0
    for shape in sheet.flat():
        match shape:
            case Text(y=y, size=size):
                lowest = max(lowest, y + 0.25 * size)
            case Line(y1=y1, y2=y2):
                lowest = max(lowest, y1, y2)
    return Sheet(sheet.width, lowest + _PICTURE_MARGIN, sheet.shapes)


def _sheet(
    made: WordSearch,
    title: str | None,
    size: tuple[float, float],
    margin: float,
    cell: float | None,
    solution: bool,
    largest: float | None = None,
) -> tuple[Sheet, _Listed | None]:
    """One page, of that width and height; and the list, when there is no room for it there."""
    board = made.layout.board
    left, width = margin, size[0] - 2 * margin
    if solution and title is not None:
        name = Texts.of(made.language).solution
        title = f"{title} – {name}" if title else name
    shapes, top = _title_shapes(title or "", left, margin, width)
    note = message_note(made, solution=solution)
    bottom = size[1] - margin - (2.0 * _NOTE if note else 0.0)
    listed = None if solution else _fitting(made, board, width, bottom - top)
    under = 0.0 if listed is None else listed.height + _GAP
    if cell is None:
        room = bottom - top - under
        if room < board.n_rows * _SMALLEST_CELL:
            room = bottom - top  # the list goes on its own pages
        pad = 2 * _FRAME_PAD
        cell = min(
            width / (board.n_cols + pad), room / (board.n_rows + pad), largest or _LARGEST_CELL
        )  # fmt: skip
    high = cell * (board.n_rows + 2 * _FRAME_PAD)
    x = left + (width - cell * board.n_cols) / 2
    y = top + cell * _FRAME_PAD
    shapes.append(_frame(board, x, y, cell))
    if solution:
        shapes.append(_outlines(made.layout, x, y, cell))
    shapes.append(_letters(made, x, y, cell, solution=solution))
    after = top + high + _GAP
    rest = None
    if listed is not None:
        if after + listed.height <= bottom + 0.5:
            used = listed.n_columns * listed.width - _GUTTER * listed.size
            shapes.append(listed.shapes(left + max(0.0, (width - used) / 2), after))
            after += listed.height + _GAP / 2
        else:
            rest = listed
    if note:
        shapes.append(Text(left, after + _NOTE, note, _NOTE, italic=True, colour=_NOTE_COLOUR))
    return Sheet(*size, tuple(shapes)), rest


def _title_shapes(title: str, left: float, top: float, width: float) -> tuple[list[Shape], float]:
    """The title, as large as its line allows; and where what follows may begin."""
    if not title:
        return [], top
    size = min(_TITLE, width / max(text_width(title, bold=True), 0.1))
    if size < _SMALLEST_TITLE:
        size = _SMALLEST_TITLE
        title = _cut(title, size, width, bold=True)
    return [Text(left, top + size * 0.8, title, size, bold=True)], top + size + _GAP * 0.7


def message_note(made: WordSearch, *, solution: bool) -> str:
    """What a puzzle, or its solution, says of its message and bonus words; "" for nothing."""
    texts, said = Texts.of(made.language), []
    if made.message:
        n = made.alphabet.size(made.message)
        said.append(texts.found if solution else texts.message.format(n=n))
    if made.n_bonus and not solution:
        said.append(f"{texts.phrases['Bonus words: {n}'].format(n=made.n_bonus)}.")
    return " ".join(said)


def _fitting(made: WordSearch, board: Grid, width: float, height: float) -> _Listed:
    """The list in the largest font that leaves cells of a good size; or the smallest."""
    texts = tuple(map(cleaned, made.list_items()))
    wanted = min(_GOOD_CELL, width / board.n_cols) * board.n_rows
    for size in _LIST_SIZES:
        listed = (_wrapped if made.shows_clues else _in_columns)(texts, size, width)
        if listed.height + _GAP + wanted <= height:
            return listed
    return listed


def _in_columns(texts: Sequence[str], size: float, width: float) -> _Listed:
    """Texts in as many columns as there is room for, cut off where one alone is too wide."""
    shown = [_cut(text, size, width) for text in texts]
    gutter = _GUTTER * size
    widest = max(text_width(text, size) for text in shown) + gutter
    n_columns = max(1, min(int((width + gutter) // widest), len(shown)))
    n_rows = -(-len(shown) // n_columns)
    n_columns = -(-len(shown) // n_rows)  # none of them empty
    # Spread over the page, but not so far that columns lose sight of each other.
    spread = (width + gutter) / n_columns
    return _Listed(size, tuple(shown), n_columns, min(spread, widest + 4 * size))


def _wrapped(texts: Sequence[str], size: float, width: float) -> _Listed:
    """Clues on as many lines as needed, in as many columns as take the fewest rows.

    In more than two columns, most of them must fit on a line.
    """
    found = [_in_width(texts, n, size, width) for n in range(1, _MAX_CLUE_COLUMNS + 1)]
    fitting = [one for one in found[2:] if len(one.texts) <= _MOST_WRAPPED * len(texts)]
    return min([*found[:2], *fitting], key=lambda one: one.n_rows)


def _in_width(texts: Sequence[str], n_columns: int, size: float, width: float) -> _Listed:
    gutter = _GUTTER * size
    room = (width + gutter) / n_columns - gutter
    lines: list[str] = []
    for text in texts:
        line = ""
        words = text.split()
        if len(words) > 1 and words[-1].startswith("("):  # lengths stay with the last word
            words[-2:] = [" ".join(words[-2:])]
        for word in words:
            longer = f"{line} {word}" if line.strip() else line + word
            if line.strip() and text_width(longer, size) > room:
                lines.append(line)
                line = _INDENT + word
            else:
                line = longer
        lines.append(line)
    shown = tuple(_cut(line, size, room) for line in lines)
    return _Listed(size, shown, min(n_columns, len(shown)), room + gutter)


def _cut(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """A text as far as there is room for it."""
    return shortened(Text(0.0, 0.0, text, size, bold=bold), width).text


def _letters(made: WordSearch, x: float, y: float, cell: float, *, solution: bool) -> ShapeGroup:
    """The square's letters, in the middle of their cells."""
    size = _LETTER * cell
    n = made.layout.board.n_cols
    shapes: list[Shape] = []
    used = made.layout.letters
    for position, letter in sorted(made.shown.items()):
        row, col = divmod(position, n)
        colour = BLACK
        if solution and position not in used:
            colour = _MESSAGE_COLOUR if made.message else _FILLER_COLOUR
        baseline = y + (row + 0.5) * cell + CAP_HEIGHT * size / 2
        bold = solution and bool(made.message) and position not in used
        own = size if len(letter) == 1 else min(size, _WIDEST * cell / text_width(letter))
        shapes.append(
            Text(x + (col + 0.5) * cell, baseline, letter, own, "middle", bold, colour=colour)
        )
    return ShapeGroup("letters", tuple(shapes))


def _frame(board: Grid, x: float, y: float, cell: float) -> ShapeGroup:
    """The edge of the board: a frame a little outside a rectangle, else along its cells."""
    n_rows, n_cols = board.n_rows, board.n_cols
    width = max(0.6, 0.03 * cell)
    lines: list[Shape] = []
    if all(board.inside):
        pad = _FRAME_PAD * cell
        right, bottom = x + n_cols * cell + pad, y + n_rows * cell + pad
        corners = [(x - pad, y - pad), (right, y - pad), (right, bottom), (x - pad, bottom)]
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            lines.append(Line(x1, y1, x2, y2, width, _FRAME_COLOUR))
        return ShapeGroup("frame", tuple(lines))

    def has(row: int, col: int) -> bool:
        return 0 <= row < n_rows and 0 <= col < n_cols and board.is_square(row * n_cols + col)

    def run(marks: Sequence[bool]) -> list[tuple[int, int]]:
        """Beginnings and ends of the stretches that are marked."""
        edges = [i for i in range(len(marks) + 1)
                 if (i > 0 and marks[i - 1]) != (i < len(marks) and marks[i])]  # fmt: skip
        return list(zip(edges[::2], edges[1::2], strict=True))

    for row in range(n_rows + 1):
        for a, b in run([has(row - 1, col) != has(row, col) for col in range(n_cols)]):
            at = y + row * cell
            lines.append(Line(x + a * cell, at, x + b * cell, at, width, _FRAME_COLOUR))
    for col in range(n_cols + 1):
        for a, b in run([has(row, col - 1) != has(row, col) for row in range(n_rows)]):
            at = x + col * cell
            lines.append(Line(at, y + a * cell, at, y + b * cell, width, _FRAME_COLOUR))
    return ShapeGroup("frame", tuple(lines))


def _outlines(layout: WordSearchLayout, x: float, y: float, cell: float) -> ShapeGroup:
    """A capsule about every word; words that meet have different inks as far as there are some."""
    inks = _inks(layout)
    return ShapeGroup(
        "outlines",
        tuple(
            ShapeGroup(
                layout.words[p.word].letters, tuple(_capsule(p, layout.board, x, y, cell, ink))
            )
            for p, ink in zip(layout.placements, inks, strict=True)
        ),
    )


def _inks(layout: WordSearchLayout) -> list[str]:
    near: dict[int, set[int]] = {}
    for crossing in layout.crossings:
        near.setdefault(crossing.first, set()).add(crossing.second)
        near.setdefault(crossing.second, set()).add(crossing.first)
    chosen: dict[int, int] = {}
    used = [0] * len(INKS)
    # Those that cross most have the least choice, so they come first.
    for word in sorted(range(len(layout.words)), key=lambda word: (-len(near.get(word, ())), word)):
        taken = [chosen[other] for other in sorted(near.get(word, ())) if other in chosen]
        ink = min(range(len(INKS)), key=lambda ink: (taken.count(ink), used[ink], ink))
        used[ink] += 1
        chosen[word] = ink
    return [INKS[chosen[word]] for word in range(len(layout.words))]


def _capsule(
    placement: WordRun, board: Grid, x: float, y: float, cell: float, ink: str
) -> list[Shape]:
    """A stadium about the cells of a word, of straight pieces."""

    def middle(position: int) -> tuple[float, float]:
        row, col = divmod(position, board.n_cols)
        return x + (col + 0.5) * cell, y + (row + 0.5) * cell

    first, last = middle(placement.cells[0]), middle(placement.cells[-1])
    along = math.atan2(last[1] - first[1], last[0] - first[0])
    radius, width = _RADIUS * cell, max(0.5, _OUTLINE * cell)
    points = []
    for (cx, cy), start in ((last, along - math.pi / 2), (first, along + math.pi / 2)):
        for step in range(_ARC + 1):
            angle = start + math.pi * step / _ARC
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    ends = [*points[1:], points[0]]
    return [Line(*a, *b, width, ink) for a, b in zip(points, ends, strict=True)]
