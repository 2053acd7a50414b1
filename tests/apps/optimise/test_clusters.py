"""Parts of puzzles, the bound by clusters, windows and beam search, against brute force."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np
import pytest
from support.brute_force import all_fills
from support.dense_puzzles import dense_puzzle
from support.path_puzzles import brute_force
from support.random_puzzles import random_puzzle
from support.seeds import quick
from support.wide_puzzles import renamed

from satcross import Best, Grid, Impossible, Puzzle, WordList
from satcross.apps.optimise import clusters
from satcross.apps.optimise.clusters import ClusterBound
from satcross.apps.optimise.optimise import OptimiseTask
from satcross.apps.optimise.prices import SCALE as SCALE_OF_PRICES
from satcross.apps.optimise.prices import Prices
from satcross.model.alphabet import Alphabet
from satcross.model.consistency import Domains, arc_consistent
from satcross.solve.listing.beam import SCALE, Beam, potentials
from satcross.solve.listing.parts import PartMaker
from satcross.task import NEVER, Deadline, DeadlinePassedError


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


class WeightedPuzzle(NamedTuple):
    puzzle: Puzzle
    domains: Domains
    weights: list[int]
    totals: dict[str, int]  # by the cells of each fill


def weighted_puzzle(seed: int) -> WeightedPuzzle | None:
    """A puzzle with weights of its slots; None where arc consistency refutes it."""
    puzzle = some_puzzle(seed)
    domains = arc_consistent(puzzle)
    weights = weights_of(puzzle, seed)
    if domains.emptied is not None:
        return None
    return WeightedPuzzle(puzzle, domains, weights, totals_of(puzzle, weights))


@pytest.mark.parametrize("seed", quick(range(200), 6))
def test_no_fill_is_above_the_bound_of_clusters(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At any time, and for clusters of any size."""
    monkeypatch.setattr(clusters, "FIRST_SLOTS", 1 + seed % 4)
    if (case := weighted_puzzle(seed)) is None or not case.totals:
        return
    puzzle, domains, weights, totals = case
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


def lowest_bound(puzzle: Puzzle, weights: list[int], most: int, seed: int) -> int:
    """The bound when it falls no more; at no time is it below the best total."""
    bound = ClusterBound(puzzle, PartMaker(arc_consistent(puzzle), weights))
    last = bound.bound
    while not bound.is_exhausted:
        bound.lower(1 + 7 * seed, NEVER)
        assert most <= bound.bound <= last
        last = bound.bound
    return last


