"""The attributes of cells and words in .jpz files that are written."""

from __future__ import annotations

from collections.abc import Iterable

from satcross.model.crossword import Square, SquareKind


def looks_of(square: Square) -> dict[str, str]:
    """The attributes of a cell that describe its square."""
    is_open = square.kind is SquareKind.OPEN
    texts = {
        "type": "" if is_open else square.kind.value,
        "solution": square.solution if is_open else "",
        "number": square.label if is_open else "",
        "solve-state": square.entry if is_open else "",
        "hint": "true" if is_open and square.given and square.solution else "",
        "background-shape": "circle" if square.circle else "",
        "background-color": square.shade,
    }
    return {key: value for key, value in texts.items() if value}


def span_of(places: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The attributes x and y of a straight word without gaps; none for others."""
    rows, cols = (list(side) for side in zip(*places, strict=True)) if places else ([], [])
    for across, (along, other) in ((True, (cols, rows)), (False, (rows, cols))):
        if along and len(set(other)) == 1 and along == list(range(along[0], along[0] + len(along))):
            run = f"{along[0] + 1}-{along[-1] + 1}" if len(along) > 1 else f"{along[0] + 1}"
            fixed = f"{other[0] + 1}"
            return {"x": run, "y": fixed} if across else {"x": fixed, "y": run}
    return {}
