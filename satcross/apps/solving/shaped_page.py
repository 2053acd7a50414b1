"""What a page to solve needs of a board that is no plain rectangle: outlines, steps and entries."""

from __future__ import annotations

from math import hypot
from typing import Any

from satcross import Crossword
from satcross.apps.pictures.shaped import ShapedPainter, bounds_on, key_of
from satcross.extend import (
    ACROSS,
    DOWN,
    Clue,
    Geometry,
    Line,
    Polygon,
    SquareKind,
    Way,
    find_slots,
    pattern_of,
)

_SCALE = 60.0  # points of a cell in which lines are as thick as in a picture
_ARROWS: tuple[tuple[float, float], ...] = (
    (0, -1),
    (1, 0),
    (0, 1),
    (-1, 0),
)  # of the keys, clockwise
_LEAST = 0.3  # cosine of the angle between an arrow and the step that it makes


def shape_of(crossword: Crossword) -> dict[str, Any]:
    """The board as data of the page, in sides of a cell from its upper left corner.

    Returns: `width` and `height`; by position `cells` (corners), `middles` and `numbers` (places of
        texts; None for the corner of a square), and `beside`: the cells to which the four arrows
        lead, or -1; `lines` (two points and a width), `heads` (triangles) and `signs` (a place and
        a text); `entries` with `dir`, `label` and `cells`.
    """
    bounds = bounds_on(crossword)
    painter = ShapedPainter(crossword, -bounds.left * _SCALE, -bounds.top * _SCALE, _SCALE)
    geometry = painter.geometry
    shapes = [*painter.lines(), *painter.bars(), *painter.border()]
    places = [divmod(at, crossword.n_cols) for at in range(len(crossword.squares))]
    is_drawn = [square.kind is not SquareKind.VOID for square in crossword.squares]

    def shifted(point: tuple[float, float] | None) -> list[float] | None:
        return point and [round(point[0] - bounds.left, 3), round(point[1] - bounds.top, 3)]

    return {
        "width": round(bounds.width, 3),
        "height": round(bounds.height, 3),
        "cells": [
            [shifted(point) for side in geometry.sides(*place) for point in side[1:]]
            if drawn
            else []
            for place, drawn in zip(places, is_drawn, strict=True)
        ],
        "middles": [shifted(geometry.looks(*place).middle) for place in places],
        "numbers": [shifted(geometry.looks(*place).number) for place in places],
        "beside": _beside(geometry, is_drawn),
        "lines": [
            [round(x / _SCALE, 3) for x in (shape.x1, shape.y1, shape.x2, shape.y2, shape.width)]
            for shape in shapes
            if isinstance(shape, Line)
        ],
        "heads": [
            [[round(x / _SCALE, 3) for x in point] for point in shape.points]
            for shape in shapes
            if isinstance(shape, Polygon)
        ],
        "signs": [[shifted(sign.at), sign.text] for sign in geometry.signs()],
        "entries": _entries(crossword, geometry),
    }


def shades_of(crossword: Crossword) -> list[str]:
    """The usual colours of its open cells; "" for that of paper."""
    geometry = Geometry.of(crossword.board, crossword.n_rows, crossword.n_cols)
    return [
        geometry.shade(*divmod(at, crossword.n_cols)) if square.kind is SquareKind.OPEN else ""
        for at, square in enumerate(crossword.squares)
    ]


Clues = list[tuple[Clue, tuple[int, ...]]]
"""Clues, and their cells."""


def of_whole_lines(crossword: Crossword, clues: Clues) -> Clues:
    """Clues with all cells of a line that has a name: a solver is not told where answers end."""
    geometry = Geometry.of(crossword.board, crossword.n_rows, crossword.n_cols)
    whole = {way.name: _parts_of(crossword, geometry, way) for way in geometry.ways if way.lines}

    def line_of(clue: Clue, cells: tuple[int, ...]) -> tuple[int, ...]:
        if clue.direction not in whole or not cells:
            return cells
        return next((line for _, line in whole[clue.direction] if {*cells} <= {*line}), ())

    return [(clue, line_of(clue, cells)) for clue, cells in clues]


def _entries(crossword: Crossword, geometry: Geometry) -> list[dict[str, Any]]:
    """The lights; of lines with names the parts between blocks."""
    found: list[dict[str, Any]] = []
    lights = find_slots(pattern_of(crossword))
    names = {ACROSS: "across", DOWN: "down"}
    for way in geometry.ways:
        parts = (
            _parts_of(crossword, geometry, way)
            if way.lines
            else [(light.label, light.cells) for light in lights if light.direction == way]
        )
        found += [
            {"dir": names.get(way.name, way.name), "label": label, "cells": cells}
            for label, cells in parts
        ]
    return found


def _parts_of(
    crossword: Crossword, geometry: Geometry, way: Way
) -> list[tuple[str, tuple[int, ...]]]:
    """The lines of a direction without their blocks, by name."""
    parts: list[tuple[str, tuple[int, ...]]] = []
    for number, line in enumerate(geometry.lines(way)):
        part: list[int] = []
        for row, col in [*line, (-1, -1)]:
            at = row * crossword.n_cols + col
            if row >= 0 and crossword.squares[at].kind is SquareKind.OPEN:
                part.append(at)
                continue
            if len(part) > 1:
                parts.append((way.line_name(number), tuple(part)))
            part = []
    return parts


def _beside(geometry: Geometry, is_drawn: list[bool]) -> list[list[int]]:
    """By position, the cells up, right, down and left of it: those that share a side or a light.

    Of several that are as far from an arrow's direction, the one of the same column of grid text.
    """
    n = geometry.n_cols
    steps: list[dict[int, tuple[float, float]]] = [{} for _ in is_drawn]
    middles = [geometry.looks(*divmod(at, n)).middle for at in range(len(is_drawn))]
    owners: dict[frozenset[tuple[float, float]], int] = {}
    for at, drawn in enumerate(is_drawn):
        if not drawn:
            continue
        for side in geometry.sides(*divmod(at, n)):
            other = owners.setdefault(key_of(side), at)
            if other != at:
                steps[at][other] = _between(middles[at], middles[other])
                steps[other][at] = _between(middles[other], middles[at])
    for at, drawn in enumerate(is_drawn):
        for way in geometry.ways if drawn else ():
            place = divmod(at, n)
            then = geometry.after(way, *place)
            side_at = geometry.exit(way, *place)
            if then is None or side_at < 0 or not is_drawn[then[0] * n + then[1]]:
                continue
            side = geometry.sides(*place)[side_at]
            ahead = _between(middles[at], _mean(side[0], side[-1]))
            after = then[0] * n + then[1]
            steps[at].setdefault(after, ahead)
            steps[after].setdefault(at, (-ahead[0], -ahead[1]))
    return [[_chosen(at, steps[at], arrow, n) for arrow in _ARROWS] for at in range(len(is_drawn))]


def _chosen(
    at: int, steps: dict[int, tuple[float, float]], arrow: tuple[float, float], n_cols: int
) -> int:
    best, best_at = (_LEAST, 0), -1
    for other, (x, y) in steps.items():
        cosine = (x * arrow[0] + y * arrow[1]) / (hypot(x, y) or 1.0)
        rank = (round(cosine, 3), -abs(other % n_cols - at % n_cols))
        if rank > best:
            best, best_at = rank, other
    return best_at


def _between(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return other[0] - one[0], other[1] - one[1]


def _mean(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
