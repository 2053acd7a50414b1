"""How .xd writes squares: one character each, with a table of what some of them stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satcross.crossword import Crossword, Square, SquareKind
from satcross.formats.dropping import drop_cells
from satcross.formats.extras import extras_for
from satcross.formats.losses import Feature, Losses
from satcross.formats.xd_sections import NAME

BLOCKS, VOIDS = "#■", "_＿"  # the second are wide, for Asian letters
UNKNOWN = "."
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIGNS = "1234567890!$%&*+/<>?@^"  # then numbers in circles, and whatever comes after them
_FIRST_SIGN, _LAST_SIGN = 0x2460, 0x24FF
_NOT_IN_TABLE = " \t\r\n"


@dataclass(slots=True)
class GridLines:
    """The grid of a file.

    Args:
        lines: a line for each row.
        special: what squares in lower case have: `circle`, `shaded`, or "".
        rebus: what a character stands for.
    """

    lines: list[str]
    special: str
    rebus: dict[str, str]


def grid_lines(crossword: Crossword, losses: Losses) -> GridLines:
    """The squares of a crossword as lines. Where it has circles and shades, the shades are lost."""
    squares = crossword.squares
    circles = [p for p, square in enumerate(squares) if square.circle]
    shades = [p for p, square in enumerate(squares) if square.shade]
    special = "circle" if circles else "shaded" if shades else ""
    if circles:
        drop_cells(crossword, Feature.SHADES, shades, losses)
    marked = set(circles or shades)
    if not special:
        marked = {p for p, square in enumerate(squares) if extras_for(square, NAME)}
    writer = _Cells(crossword, marked)
    chars = [writer.char(position) for position in range(len(squares))]
    lost_marks = Feature.CIRCLES if circles else Feature.SHADES
    for feature, cells in (
        (lost_marks, writer.unmarked),
        (Feature.LETTERS, writer.lost),
        (Feature.REBUS, writer.crowded),
    ):
        drop_cells(crossword, feature, cells, losses)
    n = crossword.n_cols
    lines = ["".join(chars[start : start + n]) for start in range(0, len(chars), n)]
    table = {key: content for (content, _), key in writer.keys.items()}
    return GridLines(lines, special, dict(sorted(table.items(), key=_in_order)))


def _in_order(item: tuple[str, str]) -> tuple[int, str]:
    """Signs in the order in which they are taken, then letters."""
    return (_SIGNS.find(item[0]) if item[0] in _SIGNS else len(_SIGNS), item[0])


class _Cells:
    """Chooses the characters.

    Fields:
        keys: the character that stands for a content, without and with a mark.
        unmarked: positions that had to go without their mark: there are but 26 small letters.
        lost: positions whose content no file can say.
        crowded: positions for whose content no character was left.
    """

    def __init__(self, crossword: Crossword, marked: set[int]) -> None:
        self._squares = crossword.squares
        self._marked = marked
        self.keys: dict[tuple[str, bool], str] = {}
        self.unmarked: list[int] = []
        self.lost: list[int] = []
        self.crowded: list[int] = []
        contents = [square.solution for square in self._squares if square.kind is SquareKind.OPEN]
        plain = {content for content in contents if _is_plain(content)}
        small = {
            self._squares[position].solution.lower()
            for position in marked
            if _is_capital(self._squares[position].solution)
        }
        self._signs = _free(_SIGNS, plain)
        self._small = iter([char for char in _CAPITALS.lower() if char not in small])

    def char(self, position: int) -> str:
        square = self._squares[position]
        if square.kind is not SquareKind.OPEN:
            return (BLOCKS if square.kind is SquareKind.BLOCK else VOIDS)[0]
        content = self._content(square, position)
        if position in self._marked:
            if _is_capital(content):
                return content.lower()
            key = self.keys.get((content, True)) or next(self._small, "")
            if key:
                self.keys[content, True] = key
                return key
            self.unmarked.append(position)
        if content == UNKNOWN or _is_plain(content):
            return content
        key = self.keys.get((content, False)) or next(self._signs, "")
        if not key:
            self.crowded.append(position)
            return UNKNOWN
        self.keys[content, False] = key
        return key

    def _content(self, square: Square, position: int) -> str:
        """What stands there, as far as a file can say it."""
        content = square.solution
        clean = content.translate({ord(char): None for char in _NOT_IN_TABLE})
        clean = clean if clean != UNKNOWN else ""
        if clean != content:
            self.lost.append(position)
        return clean or UNKNOWN


def _is_capital(content: str) -> bool:
    return len(content) == 1 and content in _CAPITALS


def _is_plain(content: str) -> bool:
    """Whether it stands for itself in the grid."""
    return (
        len(content) == 1
        and content.isprintable()
        and content not in BLOCKS + VOIDS + UNKNOWN + " "
        and not "a" <= content <= "z"
    )


def _free(signs: str, taken: set[str]) -> Iterator[str]:
    more = map(chr, range(_FIRST_SIGN, _LAST_SIGN))
    return iter([sign for sign in (*signs, *more) if sign not in taken])
