"""What a drawing is made of: rectangles, lines, circles and text, in points, from the top left.

A point is 1/72 inch. Nothing here knows of crosswords; nothing that makes them knows of files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

BLACK = "#000000"
WHITE = "#ffffff"
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
    """A straight line, longer at both ends by half its width."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: str = BLACK


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
        x: where its `anchor` is.
        y: its baseline.
        text: without line ends or control characters.
        size: the font's.
        anchor: which end of the text stands at `x`.
        bold, italic: of the letters.
        colour: of the letters.
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
class Group:
    """Shapes that belong together, drawn in their order; `name` is for readers of the SVG."""

    name: str
    shapes: tuple[Shape, ...]


Shape = Rect | Line | Circle | Text | Group
Simple = Rect | Line | Circle | Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page or picture: its size, and what is drawn on white."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def flat(self) -> list[Simple]:
        """All shapes in the order in which they are drawn, without the groups."""
        return list(_flat(self.shapes))


def _flat(shapes: Iterable[Shape]) -> Iterator[Simple]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _flat(shape.shapes)
        else:
            yield shape
