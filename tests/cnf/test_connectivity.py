"""Components and cuts, against brute force."""

from __future__ import annotations

import random
from itertools import product

import pytest
from support.seeds import quick

from satcross.cnf.connectivity import Edges


def is_connected(cells: set[int], edges: Edges) -> bool:
    """By reaching out from one cell."""
    seen = set(sorted(cells)[:1])
    while more := {b for a, b in [*edges, *(e[::-1] for e in edges)] if a in seen} & cells - seen:
        seen |= more
    return seen == cells


@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_components_are_connected_and_apart(seed: int) -> None:
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(1, 5), rng.randint(1, 5)
    grid = Edges.of_grid(n_rows, n_cols)
    places = [(a, *divmod(a, n_cols)) for a in range(n_rows * n_cols)]
    beside = {
        (a, b)
        for (a, row, col), (b, *other) in product(places, repeat=2)
        if other in ([row, col + 1], [row + 1, col])
    }
    assert set(grid) == beside
    assert len(grid) == len(beside)
    cells = sorted(rng.sample(range(n_rows * n_cols), rng.randint(1, n_rows * n_cols)))
    edges = Edges(edge for edge in grid if set(edge) <= set(cells))
    parts = edges.components(cells)
    assert sorted(cell for part in parts for cell in part) == cells
    assert all(is_connected(set(part), edges) for part in parts)
    assert not any(a in part and b not in part for part in parts for a, b in edges)
    assert parts == sorted(parts, key=lambda part: (len(part), min(part)))


@pytest.mark.parametrize("has_edges", [False, True])
@pytest.mark.parametrize("seed", quick(range(40), 4))
def test_cuts_hold_in_connected_sets_and_not_in_the_one_they_are_for(
    seed: int, has_edges: bool
) -> None:
    rng = random.Random(seed)
    grid = Edges.of_grid(rng.randint(2, 3), 3)
    n_cells = max(max(edge) for edge in grid) + 1
    while True:
        cells = {cell for cell in range(n_cells) if rng.random() < 0.6}
        parts = Edges(edge for edge in grid if set(edge) <= cells).components(sorted(cells))
        if len(parts) > 1:
            break

    def used(cell: int) -> int:
        return cell + 1

    def joined(edge: tuple[int, int]) -> int:
        return n_cells + 1 + grid.index(edge)

    cuts = grid.cuts(parts, used, joined if has_edges else None)
    assert len(cuts) == len(parts) - 1
    for chosen in range(1 << n_cells):
        some = {cell for cell in range(n_cells) if chosen >> cell & 1}
        inside = [edge for edge in grid if set(edge) <= some]
        true = {used(cell) for cell in some} | {joined(edge) for edge in inside}
        holds = [
            any((lit in true) if lit > 0 else (-lit not in true) for lit in cut) for cut in cuts
        ]
        if some == cells:
            assert not any(holds)
        if is_connected(some, grid):
            assert all(holds), (some, cuts)
