"""What a kind of puzzle draws on the squares of a page to solve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from satcross import Crossword
from satcross.apps.pictures.board import layers_of
from satcross.apps.pictures.fonts import text_width
from satcross.apps.pictures.svg import escaped, number, shape_lines
from satcross.extend import Shape, ShapeGroup, Text, behaviour_of

_SIDE = 40  # of a square; the page scales it


def layer_of(crossword: Crossword) -> str:
    """The `page_layer` of a kind; where it is empty, what its `layers` draw on paper, over squares.

    The squares of a page are no part of the picture, so nothing can be below them. Boards that are
    no rectangle have only the former: the page has them in another place and size.
    """
    if own := behaviour_of(crossword.kind).page_layer(crossword):
        return own
    if crossword.board:
        return ""
    below, above = layers_of(crossword, 0, 0, _SIDE)
    groups = [ShapeGroup(name, tuple(shapes)) for name, shapes in (*below, *above)]
    drawn = [group for group in groups if group.shapes]
    return layer_svg(crossword, lambda *_: drawn, "drawn") if drawn else ""


def layer_svg(
    crossword: Crossword, draw: Callable[[float, float, float], Iterable[Shape]], name: str = ""
) -> str:
    """Shapes as a layer of a page to solve.

    Args:
        draw: makes them, of the place of the first square and the side of a square.
        name: of a class of styles.
    """
    size = f"0 0 {crossword.n_cols * _SIDE} {crossword.n_rows * _SIDE}"
    named = f' class="{name}"' if name else ""
    parts = "".join(line for shape in draw(0, 0, _SIDE) for line in _lines(shape))
    return (
        f'<svg id="layer"{named} viewBox="{size}" preserveAspectRatio="none" aria-hidden="true">'
        f"{parts}</svg>"
    )


def _lines(shape: Shape) -> Iterator[str]:
    """The elements of a shape, with texts as wide as in our fonts: others may be wider."""
    if isinstance(shape, ShapeGroup):
        yield f'<g class="{escaped(shape.name)}">'
        for part in shape.shapes:
            yield from _lines(part)
        yield "</g>"
        return
    fixed = "<text"
    if isinstance(shape, Text):
        width = number(text_width(shape.text, shape.size))
        fixed = f'<text textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    for line in shape_lines(shape):
        yield line.replace("<text", fixed, 1)
