"""The grid: squares, blocks, bars, numbers, letters, circles and shades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from satcross.drawing.fonts import CAP_HEIGHT, cleaned, text_width, units
from satcross.drawing.shapes import (
    BLACK,
    WHITE,
    Circle,
    Group,
    Line,
    Rect,
    Shape,
    Text,
    paper_shade,
)
from satcross.drawing.style import Part, Style
from satcross.errors import OptionError
from satcross.model.cellnames import DECIMALS
from satcross.model.crossword import Crossword, Square, SquareKind

# All as fractions of the side of a square.
LETTER = 0.6  # font size
LETTER_MIDDLE = 0.56  # slightly low, since the number is above
REBUS_WIDTH = 0.86  # maximum width of several letters
REBUS_HEIGHT = 0.62  # maximum height of their lines, in a square without a number
REBUS_BESIDE = 0.35  # their top in a square with a number
REBUS_LEADING = 0.84  # of the font size: they are capitals
NUMBER = 0.29
NUMBER_LARGE, LEGIBLE = 0.36, 5.5  # in small squares, up to this number of points
NUMBER_AT = 0.055
CIRCLE = 0.46
THIN, BORDER, BAR = 0.022, 0.05, 0.11
_MAX_REBUS_LINES = 3
_CIRCLE_COLOUR = "#555555"
_ENCLOSED_COLOUR = "#c4c4c4"


def board(
    crossword: Crossword,
    part: Part,
    x: float,
    y: float,
    cell: float,
    style: Style,
) -> Group:
    """The board of a crossword with the upper left corner of its `bounds_of` at `x`, `y`.

    Args:
        crossword: the crossword.
        part: which letters to draw.
        x, y: in points; the border extends half its width further out.
        cell: the side of a square in points.
        style: other options; `style.cell` is ignored.

    Returns: the groups `shades`, `circles`, `blocks`, `lines`, `bars`, `border`, `numbers` and
        `letters` that are not empty.
    """
    crossword = crossword.with_both_letters()
    drawn = without_enclosed_voids(crossword.labelled() if style.numbers else crossword)
    bounds = bounds_of(crossword)
    painter = _Board(drawn, x - bounds.left * cell, y - bounds.top * cell, cell)
    parts = (
        ("shades", painter.shades()),
        ("circles", painter.circles()),
        ("blocks", painter.blocks()),
        ("lines", painter.edges(_THIN_EDGE, THIN)),
        ("bars", painter.edges(_BAR_EDGE, BAR)),
        ("border", painter.edges(_BORDER_EDGE, BORDER)),
        ("placed", painter.placed()),
        ("numbers", painter.numbers() if style.numbers else iter(())),
        ("letters", painter.letters(part)),
    )
    groups = ((name, tuple(shapes)) for name, shapes in parts)
    return Group("grid", tuple(Group(name, shapes) for name, shapes in groups if shapes))


class Bounds(NamedTuple):
    """What a board takes, in sides of a square, from the upper left corner of its rectangle."""

    left: float
    top: float
    width: float
    height: float


def bounds_of(crossword: Crossword) -> Bounds:
    """The smallest upright rectangle around the squares that are drawn.

    Raises:
        OptionError: none is.
    """
    places = [cell.place for cell in crossword.named if cell.place]
    if not places and crossword.n_rows:
        return Bounds(0, 0, crossword.n_cols, crossword.n_rows)
    if not places:
        raise OptionError("no cell has a place to draw", hint="write 'cell a at 2.5 0'")
    if crossword.n_rows:
        places += [(0.0, 0.0), (crossword.n_cols - 1.0, crossword.n_rows - 1.0)]
    xs, ys = zip(*places, strict=True)
    return Bounds(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def without_enclosed_voids(crossword: Crossword) -> Crossword:
    """The crossword with grey blocks for the voids that squares enclose.

    A void with squares on all sides would look like a square to write in.
    """
    n_rows, n_cols, squares = crossword.n_rows, crossword.n_cols, crossword.squares
    voids = {at for at, square in enumerate(squares) if square.kind is SquareKind.VOID}
    inner = {at for at in voids if 0 < at // n_cols < n_rows - 1 and 0 < at % n_cols < n_cols - 1}
    todo = list(voids - inner)  # those at the edge, and all that are reached from them, are outside
    while todo:
        at = todo.pop()
        steps = [at - n_cols, at + n_cols]
        steps += [at - 1] * (at % n_cols > 0) + [at + 1] * (at % n_cols < n_cols - 1)
        reached = inner.intersection(steps)
        inner -= reached
        todo += reached
    if not inner:
        return crossword
    grey = Square(SquareKind.BLOCK, shade=_ENCLOSED_COLOUR)
    return replace(
        crossword,
        squares=tuple(grey if at in inner else square for at, square in enumerate(squares)),
    )


_NO_EDGE, _THIN_EDGE, _BORDER_EDGE, _BAR_EDGE = range(4)


class _Board:
    def __init__(self, crossword: Crossword, x: float, y: float, cell: float) -> None:
        self._crossword = crossword
        self._x = x
        self._y = y
        self._cell = cell

    def _squares(self, kind: SquareKind) -> Iterator[tuple[float, float, Square]]:
        """The squares of a kind, each with its upper left corner."""
        n = self._crossword.n_cols
        size = n * self._crossword.n_rows
        for position, square in enumerate(self._crossword.squares[:size]):
            if square.kind is kind:
                row, col = divmod(position, n)
                yield self._x + col * self._cell, self._y + row * self._cell, square
        if kind is SquareKind.OPEN:
            for place, square in self._placed():
                yield self._x + place[0] * self._cell, self._y + place[1] * self._cell, square

    def _placed(self) -> Iterator[tuple[tuple[float, float], Square]]:
        crossword = self._crossword
        beside = crossword.squares[crossword.n_rows * crossword.n_cols :]
        for named, square in zip(crossword.named, beside, strict=True):
            if named.place:
                yield named.place, square

    def placed(self) -> Iterator[Shape]:
        """The edges of the squares beside the rectangle: thin where two of them share one."""
        edges: Counter[tuple[float, float, float, float]] = Counter()
        for (x, y), _ in self._placed():
            x2, y2 = round(x + 1, DECIMALS), round(y + 1, DECIMALS)
            edges.update([(x, y, x2, y), (x, y2, x2, y2), (x, y, x, y2), (x2, y, x2, y2)])
        for (x1, y1, x2, y2), n in edges.items():
            ends = (self._x + x1 * self._cell, self._y + y1 * self._cell)
            others = (self._x + x2 * self._cell, self._y + y2 * self._cell)
            yield Line(*ends, *others, self._line_width(THIN if n > 1 else BORDER))

    def _line_width(self, width: float) -> float:
        # Not thinner than printers can draw, nor so thick in huge squares that they look like bars.
        return max(width * min(self._cell, 60), 0.25)

    def shades(self) -> Iterator[Shape]:
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.shade:
                yield Rect(x, y, self._cell, self._cell, paper_shade(square.shade))

    def blocks(self) -> Iterator[Shape]:
        for x, y, square in self._squares(SquareKind.BLOCK):
            yield Rect(x, y, self._cell, self._cell, square.shade or BLACK)

    def circles(self) -> Iterator[Shape]:
        half, cell = self._cell / 2, self._cell
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.circle:
                yield Circle(x + half, y + half, CIRCLE * cell, THIN * cell, _CIRCLE_COLOUR)
                if square.label:  # leave a gap in the circle for the number
                    size = self._number_size(square.label)
                    width = text_width(cleaned(square.label), size)
                    at = NUMBER_AT * cell
                    fill = paper_shade(square.shade) if square.shade else WHITE
                    yield Rect(x, y, width + 1.5 * at, CAP_HEIGHT * size + 2 * at, fill)

    def numbers(self) -> Iterator[Shape]:
        at = NUMBER_AT * self._cell
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.label:
                size = self._number_size(square.label)
                yield Text(x + at, y + at + CAP_HEIGHT * size, cleaned(square.label), size)

    def _number_size(self, label: str) -> float:
        room = self._cell * (1 - 2 * NUMBER_AT)
        size = max(NUMBER * self._cell, min(NUMBER_LARGE * self._cell, LEGIBLE))
        return min(size, room / max(text_width(cleaned(label)), 1e-9))

    def letters(self, part: Part) -> Iterator[Shape]:
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.solution and (square.given or part is Part.SOLUTION):
                yield from self._letters(x, y, square)

    def _letters(self, x: float, y: float, square: Square) -> Iterator[Shape]:
        """The letters of a square, as large as fits, on the number of lines that allows most."""
        text, bold = cleaned(square.solution), square.given
        best_size, best = 0.0, [text]
        room, bottom = REBUS_HEIGHT, LETTER_MIDDLE + REBUS_HEIGHT / 2
        if square.label:
            room = 1 - NUMBER_AT - REBUS_BESIDE
            bottom = 1 - NUMBER_AT
        for n_lines in range(1, min(_MAX_REBUS_LINES, len(units(text))) + 1):
            lines = _evenly(text, n_lines)
            widest = max(text_width(line, bold=bold) for line in lines)
            height = CAP_HEIGHT + (len(lines) - 1) * REBUS_LEADING
            size = min(LETTER, REBUS_WIDTH / max(widest, 1e-9), room / height)
            if size > 1.1 * best_size:  # one line is easiest to read, so more must be worth it
                best_size, best = size, lines
        size = best_size * self._cell
        leading = REBUS_LEADING * size
        height = CAP_HEIGHT * size + (len(best) - 1) * leading
        middle = LETTER_MIDDLE if len(best) == 1 else bottom - room / 2
        baseline = y + middle * self._cell - height / 2 + CAP_HEIGHT * size
        for index, line in enumerate(best):
            yield Text(x + self._cell / 2, baseline + index * leading, line, size, "middle", bold)

    def edges(self, kind: int, width: float) -> Iterator[Shape]:
        """Lines for the edges of one kind, each as long as possible."""
        crossword, x, y, cell = self._crossword, self._x, self._y, self._cell
        n_rows, n_cols = crossword.n_rows, crossword.n_cols
        line = self._line_width(width)

        def inset(row: int, col: int) -> float:  # bars must not cross the border
            return line / 2 if kind == _BAR_EDGE and self._at_border(row, col) else 0.0

        for row in range(n_rows + 1):
            for start, end in _runs(kind, n_cols, partial(self._edge_above, row)):
                left = x + start * cell + inset(row, start)
                yield Line(
                    left, y + row * cell, x + end * cell - inset(row, end), y + row * cell, line
                )
        for col in range(n_cols + 1):
            for start, end in _runs(kind, n_rows, partial(self._edge_left, col)):
                top = y + start * cell + inset(start, col)
                yield Line(
                    x + col * cell, top, x + col * cell, y + end * cell - inset(end, col), line
                )

    def _at_border(self, row: int, col: int) -> bool:
        """Whether the upper left corner of a square is on the border."""
        corner = ((row - i, col - j) for i in (0, 1) for j in (0, 1))
        return not all(self._is_drawn(*square) for square in corner)

    def _edge_above(self, row: int, col: int) -> int:
        return self._edge((row - 1, col), (row, col), self._crossword.bars_below)

    def _edge_left(self, col: int, row: int) -> int:
        return self._edge((row, col - 1), (row, col), self._crossword.bars_right)

    def _edge(self, one: tuple[int, int], other: tuple[int, int], bars: frozenset[int]) -> int:
        drawn = self._is_drawn(*one), self._is_drawn(*other)
        if all(drawn):
            at = one[0] * self._crossword.n_cols + one[1]
            return _BAR_EDGE if at in bars else _THIN_EDGE
        return _BORDER_EDGE if any(drawn) else _NO_EDGE

    def _is_drawn(self, row: int, col: int) -> bool:
        crossword = self._crossword
        return (
            0 <= row < crossword.n_rows
            and 0 <= col < crossword.n_cols
            and crossword.squares[row * crossword.n_cols + col].kind is not SquareKind.VOID
        )


def _runs(kind: int, n: int, kind_at: Callable[[int], int]) -> Iterator[tuple[int, int]]:
    """(start, end) of every run of edges of one kind among n edges."""
    start = None
    for at in range(n + 1):
        if at < n and kind_at(at) == kind:
            if start is None:
                start = at
        elif start is not None:
            yield start, at
            start = None


def _evenly(text: str, n_lines: int) -> list[str]:
    """The text in lines of equal length; the last one may be shorter."""
    each = units(text)
    length = -(-len(each) // n_lines)
    return ["".join(each[start : start + length]) for start in range(0, len(each), length)]
