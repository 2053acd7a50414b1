"""A line for a name and a date above a puzzle, for sheets that are handed out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from satcross.apps.pictures.fonts import text_width
from satcross.apps.pictures.scripts import RIGHT_TO_LEFT
from satcross.apps.pictures.shades import moved
from satcross.extend import Line, Page, Shape, ShapeGroup, Sheet, Text, Texts

_SIZE = 11.0
_NAME = 0.64  # of the width, for the name; the rest is for the date
_GAP = 5.0  # between a word and its line, which is a little below it
_BELOW = 2.5


def below_name_line(
    drawn: Callable[[Page], Sequence[Sheet]], page: Page, language: str
) -> list[Sheet]:
    """Sheets on what is left of a page, with the line above the first of them.

    Args:
        drawn: draws them on a page.
        page: the paper.
        language: of the words.
    """
    first, *others = drawn(page.below_name_line)
    line = Sheet(page.width, page.height, (_name_line(page, language),))
    if language in RIGHT_TO_LEFT:
        from satcross.apps.pictures.scripts import mirrored

        line = mirrored(line)
    shapes = (*line.shapes, *moved(first.shapes, 0.0, page.NAME_LINE, 1.0))
    rest = [replace(sheet, height=page.height) for sheet in others]
    return [Sheet(page.width, page.height, shapes), *rest]


def _name_line(page: Page, language: str) -> ShapeGroup:
    phrases = Texts.of(language).phrases
    left, right = page.margin, page.width - page.margin
    middle = left + _NAME * (right - left)
    y = page.margin + _SIZE
    shapes: list[Shape] = []
    places = (phrases["Name"], left, middle - 3 * _GAP), (phrases["Date"], middle, right)
    for word, start, end in places:
        text = f"{word}:"
        shapes.append(Text(start, y, text, _SIZE))
        after = start + text_width(text, _SIZE) + _GAP
        shapes.append(Line(after, y + _BELOW, max(after, end), y + _BELOW, 0.6))
    return ShapeGroup("name", tuple(shapes))
