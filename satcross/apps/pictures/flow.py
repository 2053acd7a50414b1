"""Setting clues in columns: which lines are in which column, and where."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from satcross.apps.pictures.fonts import text_width
from satcross.apps.pictures.words import Look, TextLine, UnbrokenUnit, line_shapes, lines_of
from satcross.extend import PlacedImage, Shape, Text

# All in font sizes.
LEADING = 1.2
CLUE_GAP = 0.22
HEADING_SIZE = 1.12
HEADING_GAP = 1.0
HEADING_AFTER = 0.25
ASCENT = 0.95  # from the top of a line to its baseline
LABEL_GAP = 0.45
_PICTURE = 6.0  # the height of a picture, where it is not too wide
_MAX_LABEL = 2.6  # a wider label is part of the text
_KEPT_LINES = 8  # a clue with at most this number of lines is not divided
_LOOK_BACK = 16  # lines by which a column may be shorter than another, where that helps
_MAX_STRETCH = 0.45  # of a gap between clues
_HEADING_STRETCH = 3  # of the gap above a heading, compared with that
_HAIR = 1e-6
# How bad it is where a column begins, in squares of lines by which columns differ.
_SPLIT_HEADING, _SPLIT, _LONE, _SPLIT_LONG = 1e6, 1e4, 2500.0, 4.0
FAULTLESS = _SPLIT_LONG * 8
_BOLD = Look(bold=True)


@dataclass(frozen=True, slots=True)
class Item:
    """A heading, or a clue with its label.

    Args:
        words: the text.
        label: the clue's label, or "".
        heading: whether it is a heading.
        pictures: below the text: files, each with its width divided by its height.
    """

    words: tuple[UnbrokenUnit, ...]
    label: str = ""
    heading: bool = False
    pictures: tuple[tuple[bytes, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """Space for lines: its page, left side, top and bottom, in points."""

    page: int
    x: float
    top: float
    bottom: float


class SetLine(NamedTuple):
    """A line of an item.

    Args:
        item, words: the item, and what of it is on the line.
        is_first: whether it is the item's first line.
        gap: space above it, in points, unless a column begins with it.
        height: without the gap.
        fault: how bad it is to begin a column with it; 0 is faultless.
        picture: what is there instead of words: a file, and its width; None for words.
    """

    item: Item
    words: TextLine
    is_first: bool
    gap: float
    height: float
    fault: float
    picture: tuple[bytes, float] | None = None


@dataclass(frozen=True, slots=True)
class Typesetting:
    """Items broken into lines for one column width and font size.

    Args:
        size: font size in points.
        indent: indent of the clues' text in points.
        lines: the lines of all items.
        depths: for each line the height of all lines before it, with their gaps; and of all.
        good: where columns end well: the lines after such ends.
    """

    size: float
    indent: float
    lines: tuple[SetLine, ...]
    depths: tuple[float, ...]
    good: tuple[int, ...]

    def height(self, first: int, end: int) -> float:
        """The height of a column with the lines from `first` to before `end`."""
        if first == end:
            return 0.0
        return self.depths[end] - self.depths[first] - self.lines[first].gap

    def in_lines(self, points: float) -> float:
        """A height in lines of clues."""
        return points / (LEADING * self.size)


def broken(items: Sequence[Item], width: float, size: float) -> Typesetting:
    """The items in lines of `width` points, in a font of this size."""
    labels = [text_width(item.label, bold=True) for item in items if item.label]
    indent = max((label for label in labels if label <= _MAX_LABEL), default=0.0)
    if indent:
        indent += LABEL_GAP
    room = width / size
    lines: list[SetLine] = []
    for item, (fault, inside) in zip(items, _faults(items), strict=True):
        scale = HEADING_SIZE if item.heading else 1.0
        if item.heading:
            texts = lines_of(item.words, room / HEADING_SIZE)
        else:
            words = item.words
            if text_width(item.label, bold=True) > _MAX_LABEL:
                wide = UnbrokenUnit(((item.label, _BOLD),), None, text_width(item.label, bold=True))
                first = [UnbrokenUnit(w.pieces, w.blank or _BOLD, w.width) for w in words[:1]]
                words = (wide, *first, *words[1:])
            texts = lines_of(words, max(room - (indent if item.label else 0.0), 1.0))
        gap = HEADING_GAP if item.heading else CLUE_GAP
        if lines and lines[-1].item.heading:
            gap = HEADING_AFTER
        for number, text in enumerate(texts):
            lines.append(
                SetLine(
                    item,
                    text,
                    number == 0,
                    gap * size if number == 0 else 0.0,
                    LEADING * size * scale,
                    _fault_inside(number, len(texts), inside) if number else fault,
                )
            )
        left = max(room - (indent if item.label else 0.0), 1.0)
        for data, ratio in item.pictures:
            width = min(_PICTURE * ratio, left) * size
            height = width / ratio + CLUE_GAP * size
            blank = SetLine(item, (), False, 0.0, height, _SPLIT, (data, width))
            lines.append(blank)
    depths = accumulate((line.gap + line.height for line in lines), initial=0.0)
    good = [at for at, line in enumerate(lines) if at and line.fault <= _SPLIT_LONG]
    return Typesetting(size, indent * size, tuple(lines), tuple(depths), (*good, len(lines)))


def _faults(items: Sequence[Item]) -> Iterator[tuple[float, float]]:
    """For each item, how bad it is to begin a column with it, and with a line inside it.

    A heading stays with two clues, and two clues of a list are together at the top of a column.
    """
    since = 0  # clues after the last heading
    has_heading = False
    for index, item in enumerate(items):
        if item.heading:
            since, has_heading = 0, True
            yield 0.0, _SPLIT_HEADING
            continue
        since += 1
        is_last = index + 1 == len(items) or items[index + 1].heading
        ends_list = is_last and since > 1
        inside = _LONE if ends_list or (has_heading and since == 1 and not is_last) else _SPLIT_LONG
        if has_heading and since == 1:
            yield _SPLIT_HEADING, inside
        else:
            yield _LONE if ends_list or (has_heading and since == 2) else 0.0, inside


def _fault_inside(number: int, n_lines: int, usual: float) -> float:
    """How bad it is to begin a column with a line of an item that is not its first one.

    Args: number, n_lines: of the line, from 0, and of all; usual: of a line in a long item.
    """
    if n_lines <= _KEPT_LINES:
        return max(_SPLIT, usual)
    return max(_LONE, usual) if number == 1 or number == n_lines - 1 else usual


Spot = tuple[int, float, SetLine]  # column, baseline, line


@dataclass(frozen=True, slots=True)
class Flow:
    """The lines on one page.

    Args:
        ends: for each column the line after its last one.
        fault: the sum of the faults of its columns.
        spread: how much the ends of its columns differ after `spots_of` has spaced them, in lines.
        n_empty: the number of columns without lines.
    """

    ends: tuple[int, ...]
    fault: float
    spread: float
    n_empty: int


def poured(setting: Typesetting, start: int, columns: Sequence[Column], after: float) -> Flow:
    """The lines from `start` in full columns, as far as they go.

    Args:
        setting, start: the lines.
        columns: those of the page.
        after: height of the columns of the next page.
    """
    ends: list[int] = []
    fault, n = 0.0, len(setting.lines)
    at = start
    for index, column in enumerate(columns):
        room = column.bottom - column.top
        later = max((other.bottom - other.top for other in columns[index + 1 :]), default=after)
        last = _last_end(setting, at, room)
        # Where what comes next does not fit well, the column may stay empty, if another is longer.
        possible = _possible_ends(setting, at, last, last) if at < n else [n]
        if later > room + _HAIR or not possible:
            possible.append(at)

        def cost(end: int, at: int = at, room: float = room) -> float:
            slack = setting.in_lines(room - setting.height(at, end))
            return 0.0 if end == n else _fault(setting, end) + slack * slack

        at = min(reversed(possible), key=cost)
        fault += _fault(setting, at)
        ends.append(at)
    return Flow(tuple(ends), fault, 0.0, 0)


def balanced(setting: Typesetting, columns: Sequence[Column], start: int = 0) -> Flow | None:
    """The lines from `start` in columns that end at about the same height; None if too many.

    Of all ways to divide them this is the one with the least sum of faults and of squares of the
    distances, in lines, from the height at which the columns would end if lines were like water.
    """
    n = len(setting.lines)
    tops = [column.top for column in columns]
    # Gaps are dropped at most at the top of each column.
    room = sum(column.bottom - column.top for column in columns)
    if setting.height(start, n) > room + len(columns) * HEADING_GAP * setting.size:
        return None
    level = _level(setting.height(start, n), tops)
    ends = _best_ends(setting, columns, start, level)
    if ends is None:
        return None
    fault = sum(_fault(setting, end) for end in set(ends))
    firsts = (start, *ends)
    bottoms = _bottoms(setting, columns, firsts)
    stretched = [
        bottom + min(max(bottoms) - bottom, _MAX_STRETCH * setting.size * n_gaps)
        for bottom, n_gaps in zip(bottoms, _gaps(setting, firsts), strict=True)
    ]
    n_empty = sum(first == end for first, end in pairwise(firsts))
    return Flow(ends, fault, setting.in_lines(max(bottoms) - min(stretched)), n_empty)


def _best_ends(
    setting: Typesetting, columns: Sequence[Column], start: int, level: float
) -> tuple[int, ...] | None:
    """The division of `balanced`, or None if there is none.

    Args:
        setting, columns, start: as there.
        level: the height at which the columns should end.
    """
    n = len(setting.lines)
    best: dict[int, tuple[float, tuple[int, ...]]] = {start: (0.0, ())}
    for column in columns:
        following: dict[int, tuple[float, tuple[int, ...]]] = {}
        for at, (cost, ends) in best.items():
            last = _last_end(setting, at, column.bottom - column.top)
            usual = min(_last_end(setting, at, level - column.top), last)
            possible = _possible_ends(setting, at, usual, last) if at < n else [n]
            if column is columns[-1]:
                possible = [end for end in possible if end == n]
            for end in possible:
                short = setting.in_lines(level - column.top - setting.height(at, end))
                if end == at:  # nothing is left
                    short = max(short, 0.0)
                new = cost + short * short + (_fault(setting, end) if end > at else 0.0)
                if end not in following or new < following[end][0]:
                    following[end] = new, (*ends, end)
        best = following
    return best[n][1] if n in best else None


def _possible_ends(setting: Typesetting, first: int, usual: int, last: int) -> list[int]:
    """The ends of a column that are considered.

    Args:
        setting: the lines.
        first: the column's first line.
        usual: where it would best end.
        last: where it has to end.
    """
    good = setting.good
    low = bisect_right(good, max(first, usual - _LOOK_BACK - 1))
    high = bisect_right(good, min(last, max(usual, first) + _LOOK_BACK))
    # Long clues that belong together may need more room.
    if (low == high or good[low] > usual) and low and good[low - 1] > first:
        low -= 1
    if low == high and high < len(good) and good[high] <= last:
        high += 1
    if low < high:
        return list(good[low:high])
    return list(range(max(first + 1, last - _LOOK_BACK), last + 1))


def _last_end(setting: Typesetting, first: int, room: float) -> int:
    """The line after the last one that fits into `room` with those from `first`."""
    if first == len(setting.lines):
        return first
    depth = setting.depths[first] + setting.lines[first].gap + room + _HAIR
    return max(bisect_right(setting.depths, depth) - 1, first)


def _fault(setting: Typesetting, line: int) -> float:
    return setting.lines[line].fault if line < len(setting.lines) else 0.0


def _level(height: float, tops: Sequence[float]) -> float:
    """How high water of this height in one column would stand in columns with these tops."""
    tops = sorted(tops)
    level = tops[0] + height
    for n in range(2, len(tops) + 1):
        if level <= tops[n - 1]:
            break
        level = (height + sum(tops[:n])) / n
    return level


def _bottoms(setting: Typesetting, columns: Sequence[Column], firsts: Sequence[int]) -> list[float]:
    """Where the columns end."""
    return [
        column.top + setting.height(first, end)
        for column, (first, end) in zip(columns, pairwise(firsts), strict=True)
    ]


def _gaps(setting: Typesetting, firsts: Sequence[int]) -> list[int]:
    """The sum of `_elasticity` of the lines of each column."""
    return [
        sum(map(_elasticity, setting.lines[first + 1 : end])) for first, end in pairwise(firsts)
    ]


def _elasticity(line: SetLine) -> int:
    """How much the gap above a line is stretched, compared with the gap between clues."""
    return (_HEADING_STRETCH if line.item.heading else 1) if line.is_first else 0


def spots_of(
    setting: Typesetting, flow: Flow, columns: Sequence[Column], start: int = 0, offset: int = 0
) -> list[Spot]:
    """The place of every line: the gaps of shorter columns are stretched.

    Args:
        setting, flow, columns, start: what is on the page.
        offset: the number of columns on the pages before.
    """
    firsts = (start, *flow.ends)
    bottoms = _bottoms(setting, columns, firsts)
    spots: list[Spot] = []
    for index, n_gaps in enumerate(_gaps(setting, firsts)):
        missing = max(bottoms) - bottoms[index]
        extra = min(missing / n_gaps, _MAX_STRETCH * setting.size) if n_gaps else 0.0
        y = columns[index].top
        for number in range(firsts[index], firsts[index + 1]):
            line = setting.lines[number]
            if number > firsts[index]:
                y += line.gap + extra * _elasticity(line)
            scale = HEADING_SIZE if line.item.heading else 1.0
            baseline = y + ASCENT * setting.size * scale
            spots.append((offset + index, baseline, line))
            y += line.height
    return spots


def spot_shapes(
    spots: Sequence[Spot], setting: Typesetting, columns: Sequence[Column], page: int
) -> list[Shape]:
    """The shapes on one page: the lines, with their labels right-aligned before them."""
    shapes: list[Shape] = []
    for at, y, (item, line, first, *_, picture) in spots:
        column = columns[at]
        if column.page != page:
            continue
        if picture is not None:
            data, width = picture
            ratio = next(ratio for one, ratio in item.pictures if one is data)
            left = column.x + (setting.indent if item.label else 0.0)
            top = y - ASCENT * setting.size
            shapes.append(PlacedImage(left, top, width, width / ratio, data))
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
