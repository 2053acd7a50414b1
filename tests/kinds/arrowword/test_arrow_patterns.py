"""Patterns of arrow words: the places of clues, against brute force."""

import random
from itertools import product

import pytest
from support.arrow_ways import ways

from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.listing import Patterns
from satcross.errors import GridError, OptionError
from satcross.kinds.arrowword.faults import arrow_faults
from satcross.kinds.arrowword.task import arrow_word
from satcross.model.arrows import arrows_of
from satcross.model.grid import Grid
from satcross.model.slots import find_slots
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import pattern_faults
from satcross.solve.protocol import SolverOptions


def is_pattern(rows: tuple[str, ...], min_length: int) -> bool:
    """Whether every open cell is in a run of the length, no run is shorter, and all are joined."""
    lines = [*enumerate(rows), *enumerate(map("".join, zip(*rows, strict=True)), len(rows))]
    covered: set[tuple[int, int]] = set()
    for number, line in lines:
        at = 0
        for run in line.replace("~", "#").split("#"):
            if len(run) >= 2:
                if len(run) < min_length:
                    return False
                for i in range(at, at + len(run)):
                    covered.add((number, i) if number < len(rows) else (i, number - len(rows)))
            at += len(run) + 1
    cells = {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "."}
    reached, todo = set(), {min(cells)} if cells else set()
    while todo:
        reached |= todo
        near = {(r + i, c + j) for r, c in todo for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        todo = (near & cells) - reached
    return bool(cells) and covered == cells == reached


def rules_of(n_rows: int, n_cols: int, min_length: int, voids: frozenset[int]) -> PatternRules:
    return PatternRules(
        n_rows, n_cols, symmetry=Symmetry.NONE, min_length=min_length, all_checked=False,
        arrows=True, voids=voids,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("n_rows", "n_cols", "min_length", "voids"),
    [
        (3, 4, 2, frozenset()),
        (3, 4, 2, frozenset({11})),
        (3, 5, 2, frozenset({13, 14})),
        pytest.param(4, 4, 3, frozenset({0}), marks=pytest.mark.slow),
        pytest.param(4, 4, 2, frozenset({14, 15}), marks=pytest.mark.slow),
    ],
)
def test_all_patterns_are_those_of_brute_force(
    n_rows: int, n_cols: int, min_length: int, voids: frozenset[int]
) -> None:
    rules = rules_of(n_rows, n_cols, min_length, voids)
    free = [at for at in range(n_rows * n_cols) if at not in voids]
    wanted = set()
    for marks in product(".#", repeat=len(free)):
        cells = ["~"] * (n_rows * n_cols)
        for at, mark in zip(free, marks, strict=True):
            cells[at] = mark
        text = "".join(cells)
        rows = tuple(text[at : at + n_cols] for at in range(0, len(text), n_cols))
        grid = Grid.parse("\n".join(rows))
        n_ways = ways(rows)
        try:
            places = arrows_of(grid)
        except GridError:
            assert n_ways == 0
        else:
            assert n_ways > 0
            assert set(places) == {slot.cells for slot in find_slots(grid)}
        if n_ways and is_pattern(rows, min_length):
            wanted.add("\n".join(rows))
            assert pattern_faults(grid, rules) == ()
    with Patterns(rules, alike=Alike.EXACTLY) as patterns:
        found = [str(grid) for grid in patterns]
    assert len(found) == len(wanted) > 0
    assert set(found) == wanted


@pytest.mark.parametrize("seed", range(2))
def test_blocks_are_given_wherever_brute_force_can(seed: int) -> None:
    rng = random.Random(seed)
    found: list[str] = []
    for shape in ((4, 5, 2), (5, 5, 3)):
        options = SolverOptions(seed=seed)
        with Patterns(rules_of(*shape, frozenset()), options, limit=20) as patterns:
            found += map(str, patterns)
    n_possible = 0
    for n in range(200):
        cells = list(rng.choice(found))
        for at in rng.sample([at for at, cell in enumerate(cells) if cell != "\n"], n % 4):
            cells[at] = rng.choice("##..~")
        text = "".join(cells)
        try:
            places = arrows_of(Grid.parse(text), seed=n)
        except GridError:
            assert not ways(tuple(text.split()))
        else:
            n_possible += 1
            assert ways(tuple(text.split()))
            assert not arrow_faults(arrow_word(Grid.parse(text), places))
    assert 50 < n_possible < 190


@pytest.mark.parametrize(("n_rows", "n_cols"), [(4, 4), (5, 5), (5, 8), (9, 9), (17, 13), (21, 15)])
def test_the_preset_has_patterns_of_all_usual_sizes(n_rows: int, n_cols: int) -> None:
    with Patterns(preset_rules(Preset.ARROWS, n_rows, n_cols), limit=2) as patterns:
        assert len(list(patterns)) >= 1


def test_voids_are_no_blocks() -> None:
    voids = frozenset({0, 1, 5, 6})
    rules = PatternRules(
        5, 5, symmetry=Symmetry.NONE, all_checked=False, block_squares=False, max_block_run=1,
        n_blocks=Range(3, 3), voids=voids, cheaters=False,
    )  # fmt: skip
    with Patterns(rules, SolverOptions(seed=2), limit=5) as patterns:
        for grid in patterns:
            assert grid.cells.count("#") == 3
            assert {at for at, cell in enumerate(grid.cells) if cell == "~"} == voids
    wrong = Grid.parse("#~...\n~~...\n.....\n.....\n.....")
    assert "voids" in str(pattern_faults(wrong, rules)[0])


def test_rules_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(OptionError, match="rectangles of blocks"):
        PatternRules(5, 5, bars=True, arrows=True)
    with pytest.raises(OptionError, match="rectangles of blocks"):
        PatternRules(5, 5, bars=True, voids=frozenset({3}))
