"""Parts of puzzles, the bound by clusters and better fills by windows, against brute force."""

from __future__ import annotations

import numpy as np
import pytest
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.random_puzzles import random_puzzle
from support.seeds import quick

from satcross import Puzzle
from satcross.model.consistency import arc_consistent
from satcross.solve.listing.parts import PartMaker
from satcross.task import NEVER
from satcross.tasks.optimise import clusters
from satcross.tasks.optimise.clusters import ClusterBound


def totals_of(puzzle: Puzzle, weights: list[int]) -> dict[str, int]:
    """By the cells of each fill, its total."""
    totals = {}
    for rows in all_fills(
        ["".join(row) for row in puzzle.grid.rows()],
        [word for word, _ in puzzle.words.words()],
        puzzle.words.alphabet.letters,
        distinct=puzzle.distinct,
    ):
        cells = "".join(rows)
        scores = [
            puzzle.words.score("".join(cells[cell] for cell in slot.cells)) or 0
            for slot in puzzle.slots
        ]
        totals[cells] = sum(score * weight for score, weight in zip(scores, weights, strict=True))
    return totals


def weights_of(puzzle: Puzzle, seed: int) -> list[int]:
    return [
        0 if puzzle.given_codes(slot) is not None else (slot.index + seed) % 4
        for slot in puzzle.slots
    ]


def some_puzzle(seed: int) -> Puzzle:
    return dense_puzzle(700 + seed) if seed % 2 else random_puzzle(700 + seed)


@pytest.mark.parametrize("seed", quick(range(200), 12))
def test_no_fill_is_above_the_bound_of_clusters(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At any time, and for clusters of any size."""
    monkeypatch.setattr(clusters, "FIRST_SLOTS", 1 + seed % 4)
    puzzle = some_puzzle(seed)
    domains = arc_consistent(puzzle)
    weights = weights_of(puzzle, seed)
    totals = totals_of(puzzle, weights)
    if domains.emptied is not None or not totals:
        return
    most = max(totals.values())
    bound = ClusterBound(puzzle, PartMaker(domains, weights))
    last = bound.bound
    while not bound.is_exhausted:
        bound.lower(1 + 7 * seed, NEVER)
        assert most <= bound.bound <= last
        last = bound.bound
    if not puzzle.distinct and all(
        len(x) == 2 for x in PartMaker(domains, weights).through.values()
    ):
        assert bound.bound == most  # one cluster, all of whose cells are joined


@pytest.mark.parametrize("seed", quick(range(200), 12))
def test_a_part_has_the_fills_that_reach_the_total(seed: int) -> None:
    """All slots, with some letters of a fill held and the words around it taken."""
    puzzle = some_puzzle(seed)
    domains = arc_consistent(puzzle)
    weights = weights_of(puzzle, seed)
    totals = totals_of(puzzle, weights)
    if domains.emptied is not None or not totals:
        return
    maker = PartMaker(domains, weights)
    alphabet = puzzle.words.alphabet.letters
    fill = sorted(totals)[seed % len(totals)]
    free = set(puzzle.slots[seed % len(puzzle.slots)].cells)
    slots = sorted({slot for cell in free for slot, _ in maker.through[cell]})
    outside = [slot for slot in puzzle.slots if slot.index not in slots]
    held = {cell: alphabet.index(fill[cell]) for cell in domains.cells if cell not in free}
    taken: dict[int, list[int]] = {}
    for slot in outside:
        if puzzle.distinct:
            word = maker.word(slot.index, [alphabet.index(fill[cell]) for cell in slot.cells])
            taken.setdefault(len(slot), []).append(word)
    alike = {
        cells: total
        for cells, total in totals.items()
        if all(cells[cell] == fill[cell] for cell in held)
    }
    outside_total = sum(
        weights[slot.index] * (puzzle.words.score("".join(fill[c] for c in slot.cells)) or 0)
        for slot in outside
    )
    for least in sorted(set(alike.values())):
        part = maker.make(slots, least - outside_total, held=held, taken=taken)
        assert part is not None
        rows = np.empty((len(alike) + 1, len(part.cells)), dtype=np.uint8)
        found = np.empty(len(rows), dtype=np.int64)
        n, is_all = part.join.run(rows, 1 << 40, 60.0, found)
        assert is_all
        got = {}
        for row, total in zip(rows[:n].tolist(), found[:n].tolist(), strict=True):
            letters = dict(zip(part.cells, row, strict=True))
            cells = "".join(
                alphabet[letters[cell]] if cell in letters else letter
                for cell, letter in enumerate(fill)
            )
            got[cells] = total + part.rest + outside_total
        assert got == {cells: total for cells, total in alike.items() if total >= least}
    assert maker.make(slots, max(alike.values()) + 1 - outside_total, held=held, taken=taken) is (
        None
    ) or not part_rows(maker, slots, max(alike.values()) + 1 - outside_total, held, taken)


def part_rows(
    maker: PartMaker,
    slots: list[int],
    least: int,
    held: dict[int, int],
    taken: dict[int, list[int]],
) -> int:
    """How many fills a part has."""
    part = maker.make(slots, least, held=held, taken=taken)
    assert part is not None
    rows = np.empty((1, len(part.cells)), dtype=np.uint8)
    return part.join.run(rows, 1 << 40, 60.0)[0]
