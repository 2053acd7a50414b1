"""Patterns of boards that are no rectangle: their lines, and the turns that leave them as they are.

A line without an end is written out twice, so that what is said of its parts holds past its end.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

from satcross.boards import Geometry, Point, Way, geometry_of
from satcross.cnf.formula import FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.errors import OptionError
from satcross.model.puzzle import Direction
from satcross.pattern.rules import ANY
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.variables import PatternVars

if TYPE_CHECKING:
    from satcross.pattern.rules import PatternRules

MAX_TURNS = 60  # as many as a ring of the largest pattern has sectors
_NEAR = 0.05  # how far two middles of one cell may be apart, in sides of a cell

# What is allowed by default, and cannot be forbidden on a board.
_ONLY_RECTANGLES: dict[str, Any] = {
    "bars": False, "open_squares": True, "block_squares": True, "max_block_run": None,
    "cheaters": True, "empty_lines": True, "min_checked": 0, "n_of_length": {}, "slots": (),
    "stacks": (),
}  # fmt: skip


def check_board(rules: PatternRules) -> None:
    """Raise OptionError for a board that cannot be, and rules that are for rectangles alone."""
    _, board = geometry_of(rules.board, rules.n_rows, rules.n_cols)
    if board.bars:
        raise OptionError(
            "the pattern of a board cannot have bars", hint="leave them out", parameter="board"
        )
    if is_divided(rules):
        for name, usual in (("n_blocks", ANY), ("n_words", ANY), ("alternate", False)):
            if getattr(rules, name) != usual:
                raise OptionError(
                    f"where rows are divided there is no rule {name.replace('_', ' ')}",
                    hint="leave it out",
                    parameter=name,
                )
    for name, usual in _ONLY_RECTANGLES.items():
        if getattr(rules, name) != usual:
            raise OptionError(
                f"on a board there is no rule {name.replace('_', ' ')}",
                hint="leave it out",
                parameter=name,
            )
    turns(rules)


def is_divided(rules: PatternRules) -> bool:
    """Whether the board's lines are divided into answers, and not by blocks."""
    geometry, _ = geometry_of(rules.board, rules.n_rows, rules.n_cols)
    return any(way.lines for way in geometry.ways)


def outside(rules: PatternRules) -> frozenset[int]:
    """The positions that are no cells of the board."""
    geometry, _ = geometry_of(rules.board, rules.n_rows, rules.n_cols)
    places = (divmod(at, rules.n_cols) for at in range(rules.n_rows * rules.n_cols))
    return rules.voids | {at for at, place in enumerate(places) if not geometry.has(*place)}


def turns(rules: PatternRules) -> list[tuple[int, ...]]:
    """Where each cell goes under each turn of the rules' symmetry, as `symmetry.images`.

    Raises:
        OptionError: the board does not have it.
    """
    geometry, _ = geometry_of(rules.board, rules.n_rows, rules.n_cols)
    voids = outside(rules)
    if rules.symmetry is Symmetry.NONE or is_divided(rules):
        return [tuple(range(rules.n_rows * rules.n_cols))]
    fits = rules.symmetry is Symmetry.ROTATION and 2 <= rules.turns <= MAX_TURNS
    angles = (360 * at / rules.turns for at in range(rules.turns)) if fits else ()
    found = [turn for angle in angles if (turn := _turn(geometry, voids, angle)) is not None]
    if not fits or len(found) < rules.turns:
        n = f" of {rules.turns} turns" if fits else ""
        raise OptionError(
            f"such a {rules.board} does not have {rules.symmetry} symmetry{n}",
            hint="choose none, another number of turns, or another shape",
            parameter="symmetry",
        )
    return found


def all_turns(rules: PatternRules) -> list[tuple[int, ...]]:
    """The turns that a board has: patterns that are turned so count as one."""
    geometry, _ = geometry_of(rules.board, rules.n_rows, rules.n_cols)
    voids = outside(rules)
    angles = sorted({at * 360 / n for n in (4, 6, rules.n_cols) for at in range(n)})
    every = (_turn(geometry, voids, angle) for angle in angles)
    return [turn for turn in every if turn is not None]