@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_no_fill_is_above_the_bound_where_slots_go_along_any_path(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third slot of a cell, and a slot that comes there again, may have any letter in it."""
    monkeypatch.setattr(clusters, "FIRST_SLOTS", 1 + seed % 5)
    rng = random.Random(seed)
    names = [f"r{row}c{column}" for row in (1, 2, 3) for column in (1, 2, 3)]
    rules = [
        f"slot one: {' '.join(rng.sample(names, 3))}",
        f"slot two: {' '.join([*(two := rng.sample(names, 2)), two[0]])}",
    ]
    words = {"".join(rng.choices("AB", k=3)): rng.randint(1, 99) for _ in range(8)}
    listed = WordList.from_words(words, alphabet=Alphabet("AB"))
    puzzle = Puzzle(Grid.parse("...\n...\n..."), listed, rules=rules, distinct=False)
    weights = weights_of(puzzle, seed)
    fills = list(brute_force(puzzle, list(words)))
    if not fills or arc_consistent(puzzle).emptied is not None:
        return
    most = max(
        sum(
            weight * words["".join(cells[at] for at in slot.cells)]
            for slot, weight in zip(puzzle.slots, weights, strict=True)
        )
        for cells in fills
    )
    assert lowest_bound(puzzle, weights, most, seed) <= 99 * sum(weights)


@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_prices_bound_the_totals_of_wide_alphabets(seed: int) -> None:
    """No join supports so many letters."""
    if (case := weighted_puzzle(seed)) is None or not case.totals:
        return
    prices = Prices(PartMaker(case.domains, case.weights))
    for _ in range(clusters.SWEEPS):
        prices.shift()
    wide = renamed(case.puzzle, 300)
    assert lowest_bound(wide, case.weights, max(case.totals.values()), seed) == prices.bound


@pytest.mark.parametrize("seed", quick(range(200), 6))
def test_prices_leave_the_totals_of_fills_and_lower_the_bound(seed: int) -> None:
    if (case := weighted_puzzle(seed)) is None or not case.totals:
        return
    puzzle, domains, weights, totals = case
    alphabet = puzzle.words.alphabet.letters
    maker = PartMaker(domains, weights)
    prices = Prices(maker)
    assert prices.bound == sum(map(maker.most, range(len(puzzle.slots))))
    last = prices.bound
    for _ in range(5):
        prices.shift()
        assert max(totals.values()) <= prices.bound <= last
        last = prices.bound
    priced, rest = prices.maker()
    assert all(values.min() >= 0 for values in priced.values)
    for cells, total in totals.items():
        rows = [
            int(np.flatnonzero((domains.codes[slot.index] == codes).all(axis=1))[0])
            for slot in puzzle.slots
            if (codes := [alphabet.index(cells[cell]) for cell in slot.cells])
        ]
        shared = sum(int(values[row]) for values, row in zip(priced.values, rows, strict=True))
        assert shared + rest == SCALE_OF_PRICES * total


def test_prices_lower_the_bound_of_slots_that_cross_badly() -> None:
    """The best words, AB and CBA, begin with different letters."""
    words = WordList.from_words([("AB", 90), ("CB", 20), ("CBA", 90), ("ABA", 40)])
    puzzle = Puzzle(Grid.parse("...\n.##"), words, distinct=False)
    prices = Prices(PartMaker(arc_consistent(puzzle), [1, 1]))
    assert prices.bound == 180
    prices.shift()
    assert prices.bound == 130


@pytest.mark.parametrize("seed", quick(range(200), 6))
def test_a_part_has_the_fills_that_reach_the_total(seed: int) -> None:
    """All slots, with some letters of a fill held and the words around it taken."""
    if (case := weighted_puzzle(seed)) is None or not case.totals:
        return
    puzzle, domains, weights, totals = case
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


@pytest.mark.parametrize("seed", quick(range(200), 6))
def test_a_beam_finds_fills_and_a_wide_one_the_best(seed: int) -> None:
    """Where words must differ, merging may leave a wide one without the best fill."""
    if (case := weighted_puzzle(seed)) is None:
        return
    puzzle, domains, weights, totals = case
    part = PartMaker(domains, weights).make(range(len(puzzle.slots)), 0)
    if part is None or not part.cells:
        return
    alphabet = puzzle.words.alphabet.letters
    for width in (1, 2, 100_000):
        beam = Beam(part.join, potentials(part.tables, 1.0), width=width, seed=seed)
        assert beam.run(NEVER)
        if not beam.is_whole:
            assert width < 100_000 or not totals or puzzle.distinct
            continue
        row, total = beam.best()
        letters = dict(zip(part.cells, row.tolist(), strict=True))
        cells = "".join(
            alphabet[letters[cell]] if cell in letters else letter
            for cell, letter in enumerate("".join("".join(row) for row in puzzle.grid.rows()))
        )
        assert totals[cells] == total + part.rest
        if width == 100_000 and not puzzle.distinct:
            assert totals[cells] == max(totals.values())


def test_a_beam_ends_when_time_is_up() -> None:
    puzzle = some_puzzle(1)
    part = PartMaker(arc_consistent(puzzle), [1] * len(puzzle.slots)).make(
        range(len(puzzle.slots)), 0
    )
    assert part is not None
    beam = Beam(part.join, potentials(part.tables, 1.0), width=100, seed=0)
    assert not beam.run(Deadline.after(0.0))
    assert not beam.n_nodes
    with pytest.raises(DeadlinePassedError):
        potentials(part.tables, 1.0, Deadline.after(0.0))


@pytest.mark.parametrize("temperature", [0.5, 3.0])
def test_potentials_weigh_words_by_the_words_that_cross_them(temperature: float) -> None:
    """Belief propagation is exact where slots do not cross in circles."""
    scores = {"AB": 4, "CB": 1, "AD": 2, "BC": 3, "CC": 7}
    words = WordList.from_words(list(scores.items()))
    domains = arc_consistent(Puzzle(Grid.parse("..\n.#"), words, distinct=False))
    part = PartMaker(domains, [1, 1]).make([0, 1], 0)
    assert part is not None
    weights = [  # of the words with each first letter
        sum(math.exp(score / temperature) for word, score in scores.items() if word[0] == first)
        for first in "ABC"
    ]
    # The other slot has each letter as often as its words weigh.
    crossed = sum(weight * weight for weight in weights) / sum(weights)
    for potential in potentials(part.tables, temperature):
        assert [node / SCALE for node in potential[:4].tolist()] == pytest.approx(
            [temperature * math.log(weight) for weight in (crossed, *weights)], abs=1 / SCALE
        )
        assert sorted(node / SCALE for node in potential[4:].tolist()) == sorted(scores.values())


@pytest.mark.parametrize("seed", quick(range(100), 4))
def test_a_search_that_begins_with_beams_proves_the_best_total(seed: int) -> None:
    """With rounds the join does not find it first."""
    puzzle = some_puzzle(seed)
    weights = {slot.name: 1 + (slot.index + seed) % 3 for slot in puzzle.slots}
    counted = [
        0 if puzzle.given_codes(slot) is not None else weights[slot.name] for slot in puzzle.slots
    ]
    if not any(counted):
        return
    totals = totals_of(puzzle, counted)
    names = {
        slot.name: weight for slot, weight in zip(puzzle.slots, counted, strict=True) if weight
    }
    with OptimiseTask(puzzle, goal="total", slot_weights=names, rounds=5_000) as task:
        result = task.run()
    if totals:
        assert isinstance(result, Best)
        assert task.bound == result.objective == max(totals.values())
    else:
        assert isinstance(result, Impossible)
