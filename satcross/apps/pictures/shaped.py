"""Boards that are no rectangle of squares: rings, hexagons, nets and joined edges, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from satcross import Crossword
from satcross.apps.pictures.fonts import CAP_HEIGHT, cleaned
from satcross.apps.pictures.painter import BAR, BORDER, THIN, Extent, GridPainter, line_width
from satcross.apps.pictures.shades import paper_shade
from satcross.extend import BLACK, Geometry, Line, Polygon, Shape, Square, SquareKind, Text

_DECIMALS = 4  # of points that two cells have in common
_FOLD = 0.06  # the width of a line between two parts of a board
_HEAD = 0.16  # the half length of an arrowhead, in sides of a cell
_BESIDE = 0.3  # how far its middle is from the edge
_SIGN = 0.3  # half the room for the name of a line
_MARGIN = 0.5  # beyond an edge with arrowheads

Key = frozenset[tuple[float, float]]


def bounds_on(crossword: Crossword) -> Extent:
    """The smallest upright rectangle around the cells of a board, and around its arrows."""
    painter = ShapedPainter(crossword, 0, 0, 1)
    points = [point for sides, _ in painter.outlines() for side in sides for point in side]
    xs, ys = zip(*(points or [(0.0, 0.0), (1.0, 1.0)]), strict=True)
    room = BAR / 2 if painter.has_bars else 0.0  # some may be at edges
    left, right, top, bottom = min(xs) - room, max(xs) + room, min(ys) - room, max(ys) + room
    for (x, _), _ in painter.geometry.signs():
        left, right = min(left, x - _SIGN), max(right, x + _SIGN)
    for arrow in painter.geometry.arrows():
        (x, y), along = arrow.at, (1 + 1.2 * (arrow.n - 1)) * _HEAD
        width, height = (along, _MARGIN) if arrow.towards[0] else (_MARGIN, along)
        left, right = min(left, x - width), max(right, x + width)
        top, bottom = min(top, y - height), max(bottom, y + height)
    return Extent(left, top, right - left, bottom - top)


class ShapedPainter(GridPainter):
    """Draws the cells of a crossword with a board."""

    def __init__(self, crossword: Crossword, x: float, y: float, cell: float) -> None:
        super().__init__(crossword, x, y, cell)
        self.geometry = Geometry.of(crossword.board, crossword.n_rows, crossword.n_cols)
        self._bars = self.geometry.board.bars
        self.has_bars = bool(self._bars or crossword.bars_right or crossword.bars_below)

    def _open(self) -> Iterator[tuple[int, int, int, Square]]:
        """Position, row, column and square of all cells that are drawn."""
        crossword = self._crossword
        for at, square in enumerate(crossword.squares[: crossword.n_rows * crossword.n_cols]):
            if square.kind is not SquareKind.VOID:
                yield at, *divmod(at, crossword.n_cols), square

    def outlines(self) -> Iterator[tuple[list[list[tuple[float, float]]], str]]:
        """The sides and the part of all cells that are drawn; also of those with names."""
        for _, row, col, _ in self._open():
            yield self.geometry.sides(row, col), self.geometry.part(row, col)
        for (x, y), _ in self._placed():
            corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
            yield [list(pair) for pair in pairwise(corners)], ""

    def placed(self) -> Iterator[Shape]:
        """Nothing more: the edges of squares beside the board are among the others."""
        return iter(())

    def _placed(self) -> Iterator[tuple[tuple[float, float], Square]]:
        """The squares beside the board: their places count from the middle of r1c1."""
        left, top = self.geometry.looks(0, 0).middle if self._crossword.n_rows else (0.5, 0.5)
        for (x, y), square in super()._placed():
            yield (x + left - 0.5, y + top - 0.5), square

    def _squares(self, kind: SquareKind) -> Iterator[tuple[float, float, Square]]:
        """As squares about the middles of the cells: letters and circles are drawn in these."""
        for _, row, col, square in self._open():
            if square.kind is kind:
                x, y = self.geometry.looks(row, col).middle
                yield self._x + (x - 0.5) * self._cell, self._y + (y - 0.5) * self._cell, square
        if kind is SquareKind.OPEN:
            for (x, y), square in self._placed():
                yield self._x + x * self._cell, self._y + y * self._cell, square

    def _polygon(self, row: int, col: int, fill: str) -> Polygon:
        sides = self.geometry.sides(row, col)
        return Polygon(tuple(self._at(point) for side in sides for point in side[1:]), fill)

    def _at(self, point: tuple[float, float]) -> tuple[float, float]:
        return self._x + point[0] * self._cell, self._y + point[1] * self._cell

    def shades(self) -> Iterator[Shape]:
        """The shaded cells."""
        for _, row, col, square in self._open():
            shade = square.shade or self.geometry.shade(row, col)
            if shade and square.kind is SquareKind.OPEN:
                yield self._polygon(row, col, paper_shade(shade))

    def blocks(self) -> Iterator[Shape]:
        """The blocks."""
        for _, row, col, square in self._open():
            if square.kind is SquareKind.BLOCK:
                yield self._polygon(row, col, square.shade or BLACK)

    def lines(self) -> Iterator[Shape]:
        """The sides that two cells share."""
        yield from self._lines(2, THIN)

    def border(self) -> Iterator[Shape]:
        """The other sides, and the arrows at those that are joined."""
        yield from self._lines(1, BORDER)
        for arrow in self.geometry.arrows():
            yield from self._heads(*arrow)

    def _lines(self, n: int, width: float) -> Iterator[Shape]:
        shared: dict[Key, list[tuple[list[tuple[float, float]], str]]] = {}
        for sides, part in self.outlines():
            for side in sides:
                shared.setdefault(key_of(side), []).append((side, part))
        for (side, part), *others in shared.values():
            if min(1 + len(others), 2) == n:
                is_fold = any(other != part for _, other in others)
                yield from self._line(side, _FOLD if is_fold else width)

    def _line(self, side: list[tuple[float, float]], width: float) -> Iterator[Shape]:
        for one, other in pairwise(side):
            yield Line(*self._at(one), *self._at(other), line_width(width, self._cell))

    def bars(self) -> Iterator[Shape]:
        """The sides at which lights end although cells go on."""
        crossword, geometry = self._crossword, self.geometry
        n = crossword.n_cols
        marks = {("|", *divmod(at, n)) for at in crossword.bars_right}
        marks |= {("-", *divmod(at, n)) for at in crossword.bars_below}
        drawn: set[Key] = set()
        for _, row, col, _ in self._open():
            sides = geometry.sides(row, col)
            for way in geometry.ways:
                then = geometry.after(way, row, col)
                if then is None or way.lines or geometry.exit(way, row, col) < 0:
                    continue
                if geometry.bar(way, row, col) in marks or (row, col, way.letter) in self._bars:
                    side = sides[geometry.exit(way, row, col)]
                    if key_of(side) not in drawn:
                        drawn.add(key_of(side))
                        yield from self._line(_inset(side), BAR)

    def numbers(self) -> Iterator[Shape]:
        """The numbers, where the geometry has them, and the names of lines."""
        for place, text in self.geometry.signs():
            x, y = self._at(place)
            size = self._number_size(text)
            yield Text(x, y + CAP_HEIGHT * size / 2, text, size, "middle")
        for _, row, col, square in self._open():
            if not square.label or square.kind is not SquareKind.OPEN:
                continue
            looks = self.geometry.looks(row, col)
            if looks.number is None:
                x, y = looks.middle
                yield self._number(*self._at((x - 0.5, y - 0.5)), square)
            else:
                x, y = self._at(looks.number)
                size = self._number_size(square.label)
                text = cleaned(square.label)
                yield Text(x, y + CAP_HEIGHT * size / 2, text, size, "middle")

    def marks(self) -> Iterator[Shape]:
        """The texts opposite the numbers."""
        for _, row, col, square in self._open():
            if square.mark and square.kind is SquareKind.OPEN:
                looks = self.geometry.looks(row, col)
                (x, y), number = looks.middle, looks.number
                at = (2 * x - number[0], 2 * y - number[1]) if number else (x + 0.29, y + 0.29)
                yield from self._mark(*self._at(at), square)

    def _heads(
        self, at: tuple[float, float], towards: tuple[float, float], n: int
    ) -> Iterator[Shape]:
        """Arrowheads beside an edge, away from the board. Args: of `satcross.boards.Arrow`."""
        (x, y), (right, down) = at, towards
        crossword = self._crossword
        to_x, to_y = x - crossword.n_cols / 2, y - crossword.n_rows / 2
        outside = (to_x, 0.0) if down else (0.0, to_y)
        length = hypot(*outside) or 1.0
        x += outside[0] / length * _BESIDE
        y += outside[1] / length * _BESIDE
        for head in range(n):
            shift = (head - (n - 1) / 2) * 2.4 * _HEAD
            at_x, at_y = x + right * shift, y + down * shift
            corners = (
                (at_x + right * _HEAD, at_y + down * _HEAD),
                (at_x - right * _HEAD + down * _HEAD, at_y - down * _HEAD + right * _HEAD),
                (at_x - right * _HEAD - down * _HEAD, at_y - down * _HEAD - right * _HEAD),
            )
            yield Polygon(tuple(map(self._at, corners)))


def key_of(side: list[tuple[float, float]]) -> Key:
    """The same for a side of two cells, whichever of its ends comes first."""
    middle = side[len(side) // 2] if len(side) % 2 else _between(*side[len(side) // 2 - 1 :][:2])
    return frozenset(
        (round(x, _DECIMALS) + 0.0, round(y, _DECIMALS) + 0.0)
        for x, y in (side[0], middle, side[-1])
    )


def _inset(side: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The side without what a bar's square ends add to it, so that bars do not cross others."""
    first, second = side[:2]
    before, last = side[-2:]
    return [_towards(first, second), *side[1:-1], _towards(last, before)]


def _towards(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    length = hypot(other[0] - one[0], other[1] - one[1])
    part = min(BAR / 2 / length, 0.4)
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
