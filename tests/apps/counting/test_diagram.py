"""Decision diagrams of random sets of rows, and those of puzzles against the count of the join."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from support.random_puzzles import larger_puzzle
from support.seeds import split

from satcross.apps.counting.counter import FillCounter
from satcross.apps.counting.diagram.compiler import ComponentCompiler, Tries
from satcross.apps.counting.diagram.components import components_of
from satcross.apps.counting.diagram.diagram import Diagram, Reduction, best_rows, equal_lists
from satcross.model.consistency import arc_consistent
from satcross.task import Deadline

N_LETTERS = 4


def random_rows(seed: int) -> list[tuple[int, ...]]:
    """Distinct rows of letters, in order."""
    rng = random.Random(seed)
    n_cells = rng.randint(1, 6)
    rows = {
        tuple(rng.randrange(N_LETTERS) for _ in range(n_cells)) for _ in range(rng.randint(1, 60))
    }
    return sorted(rows)


def score(row: tuple[int, ...], seed: int) -> int:
    """A total that is no sum over cells: of some pairs of neighbours."""
    return sum((7 * a + 3 * b + seed) % 11 for a, b in pairwise(row))


def diagram_of(rows: list[tuple[int, ...]], seed: int) -> Diagram:
    """The diagram of rows, from the tree of their prefixes with a dead end in each layer."""
    n_cells = len(rows[0])
    prefixes = [sorted({row[:n] for row in rows}) for n in range(n_cells + 1)]
    reduction = Reduction([len(some) + 1 for some in prefixes[:-1]], 5)
    for n in range(n_cells - 1, -1, -1):
        number = {prefix: i for i, prefix in enumerate(prefixes[n])}
        after = {prefix: i for i, prefix in enumerate(prefixes[n + 1])}
        edges = []
        for prefix in prefixes[n + 1]:
            gain = score(prefix, seed) - score(prefix[:-1], seed)
            target = after[prefix] if n + 1 < n_cells else 0
            edges.append((number[prefix[:-1]], prefix[-1], target, gain))
        if n + 1 < n_cells:
            dead = len(after)  # a node without edges
            missing = [a for a in range(N_LETTERS) if (*prefixes[n][-1], a) not in after]
            edges += [(len(number) - 1, a, dead, 1000) for a in missing]
            edges.sort()
        columns = [np.array(column) for column in zip(*edges, strict=True)]
        reduction.add(columns[0], columns[1].astype(np.uint8), columns[2], columns[3])
    return reduction.diagram(tuple(range(n_cells)))


@pytest.mark.parametrize("seeds", split(range(600), 15))
def test_a_diagram_knows_its_rows(seeds: range) -> None:
    for seed in seeds:
        rows = random_rows(seed)
        diagram = diagram_of(rows, seed)
        assert diagram.n_rows == len(rows)
        assert list(map(tuple, diagram.rows(range(len(rows))).tolist())) == rows
        expected = [[sum(row[i] == a for row in rows) for a in range(N_LETTERS)]
                    for i in range(len(rows[0]))]  # fmt: skip
        assert diagram.letters(N_LETTERS) == expected
        totals = sorted((5 + score(row, seed) for row in rows), reverse=True)
        best = list(best_rows([diagram]))
        assert [total for total, _ in best] == totals
        assert {tuple(letters) for _, letters in best} == set(rows)
        assert all(total == 5 + score(tuple(letters), seed) for total, letters in best)
        check_restricted(diagram, rows, seed)


def check_restricted(diagram: Diagram, rows: list[tuple[int, ...]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    allowed = rng.random((len(rows[0]), N_LETTERS)) < 0.75
    some = [row for row in rows if all(allowed[i, a] for i, a in enumerate(row))]
    less = diagram.restricted(allowed)
    assert less.n_rows == len(some)
    if some:
        assert list(map(tuple, less.rows(range(len(some))).tolist())) == some
        totals = sorted((5 + score(row, seed) for row in some), reverse=True)
        assert [total for total, _ in best_rows([less])] == totals
        assert less.best == totals[0]


def test_no_two_nodes_of_a_layer_are_equal() -> None:
    for seed in range(40):
        for layer in diagram_of(random_rows(seed), seed).layers:
            kept, _ = equal_lists(layer.start, (layer.letter, layer.target, layer.loss))
            assert len(kept) == len(layer.start) - 1


def test_several_diagrams_side_by_side() -> None:
    one, other = (diagram_of(random_rows(seed), seed) for seed in (1, 2))
    totals = sorted(
        (a + b for a, _ in best_rows([one]) for b, _ in best_rows([other])), reverse=True
    )
    assert [total for total, _ in best_rows([one, other])] == totals


@pytest.mark.parametrize("seeds", split(range(60), 6))
@pytest.mark.parametrize("is_scored", [True, False])
def test_counts_of_puzzles_with_many_words_are_those_of_the_join(
    seeds: range, *, is_scored: bool
) -> None:
    n_all = 0
    for seed in seeds:
        puzzle = larger_puzzle(seed)
        domains = arc_consistent(puzzle)
        if domains.emptied is not None:
            continue
        counter = FillCounter(domains)
        if not counter.run(max_steps=300_000):
            continue
        n = 1
        tries: Tries = {}
        for part in components_of(domains):
            compiler = ComponentCompiler(domains, part, is_scored=is_scored, tries=tries)
            assert compiler.run()
            diagram = compiler.diagram()
            assert diagram is not None
            n *= diagram.n_rows
        assert n == counter.n_found, seed
        n_all += n
    assert n_all > 100


def test_limits_of_a_compiler() -> None:
    domains = arc_consistent(larger_puzzle(1))
    (part,) = components_of(domains)
    compiler = ComponentCompiler(domains, part, is_scored=True, tries={})
    assert not compiler.run(max_edges=3)
    assert not compiler.run(Deadline.after(0.0))
    assert compiler.n_edges < 100
