"""Names of cells as people write them, and lists of them, in their order.

A cell of the rectangle is called by its row and column, `r1c3`; another has a name of its own:
`NamedCell`. A list has names between blanks, and `r1c1-r1c5` for all cells of a straight line: a
row, a column or a diagonal, from its first end to its last. In a rectangle `edge`, `diagonal`,
`antidiagonal` and `spiral` are paths that begin at a corner, and `spiral[4-9]` is a part of one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from satcross.errors import OptionError
from satcross.model.marks import MAX_SIDE
from satcross.model.slotnames import slot_name

MAX_CELLS = 500  # in a list; two of any puzzle's longest sides
MAX_NAMED = 2000  # cells beside the rectangle

_NAME = re.compile(r"r(\d{1,9})c(\d{1,9})", re.ASCII)
_PLACE = re.compile(r"r0*(\d+)c0*(\d+)", re.ASCII)
_NUMBERED = re.compile(r"\d+.", re.ASCII)
_PATH = re.compile(r"(edge|diagonal|antidiagonal|spiral)(?:\[(\d{1,9})-(\d{1,9})\])?", re.ASCII)
# Not what names a cell of the rectangle, any slot or cell, a path, or a group of letters to keep.
_OWN_NAME = re.compile(
    r"(?!(?:r\d+c\d+|slot|cell|given|theme|fill|edge|diagonal|antidiagonal|spiral)$)[^\W\d_]\w{0,39}"
)


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A cell beside those of the rectangle, as `Grid.named` has it.

    Args:
        name: a letter, then letters, digits and `_`, up to 40, as `normal_name` has it; not that of
            a cell of a rectangle, such as r1c3.
        place: x and y of its middle, in sides of a cell, to the right of and below the middle of
            r1c1, rounded to three decimals; it may lie outside the rectangle. None for a hidden
            cell, which is not drawn.

    Raises:
        OptionError: the name cannot be one, or the place is too far away.
    """

    SECOND: ClassVar = "b"  # after the name of a cell of two letters: the hidden cell of the second
    DOWNWARD: ClassVar = "d"  # after that of an either/or cell: the hidden cell that is read down
    DECIMALS: ClassVar = 3  # of a place

    name: str
    place: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if not is_own_name(self.name):
            raise OptionError(
                f"{self.name[:60]!r} cannot be the name of a cell",
                hint="begin with a letter, as in 'cell h1'",
                parameter="rules",
            )
        if self.place is not None:
            if not all(math.isfinite(at) and abs(at) <= MAX_SIDE for at in self.place):
                raise OptionError(
                    f"cell {self.name} must be at -{MAX_SIDE} to {MAX_SIDE}", parameter="rules"
                )
            x, y = (round(at, self.DECIMALS) + 0.0 for at in self.place)  # there is no -0
            object.__setattr__(self, "place", (x, y))

    @staticmethod
    def place_of(name: str) -> tuple[int, int] | None:
        """What a cell's name says, both from 1; None if it is not of a cell of a rectangle.

        >>> NamedCell.place_of("R2c03")
        (2, 3)
        """
        named = _NAME.fullmatch(normal_name(name))
        return (int(named[1]), int(named[2])) if named and int(named[1]) and int(named[2]) else None

    @staticmethod
    def first_of(name: str) -> str:
        """The cell of the rectangle whose second text the cell of this name has; "" if none.

        >>> [NamedCell.first_of(name) for name in ("r3c4b", "r3c4d", "h1")]
        ['r3c4', 'r3c4', '']
        """
        return (
            name[:-1]
            if name[-1:] in (NamedCell.SECOND, NamedCell.DOWNWARD) and NamedCell.place_of(name[:-1])
            else ""
        )


def is_own_name(name: str) -> bool:
    """Whether a cell beside those of the rectangle may be called so.

    >>> is_own_name("h1"), is_own_name("r1c3"), is_own_name("12a")
    (True, False, False)
    """
    return _OWN_NAME.fullmatch(name) is not None and normal_name(name) == name


