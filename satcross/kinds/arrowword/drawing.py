"""The clues of an arrow word in their blocks, and the arrows from there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from satcross import Crossword
from satcross.apps.pictures.fonts import cleaned, text_width
from satcross.apps.pictures.layer import layer_svg
from satcross.apps.pictures.painter import LEGIBLE
from satcross.extend import (
    BLACK,
    Image,
    Line,
    Polygon,
    Shape,
    ShapeGroup,
    SquareKind,
    Text,
    clues_by_block,
)
from satcross.kinds.arrowword.faults import MOST

# Points. Papers set clues in 5 to 7 points, and numbers in our grids have 5.5 where there is room.
LEAST = LEGIBLE
# Of a square: sizes of clues, the last ones where a clue does not fit, and what is left free on
# each side.
_SIZES, _PAD = tuple(0.18 * 0.96**n for n in range(60)), 0.035
_LONGEST, _LONGEST_WORD = 500, 60  # characters; the rest of a clue is not drawn
# In font sizes: from the top of a line to its baseline, from there down, and from line to line.
_ASCENT, _DEPTH, _LEADING = 0.76, 0.22, 1.04
# In squares: half the width and the length of a head, and the legs of a bent arrow.
_HALF, _HEAD, _LEG, _TURN = 0.06, 0.12, 0.12, 0.1
_THIN = 0.025
_CLUE_SHADE = "#ececec"  # of blocks
# Where a wide word may be divided: after a hyphen, and before a consonant and a vowel, as in
# "impor-tant".
_VOWELS = "aeiouyäöüáéíóúàèìòùâêîôûåæø"
_BREAK = re.compile(rf"(?<=[-–—/])(?=.)|(?<=\w{{3}})(?=[^\W\d_{_VOWELS}][{_VOWELS}]\w)", re.I)


def fits(text: str, cell: float, n_clues: int) -> bool:
    """Whether a clue is legible in a block with this number of clues, of this side in points."""
    return _set(text, *_room(cell, n_clues), [LEAST]) is not None


def _room(cell: float, n_clues: int) -> tuple[float, float]:
    """The width and the height of the text of a clue."""
    return cell * (1 - 2 * _PAD), cell * (1 / n_clues - 2 * _PAD)


def _set(
    text: str, width: float, height: float, sizes: Iterable[float]
) -> tuple[float, list[str]] | None:
    """The first size at which a text fits, and its lines; None: there is none."""
    for size in sizes:
        most = int((height / size - _ASCENT - _DEPTH) / _LEADING + 1)
        lines = _lines(cleaned(text), width / size, most)
        if lines is not None:
            return size, lines
    return None


def _width(text: str) -> float:
    return sum(map(_char_width, text))


@lru_cache(maxsize=4096)
def _char_width(char: str) -> float:
    return text_width(char)  # which has to look for fonts of other scripts


def _lines(text: str, room: float, most: int) -> list[str] | None:
    """The words on lines as full as possible; None if these are too many."""
    lines = [""]
    for word in text.split():
        for part in _divided(word, room):
            line = f"{lines[-1]} {part}".strip()
            if lines[-1] and _width(line) > room:
                lines.append(part)
            else:
                lines[-1] = line
            if len(lines) > most:
                return None
    return lines


def _divided(word: str, room: float) -> Iterator[str]:
    """A word, or its parts where it is wider than a line; two of them never fit on one."""
    while _width(word) > room and len(word) > 1:
        good = [match.end() for match in _BREAK.finditer(word[:_LONGEST_WORD])]
        for ends in (good, range(1, min(len(word), _LONGEST_WORD))):
            fitting = [end for end in ends if _width(word[:end] + "-") <= room or end == 1]
            if fitting:
                break
        at = fitting[-1]
        yield word[:at] + ("" if word[at - 1] in "-–—/" else "-")
        word = word[at:]
    yield word


def with_light_blocks(crossword: Crossword) -> Crossword:
    """An arrow word whose blocks have room for clues, which have no numbers."""
    squares = [
        replace(one, shade=one.shade or _CLUE_SHADE) if one.kind is SquareKind.BLOCK else one
        for one in crossword.squares
    ]
    clues = [replace(clue, label="") for clue in crossword.clues]
    return replace(crossword, squares=tuple(squares), clues=tuple(clues))


def layer(crossword: Crossword) -> str:
    """What lies over the squares of a page to solve: pictures, clues and arrows, as SVG."""

    def draw(x: float, y: float, cell: float) -> Iterator[Shape]:
        if Image.all_of(crossword):
            from satcross.apps.pictures.images import image_shapes

            yield from image_shapes(crossword, x, y, cell)
        yield from clue_shapes(crossword, x, y, cell)
        yield ShapeGroup("arrows", tuple(arrow_shapes(crossword, x, y, cell)))

    return layer_svg(crossword, draw)


def clue_shapes(crossword: Crossword, x: float, y: float, cell: float) -> Iterator[Shape]:
    """The clues, in blocks of this side in points; the board is at `x`, `y`."""
    sizes = sorted([LEAST, *(part * cell for part in _SIZES)], reverse=True)
    sizes = [size for size in sizes if size <= _SIZES[0] * cell]
    for block, clues in clues_by_block(crossword).items():
        row, col = divmod(block, crossword.n_cols)
        left, top = x + col * cell, y + row * cell
        height = cell / len(clues)
        for half, clue in enumerate(clues):
            if half:
                at = top + half * height
                yield Line(left, at, left + cell, at, max(_THIN * cell, 0.25))
            text = clue.text[:_LONGEST] + "…" * (len(clue.text) > _LONGEST)
            size, lines = _set(text, *_room(cell, len(clues)), sizes) or (0.0, [])
            used = size * (_ASCENT + _DEPTH + (len(lines) - 1) * _LEADING)
            base = top + half * height + (height - used) / 2 + size * _ASCENT
            for index, line in enumerate(lines):
                if line:
                    at = base + index * size * _LEADING
                    yield Text(left + cell / 2, at, line, size, "middle")


def arrow_shapes(crossword: Crossword, x: float, y: float, cell: float) -> Iterator[Shape]:
    """The arrows, each in the first square of an entry, at the side of its clue."""
    for block, clues in clues_by_block(crossword).items():
        is_full = len(clues) == MOST
        is_shared = is_full and len({clue.cells[0] for clue in clues}) == 1  # by both entries
        for half, clue in enumerate(clues):
            first = clue.cells[0]
            row, col = divmod(first, crossword.n_cols)
            from_left = block == first - 1
            is_beside_half = is_full if from_left else is_shared
            yield from _arrow(
                (x + col * cell, y + row * cell),
                cell,
                at=0.25 + 0.5 * half if is_beside_half else 0.5,
                from_left=from_left,
                is_straight=from_left == clue.goes_right,
            )


def _arrow(
    corner: tuple[float, float], cell: float, *, at: float, from_left: bool, is_straight: bool
) -> Iterator[Shape]:
    """An arrow in a square. Args: at: where on its left side, or on its upper one, it begins."""

    def place(along: float, across: float) -> tuple[float, float]:
        """As from the left; from above, x and y change places."""
        right, down = (along, across) if from_left else (across, along)
        return corner[0] + right * cell, corner[1] + down * cell

    if is_straight:
        head = [(0.0, at - _HALF), (0.0, at + _HALF), (_HEAD, at)]
    else:
        end = at + _TURN
        for one, other in (((0.0, at), (_LEG, at)), ((_LEG, at), (_LEG, end))):
            yield Line(*place(*one), *place(*other), max(_THIN * cell, 0.25))
        head = [(_LEG - _HALF, end), (_LEG + _HALF, end), (_LEG, end + _HEAD)]
    yield Polygon(tuple(place(*point) for point in head), BLACK)
