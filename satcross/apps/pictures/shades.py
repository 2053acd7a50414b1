"""Shapes that are moved, and how dark colours are, on paper and on pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from satcross.extend import Circle, Line, PlacedImage, Polygon, Rect, Shape, ShapeGroup, Text

WHITE = "#ffffff"


_HEX = re.compile(r"#[0-9a-fA-F]{6}")


_GREY = "#d3d3d3"  # for colours in an unknown notation


_CONTRAST = 7.0  # of black letters on a shade: what WCAG requires for small text


_STEPS = 32


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255; grey for an invalid colour."""
    text = colour if _HEX.fullmatch(colour) else _GREY
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def luminance(colour: str) -> float:
    """The luminance of a colour, from 0 to 1. Source: WCAG 2.2, relative luminance."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def paper_shade(colour: str) -> str:
    """The shade as it is printed: lighter if black letters would not be legible on it.

    >>> paper_shade("#FFD700"), paper_shade("#000000")
    ('#ffd700', '#979797')
    """
    parts = rgb(colour)
    for step in range(_STEPS + 1):
        mixed = tuple(round(part + (255 - part) * step / _STEPS) for part in parts)
        shade = "#{:02x}{:02x}{:02x}".format(*mixed)
        if (luminance(shade) + 0.05) / 0.05 >= _CONTRAST:
            return shade
    return "#ffffff"


def moved(shapes: Iterable[Shape], dx: float, dy: float, scale: float) -> Iterator[Shape]:
    """Shapes enlarged by `scale` from the upper left corner, and then moved."""
    x_of: Callable[[float], float] = lambda x: x * scale + dx  # noqa: E731
    y_of: Callable[[float], float] = lambda y: y * scale + dy  # noqa: E731
    for shape in shapes:
        match shape:
            case ShapeGroup(_, inner):
                yield replace(shape, shapes=tuple(moved(inner, dx, dy, scale)))
            case Rect(x, y, width, height) | PlacedImage(x, y, width, height):
                yield replace(
                    shape, x=x_of(x), y=y_of(y), width=width * scale, height=height * scale
                )
            case Line(x1, y1, x2, y2, width):
                yield replace(
                    shape, x1=x_of(x1), y1=y_of(y1), x2=x_of(x2), y2=y_of(y2), width=width * scale
                )
            case Circle(x, y, radius, width):
                yield replace(
                    shape, x=x_of(x), y=y_of(y), radius=radius * scale, width=width * scale
                )
            case Polygon(points):
                yield replace(shape, points=tuple((x_of(x), y_of(y)) for x, y in points))
            case Text(x, y, _, size):
                yield replace(shape, x=x_of(x), y=y_of(y), size=size * scale)
