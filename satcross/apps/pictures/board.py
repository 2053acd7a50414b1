"""The grid of a crossword: on a rectangle, on squares of their own, or on another board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from satcross import Crossword, OptionError
from satcross.apps.pictures.fonts import CAP_HEIGHT
from satcross.apps.pictures.painter import BORDER, Extent, GridPainter
from satcross.extend import (
    Layer,
    Part,
    Shape,
    ShapeGroup,
    Square,
    SquareKind,
    Style,
    Text,
    Texts,
    behaviour_of,
)

__all__ = [
    "BORDER", "board", "bounds_of", "height_with_word", "with_grey_voids", "with_word",
]  # fmt: skip

# Of a solution word, in sides of a square: above its heading, to its boxes, and its letters.
_WORD_GAP, _WORD_HEAD, _WORD_SIZE = 0.5, 0.5, 0.44
_GREY = "#c4c4c4"


def board(
    crossword: Crossword,
    part: Part,
    x: float,
    y: float,
    cell: float,
    style: Style,
) -> ShapeGroup:
    """The board of a crossword with the upper left corner of its `bounds_of` at `x`, `y`.

    Args:
        crossword: the crossword.
        part: which letters to draw.
        x, y: in points; the border extends half its width further out.
        cell: the side of a square in points.
        style: other options; `style.cell` is ignored.

    Returns: the groups `shades`, `circles`, `blocks`, `lines`, `bars`, `border`, `numbers`,
        `marks`, `letters`, and the `layers` of its kind, that are not empty.
    """
    crossword = crossword.with_both_letters()
    drawn = crossword
    if style.numbers or crossword.kind.hides_diagram:
        drawn = crossword.as_printed(solved=part is Part.SOLUTION)
    bounds = bounds_of(crossword)
    at = x - bounds.left * cell, y - bounds.top * cell
    behaviour = behaviour_of(crossword.kind)
    drawn = behaviour.with_room(drawn)
    below, above = layers_of(crossword, *at, cell)
    if crossword.board:
        from satcross.apps.pictures.shaped import ShapedPainter

        painter: GridPainter = ShapedPainter(drawn, *at, cell)
    else:
        painter = GridPainter(with_grey_voids(drawn, all_of_them=style.grey_voids), *at, cell)
    parts: list[tuple[str, Iterable[Shape]]] = [
        *below,
        ("shades", painter.shades()),
        ("circles", painter.circles()),
        ("blocks", painter.blocks()),
        ("lines", painter.lines()),
        ("bars", painter.bars()),
        ("border", painter.border()),
        ("placed", painter.placed()),
        ("numbers", painter.numbers() if style.numbers else iter(())),
        ("marks", painter.marks()),
        ("letters", painter.letters(part)),
        *above,
    ]
    groups = ((name, tuple(shapes)) for name, shapes in parts)
    return ShapeGroup("grid", tuple(ShapeGroup(name, shapes) for name, shapes in groups if shapes))


def layers_of(
    crossword: Crossword, x: float, y: float, cell: float
) -> tuple[Sequence[Layer], Sequence[Layer]]:
    """What the kind of a crossword draws below its squares and over them.

    Args: as of `Behaviour.layers`.

    Raises:
        OptionError: the kind gives something that is no shape.
    """
    below, above = behaviour_of(crossword.kind).layers(crossword, x, y, cell)
    if crossword.kind.is_ours:
        return below, above
    drawn: list[tuple[str, Iterable[object]]] = [*below, *above]
    for _, shapes in drawn:
        for shape in shapes:
            if not isinstance(shape, Shape):
                problem = f"layers gives {shape!r:.60}, and not a shape such as Circle"
                raise crossword.kind.error(problem)
    return below, above


def with_word(
    crossword: Crossword, part: Part, x: float, y: float, cell: float, style: Style
) -> list[ShapeGroup]:
    """The board, and below it boxes for the solution word, if it has one. Arguments as above."""
    shapes = [board(crossword, part, x, y, cell, style)]
    bounds = bounds_of(crossword)
    boxes = boxes_of(crossword, bounds.width)
    if boxes is not None:
        size = cell * min(1.0, bounds.width / boxes.n_cols)
        top = y + (bounds.height + _WORD_GAP) * cell
        text = Texts.of(style.language).phrases["Solution word"]
        head = Text(x, top + _WORD_SIZE * CAP_HEIGHT * cell, text, _WORD_SIZE * cell, bold=True)
        plain = replace(style, numbers=False)
        row = board(boxes, part, x, top + _WORD_HEAD * cell, size, plain)
        shapes.append(ShapeGroup("solution-word", (head, row)))
    return shapes


def height_with_word(crossword: Crossword) -> float:
    """The height of what `with_word` draws, in sides of a square."""
    bounds = bounds_of(crossword)
    boxes = boxes_of(crossword, bounds.width)
    if boxes is None:
        return bounds.height
    rows = boxes.n_rows * min(1.0, bounds.width / boxes.n_cols)
    return bounds.height + _WORD_GAP + _WORD_HEAD + rows


def bounds_of(crossword: Crossword) -> Extent:
    """The smallest upright rectangle around the squares that are drawn.

    Raises:
        OptionError: none is.
    """
    if crossword.board:
        from satcross.apps.pictures.shaped import bounds_on

        return bounds_on(crossword)
    places = [cell.place for cell in crossword.named if cell.place]
    if not places and crossword.n_rows:
        return Extent(0, 0, crossword.n_cols, crossword.n_rows)
    if not places:
        raise OptionError("no cell has a place to draw", hint="write 'cell a at 2.5 0'")
    if crossword.n_rows:
        places += [(0.0, 0.0), (crossword.n_cols - 1.0, crossword.n_rows - 1.0)]
    xs, ys = zip(*places, strict=True)
    return Extent(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def with_grey_voids(crossword: Crossword, *, all_of_them: bool = False) -> Crossword:
    """The crossword with grey blocks for holes of a single square, or for all voids.

    Such a hole would look like a square to write in. Voids stay on boards that are no rectangle,
    and where clues are in the grid: they are the place of a picture there.
    """
    if crossword.board or crossword.kind.clues_in_grid:
        return crossword
    n_rows, n_cols, squares = crossword.n_rows, crossword.n_cols, crossword.squares
    voids = {at for at, square in enumerate(squares) if square.kind is SquareKind.VOID}
    grey = voids if all_of_them else {
        at
        for at in voids
        if 0 < at // n_cols < n_rows - 1 and 0 < at % n_cols < n_cols - 1
        and voids.isdisjoint((at - n_cols, at - 1, at + 1, at + n_cols))
    }  # fmt: skip
    if not grey:
        return crossword
    block = Square(SquareKind.BLOCK, shade=_GREY)
    return replace(
        crossword,
        squares=tuple(block if at in grey else square for at, square in enumerate(squares)),
    )


def boxes_of(crossword: Crossword, width: float) -> Crossword | None:
    """Squares with the numbers and letters of its solution word, to write it in; None without one.

    Args: width: of a line, in squares that may be a fourth smaller.
    """
    cells = crossword.solution_cells
    if not cells:
        return None
    n_lines = max(1, -(-3 * len(cells) // max(1, int(4 * width))))
    letters = [crossword.squares[at].solution for at in cells]
    squares = [Square(solution=text, mark=str(n)) for n, text in enumerate(letters, 1)]
    return Crossword.in_rows(squares, n_lines)
