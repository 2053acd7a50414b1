"""Where the shapes of a drawing are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from satcross.apps.pictures.fonts import text_width
from satcross.drawing.shapes import (
    Circle,
    Line,
    PlacedImage,
    Polygon,
    Rect,
    Shape,
    ShapeGroup,
    Sheet,
    Simple,
    Text,
)

Box = tuple[float, float, float, float]  # left, top, right, bottom
ASCENT = 0.76  # of capitals and most letters, without accents on capitals
DESCENT = 0.24  # how far letters reach below the baseline


def box(shape: Simple) -> Box:
    """The rectangle that a shape fills, with the width of its lines."""
    match shape:
        case Rect(x, y, width, height) | PlacedImage(x, y, width, height):
            return x, y, x + width, y + height
        case Line(x1, y1, x2, y2, width):
            half = width / 2
            return min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half
        case Polygon(points):
            xs, ys = zip(*points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Circle(x, y, radius, width):
            reach = radius + width / 2
            return x - reach, y - reach, x + reach, y + reach
        case Text(x, y, text, size, anchor, bold, italic):
            width = text_width(text, size, bold=bold, italic=italic)
            left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
            return left, y - ASCENT * size, left + width, y + DESCENT * size


def outside(sheet: Sheet) -> list[Simple]:
    """The shapes that reach over the edge of their sheet."""
    found = []
    for shape in sheet.flat():
        left, top, right, bottom = box(shape)
        if left < 0 or top < 0 or right > sheet.width or bottom > sheet.height:
            found.append(shape)
    return found


def group(shapes: Iterable[Shape], name: str) -> list[Simple]:
    """The shapes of the group of that name, wherever it is; none if it is missing."""
    for shape in shapes:
        if isinstance(shape, ShapeGroup):
            if shape.name == name:
                return Sheet(1, 1, shape.shapes).flat()
            found = group(shape.shapes, name)
            if found:
                return found
    return []


def grid_box(sheet: Sheet) -> Box:
    """The rectangle of the whole grid."""
    boxes = [box(shape) for shape in group(sheet.shapes, "grid")]
    return (
        min(b[0] for b in boxes), min(b[1] for b in boxes),
        max(b[2] for b in boxes), max(b[3] for b in boxes),
    )  # fmt: skip


def texts(shapes: Iterable[Simple]) -> list[Text]:
    """The texts among shapes."""
    return [shape for shape in shapes if isinstance(shape, Text)]


def texts_beside_grid(sheet: Sheet) -> list[Text]:
    """All texts but those of the grid."""
    return texts(
        Sheet(1, 1, tuple(s for s in sheet.shapes if not isinstance(s, ShapeGroup))).flat()
    )


def overlaps(boxes: Iterable[Box]) -> list[tuple[Box, Box]]:
    """Pairs of boxes that share more than a hair."""
    hair = 0.3
    ordered = sorted(boxes)
    return [
        (a, b)
        for index, a in enumerate(ordered)
        for b in ordered[index + 1 :]
        if b[0] < a[2] - hair and a[1] < b[3] - hair and b[1] < a[3] - hair
    ]


def ascending(values: Iterable[float]) -> bool:
    """Whether no value is less than the one before it."""
    return all(a <= b for a, b in pairwise(values))