@lru_cache(maxsize=1 << 14)
def normal_name(name: str) -> str:
    """The one form of the name of a cell or a slot: names are the same where these are equal.

    Small letters, but for the first one after a number as in 12A; rows and columns have no zeros
    before them; 12-Across is 12A. A cell of a grid and what rules say of it have the name in this
    form. A slot may be called in another, such as Nina; what rules say of it has this one.

    >>> [normal_name(name) for name in (" R01C3b", "H1", "12-across", "1AB", "Nina")]
    ['r1c3b', 'h1', '12A', '1Ab', 'nina']
    """
    low = slot_name(name).casefold()
    if place := _PLACE.match(low):
        return f"r{place[1]}c{place[2]}{low[place.end() :]}"
    begun = _NUMBERED.match(low)
    return f"{begun[0].upper()}{low[begun.end() :]}" if begun else low


def normal_names(text: str) -> str:
    """Names between blanks, each in its normal form, with single blanks."""
    return " ".join(map(normal_name, text.split()))


def cell_name(position: int, n_cols: int) -> str:
    """The name of a cell of a rectangle.

    >>> cell_name(7, 5)
    'r2c3'
    """
    row, col = divmod(position, n_cols)
    return f"r{row + 1}c{col + 1}"


def second_cells(
    named: Iterable[NamedCell], n_rows: int, n_cols: int, suffix: str = NamedCell.SECOND
) -> dict[int, int]:
    """By position of a cell of two letters, that of the hidden cell of the second one.

    Args:
        named: the cells after those of the rectangle.
        suffix: `DOWNWARD` for either/or cells, and the hidden ones that are read down.
    """
    found: dict[int, int] = {}
    for at, cell in enumerate(named, n_rows * n_cols):
        if cell.place is None and cell.name.endswith(suffix):
            row, col = NamedCell.place_of(NamedCell.first_of(cell.name)) or (0, 0)
            if 0 < row <= n_rows and 0 < col <= n_cols:
                found[(row - 1) * n_cols + col - 1] = at
    return found


def printed(named: Sequence[NamedCell], n_rows: int, n_cols: int) -> frozenset[int]:
    """The positions of the cells whose letters are printed: all but hidden cells.

    A hidden cell of a second text is printed, too: in the cell of the rectangle that it belongs to.

    Args: named: the cells after those of the rectangle.

    >>> sorted(printed([NamedCell("h1"), NamedCell("a", (2, 0)), NamedCell("r1c2b")], 1, 2))
    [0, 1, 3, 4]
    """
    size = n_rows * n_cols
    second = (
        second_cells(named, n_rows, n_cols, suffix)
        for suffix in (NamedCell.SECOND, NamedCell.DOWNWARD)
    )
    drawn = (at for at, cell in enumerate(named, size) if cell.place is not None)
    return frozenset(range(size)).union(drawn, *(cells.values() for cells in second))


