"""The grid of an .xd file: which character stands for which square."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satcross import Crossword
from satcross.apps.interchange.extras import extras_for
from satcross.apps.interchange.xd.text import NAME
from satcross.extend import Feature, Losses, Square, SquareKind

BLOCKS, VOIDS = "#■", "_＿"  # the second ones are wide, for Asian letters
UNKNOWN = "."
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIGNS = "1234567890!$%&*+/<>?@^"  # followed by numbers and letters in circles
_FIRST_SIGN, _LAST_SIGN = 0x2460, 0x24FF
_NOT_IN_TABLE = " \t\r\n"
_BETWEEN_ITEMS = "=,;"  # of the table


@dataclass(slots=True)
class GridLines:
    """The grid of a file.

    Args:
        lines: a line for each row.
        special: the mark of squares in lower case: `circle`, `shaded`, or "".
        rebus: the letters of each rebus character.
    """

    lines: list[str]
    special: str
    rebus: dict[str, str]


def grid_lines(crossword: Crossword, losses: Losses) -> GridLines:
    """The squares of a crossword as lines. If it has circles and shades, the shades are lost."""
    squares = crossword.squares
    circles = [p for p, square in enumerate(squares) if square.circle]
    shades = [p for p, square in enumerate(squares) if square.shade]
    special = "circle" if circles else "shaded" if shades else ""
    if circles:
        losses.drop_cells(crossword, Feature.SHADES, shades)
    marked = set(circles or shades)
    if not special:
        marked = {p for p, square in enumerate(squares) if "special" in extras_for(square, NAME)}
    writer = _Cells(crossword, marked)
    chars = [writer.char(position) for position in range(len(squares))]
    lost_marks = Feature.CIRCLES if circles else Feature.SHADES
    for feature, cells in (
        (lost_marks, writer.unmarked),
        (Feature.LETTERS, writer.lost),
        (Feature.REBUS, writer.crowded),
    ):
        losses.drop_cells(crossword, feature, cells)
    n = crossword.n_cols
    lines = ["".join(chars[start : start + n]) for start in range(0, len(chars), n)]
    table = {key: content for (content, _), key in writer.keys.items()}
    return GridLines(lines, special, dict(sorted(table.items(), key=_in_order)))


def _in_order(item: tuple[str, str]) -> tuple[int, str]:
    """A sort key: signs in the order of their use, then letters."""
    return (_SIGNS.find(item[0]) if item[0] in _SIGNS else len(_SIGNS), item[0])


class _Cells:
    """Chooses the characters.

    Fields:
        keys: the character for each content, without and with a mark.
        unmarked: positions that lost their mark: there are only 26 lower-case letters.
        lost: positions whose content no file can hold.
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
        """The content of a square, as far as a file can hold it."""
        content = square.solution
        is_apart = position in self._marked or not _is_plain(content)
        lost = _NOT_IN_TABLE + _BETWEEN_ITEMS * is_apart
        clean = content.translate({ord(char): None for char in lost})
        clean = clean if clean != UNKNOWN else ""
        if clean != content:
            self.lost.append(position)
        return clean or UNKNOWN


def _is_capital(content: str) -> bool:
    return len(content) == 1 and content in _CAPITALS


def _is_plain(content: str) -> bool:
    """Whether it represents itself in the grid."""
    return (
        len(content) == 1
        and content.isprintable()
        and content not in BLOCKS + VOIDS + UNKNOWN + " "
        and not "a" <= content <= "z"
    )


def _free(signs: str, taken: set[str]) -> Iterator[str]:
    more = map(chr, range(_FIRST_SIGN, _LAST_SIGN))
    return iter([sign for sign in (*signs, *more) if sign not in taken])
