"""What draws the squares of a grid: blocks, bars, numbers, letters, circles and shades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from satcross import Crossword
from satcross.apps.pictures.fonts import CAP_HEIGHT, cleaned, text_width, units
from satcross.apps.pictures.shades import WHITE, paper_shade
from satcross.extend import (
    BLACK,
    Circle,
    Line,
    NamedCell,
    Part,
    Rect,
    Shape,
    Square,
    SquareKind,
    Text,
)

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
MARK, MARK_LARGE = 0.25, 0.3  # the numbers of a solution word, each in a circle
MARK_ROOM = 0.185  # radius of the circle
BESIDE_MARK, BESIDE_LEFT, BESIDE_MIDDLE, BESIDE_WIDTH = 0.5, 0.41, 0.52, 0.46  # letters, as above
CIRCLE = 0.46
THIN, BORDER, BAR = 0.022, 0.05, 0.11
_MAX_REBUS_LINES = 3
_CIRCLE_COLOUR = "#555555"


class Extent(NamedTuple):
    """What a board takes, in sides of a square, from the upper left corner of its rectangle."""

    left: float
    top: float
    width: float
    height: float


_NO_EDGE, _THIN_EDGE, _BORDER_EDGE, _BAR_EDGE = range(4)


class GridPainter:
    """Draws the squares of a crossword, layer by layer."""

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
            x2, y2 = round(x + 1, NamedCell.DECIMALS), round(y + 1, NamedCell.DECIMALS)
            edges.update([(x, y, x2, y), (x, y2, x2, y2), (x, y, x, y2), (x2, y, x2, y2)])
        for (x1, y1, x2, y2), n in edges.items():
            ends = (self._x + x1 * self._cell, self._y + y1 * self._cell)
            others = (self._x + x2 * self._cell, self._y + y2 * self._cell)
            yield Line(*ends, *others, line_width(THIN if n > 1 else BORDER, self._cell))

    def lines(self) -> Iterator[Shape]:
        """The thin lines between squares."""
        return self._edges(_THIN_EDGE, THIN)

    def bars(self) -> Iterator[Shape]:
        """The bars."""
        return self._edges(_BAR_EDGE, BAR)

    def border(self) -> Iterator[Shape]:
        """The lines around all squares."""
        return self._edges(_BORDER_EDGE, BORDER)

    def shades(self) -> Iterator[Shape]:
        """The shaded squares."""
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.shade:
                yield Rect(x, y, self._cell, self._cell, paper_shade(square.shade))

    def blocks(self) -> Iterator[Shape]:
        """The blocks."""
        for x, y, square in self._squares(SquareKind.BLOCK):
            yield Rect(x, y, self._cell, self._cell, square.shade or BLACK)

    def circles(self) -> Iterator[Shape]:
        """The circles."""
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
        """The numbers, in the upper left corners."""
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.label:
                yield self._number(x, y, square)

    def _number(self, x: float, y: float, square: Square) -> Text:
        at = NUMBER_AT * self._cell
        size = self._number_size(square.label)
        return Text(x + at, y + at + CAP_HEIGHT * size, cleaned(square.label), size)

    def _number_size(self, label: str) -> float:
        room = self._cell * (1 - 2 * NUMBER_AT)
        size = max(NUMBER * self._cell, min(NUMBER_LARGE * self._cell, LEGIBLE))
        return min(size, room / max(text_width(cleaned(label)), 1e-9))

    def marks(self) -> Iterator[Shape]:
        """The texts in the lower right corners, in circles, as clues have numbers too."""
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.mark:
                middle = (1 - MARK_ROOM - NUMBER_AT / 2) * self._cell
                yield from self._mark(x + middle, y + middle, square)

    def _mark(self, x: float, y: float, square: Square) -> Iterator[Shape]:
        cell, text = self._cell, cleaned(square.mark)
        size = max(MARK * cell, min(MARK_LARGE * cell, LEGIBLE))
        size = min(size, 1.5 * MARK_ROOM * cell / max(text_width(text), 1e-9))
        yield Circle(x, y, MARK_ROOM * cell, max(THIN * min(cell, 60) * 0.8, 0.25))
        yield Text(x, y + CAP_HEIGHT * size / 2, text, size, "middle")

    def letters(self, part: Part) -> Iterator[Shape]:
        """The letters that a part shows."""
        for x, y, square in self._squares(SquareKind.OPEN):
            if square.solution and (square.given or part is Part.SOLUTION):
                yield from self._letters(x, y, square)

    def _letters(self, x: float, y: float, square: Square) -> Iterator[Shape]:
        """The letters of a square, as large as fits, on the number of lines that allows most."""
        text, bold = cleaned(square.solution), square.given
        best_size, best = 0.0, [text]
        largest, at, middle, width = LETTER, 0.5, LETTER_MIDDLE, REBUS_WIDTH
        if square.mark:
            largest, at, middle, width = BESIDE_MARK, BESIDE_LEFT, BESIDE_MIDDLE, BESIDE_WIDTH
        room, bottom = REBUS_HEIGHT, LETTER_MIDDLE + REBUS_HEIGHT / 2
        if square.label:
            room = 1 - NUMBER_AT - REBUS_BESIDE
            bottom = 1 - NUMBER_AT
        across, _, down = text.partition("/")
        is_either_or = "/" in text and len(text) > len("C/B")
        for n_lines in range(1, min(_MAX_REBUS_LINES, len(units(text))) + 1):
            lines = _evenly(text, n_lines)
            if is_either_or and n_lines == 2:
                lines = [f"{across}/", down]
            widest = max(text_width(line, bold=bold) for line in lines)
            height = CAP_HEIGHT + (len(lines) - 1) * REBUS_LEADING
            size = min(largest, width / max(widest, 1e-9), room / height)
            if size > 1.1 * best_size:  # one line is easiest to read, so more must be worth it
                best_size, best = size, lines
        size = best_size * self._cell
        leading = REBUS_LEADING * size
        height = CAP_HEIGHT * size + (len(best) - 1) * leading
        middle = middle if len(best) == 1 else bottom - room / 2
        baseline = y + middle * self._cell - height / 2 + CAP_HEIGHT * size
        for index, line in enumerate(best):
            yield Text(x + at * self._cell, baseline + index * leading, line, size, "middle", bold)

    def _edges(self, kind: int, width: float) -> Iterator[Shape]:
        """Lines for the edges of one kind, each as long as possible."""
        crossword, x, y, cell = self._crossword, self._x, self._y, self._cell
        n_rows, n_cols = crossword.n_rows, crossword.n_cols
        line = line_width(width, cell)

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


def line_width(width: float, cell: float) -> float:
    """The width in points of a line, from that in sides of a square."""
    # Not thinner than printers can draw, nor so thick in huge squares that they look like bars.
    return max(width * min(cell, 60), 0.25)


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
