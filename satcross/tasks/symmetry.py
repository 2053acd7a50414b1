"""The symmetries of a puzzle: which ways of moving its letters make a fill from every fill.

Words are read from left to right and from top to bottom, so a symmetry must take every slot, in
reading order, to a slot. It must: of all cells with different letters, and a list of just their
entries, the image is a fill only if it has the same entries, at slots. It is enough, too, where
given letters go to the same letters: the image has the same entries, and obeys every rule that
compares entries. What this leaves:

- The image of one slot decides those of the slots that cross it, and so of all that are connected
  with it. A connected part whose entries keep their direction is shifted; onto itself, not at all.
- If they change it, rows become columns: the part is reflected along a diagonal that goes down to
  the right, as the main one does. So a connected part has one more symmetry at most.
- Parts that no entry connects can change places where they have the same shape, or that of the
  reflection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from satcross.model.puzzle import Puzzle, Slot
from satcross.words.table import Codes

Bool = npt.NDArray[np.bool_]
Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PuzzleShape:
    """The connected parts of a puzzle that have the same shape and the same given letters.

    Args:
        parts: the cells of each; those at the same index correspond to each other.
        turns: the symmetries of each part by itself: cell i takes the letter of cell `turn[i]`. The
            first one leaves all in place.
    """

    parts: tuple[Cells, ...]
    turns: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Symmetries:
    """All symmetries of a puzzle. Args: shapes: its parts."""

    shapes: tuple[PuzzleShape, ...]

    @property
    def n(self) -> int:
        """How many there are, the one that leaves all in place included."""
        return prod(
            len(shape.turns) ** len(shape.parts) * factorial(len(shape.parts))
            for shape in self.shapes
        )

    def images(self, letters: dict[int, int]) -> Iterator[dict[int, int]]:
        """A fill and its images, not always different ones. Args: letters: code by position."""
        for choice in product(*(_images(shape, letters) for shape in self.shapes)):
            yield {cell: code for part in choice for cell, code in part.items()}

    def is_first(self, cells: Sequence[int]) -> Callable[[Codes], Bool]:
        """A function that says which rows are the first of all their images.

        It compares part by part, so that it takes no longer for many symmetries.

        Args: cells: the columns of the rows.
        """
        column = {cell: at for at, cell in enumerate(cells)}
        shapes = [
            ([np.array([column[cell] for cell in part]) for part in shape.parts], shape.turns)
            for shape in self.shapes
        ]

        def is_first(rows: Codes) -> Bool:
            first = np.ones(len(rows), dtype=np.bool_)
            for parts, turns in shapes:
                for part in parts:
                    for turn in turns[1:]:
                        first &= _not_after(rows[:, part], rows[:, part[list(turn)]])
                for one, other in pairwise(parts):
                    first &= _not_after(rows[:, one], rows[:, other])
            return first

        return is_first


def _images(shape: PuzzleShape, letters: dict[int, int]) -> Iterator[dict[int, int]]:
    """The letters of the parts of a shape in all orders, each turned in all ways."""
    texts = [[letters[cell] for cell in part] for part in shape.parts]
    for order in permutations(texts):
        for turns in product(shape.turns, repeat=len(texts)):
            yield {
                cell: text[at]
                for part, text, turn in zip(shape.parts, order, turns, strict=True)
                for cell, at in zip(part, turn, strict=True)
            }


def _not_after(rows: Codes, others: Codes) -> Bool:
    """Which rows come before the others, or are alike, in the order of their columns."""
    at = np.argmax(rows != others, axis=1)
    which = np.arange(len(rows))
    return np.asarray(rows[which, at] <= others[which, at])


def find_symmetries(puzzle: Puzzle) -> Symmetries:
    """All symmetries of a puzzle without constraints."""
    slots_at: dict[int, list[tuple[Slot, int]]] = {}
    for slot in puzzle.slots:
        for offset, cell in enumerate(slot.cells):
            slots_at.setdefault(cell, []).append((slot, offset))
    slots_of: dict[Cells, list[Slot]] = {}
    seen: set[int] = set()
    for slot in puzzle.slots:
        if slot.index not in seen:
            part = _connected(slot, slots_at)
            seen |= {one.index for one in part}
            slots_of[tuple(dict.fromkeys(cell for one in part for cell in one.cells))] = part
    found: list[tuple[list[Cells], list[dict[int, int]]]] = []
    for cells, part in slots_of.items():
        for parts, _ in found:
            way = next(_ways(puzzle, slots_of[parts[0]], parts[0], part, slots_at), None)
            if way is not None:
                parts.append(tuple(way[cell] for cell in parts[0]))
                break
        else:
            found.append(([cells], list(_ways(puzzle, part, cells, part, slots_at))))
    shapes: list[PuzzleShape] = []
    for parts, ways in found:
        index = {cell: at for at, cell in enumerate(parts[0])}
        # Two ways may be the same: a cell alone is an entry across and one down, of one letter.
        turns = sorted({tuple(index[way[cell]] for cell in parts[0]) for way in ways})
        shapes.append(PuzzleShape(tuple(parts), tuple(turns)))
    return Symmetries(tuple(shapes))


def _connected(slot: Slot, slots_at: dict[int, list[tuple[Slot, int]]]) -> list[Slot]:
    """The slots that are connected with one by slots that cross, that one first."""
    found = {slot.index: slot}
    queue = [slot]
    while queue:
        for cell in queue.pop().cells:
            for other, _ in slots_at[cell]:
                if other.index not in found:
                    found[other.index] = other
                    queue.append(other)
    return list(found.values())


def _ways(
    puzzle: Puzzle,
    part: Sequence[Slot],
    cells: Cells,
    other: Sequence[Slot],
    slots_at: dict[int, list[tuple[Slot, int]]],
) -> Iterator[dict[int, int]]:
    """The ways to put a part, with these cells, onto another: the image of each cell."""
    if len(part) != len(other):
        return
    for slot in other:
        way = _way(puzzle, part[0], slot, slots_at)
        if way is not None and len(way) == len(cells) == len(set(way.values())):
            yield way


def _way(
    puzzle: Puzzle, start: Slot, image: Slot, slots_at: dict[int, list[tuple[Slot, int]]]
) -> dict[int, int] | None:
    """The way to put the part of a slot onto that of another, with that slot onto the other."""
    way: dict[int, int] = {}
    images = {start.index: image.index}
    queue = [(start, image)]
    while queue:
        one, other = queue.pop()
        if len(one) != len(other):
            return None
        for cell, onto in zip(one.cells, other.cells, strict=True):
            if way.setdefault(cell, onto) != onto:
                return None
            if puzzle.grid.cells[cell] != puzzle.grid.cells[onto]:
                return None
            crossing = [pair for pair in slots_at[cell] if pair[0] is not one]
            crossed = [pair for pair in slots_at[onto] if pair[0] is not other]
            if [offset for _, offset in crossing] != [offset for _, offset in crossed]:
                return None
            for (slot, _), (onto_slot, _) in zip(crossing, crossed, strict=True):
                if slot.index not in images:
                    images[slot.index] = onto_slot.index
                    queue.append((slot, onto_slot))
                elif images[slot.index] != onto_slot.index:
                    return None
    return way
