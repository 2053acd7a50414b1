"""The elements of drawings: rectangles, lines, polygons, circles, pictures and text, in points.

Places count from the top left. A point is 1/72 inch. Shapes are independent of crosswords and of
the file formats that draw them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

BLACK = "#000000"
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

    Class fields:
        MISSING: what is drawn where our fonts lack a character.
    """

    MISSING: ClassVar = "\ufffd"

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
