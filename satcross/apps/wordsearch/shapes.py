"""Shapes that boards can have besides rectangles, and boards of a size that suits a list."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from satcross import Grid, GridError, OptionError
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.board import is_board, picture, rectangle, shaped, sized
from satcross.extend import MAX_SIDE, counted

Holds = Callable[[float, float], bool]

RECTANGLE = "rectangle"
_ROOM = 1.4  # cells for each letter of the list, where the letters left over are filler
# Where they are a message: cells that words easily share, as a part of their letters and for each
# pair of them.
_SHARED, _SHARED_BY_PAIR = 0.06, 0.3
_SHAPED = 0.5  # that much of it on shapes, into whose corners few words reach
_TIGHT = 2  # how much worse too few cells are than too many
_OBLONG = 0.25  # what a column more than rows costs, in cells; 1 of shapes, which look stretched
_LEEWAY = 0.6  # what may be more or less of them, so that the board is less oblong
_TIP = 0.07  # half the width of a point, so that two cells side by side can be it
_TIPS, _WAIST = 5, 0.42  # of the star: its tips, and how far in the corners between them lie


def _star_corners() -> list[tuple[float, float]]:
    corners = []
    for i in range(2 * _TIPS):
        angle = math.pi * i / _TIPS
        far = _WAIST if i % 2 else 1.0
        corners.append((far * math.sin(angle), -far * math.cos(angle)))
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    # Stretched, so that it touches all four sides.
    return [
        (2 * (x - left) / (right - left) - 1, 2 * (y - top) / (bottom - top) - 1)
        for x, y in corners
    ]


_STAR = _star_corners()


def _star(x: float, y: float) -> bool:
    within = False
    for (x1, y1), (x2, y2) in zip(_STAR, [*_STAR[1:], _STAR[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            within = not within
    return within


def _heart(x: float, y: float) -> bool:
    if y > 0 and abs(x) <= _TIP:
        return True
    # The curve (x² + y² - 1)³ = x² y³, which reaches from -1.14 to 1.14 and from -1 to 1.24.
    x, y = 1.14 * x, 0.118 - 1.118 * y
    return (x * x + y * y - 1) ** 3 <= x * x * y**3


def _tree(x: float, y: float) -> bool:
    if y > 0.75:
        return abs(x) <= 0.2
    tiers = ((-1.0, -0.35, 0.6), (-0.6, 0.2, 0.8), (-0.2, 0.75, 1.12))
    return any(
        top <= y <= bottom and abs(x) <= max(half * (y - top) / (bottom - top), _TIP)
        for top, bottom, half in tiers
    )


# By name, whether a point is in the shape; see `board.shaped`.
SHAPES: Mapping[str, Holds] = MappingProxyType(
    {
        RECTANGLE: lambda x, y: True,
        "circle": lambda x, y: x * x + y * y <= 1,
        "ring": lambda x, y: 0.16 <= x * x + y * y <= 1,
        "heart": _heart,
        "diamond": lambda x, y: abs(x) + abs(y) <= 1,
        "triangle": lambda x, y: abs(x) <= max((y + 1) / 2, _TIP),
        "hexagon": lambda x, y: abs(x) <= 1 - abs(y) / 2,
        "octagon": lambda x, y: abs(x) + abs(y) <= 1.45,
        "star": _star,
        "cross": lambda x, y: min(abs(x), abs(y)) <= 0.37,
        "tree": _tree,
    }
)


def shape_named(name: str, n_rows: int, n_cols: int) -> Grid:
    """The board of a shape in a rectangle of that size.

    Raises:
        OptionError: there is no such shape.
        GridError: a size is out of range, or no cell is inside.
    """
    if name not in SHAPES:
        raise OptionError(
            f"there is no shape {name!r}", hint=f"choose from {', '.join(SHAPES)}",
            parameter="shape",
        )  # fmt: skip
    if not (1 <= n_rows <= MAX_SIDE and 1 <= n_cols <= MAX_SIDE):
        return rectangle(n_rows, n_cols)  # raises
    holds = SHAPES[name]
    # Rounded, so that left and right of the middle are exact mirror images.
    return shaped(n_rows, n_cols, lambda x, y: holds(round(x, 9), round(y, 9)))


def board_from(
    board: Grid | str | None, words: Sequence[HiddenWord], shape: str, *, n_message: int = 0
) -> Grid:
    """The board that is meant.

    Args:
        board: a board; a size, as in "24x20"; a picture with `#` for each cell; None for one with
            room for the words.
        words: the list.
        shape: one of `SHAPES`, where the board is a size or None.
        n_message: as for `board_for`.

    Raises:
        GridError, OptionError: it is none of these, or it does not go with the shape.
    """
    if board is None:
        return board_for(words, shape, n_message=n_message)
    if isinstance(board, str) and "#" not in board:
        size = sized(board)
        return shape_named(shape, size.n_rows, size.n_cols)
    if shape != RECTANGLE:
        raise OptionError("the board has a shape already", hint="give one", parameter="shape")
    if isinstance(board, str):
        return picture(board, source="board")
    if not isinstance(board, Grid):
        raise OptionError(
            "must be a Grid, a size as in '24x20', or a picture", parameter="board"
        )  # fmt: skip
    if not is_board(board):
        raise OptionError("must be a grid of open cells and voids", parameter="board")
    return board


def board_for(words: Sequence[HiddenWord], shape: str = RECTANGLE, *, n_message: int = 0) -> Grid:
    """A square, or a shape in one, with room for a list, where no size is given.

    Args:
        words: the list.
        shape: one of `SHAPES`.
        n_message: letters of the message that the cells without a word are to spell; 0 for filler.

    Raises:
        OptionError: there is no such shape.
        GridError: the list is too long for any board.
    """
    n_letters = sum(map(len, words))
    longest = max(map(len, words))
    if n_message:
        board = _board_beside(words, shape, n_message)
        if board is not None:
            return board
    for side in () if n_message else range(max(3, min(longest, MAX_SIDE)), MAX_SIDE + 1):
        board = shape_named(shape, side, side)
        if board.n_squares >= n_letters * _ROOM:
            return board
    raise GridError(
        f"no board of up to {MAX_SIDE}x{MAX_SIDE} has room for {counted(n_letters, 'letter')}",
        hint="give fewer words", source="words",
    )  # fmt: skip


def _board_beside(words: Sequence[HiddenWord], shape: str, n_message: int) -> Grid | None:
    """The board on which the words, crossing as they easily do, leave room for the message."""
    n_letters = sum(map(len, words))
    longest = max(map(len, words))
    pairs = itertools.combinations([set(word.symbols) for word in words], 2)
    n_pairs = sum(not a.isdisjoint(b) for a, b in pairs)  # that can cross
    shared = min(_SHARED * n_letters, _SHARED_BY_PAIR * n_pairs)
    oblong = _OBLONG
    if shape != RECTANGLE:
        shared, oblong = shared * _SHAPED, 1.0
    wanted, leeway = n_letters - shared + n_message, shared * _LEEWAY
    best: tuple[float, Grid] | None = None
    first = max(3, min(longest, MAX_SIDE))
    for n_cols in range(first, MAX_SIDE + 1):
        share = shape_named(shape, n_cols, n_cols).n_squares / n_cols**2
        near = round(wanted / (share * n_cols))
        if best is not None and oblong * (n_cols - near - 1) > best[0]:
            break  # from here on only more oblong
        for n_rows in range(max(1, near - 1), min(n_cols, near + 1) + 1):
            board = shape_named(shape, n_rows, n_cols)
            n_used = board.n_squares - n_message
            if not n_letters - n_pairs <= n_used <= n_letters:
                continue
            off = abs(board.n_squares - wanted)
            if board.n_squares < wanted:
                off *= _TIGHT
            off = max(0.0, off - leeway) + oblong * (n_cols - n_rows)
            if best is None or off < best[0]:
                best = off, board
    return None if best is None else best[1]
