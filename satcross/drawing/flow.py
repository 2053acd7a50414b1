"""Setting clues in columns: which lines are in which column, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satcross.drawing.fonts import text_width
from satcross.drawing.shapes import Shape, Text
from satcross.drawing.words import Look, TextLine, Word, line_shapes, lines_of

# All in font sizes.
LEADING = 1.2
CLUE_GAP = 0.22
HEADING_SIZE = 1.12
HEADING_GAP = 1.0
HEADING_AFTER = 0.25
ASCENT = 0.95  # from the top of a line to its baseline
LABEL_GAP = 0.45
_MAX_LABEL = 2.6  # a wider label is part of the text
_KEPT_LINES = 8  # a clue with at most this number of lines is not divided
_LEAST_LINES = 4  # minimum height of balanced columns
_BOLD = Look(bold=True)


@dataclass(frozen=True, slots=True)
class Item:
    """A heading, or a clue with its label.

    Args:
        words: the text.
        label: the clue's label, or "".
        heading: whether it is a heading.
    """

    words: tuple[Word, ...]
    label: str = ""
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """Space for lines: its page, left side, top and bottom, in points."""

    page: int
    x: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Setting:
    """Items broken into lines for one column width and font size.

    Args:
        size: font size in points.
        indent: indent of the clues' text in points.
        items: each item with its lines.
    """

    size: float
    indent: float
    items: tuple[tuple[Item, tuple[TextLine, ...]], ...]


def broken(items: Sequence[Item], width: float, size: float) -> Setting:
    """The items in lines of `width` points, in a font of this size."""
    labels = [text_width(item.label, bold=True) for item in items if item.label]
    indent = max((label for label in labels if label <= _MAX_LABEL), default=0.0)
    if indent:
        indent += LABEL_GAP
    room = width / size
    out = []
    for item in items:
        if item.heading:
            lines = lines_of(item.words, room / HEADING_SIZE)
        else:
            words = item.words
            if text_width(item.label, bold=True) > _MAX_LABEL:
                wide = Word(((item.label, _BOLD),), None, text_width(item.label, bold=True))
                first = [Word(w.pieces, w.blank or _BOLD, w.width) for w in words[:1]]
                words = (wide, *first, *words[1:])
            lines = lines_of(words, max(room - (indent if item.label else 0.0), 1.0))
        out.append((item, tuple(lines)))
    return Setting(size, indent * size, tuple(out))


Spot = tuple[int, float, Item, TextLine, bool]  # column, baseline, item, line, is it the first


def placed(setting: Setting, columns: Sequence[Column]) -> list[Spot] | None:
    """The place of every line, or None if the columns are too short.

    A heading stays with the beginning of its first clue, and only long clues are divided.
    """
    size = setting.size
    leading = LEADING * size
    spots: list[Spot] = []
    at, y = 0, columns[0].top if columns else 0.0

    def fits(height: float) -> bool:
        return y + height <= columns[at].bottom + 1e-6

    def fresh() -> bool:
        return y <= columns[at].top

    def roomier(height: float) -> bool:
        return any(column.bottom - column.top >= height for column in columns[at + 1 :])

    if not columns:
        return None
    for index, (item, lines) in enumerate(setting.items):
        scale = HEADING_SIZE if item.heading else 1.0
        gap = 0.0 if fresh() else size * (HEADING_GAP if item.heading else CLUE_GAP)
        needed = gap + leading * scale * len(lines)
        if item.heading:
            following = setting.items[index + 1 : index + 2]
            n_following = min(len(following[0][1]), _KEPT_LINES) if following else 0
            needed += HEADING_AFTER * size + leading * n_following
        elif len(lines) > _KEPT_LINES:
            needed = gap + 2 * leading
        while not fits(needed) and (not fresh() or roomier(needed)):
            at += 1
            if at == len(columns):
                return None
            y, needed, gap = columns[at].top, needed - gap, 0.0
        y += gap
        for number, line in enumerate(lines):
            while not fits(leading * scale):
                at += 1
                if at == len(columns):
                    return None
                y = columns[at].top
            spots.append((at, y + ASCENT * size * scale, item, line, number == 0))
            y += leading * scale
        if item.heading:
            y += HEADING_AFTER * size
    return spots


def balanced(setting: Setting, columns: Sequence[Column], page: int) -> list[Spot] | None:
    """As `placed`, with the columns of the last page about equally full.

    Args:
        setting: the lines.
        columns: the columns of all pages.
        page: the last page; its columns are shortened as long as everything fits.
    """
    spots = placed(setting, columns)
    if spots is None:
        return None
    ends = [column.bottom for column in columns if column.page == page]
    tops = [column.top for column in columns if column.page == page]
    # Not so even that only one or two clues are under the grid.
    high = max(ends)
    low = min(high, max(tops) + _LEAST_LINES * LEADING * setting.size)
    low -= 2.0  # so that this height itself is tried
    while high - low > 1.0:
        middle = (low + high) / 2
        shorter = [
            column
            if column.page < page
            else Column(page, column.x, column.top, min(column.bottom, middle))
            for column in columns
        ]
        found = placed(setting, shorter)
        if found is None:
            low = middle
        else:
            high, spots = middle, found
    return spots


def spot_shapes(
    spots: Sequence[Spot], setting: Setting, columns: Sequence[Column], page: int
) -> list[Shape]:
    """The shapes on one page: the lines, with their labels right-aligned before them."""
    shapes: list[Shape] = []
    for at, y, item, line, first in spots:
        column = columns[at]
        if column.page != page:
            continue
        if item.heading:
            shapes += line_shapes(line, column.x, y, setting.size * HEADING_SIZE)
            continue
        if first and item.label and text_width(item.label, bold=True) <= _MAX_LABEL:
            right = column.x + setting.indent - LABEL_GAP * setting.size
            shapes.append(Text(right, y, item.label, setting.size, "end", bold=True))
        indent = setting.indent if item.label else 0.0
        shapes += line_shapes(line, column.x + indent, y, setting.size)
    return shapes
