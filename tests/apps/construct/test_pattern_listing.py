"""Patterns in turn: all different, in the order of the seed, unlike each other, checked."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations

import pytest
from support.random_rules import random_rules
from support.seeds import split

from satcross.apps.construct.api import patterns
from satcross.apps.construct.patterns.alike import Alike, all_images
from satcross.model.grid import Grid
from satcross.model.puzzle import Direction, find_slots
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import FixedSlot, PatternRules, Range, Stack
from satcross.pattern.verify import pattern_faults
from satcross.results import Reason


def run_random(seeds: range, n: int) -> int:
    """Patterns for random rules of random sizes, each checked; how many."""
    n_found = 0
    for seed in seeds:
        rng = random.Random(f"listing {seed}")
        bars = rng.random() < 0.2
        side = rng.randint(6, 10)
        size = (side, side) if rng.random() < 0.5 else (side, rng.randint(4, 11))
        rules = random_rules(rng, *size, bars=bars)
        found = patterns(rules, limit=n, seed=seed, time_limit_s=20)
        grids = list(found)
        assert found.stopped in (None, Reason.LIMIT)
        classes = {class_of(grid) for grid in grids}
        assert len(classes) == len(grids)
        assert all(pattern_faults(grid, rules) == () for grid in grids)
        n_found += len(grids)
    return n_found


def class_of(grid: Grid) -> tuple[str, ...]:
    """What all images of a pattern have in common."""
    return min(images_of(grid))


def images_of(grid: Grid) -> list[tuple[str, ...]]:
    n = grid.n_cols
    out: list[tuple[str, ...]] = []
    for move in all_images(grid.n_rows, grid.n_cols):
        walls = {
            tuple(sorted((move[a], move[b])))
            for bars, step in ((grid.bars_right, 1), (grid.bars_below, n))
            for a, b in ((a, a + step) for a in bars)
        }
        cells = sorted(move[c] for c, cell in enumerate(grid.cells) if cell == "#")
        out.append((str(cells), str(sorted(walls))))
    return out


@pytest.mark.parametrize("seeds", split(range(60), 12))
def test_patterns_of_random_rules(seeds: range) -> None:
    assert run_random(seeds, 5) > len(seeds)


@pytest.mark.slow
def test_thousands_of_patterns_of_random_rules() -> None:
    assert run_random(range(1000, 1900), 8) > 2000


@pytest.mark.slow
@pytest.mark.parametrize("preset", [Preset.NYT, Preset.LATTICE, Preset.BRITISH])
def test_hundreds_of_patterns_of_a_preset(preset: Preset) -> None:
    rules = preset_rules(preset, 15, 15)
    grids = list(patterns(rules, limit=300))
    assert len({class_of(grid) for grid in grids}) == 300
    assert all(pattern_faults(grid, rules) == () for grid in grids)


@pytest.mark.parametrize(("preset", "least"), [(Preset.NYT, 0.16), (Preset.LATTICE, 0.3)])
def test_patterns_do_not_look_alike(preset: Preset, least: float) -> None:
    grids = list(patterns(preset_rules(preset, 15, 15), limit=12, seed=5))
    apart = [distance(a, b) for a, b in combinations(grids, 2)]
    assert sum(apart) / len(apart) > least
    assert min(apart) >= 0.06


def distance(a: Grid, b: Grid) -> float:
    """The part of the cells that differ, in the position in which fewest do."""
    n = len(a.cells)
    return min(
        sum(a.cells[c] != b.cells[move[c]] for c in range(n)) / n
        for move in all_images(a.n_rows, a.n_cols)
    )


def test_nyt_patterns_look_like_published_ones() -> None:
    for grid in patterns(preset_rules(Preset.NYT, 15, 15), limit=8, seed=2):
        lengths = [len(slot) for slot in find_slots(grid)]
        assert 30 <= grid.cells.count("#") <= 40
        assert 72 <= len(lengths) <= 78
        assert lengths.count(3) <= 0.5 * len(lengths)


def test_the_same_seed_gives_the_same_patterns_whatever_the_hash_seed() -> None:
    code = (
        "from satcross.apps.construct.api import patterns;"
        "from satcross.pattern.presets import preset_rules;"
        "print([g.to_hex() for g in patterns(preset_rules('nyt', 15, 15), limit=3, seed=4)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    rules = preset_rules(Preset.NYT, 15, 15)
    here = [g.to_hex() for g in patterns(rules, limit=3, seed=4)]
    assert outputs == {f"{here}\n"}
    assert here != [g.to_hex() for g in patterns(rules, limit=3, seed=5)]


def test_all_come_also_when_a_limit_puts_off_those_that_look_alike() -> None:
    rules = PatternRules(5, 5, empty_lines=False)
    some = patterns(rules, limit=100, alike=Alike.EXACTLY, seed=3)
    assert len({str(grid) for grid in some}) == 12
    assert some.is_exhausted
    few = patterns(rules, limit=2)
    assert len(list(few)) == 2
    assert (few.is_exhausted, few.stopped) == (False, Reason.LIMIT)


def test_no_time() -> None:
    found = patterns(PatternRules(9, 9), time_limit_s=1e-9)
    assert list(found) == []
    assert (found.is_exhausted, found.stopped) == (False, Reason.TIME_LIMIT)


def test_none() -> None:
    found = patterns(PatternRules(6, 6, n_words=Range(40, None)))
    assert list(found) == []
    assert found.is_exhausted


def test_theme_slots_stacks_and_numbers() -> None:
    slots = tuple(
        FixedSlot(Direction.ACROSS, row, col, length)
        for row, col, length in ((2, 0, 11), (5, 2, 13), (9, 0, 13), (12, 4, 11))
    )
    rules = PatternRules(15, 15, slots=slots, n_words=Range(72, 72), n_blocks=Range(34, 34))
    (grid,) = patterns(rules, limit=1)
    assert len(find_slots(grid)) == 72
    assert grid.cells.count("#") == 34
    assert set(map(rules.slot_cells, slots)) <= {slot.cells for slot in find_slots(grid)}
    (stacked,) = patterns(
        PatternRules(15, 15, stacks=(Stack(3, 15),), n_words=Range(None, 70)), limit=1
    )
    assert stacked.lines().count("." * 15) >= 3
