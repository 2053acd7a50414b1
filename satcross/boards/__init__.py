"""Boards that are no plain rectangle: how lights run over their cells, and where these are drawn.

A grid's rows of text say which cells there are; a *geometry* says what they are on: a ring, a
torus, a cube. Each is one file of this package, found by its name, with a class of this name:
`Geometry` is what it has to say. `satcross.model.slots.find_slots` cuts the lights, and
`satcross.apps.pictures.shaped` draws. The checker of fills has its own code for each:
`satcross.verification.rules.board`.

A board is written as in "torus", "layers 3" and "ring; bars r1c12C r2c12C": a geometry, its
numbers, and bars where grid text has no place for them: after a cell, in a direction.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain, pairwise
from pathlib import Path
from typing import ClassVar, NamedTuple

from satcross.errors import OptionError

MAX_BARS = 2000
_BAR = re.compile(r"r([1-9]\d{0,3})c([1-9]\d{0,3})([a-z])", re.ASCII)

Point = tuple[float, float]
"""x and y in sides of a cell, to the right and down."""
Place = tuple[int, int]
"""Row and column of a cell in grid text, from 0."""


class Way(NamedTuple):
    """A direction of lights.

    Args:
        name: for people, and above its clues: "Circular".
        letter: in the names of its lights, as the C of 12C.
        bars: which bars of grid text end its lights: "|", "-", or "" for none.
        side: the index in `Geometry.sides` of the side at which its lights leave a cell; -1 if they
            leave through none, as from one layer to the next. Such lights end at no bars.
        lines: "A" or "1" where lines are called A, B, … or 1, 2, …, and their lights A1, A2, … or
            1a, 1b, …: a solver is not told where a light ends, so that no bar is drawn. "" where
            the first cell of each light has a number.
    """

    name: str
    letter: str
    bars: str
    side: int
    lines: str = ""

    @property
    def value(self) -> str:
        """Its letter, as that of `satcross.model.slots.Direction`."""
        return self.letter

    def line_name(self, line: int) -> str:
        """What a line is called.

        >>> way = Way("Across", "A", "|", 0, lines="A")
        >>> way.line_name(0), way.line_name(27)
        ('A', 'AB')
        """
        if self.lines == "1":
            return str(line + 1)
        more, letter = divmod(line, 26)
        return (self.line_name(more - 1) if more else "") + chr(ord("A") + letter)


ACROSS = Way("Across", "A", "|", 1)
DOWN = Way("Down", "D", "-", 2)


class Looks(NamedTuple):
    """Where a cell's letter and number are drawn.

    Args:
        middle: of the letter.
        number: of the middle of the number; None for the upper left corner of a square.
    """

    middle: Point
    number: Point | None = None


class Sign(NamedTuple):
    """A name of a line that is drawn.

    Args:
        at: the middle of the text.
        text: it, such as "A".
    """

    at: Point
    text: str


class Arrow(NamedTuple):
    """A mark at an edge that is joined to another one, with the same marks: a line of arrowheads.

    Args:
        at: the middle of the edge.
        towards: a unit vector along the edge; where two edges are joined, theirs meet.
        n: how many heads.
    """

    at: Point
    towards: Point
    n: int


class Geometry(ABC):
    """What a board is, for one size of its grid text.

    Class fields:
        ways: the directions of lights, in the order of their slots. No two have one letter.
        n_numbers: how many numbers follow its name.

    Args:
        n_rows, n_cols: of the grid text.
        numbers: that follow its name.

    Fields:
        board: as it is written, with its bars: `of` says it.

    Raises:
        OptionError: there is no such board.
    """

    board: Board
    ways: ClassVar[tuple[Way, ...]] = (ACROSS, DOWN)
    n_numbers: ClassVar[int] = 0

    def __init__(self, n_rows: int, n_cols: int, numbers: tuple[int, ...] = ()) -> None:
        self.n_rows, self.n_cols, self.numbers = n_rows, n_cols, numbers

    @staticmethod
    @lru_cache(maxsize=64)
    def of(text: str, n_rows: int, n_cols: int) -> Geometry:
        """The geometry of a board for a size of grid text.

        Raises:
            OptionError: there is no such board of this size, or a bar is at no cell of it.
        """
        board = parse_board(text)
        geometry = _class_of(board.kind)(n_rows, n_cols, board.numbers)
        geometry.board = board
        ways = {way.letter: way for way in geometry.ways}
        for row, col, letter in board.bars:
            name = f"r{row + 1}c{col + 1}{letter}"
            if row >= n_rows or col >= n_cols or not geometry.has(row, col):
                hint = "name a cell that it has"
                raise unusable(f"the bar {name} is at no cell of the board", hint)
            way = ways.get(letter)
            if way is None or geometry.exit(way, row, col) < 0:
                letters = ", ".join(way.letter for way in geometry.ways if way.side >= 0)
                hint = f"its last letter is one of {letters}"
                raise unusable(f"there can be no bar {name}", hint)
            if geometry.after(way, row, col) is None:
                hint = "leave it out: the edge ends every light"
                raise unusable(f"the bar {name} is at an edge", hint)
        return geometry

    @abstractmethod
    def after(self, way: Way, row: int, col: int) -> Place | None:
        """The cell to which lights of this way go on; None at an edge. No two go on to the same."""

    def passes(self, way: Way, row: int, col: int) -> bool:
        """Whether the cell is in a light of this way at all, if only in one of its own."""
        return self.has(row, col)

    def bar(self, way: Way, row: int, col: int) -> tuple[str, int, int]:
        """The mark of grid text that ends a light of this way here, and after which cell it is.

        The mark is "|", "-" or "". Grid text has no bars at its edges, so that the answer does not
        matter there.
        """
        return way.bars, row, col

    def has(self, row: int, col: int) -> bool:
        """Whether this place of the rectangle is on the board; where not, it must be a void."""
        return True

    def sides(self, row: int, col: int) -> list[list[Point]]:
        """The outline of a cell: its sides in a circle, each a line through two points or more.

        Neighbours have a side in common. By default squares: the upper side, the right one, ...
        """
        x, y = self.corner(row, col)
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
        return [list(pair) for pair in pairwise(corners)]

    def corner(self, row: int, col: int) -> Point:
        """The upper left corner of a square."""
        return col, row

    def exit(self, way: Way, row: int, col: int) -> int:
        """The index of the side at which lights of this way leave the cell; -1 for none."""
        return way.side

    def part(self, row: int, col: int) -> str:
        """The part of the board that a cell is in; between two of them there is a stronger line."""
        return ""

    def shade(self, row: int, col: int) -> str:
        """The usual colour of a cell as `#rrggbb`; "" for that of paper."""
        return ""

    def looks(self, row: int, col: int) -> Looks:
        """Where its letter and number are."""
        x, y = self.corner(row, col)
        return Looks((x + 0.5, y + 0.5))

    def lines(self, way: Way) -> list[list[Place]]:
        """The lines of a direction, as if there were no blocks, by their first cells.

        A line without an end begins with its first cell in reading order.
        """
        cells = [
            (row, col)
            for row in range(self.n_rows)
            for col in range(self.n_cols)
            if self.has(row, col) and self.passes(way, row, col)
        ]
        then = {cell: self.after(way, *cell) for cell in cells}
        continued = set(then.values())
        left = dict.fromkeys(cells)
        found: list[list[Place]] = []
        # First those with a beginning; what is left then are circles.
        for first in chain((cell for cell in cells if cell not in continued), cells):
            line: list[Place] = []
            last: Place | None = first
            while last in left:
                line.append(last)
                del left[last]
                last = then[last]
            if line:
                found.append(line)
        return sorted(found)

    def signs(self) -> list[Sign]:
        """The names of lines."""
        return []

    def arrows(self) -> list[Arrow]:
        """The marks at joined edges."""
        return []


class Board(NamedTuple):
    """A board as it is written.

    Args:
        kind: the name of its geometry.
        numbers: that follow it.
        bars: additional ones: row and column of a cell, from 0, and the letter of the way in which
            the light ends after it.
    """

    kind: str
    numbers: tuple[int, ...] = ()
    bars: tuple[tuple[int, int, str], ...] = ()

    def __str__(self) -> str:
        bars = " ".join(f"r{row + 1}c{col + 1}{way}" for row, col, way in self.bars)
        return " ".join([self.kind, *map(str, self.numbers)]) + (f"; bars {bars}" if bars else "")


@cache
def names() -> tuple[str, ...]:
    """The names of all geometries."""
    files = {file.stem for folder in __path__ for file in Path(folder).glob("*.py")}
    return tuple(sorted(stem.replace("_", "-") for stem in files - {"__init__"}))


def light_name(way: Way, line: int, nth: int) -> str:
    """What the light of a line is called, of which `nth` others come before it.

    >>> light_name(ACROSS._replace(lines="1"), 0, 1), light_name(ACROSS._replace(lines="A"), 0, 1)
    ('1b', 'A2')
    """
    if way.lines == "1":
        return way.line_name(line) + way._replace(lines="A").line_name(nth).lower()
    return f"{way.line_name(line)}{nth + 1}"


def parse_board(text: str) -> Board:
    """The board that a text names.

    Raises:
        OptionError: there is no such geometry, or something else follows it.

    >>> print(parse_board("ring; bars r2c4c R1C4C"))
    ring; bars r1c4C r2c4C
    """
    head, semicolon, rest = text.strip().lower().partition(";")
    kind, *numbers = head.split() or [""]
    if kind not in names():
        raise unusable(f"there is no board {kind[:40]!r}", f"boards are {', '.join(names())}")
    if not all(re.fullmatch(r"[1-9]\d{0,3}", number, re.ASCII) for number in numbers):
        raise unusable(f"{head.strip()[:60]!r} is no board", "write 'torus' or 'layers 3'")
    word, *bars = rest.split() or [""]
    found = list(map(_BAR.fullmatch, bars))
    if semicolon and (word != "bars" or not found or None in found):
        raise unusable(f"{rest.strip()[:60]!r} cannot follow a board", "write 'bars r1c12A r3c12A'")
    if len(found) > MAX_BARS:
        raise unusable(
            f"{len(found):,} bars are too many for a board", f"name {MAX_BARS:,} at most"
        )
    places = {
        (int(one[1]) - 1, int(one[2]) - 1, one[3].upper()) for one in found if one is not None
    }
    wanted = _class_of(kind).n_numbers
    if len(numbers) != wanted:
        problem = f"the board {kind} has {wanted or 'no'} number{'s' * (wanted > 1)}"
        raise unusable(problem, f"write '{' '.join([kind, *['3'] * wanted])}'")
    return Board(kind, tuple(map(int, numbers)), tuple(sorted(places)))


def _class_of(kind: str) -> type[Geometry]:
    module = import_module(f"{__name__}.{kind.replace('-', '_')}")
    found: type[Geometry] = getattr(module, kind.title().replace("-", ""))
    return found


def unusable(problem: str, hint: str) -> OptionError:
    """The error of a board that cannot be, or not in this size."""
    return OptionError(problem, hint=hint, parameter="rules")
