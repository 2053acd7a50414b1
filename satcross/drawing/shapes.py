"""The elements of drawings: rectangles, lines, polygons, circles, pictures and text, in points.

Places count from the top left. A point is 1/72 inch. Shapes are independent of crosswords and of
the file formats that draw them.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

MISSING = "\ufffd"
"""What is drawn where our fonts lack a character."""
BLACK = "#000000"
WHITE = "#ffffff"
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_GREY = "#d3d3d3"  # for colours in an unknown notation
_CONTRAST = 7.0  # of black letters on a shade: what WCAG requires for small text
_STEPS = 32
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Rect:
    """A filled rectangle without an outline; `x`, `y` is its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    fill: str = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line, extended at both ends by half its width."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: str = BLACK


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon without an outline; its corners in a circle."""

    points: tuple[tuple[float, float], ...]
    fill: str = BLACK


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle's outline; `width` is that of the line."""

    x: float
    y: float
    radius: float
    width: float
    colour: str = BLACK


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text in one style.

    Args:
        x: position of its `anchor`.
        y: position of its baseline.
        text: without line ends or control characters.
        size: font size.
        anchor: the part of the text that is at `x`.
        bold, italic: style of the letters.
        colour: colour of the letters.
    """

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = "start"
    bold: bool = False
    italic: bool = False
    colour: str = BLACK


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """A picture; `x`, `y` is its upper left corner, `data` a PNG or JPEG file."""

    x: float
    y: float
    width: float
    height: float
    data: bytes

    @property
    def url(self) -> str:
        """The picture itself as a `data:` URL."""
        kind = "png" if self.data.startswith(b"\x89PNG") else "jpeg"
        return f"data:image/{kind};base64,{base64.b64encode(self.data).decode()}"


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """Shapes that belong together, in drawing order; `name` is for readers of the SVG."""

    name: str
    shapes: tuple[Shape, ...]


Simple = Rect | Line | Polygon | Circle | PlacedImage | Text
Shape = Simple | ShapeGroup
Layer = tuple[str, Iterable[Shape]]
"""The name of a group of a picture, and what is in it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page or picture: its size, and the shapes on white background."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def flat(self) -> list[Simple]:
        """All shapes in drawing order, without groups."""
        return list(_flat(self.shapes))


def _flat(shapes: Iterable[Shape]) -> Iterator[Simple]:
    for shape in shapes:
        if isinstance(shape, ShapeGroup):
            yield from _flat(shape.shapes)
        else:
            yield shape


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
