"""Checks patterns of boards; no code is shared with what makes them.

The lights are those that the checker of fills finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from satcross.checks import counted
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry
from satcross.verification.rules.board import slots_on

DIVIDED = ("marching-bands", "rows-garden")


def faults_on_board(grid: Grid, rules: PatternRules) -> Iterator[tuple[str, str]]:
    """The names of rules that a pattern breaks, and how.

    Blocks are turned on a ring by sectors, on a hexagon by the axes of its cells, and on other
    boards in grid text.
    """
    voids = {at for at, cell in enumerate(grid.cells) if cell == VOID}
    strange = sorted({*grid.cells} - {OPEN, BLOCK, VOID})
    kind = grid.board.partition(";")[0]
    if strange or kind != rules.board or not rules.voids <= voids:
        yield "cells", "they are not those of the board"
        return
    opened = {at for at, cell in enumerate(grid.cells) if cell == OPEN}
    blocks = {at for at, cell in enumerate(grid.cells) if cell == BLOCK}
    if kind in DIVIDED:
        yield from _faults_of_answers(grid, rules, blocks)
        return
    if grid.board != rules.board or grid.bars_right or grid.bars_below:
        yield "cells", "bars are not allowed in such a pattern"
    if not opened:
        yield "not empty", "no cell is open"
    for at, to in _turned_on(grid, rules, sorted(opened | blocks)).items():
        if (at in opened) != (to in opened):
            yield "symmetry", f"{grid.cell_name(at)} is not as {grid.cell_name(to)}"
    for at in sorted((rules.open_cells - opened) | (rules.blocks & opened)):
        yield "fixed", grid.cell_name(at)
    lights = slots_on(rules.board, grid, 2)
    yield from _faults_of_lights(grid, rules, lights, opened)
    if not rules.n_blocks.holds(len(blocks)):
        yield "numbers", counted(len(blocks), "block")
    if not rules.n_words.holds(len(lights)):
        yield "numbers", counted(len(lights), "slot")


def _faults_of_answers(
    grid: Grid, rules: PatternRules, blocks: set[int]
) -> Iterator[tuple[str, str]]:
    """Where lines are divided into answers: their lengths, and that blocks are those asked for."""
    if blocks != rules.blocks:
        yield "fixed", "other blocks than those asked for"
    whole = slots_on(rules.board, Grid(grid.n_rows, grid.n_cols, grid.cells), 1)
    # Between blocks; the names of rows and of bands begin with different characters.
    alone = [(name[0].isdigit(), cells) for name, cells in whole.items() if len(cells) == 1]
    seen: set[tuple[int, ...]] = set()
    for name, cells in slots_on(grid.board, grid, 1).items():
        is_bloom = grid.board == "rows-garden" and name[0].isdigit()
        fits = rules.min_length <= len(cells) <= (rules.max_length or len(cells))
        if not (is_bloom or fits or (name[0].isdigit(), cells) in alone):
            yield "length", f"{name} has {counted(len(cells), 'cell')}"
        if len(cells) > 1 and tuple(cells) in seen:
            yield "twice", f"{name} has the cells of another answer"
        seen.add(tuple(cells))


def _faults_of_lights(
    grid: Grid, rules: PatternRules, lights: dict[str, list[int]], opened: set[int]
) -> Iterator[tuple[str, str]]:
    ways: dict[int, set[str]] = {at: set() for at in opened}
    reached: dict[int, set[int]] = {at: {at} for at in opened}
    for name, cells in lights.items():
        if not rules.min_length <= len(cells) <= (rules.max_length or len(cells)):
            yield "length", f"{name} has {counted(len(cells), 'cell')}"
        whole = set[int]().union(*(reached[at] for at in cells))
        for at in cells:
            ways[at].add(name.lstrip("0123456789"))
        for at in whole:
            reached[at] = whole
    for at in sorted(opened):
        if len(ways[at]) < (2 if rules.all_checked else 1):
            yield "in slots", f"{grid.cell_name(at)} is in {counted(len(ways[at]), 'slot')}"
    for name, cells in lights.items() if rules.alternate else ():
        ends = cells[:1] if _goes_round(grid, name, cells) else []
        for one, other in pairwise([*cells, *ends]):
            if len(ways[one]) < 2 and len(ways[other]) < 2:
                yield "alternate", f"two unchecked cells in a row in {name}"
    if rules.connected and opened and reached[min(opened)] != opened:
        yield "connected", "some cells are not connected to the rest"


def _turned_on(grid: Grid, rules: PatternRules, cells: list[int]) -> dict[int, int]:
    """By position of a cell, where it goes under the least turn of the symmetry."""
    if rules.symmetry is Symmetry.NONE or not cells:
        return {}
    turns, n = rules.turns, grid.n_cols
    places = [divmod(at, n) for at in cells]
    if rules.board == "ring":
        turned = [(row, (col + n // turns) % n) for row, col in places]
    elif rules.board == "hexagon":
        # Twice the distances along the axes of a cell from the middle of all; see Red Blob Games,
        # Hexagonal grids, "Rotation".
        axes = [(col - row // 2, row) for row, col in places]
        q_0, r_0 = (sum(map(Fraction, axis)) / len(cells) for axis in zip(*axes, strict=True))
        turned = []
        for q_at, r_at in axes:
            q, r = q_at - q_0, r_at - r_0
            for _ in range(6 // turns):
                q, r = -r, q + r
            row = int(r + r_0)
            turned.append((row, int(q + q_0) + row // 2))
    elif turns == 2:
        turned = [(grid.n_rows - 1 - row, n - 1 - col) for row, col in places]
    else:
        turned = [(col, n - 1 - row) for row, col in places]
    return {at: row * n + col for at, (row, col) in zip(cells, turned, strict=True)}


def _goes_round(grid: Grid, name: str, cells: list[int]) -> bool:
    """Whether a light has no end: it then has all cells of its line, as there are no bars."""
    way, n_rows, n_cols = name.lstrip("0123456789"), grid.n_rows, grid.n_cols
    is_middle = 2 * (cells[0] // n_cols) + 1 == n_rows
    whole = {
        "ring": {"C": n_cols},
        "cylinder": {"A": n_cols},
        "torus": {"A": n_cols, "D": n_rows},
        "mobius": {"A": n_cols if is_middle else 2 * n_cols},
        "cube": dict.fromkeys("ADO", 4 * (n_rows // 3)),
    }
    return whole.get(grid.board, {}).get(way) == len(cells)
