"""Presets give patterns of their kind, and the grids that are known obey them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from satcross.apps.construct.api import patterns
from satcross.apps.construct.patterns.alike import Alike, alike_images
from satcross.model.grid import Grid, read_grid
from satcross.model.puzzle import find_slots
from satcross.pattern.presets import PRESETS, Preset, preset_rules
from satcross.pattern.rules import PatternRules
from satcross.pattern.verify import pattern_faults

# The pattern strings of J. Lyons, "Creating crosswords with python-constraint" (2017).
LYONS = (
    "3EF9C51EBFAFAAF8FE37577BFB9D5CEFEF75763F8FAAFAFEBC51CFBEg",
    "BEFB4516BFAFAAF8FE27573BFBDD5DEFEE75723F8FAAFAFEB4516FBEh",
)
GRIDS = Path(__file__).parents[4] / "shared/data/grids"


@pytest.mark.parametrize("text", LYONS)
def test_the_seeds_patterns_obey_the_lattice_rules_and_round_trip(text: str) -> None:
    grid = Grid.from_hex(text)
    rules = preset_rules(Preset.LATTICE, 15, 15)
    assert pattern_faults(grid, rules) == ()
    assert pattern_faults(grid, replace(rules, max_length=9)) == ()
    assert grid.to_hex() == text
    assert Grid.parse(str(grid)) == grid


def test_a_bent_seed_pattern_breaks_them() -> None:
    grid = Grid.from_hex(LYONS[0])
    cells = list(grid.cells)
    cells[18] = "."  # r2c4, beside an open cell on each side
    rules = preset_rules(Preset.LATTICE, 15, 15)
    broken = {fault.rule for fault in pattern_faults(grid.with_cells(cells), rules)}
    assert {"symmetry", "open squares"} <= broken


@pytest.mark.parametrize("preset", Preset)
def test_patterns_of_a_preset_obey_it(preset: Preset) -> None:
    side = PRESETS[preset].side
    rules = preset_rules(preset, side, side)
    found = list(patterns(rules, limit=4, seed=1))
    assert len(set(map(str, found))) == 4
    assert all(pattern_faults(grid, rules) == () for grid in found)
    assert all(find_slots(grid) for grid in found)


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("size", [(9, 9), (13, 11), (5, 7), (3, 3), (21, 21)])
def test_presets_of_other_sizes_make_sense(preset: Preset, size: tuple[int, int]) -> None:
    rules = preset_rules(preset, *size)
    assert (rules.n_rows, rules.n_cols) == size


def test_the_kinds_differ_as_they_should() -> None:
    nyt = preset_rules(Preset.NYT, 15, 15)
    assert nyt.all_checked
    assert nyt.n_words == (72, 78)
    assert preset_rules(Preset.NYT, 21, 21).n_words == (130, 140)
    british = preset_rules(Preset.BRITISH, 15, 15)
    assert (british.alternate, british.min_checked) == (True, Fraction(1, 2))
    assert preset_rules(Preset.BARRED, 12, 12).bars


@pytest.mark.shared
@pytest.mark.skipif(not GRIDS.is_dir(), reason="no shared data")
def test_british_and_american_grids_that_are_known_obey_the_rules_of_their_kind() -> None:
    british = read_grid(str(GRIDS / "british15-cryptic.txt"))
    free = replace(
        preset_rules(Preset.BRITISH, 15, 15),
        n_words=preset_rules(Preset.BRITISH, 13, 13).n_words,
    )
    assert pattern_faults(british, free) == ()
    themed = read_grid(str(GRIDS / "american15-themed.txt"))
    assert pattern_faults(themed, preset_rules(Preset.NYT, 15, 15)) == ()


@pytest.mark.shared
@pytest.mark.skipif(not GRIDS.is_dir(), reason="no shared data")
def test_beachams_ten_grids_of_five_are_all_up_to_swapping_across_and_down() -> None:
    rules = PatternRules(5, 5, empty_lines=False)  # half-turn, 3 or more, all checked, connected
    theirs = [read_grid(str(path)) for path in sorted(GRIDS.glob("beacham-05.*.txt"))]
    assert len(theirs) == 10
    assert all(pattern_faults(grid, rules) == () for grid in theirs)
    found = patterns(rules, alike=Alike.TRANSPOSED)
    ours = {class_of(grid, Alike.TRANSPOSED) for grid in found}
    assert found.is_exhausted
    assert found.n_found == len(ours) == 10
    assert {class_of(grid, Alike.TRANSPOSED) for grid in theirs} == ours
    # Mirror images are told apart: with them made one there would be six.
    assert len({class_of(grid, Alike.TURNED) for grid in theirs}) == 6
    assert len(list(patterns(rules))) == 6
    assert len(list(patterns(rules, alike=Alike.EXACTLY))) == 12
    # Rows of blocks at the edges would make four more: the open 3x5, 5x3 and 3x3, and their like.
    with_edges = patterns(PatternRules(5, 5), alike=Alike.TRANSPOSED)
    assert ours < {class_of(grid, Alike.TRANSPOSED) for grid in with_edges}


def class_of(grid: Grid, alike: Alike) -> str:
    return min(
        "".join(grid.cells[move[cell]] for cell in range(len(grid.cells)))
        for move in alike_images(alike, grid.n_rows, grid.n_cols)
    )
