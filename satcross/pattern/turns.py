"""Boards for patterns: which rules they can have, and the turns that leave them as they are."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any, Protocol

from satcross.boards import Geometry, Point
from satcross.errors import OptionError
from satcross.pattern.symmetry import Symmetry

MAX_TURNS = 60  # as many as a ring of the largest pattern has sectors
_NEAR = 0.05  # how far two middles of one cell may be apart, in sides of a cell

# What is allowed by default, and cannot be forbidden on a board.
_ONLY_RECTANGLES: dict[str, Any] = {
    "bars": False, "open_squares": True, "block_squares": True, "max_block_run": None,
    "cheaters": True, "empty_lines": True, "min_checked": 0, "n_of_length": {}, "slots": (),
    "stacks": (),
}  # fmt: skip


class _OnBoard(Protocol):
    """The fields of `PatternRules` that say which cells there are, and how they may be turned."""

    @property
    def board(self) -> str: ...
    @property
    def n_rows(self) -> int: ...
    @property
    def n_cols(self) -> int: ...
    @property
    def voids(self) -> frozenset[int]: ...
    @property
    def symmetry(self) -> Symmetry: ...
    @property
    def turns(self) -> int: ...


def check_board(rules: _OnBoard) -> None:
    """Raise OptionError for a board that cannot be, and rules that are for rectangles alone."""
    if Geometry.of(rules.board, rules.n_rows, rules.n_cols).board.bars:
        raise OptionError(
            "the pattern of a board cannot have bars", hint="leave them out", parameter="board"
        )
    if is_divided(rules):
        for name, usual in (
            ("n_blocks", (None, None)),
            ("n_words", (None, None)),
            ("alternate", False),
        ):
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


def is_divided(rules: _OnBoard) -> bool:
    """Whether the board's lines are divided into answers, and not by blocks."""
    geometry = Geometry.of(rules.board, rules.n_rows, rules.n_cols)
    return any(way.lines for way in geometry.ways)


def outside(rules: _OnBoard) -> frozenset[int]:
    """The positions that are no cells of the board."""
    geometry = Geometry.of(rules.board, rules.n_rows, rules.n_cols)
    places = (divmod(at, rules.n_cols) for at in range(rules.n_rows * rules.n_cols))
    return rules.voids | {at for at, place in enumerate(places) if not geometry.has(*place)}


def turns(rules: _OnBoard) -> list[tuple[int, ...]]:
    """Where each cell goes under each turn of the rules' symmetry, as `symmetry.images`.

    Raises:
        OptionError: the board does not have it.
    """
    geometry = Geometry.of(rules.board, rules.n_rows, rules.n_cols)
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


def all_turns(rules: _OnBoard) -> list[tuple[int, ...]]:
    """The turns that a board has: patterns that are turned so count as one."""
    geometry = Geometry.of(rules.board, rules.n_rows, rules.n_cols)
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