@dataclass(frozen=True, slots=True)
class CellList:
    """Cells as people list them, in their order; one may occur again. See the module.

    Args:
        text: the list.
        parameter: what errors name.
    """

    text: str
    parameter: str = "cells"

    @property
    def has_paths(self) -> bool:
        """Whether it has paths whose cells depend on the size of the rectangle."""
        return any(_PATH.fullmatch(normal_name(part)) for part in self.text.split())

    def names(self, shape: tuple[int, int] | None = None) -> tuple[str, ...]:
        """The names of the cells.

        Args: shape: rows and columns of the rectangle; without it paths in it are left out.

        Raises:
            OptionError: something is not a cell or a straight line of cells, or there are more than
                `MAX_CELLS`, or none.

        >>> CellList("r5c3 r1c3-r3c1 H1").names()
        ('r5c3', 'r1c3', 'r2c2', 'r3c1', 'h1')
        >>> CellList("edge[2-5]").names((2, 3))
        ('r1c2', 'r1c3', 'r2c3', 'r2c2')
        """
        found: list[str] = []
        parameter = self.parameter
        for part in self.text.split():
            name = normal_name(part)
            path = _PATH.fullmatch(name)
            if path:
                found += [] if shape is None else _path_names(path, shape, parameter)
                _check_number(len(found), parameter)
                continue
            if is_own_name(name):
                found.append(name)
                _check_number(len(found), parameter)
                continue
            ends = [NamedCell.place_of(end) for end in part.split("-")]
            if None in ends or len(ends) > 2:
                raise OptionError(
                    f"{part[:40]!r} is not a cell",
                    hint="write r1c3, or r1c1-r1c5 for a straight line",
                    parameter=parameter,
                )
            (row, column), (last_row, last_column) = ends[0] or (0, 0), ends[-1] or (0, 0)
            down, right = last_row - row, last_column - column
            n_steps = max(abs(down), abs(right))
            if down and right and abs(down) != abs(right):
                raise OptionError(
                    f"{part!r} is not a straight line",
                    hint="a line is along a row, a column or a diagonal",
                    parameter=parameter,
                )
            _check_number(len(found) + n_steps + 1, parameter)
            down, right = (down > 0) - (down < 0), (right > 0) - (right < 0)
            found += [f"r{row + i * down}c{column + i * right}" for i in range(n_steps + 1)]
        if not found and (shape is not None or not self.has_paths):
            raise OptionError("no cell is named", hint="write r1c3 r5c1", parameter=parameter)
        return tuple(found)

    def positions(
        self, n_rows: int, n_cols: int, named: Sequence[NamedCell] = ()
    ) -> tuple[int, ...]:
        """The positions of the cells in a grid.

        Args: named: the cells of the grid that come after those of its rectangle.

        Raises:
            OptionError: as for `names`, or the grid has no such cell.

        >>> CellList("r1c1-r1c3 r2c1 h1").positions(2, 3, named=[NamedCell("h1")])
        (0, 1, 2, 3, 6)
        """
        names = self.names((n_rows, n_cols))
        places = [*map(NamedCell.place_of, names)]
        own: dict[str, int] = {}
        if not all(places):
            own = {cell.name: at for at, cell in enumerate(named, n_rows * n_cols)}
        found: list[int] = []
        for name, (row, column) in zip(names, (place or (0, 0) for place in places), strict=True):
            if name in own:
                found.append(own[name])
            elif 0 < row <= n_rows and column <= n_cols:
                found.append((row - 1) * n_cols + column - 1)
            else:
                hint = cells_hint(n_rows, n_cols, named)
                raise OptionError(f"there is no cell {name!r}", hint=hint, parameter=self.parameter)
        return tuple(found)


def _path_names(path: re.Match[str], shape: tuple[int, int], parameter: str) -> list[str]:
    """The cells of a path in a rectangle, or of a part of it."""
    n_rows, n_cols = shape
    match path[1]:
        case "diagonal":
            places = [(at, at) for at in range(min(shape))]
        case "antidiagonal":
            places = [(at, n_cols - 1 - at) for at in range(min(shape))]
        case _:
            n_rings = 1 if path[1] == "edge" else (min(shape) + 1) // 2
            places = [place for ring in range(n_rings) for place in _ring(ring, n_rows, n_cols)]
    names = [f"r{row + 1}c{column + 1}" for row, column in places]
    if path[2] is None:
        return names
    first, last = int(path[2]), int(path[3])
    if not 1 <= first <= last <= len(names):
        raise OptionError(
            f"{path[0]!r} is no part of the path, which has {len(names)} cells",
            hint=f"write {path[1]}[1-{len(names)}] or less",
            parameter=parameter,
        )
    return names[first - 1 : last]


def _ring(inset: int, n_rows: int, n_cols: int) -> list[tuple[int, int]]:
    """The cells of the edge of what is left within some rings, clockwise from its first corner."""
    top, left, bottom, right = inset, inset, n_rows - 1 - inset, n_cols - 1 - inset
    found = [(top, column) for column in range(left, right + 1)]
    found += [(row, right) for row in range(top + 1, bottom + 1)]
    if top < bottom:
        found += [(bottom, column) for column in range(right - 1, left - 1, -1)]
    if left < right:
        found += [(row, left) for row in range(bottom - 1, top, -1)]
    return found


def _check_number(n: int, parameter: str) -> None:
    if n > MAX_CELLS:
        raise OptionError(f"must be at most {MAX_CELLS} cells", parameter=parameter)


def cells_hint(n_rows: int, n_cols: int, named: Sequence[NamedCell], quote: str = "") -> str:
    """Which cells there are, for people."""
    runs = [("r1c1", f"r{n_rows}c{n_cols}")] if n_rows else []
    runs += [(named[0].name, named[-1].name)] if named else []
    texts = [f"{quote}{first}{quote} to {quote}{last}{quote}" for first, last in runs]
    return f"cells are {' and '.join(texts)}"