def _turn(geometry: Geometry, voids: frozenset[int], angle: float) -> tuple[int, ...] | None:
    """Where each cell goes when the drawn board is turned clockwise; None if it does not fit."""
    n = geometry.n_cols
    cells = [at for at in range(geometry.n_rows * n) if at not in voids]
    middles = {at: geometry.looks(*divmod(at, n)).middle for at in cells}
    if not cells:
        return None
    centre = tuple(sum(axis) / len(cells) for axis in zip(*middles.values(), strict=True))
    by_place: dict[tuple[int, int], list[int]] = {}
    for at, (x, y) in middles.items():
        by_place.setdefault((round(x), round(y)), []).append(at)

    def at_place(x: float, y: float) -> int | None:
        for col in (round(x) - 1, round(x), round(x) + 1):
            for row in (round(y) - 1, round(y), round(y) + 1):
                for at in by_place.get((col, row), ()):
                    if max(abs(middles[at][0] - x), abs(middles[at][1] - y)) < _NEAR:
                        return at
        return None

    moved = list(range(geometry.n_rows * n))
    for at, (x, y) in middles.items():
        to = at_place(*_turned((x - centre[0], y - centre[1]), angle, (centre[0], centre[1])))
        if to is None:
            return None
        moved[at] = to
    return tuple(moved)


def _turned(point: Point, angle: float, centre: Point) -> Point:
    x, y = point
    c, s = cos(radians(angle)), sin(radians(angle))
    return centre[0] + x * c - y * s, centre[1] + x * s + y * c


class BoardVars(PatternVars):
    """Literals of a pattern of blocks on a board: two cells are joined where both are open."""

    def __init__(
        self, rules: PatternRules, builder: FormulaBuilder, variables: VarMapBuilder
    ) -> None:
        self.rules = rules
        self.moves = turns(rules)
        geometry, _ = geometry_of(rules.board, rules.n_rows, rules.n_cols)
        n_cols = rules.n_cols
        n = rules.n_rows * n_cols
        self.voids = outside(rules)
        self.ways = geometry.ways
        orbit = [min(move[cell] for move in self.moves) for cell in range(n)]
        heads = sorted({orbit[cell] for cell in range(n) if cell not in self.voids})
        first = variables.new("open", len(heads)) if heads else 1
        self.n_free = len(heads)
        self.true = self._true(builder, variables)
        index = {head: first + i for i, head in enumerate(heads)}
        self._open = [-self.true if cell in self.voids else index[orbit[cell]] for cell in range(n)]
        self._lines: list[tuple[Direction | Way, list[int], list[int]]] = []
        self._around: dict[tuple[int, Direction | Way], list[int]] = {}
        self._join = {}
        made: dict[tuple[int, int], int] = {}
        builder.begin("joins")

        def join(one: int, other: int) -> int:
            literals = sorted({self._open[one], self._open[other]})
            if -self.true in literals:
                return -self.true
            key = (literals[0], literals[-1])
            if key not in made:
                made[key] = found = variables.new("join")
                builder.add_all([-found, literal] for literal in literals)
                builder.add([found, *(-literal for literal in literals)])
            self._join[min(one, other), max(one, other)] = made[key]
            return made[key]

        for way in geometry.ways:
            for places in geometry.lines(way):
                cells = [row * n_cols + col for row, col in places]
                is_circle = geometry.after(way, *places[-1]) == places[0]
                inner = [join(a, b) for a, b in pairwise(cells)]
                ends = join(cells[-1], cells[0]) if is_circle else -self.true
                joins = [ends, *inner, ends]
                for at, cell in enumerate(cells):
                    self._around[cell, way] = joins[at : at + 2]
                if is_circle:
                    self._lines.append((way, cells * 2, [*joins, *inner, ends]))
                else:
                    self._lines.append((way, cells, joins))
        self.edges = tuple(sorted(self._join))

    def lines(self) -> list[tuple[Direction | Way, list[int], list[int]]]:
        """Every line, as (way, cells, joins); those without an end twice in a row."""
        return self._lines

    def around(self, cell: int, direction: Direction | Way) -> list[int]:
        """The joins of a cell to those before and after it."""
        return self._around.get((cell, direction), [-self.true] * 2)
