"""The lights of Qxw's grids: the cells that its filler puts letters into, and the words of these.

Qxw's grids have 13 geometries, squares that are merged, squares whose letters differ by direction,
squares of several letters, and multiplexed lights, of which each word takes one of these letters.
All of that is cells and words here: a cell for each letter, and a word for each of the answers.

Source: `bldstructs` and what it calls in qxw.c of Qxw 20200708.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

Place = tuple[int, int]
"""Column and row of a square, from 0, as Qxw's files have them."""

PLAIN, COLUMNS, HEXAGON, EDGE, SECTOR = range(5)  # geometries; 5 to 12 are joined at edges
CYLINDER, TORUS, MOBIUS = 5, 9, 7
N_GEOMETRIES = 13
BOARDS = {HEXAGON: "hexagon", EDGE: "ring", SECTOR: "ring", CYLINDER: "cylinder", TORUS: "torus",
          MOBIUS: "mobius"}  # fmt: skip
HEADINGS = {
    COLUMNS: ("Up right", "Down right", "Down"), HEXAGON: ("Across", "Down right", "Down left"),
    EDGE: ("Circular", "Radial"), SECTOR: ("Circular", "Radial"),
}  # fmt: skip
USUAL = ("Across", "Down")
_ROUND_X = frozenset((3, 4, 5, 7, 9, 10, 11, 12))  # the last column goes on in the first
_ROUND_Y = frozenset((6, 8, 9, 10, 11, 12))
_FLIP_X = frozenset((7, 10, 12))  # there the first row goes on in the last
_FLIP_Y = frozenset((8, 11, 12))


class Props(NamedTuple):
    """The properties of a light that Qxw's filler uses.

    Args:
        dictionaries: a bit for each dictionary whose words it may hold; with none it is no word.
        methods: a bit for each way of entry: forwards, backwards, cyclic, cyclic and backwards,
            jumbled.
        is_treated: whether answers are treated.
        has_number: whether it is numbered.
        is_multiplexed: whether it has as many answers as its squares have letters.
    """

    dictionaries: int = 1
    methods: int = 1
    is_treated: bool = False
    has_number: bool = True
    is_multiplexed: bool = False


class QxwGrid(NamedTuple):
    """What a file says of squares.

    Args:
        geometry: its number.
        n_cols, n_rows: the size.
        closed: blocks and cutouts.
        bars, merges: by square, bits of the directions in which it has one.
        contents: by square and direction, what stands there: a text for each letter.
        split: the squares whose letters differ by direction.
    """

    geometry: int
    n_cols: int
    n_rows: int
    closed: frozenset[Place]
    bars: Mapping[Place, int]
    merges: Mapping[Place, int]
    contents: Mapping[tuple[Place, int], Sequence[str]]
    split: frozenset[Place]

    @property
    def headings(self) -> tuple[str, ...]:
        """The names of the directions."""
        return HEADINGS.get(self.geometry, USUAL)

    def has(self, place: Place) -> bool:
        """Whether a square is in the grid, if only as a block."""
        x, y = place
        if not (0 <= x < self.n_cols and 0 <= y < self.n_rows):
            return False
        if self.geometry == COLUMNS and self.n_cols % 2 and x % 2 and y == self.n_rows - 1:
            return False
        return not (self.geometry == HEXAGON and self.n_rows % 2 and y % 2 and x == self.n_cols - 1)

    def after(self, place: Place, way: int) -> Place | None:
        """The next square in a direction; None at an edge."""
        x, y = place
        if self.geometry == COLUMNS:
            step = ((1, -1 + x % 2), (1, x % 2), (0, 1))[way]
        elif self.geometry == HEXAGON:
            step = ((1, 0), (y % 2, 1), (-1 + y % 2, 1))[way]
        else:
            step = ((1, 0), (0, 1))[way]
        x, y = x + step[0], y + step[1]
        if x == self.n_cols and self.geometry in _ROUND_X:
            x = 0
            y = self.n_rows - 1 - y if self.geometry in _FLIP_X else y
        if y == self.n_rows and self.geometry in _ROUND_Y:
            y = 0
            x = self.n_cols - 1 - x if self.geometry in _FLIP_Y else x
        return (x, y) if self.has((x, y)) else None


class QxwLight(NamedTuple):
    """A light: `way` is the number of its direction, or -1 for a free light.

    Args: squares: those that it passes; merged ones once.
    """

    way: int
    squares: tuple[Place, ...]


class FillerCell(NamedTuple):
    """A cell of the filler: the letter at an offset of what a square holds in a direction."""

    square: Place
    way: int
    offset: int


