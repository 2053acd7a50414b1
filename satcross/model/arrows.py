"""Arrow words: which block has the clue of which slot.

The blocks of an arrow word are clue cells. The clue of a slot stands in the block left of its first
cell, or in the one above it, so there are four kinds of arrows: straight ones, and bent ones where
the slot goes on in the other direction. A block has one clue or two.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from satcross.errors import GridError
from satcross.model.crossword import Clue, Crossword
from satcross.model.grid import BLOCK, VOID, Grid
from satcross.model.slots import Direction, find_slots

MOST = 2  # clues in a block


def arrows_of(grid: Grid, seed: int = 0) -> dict[tuple[int, ...], int]:
    """By the cells of each slot, the block that has its clue.

    Args:
        grid: its blocks; there must be no bars.
        seed: chooses one of several ways; straight arrows are tried before bent ones.

    Raises:
        GridError: some slot has no place for its clue, some block no clue, or some cell no slot.

    >>> arrows_of(Grid.parse("#.#.\\n...."))
    {(4, 5, 6, 7): 0, (1, 5): 0, (3, 7): 2}
    """
    n_cols = grid.n_cols
    if grid.bars_right or grid.bars_below or grid.board or grid.named:
        raise GridError("an arrow word is a rectangle of cells and blocks", hint="leave out bars")
    slots = find_slots(grid)
    idle = {at for at, cell in enumerate(grid.cells) if cell not in (BLOCK, VOID)}
    idle.difference_update(*(slot.cells for slot in slots))
    if idle:
        raise GridError(f"{grid.cell_name(min(idle))} is in no slot", hint="make it a block")
    beside: list[list[int]] = []
    for slot in slots:
        first = slot.cells[0]
        around = [first - 1] if first % n_cols else []
        around += [first - n_cols] if first >= n_cols else []
        if slot.direction is Direction.DOWN:
            around.reverse()
        beside.append([at for at in around if grid.cells[at] == BLOCK])
        if not beside[-1]:
            raise GridError(
                f"{slot.name} begins neither right of a block nor below one",
                hint="that block would have its clue",
            )
    place: dict[int, int] = {}  # by slot, its block
    held: dict[int, list[int]] = {at: [] for at, cell in enumerate(grid.cells) if cell == BLOCK}

    def found(start: int, most: int) -> bool:
        """Give the slot a block, moving others if necessary; no block loses its last slot."""
        path: dict[int, int] = {}  # by block, the slot that would take it
        queue = [start]
        for slot in queue:  # the queue grows meanwhile
            for block in beside[slot]:
                if block in path:
                    continue
                path[block] = slot
                if len(held[block]) < most:
                    take(block, path)
                    return True
                queue += held[block]
        return False

    def take(end: int, path: Mapping[int, int]) -> None:
        block: int | None = end
        while block is not None:
            slot = path[block]
            before = place.get(slot)
            place[slot] = block
            held[block].append(slot)
            if before is not None:
                held[before].remove(slot)
            block = before

    order = random.Random(seed).sample(range(len(slots)), len(slots))
    for at in order:
        found(at, 1)
    for block, some in held.items():
        if not some:
            raise GridError(
                f"the block {grid.cell_name(block)} has no clue",
                hint="a slot must begin right of it or below it that has no other block",
            )
    for at in order:
        if at not in place and not found(at, MOST):
            raise GridError(
                f"there is no place for the clue of {slots[at].name}",
                hint=f"a block has at most {MOST} clues",
            )
    return {slot.cells: place[at] for at, slot in enumerate(slots)}


def clues_by_block(crossword: Crossword) -> dict[int, list[Clue]]:
    """The clues of each block from top to bottom: those for the square on its right come first."""
    blocks: dict[int, list[Clue]] = {}
    for clue in crossword.clues:
        if clue.place is not None and clue.cells:
            blocks.setdefault(clue.place, []).append(clue)
    for some in blocks.values():
        some.sort(key=lambda clue: (clue.cells[0], clue.cells))
    return blocks
