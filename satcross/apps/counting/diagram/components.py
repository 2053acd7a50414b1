"""The parts of a puzzle that depend on no others, and in which order their cells are filled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from satcross.apps.counting.diagram.exclusions import exclusions_of
from satcross.extend import Domains, Need

LAYERS = frozenset({Need.ENTRIES, Need.REBUS, Need.SPELLED_APART})
"""What a state knows of `Puzzle.needs`: slots, crossings and distinct words."""


@dataclass(frozen=True, slots=True)
class Component:
    """Slots that depend on each other, and on no others.

    Args:
        slots: their indices.
        cells: the positions of their cells, in the order in which they are to be filled.
    """

    slots: tuple[int, ...]
    cells: tuple[int, ...]


def components_of(domains: Domains) -> list[Component]:
    """The independent parts of a puzzle.

    Slots depend on each other if they cross, or if they must differ and could have the same word.
    What does not cross is filled one after the other, so that few slots are in progress at a time.
    Of rows and columns, the order is chosen in which the slots in progress have fewer prefixes.
    """
    slots = domains.puzzle.slots
    if not domains.puzzle.needs <= LAYERS:  # some rule may be about any of them
        every = range(len(slots))
        return [Component(tuple(every), tuple(_order_of_cells(domains, every)))]
    of_cell: dict[int, list[int]] = {}
    for slot in slots:
        for cell in slot.cells:
            of_cell.setdefault(cell, []).append(slot.index)
    crossing = [(two[0], other) for two in of_cell.values() for other in two[1:]]
    rivals = [(i, other) for i, others in exclusions_of(domains).rivals.items() for other in others]
    pieces = _components(len(slots), crossing)
    of_piece = {index: number for number, piece in enumerate(pieces) for index in piece}
    bound = [(of_piece[one], of_piece[other]) for one, other in rivals]
    found: list[Component] = []
    for together in _components(len(pieces), bound):
        cells = [cell for number in together for cell in _order_of_cells(domains, pieces[number])]
        indices = sorted(index for number in together for index in pieces[number])
        found.append(Component(tuple(indices), tuple(cells)))
    return found


def _components(n: int, pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The connected components of a graph with nodes 0 to n - 1, each rising."""
    leader = list(range(n))

    def find(node: int) -> int:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for one, other in pairs:
        low, high = sorted((find(one), find(other)))
        leader[high] = low
    components: dict[int, list[int]] = {}
    for node in range(n):
        components.setdefault(find(node), []).append(node)
    return list(components.values())


def _order_of_cells(domains: Domains, slots: Sequence[int]) -> list[int]:
    puzzle = domains.puzzle
    n_cols = puzzle.grid.n_cols
    cells = sorted({cell for index in slots for cell in puzzle.slots[index].cells})
    prefixes = {
        index: [
            math.log2(len(np.unique(domains.codes[index][:, :n], axis=0)))
            for n in range(len(puzzle.slots[index]))
        ]
        for index in slots
    }
    orders = {
        "rows": cells,
        "columns": sorted(cells, key=lambda cell: (cell % n_cols, cell)),
    }

    def width(by: str) -> float:
        done = dict.fromkeys(slots, 0)
        through = {cell: [i for i in slots if cell in puzzle.slots[i].cells] for cell in orders[by]}
        widest = 0.0
        for cell in orders[by]:
            for index in through[cell]:
                done[index] += 1
            open_slots = (i for i in slots if 0 < done[i] < len(puzzle.slots[i]))
            widest = max(widest, sum(prefixes[i][done[i]] for i in open_slots))
        return widest

    return orders[min(orders, key=width)]