class Lights:
    """Cuts the lights of a grid, and the words of lights."""

    def __init__(self, grid: QxwGrid) -> None:
        self.grid = grid
        self.n_ways = len(grid.headings)
        places = [
            (x, y) for y in range(grid.n_rows) for x in range(grid.n_cols) if grid.has((x, y))
        ]
        self.open = frozenset(place for place in places if place not in grid.closed)
        self._after = [
            {place: next_ for place in places if (next_ := grid.after(place, way))}
            for way in range(self.n_ways)
        ]
        self._before = [{to: at for at, to in after.items()} for after in self._after]
        self.places = places
        self.first = {place: self._first_of_merged(place) for place in self.open}

    def _joins(self, marks: Mapping[Place, int], place: Place, way: int) -> bool:
        """Whether there is a bar, or a merge, between a square and the next."""
        return bool(marks.get(place, 0) >> way & 1) and place in self._after[way]

    def _step(self, place: Place, way: int) -> Place | None:
        """The first square beyond those that are merged with this one."""
        at: Place | None = place
        while at is not None and self._joins(self.grid.merges, at, way):
            at = self._after[way][at]
            if at == place:
                return place
        return None if at is None else self._after[way].get(at)

    def _goes_on(self, place: Place, way: int) -> Place | None:
        """The square after this one in a light; None at its end."""
        to = self._step(place, way)
        if to is None or to == place or to not in self.open:
            return None
        return None if self._joins(self.grid.bars, self._before[way][to], way) else to

    def _is_start(self, place: Place, way: int) -> bool:
        before = self._before[way].get(place)
        if before in self.open and not self._joins(self.grid.bars, before, way):
            return False
        return self._goes_on(place, way) is not None

    def _first_of_merged(self, place: Place) -> Place:
        """The square in which the letter of merged squares stands."""
        merges = self.grid.merges
        for way in range(self.n_ways):
            before = self._before[way].get(place)
            if self._joins(merges, place, way) or (
                before is not None and self._joins(merges, before, way)
            ):
                group, at = [place], before
                while at is not None and at in self.open and self._joins(merges, at, way):
                    if at == place:  # all round
                        return min(group, key=lambda one: one[::-1])
                    group.append(at)
                    at = self._before[way].get(at)
                return group[-1]
        return place

    def starts(self) -> Iterator[tuple[int, Place]]:
        """Directions and first squares of all lights, in the filler's order."""
        for way in range(self.n_ways):
            for place in self.places:
                if place in self.open and self._is_start(place, way):
                    yield way, place

    def numbers(self, has_number: Callable[[int, Place], bool]) -> dict[Place, int]:
        """The numbers of squares. Args: has_number: of a light, by its direction and start."""
        order = self.places
        if self.grid.geometry == COLUMNS:  # the upper half of a zigzag row first
            order = sorted(order, key=lambda place: (place[1], place[0] % 2, place[0]))
        found: dict[Place, int] = {}
        starts = frozenset(self.starts())
        for place in order:
            ways = range(self.n_ways)
            if any((way, place) in starts and has_number(way, place) for way in ways):
                found[place] = len(found) + 1
        return found

    def light(self, way: int, start: Place) -> QxwLight:
        """The light that begins there."""
        squares = [start]
        while (to := self._goes_on(squares[-1], way)) is not None:
            squares.append(to)
        return QxwLight(way, tuple(self.first[square] for square in squares))

    def free(self, squares: Sequence[Place]) -> QxwLight:
        """A free light, which leaves out what is no square."""
        return QxwLight(-1, tuple(self.first[square] for square in squares if square in self.open))

    def held(self, square: Place, way: int) -> Sequence[str]:
        """What a square holds in a direction."""
        return self.grid.contents.get((square, way), ("",))

    def ways_at(self, square: Place, way: int) -> Sequence[int]:
        """The directions whose letters a light takes from a square."""
        if square not in self.grid.split:
            return (0,)
        return (way,) if way >= 0 else range(self.n_ways)

    def words(self, light: QxwLight, is_multiplexed: bool) -> list[tuple[FillerCell, ...]]:
        """The cells of the words of a light: one, or several of a multiplexed light."""
        sizes = [
            (square, way, len(self.held(square, way)))
            for square in light.squares
            for way in self.ways_at(square, light.way)
        ]
        if not is_multiplexed or light.way < 0:
            return [
                tuple(
                    FillerCell(square, way, offset)
                    for square, way, size in sizes
                    for offset in range(size)
                )
            ]
        most = max((size for *_, size in sizes), default=1)
        return [
            tuple(FillerCell(square, way, number % size) for square, way, size in sizes if size)
            for number in range(most)
        ]
