"""Several layouts that have all words together, beside each other in one grid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from satcross.apps.freeform.arrangement import Placement, grid_of
from satcross.apps.freeform.layout import moved, rounds_for, turned
from satcross.apps.freeform.local import BoxShape, LocalSearch
from satcross.extend import Deadline, Direction

GAP = 2  # rows or columns between two layouts
_TRIED = 50  # rounds to see whether words can be placed at all

Placements = tuple[Placement, ...]


def divided(
    words: Sequence[str], first: Placements, shape: BoxShape, *, seed: int, deadline: Deadline
) -> list[Placements]:
    """Layouts that together have all words that fit the box, those with the most words first.

    A word has a layout of its own only where no other layout can spare a word for it.

    Args:
        words: all of them.
        first: a layout of some.
        shape: what each layout must be like.
        seed: different seeds find different layouts.
        deadline: after it there may be fewer layouts, and some words in none.
    """
    parts = [first]
    rest = _without(words, first)
    while rest and not deadline.passed():
        search = LocalSearch(rest, shape, seed=seed)
        search.run(rounds_for(rest), deadline=deadline)
        part = search.best.placements()
        if not part:
            break
        parts.append(part)
        rest = _without(rest, part)
    for at, part in enumerate(parts):
        if len(part) == 1 and not deadline.passed():
            _pair_up(parts, at, shape, seed, deadline)
    return sorted(parts, key=lambda part: -len(part))


def n_needed(words: Sequence[str], shape: BoxShape) -> int:
    """How many layouts have all of some words, those longer than the box left out.

    Args: words: of one character a letter, as searches have them.
    """
    n, rest = 0, list(words)
    while rest:
        search = LocalSearch(rest, shape)
        search.run(1)
        if not search.best.spots:
            break
        n, rest = n + 1, _without(rest, search.best.placements())
    return n


def _without(words: Sequence[str], part: Placements) -> list[str]:
    placed = {place.word for place in part}
    return [word for word in words if word not in placed]


def _pair_up(
    parts: list[Placements], single: int, shape: BoxShape, seed: int, deadline: Deadline
) -> None:
    """Give the only word of a layout another one, from a layout of three or more."""
    word = parts[single][0].word
    for at, part in enumerate(parts):
        for place in part if len(part) > 2 else ():
            if not set(word) & set(place.word):
                continue
            found: list[Placements] = []
            for some in (_without([p.word for p in part], (place,)), [word, place.word]):
                search = LocalSearch(some, shape, seed=seed)
                search.run(_TRIED, deadline=deadline)
                if len(search.best.spots) == len(some):
                    search.run(rounds_for(some), deadline=deadline)
                    found.append(search.best.placements())
            if len(found) == 2:
                parts[at], parts[single] = found
                return


def beside(parts: Sequence[Placements], shape: BoxShape) -> Placements:
    """The layouts in one grid, arranged so that it is large on the page."""
    whole = moved(parts[0])
    for part in parts[1:]:
        arranged = [
            _joined(one, other, way)
            for one, other, way in product(_both(whole), _both(part), Direction)
        ]
        whole = max(arranged, key=lambda places: _worth(places, shape))
    return whole


def _both(part: Placements) -> tuple[Placements, Placements]:
    return moved(part), moved([turned(place) for place in part])


def _joined(one: Placements, other: Placements, way: Direction) -> Placements:
    """The second layout to the right of the first, or below it."""
    grid = grid_of(one)
    down, right = (0, grid.n_cols + GAP) if way is Direction.ACROSS else (grid.n_rows + GAP, 0)
    return (*one, *(p._replace(row=p.row + down, col=p.col + right) for p in other))


def _worth(places: Placements, shape: BoxShape) -> tuple[bool, float, int]:
    grid = grid_of(places)
    sides = grid.n_rows, grid.n_cols
    return shape.limits.allow(*sides), shape.square_as_is(*sides), -grid.n_rows * grid.n_cols
