"""Expected fills, and the region with the fewest: against all sets of slots, and real counts."""

from __future__ import annotations

import random
from itertools import combinations
from math import inf, log10

import pytest

import satcross as sx
from satcross.model.consistency import arc_consistent
from satcross.model.expected import Chances

CYCLE = ["abc", "bcd", "cde", "dea", "eab"]


def chances_of(words: list[float], crossings: list[tuple[int, int, float]]) -> Chances:
    names = [f"S{slot}" for slot in range(len(words))]
    return Chances(names, words, crossings)


@pytest.mark.parametrize("seed", range(60))
def test_no_set_of_slots_has_fewer_than_the_tightest_region(seed: int) -> None:
    rng = random.Random(f"region {seed}")
    n = rng.randint(1, 8)
    words = [rng.choice([0.0, rng.uniform(0, 4)]) for _ in range(n)]
    pairs = list(combinations(range(n), 2))
    chosen = rng.choices(pairs, k=rng.randint(0, 2 * n)) if pairs else []
    crossings = [(slot, other, rng.choice([0.0, -rng.uniform(0, 3)])) for slot, other in chosen]
    fewest = (0.0, 0)
    for size in range(n + 1):
        for some in combinations(range(n), size):
            log = sum(words[slot] for slot in some)
            log += sum(gain for slot, other, gain in crossings if {slot, other} <= {*some})
            fewest = min(fewest, (round(log, 6), size))
    log_fills, slots = chances_of(words, crossings).tightest_region
    assert (round(log_fills, 6), len(slots)) == pytest.approx(fewest)
    inside = [int(name[1:]) for name in slots]
    log = sum(words[slot] for slot in inside)
    log += sum(gain for slot, other, gain in crossings if {slot, other} <= {*inside})
    assert log == pytest.approx(log_fills, abs=1e-6)


def test_what_is_expected_of_two_slots_that_cross_once_is_there() -> None:
    three, four = ["cat", "cot", "tea", "ace"], ["tree", "cart", "anta"]
    puzzle = sx.Puzzle.of("...#\n.###\n.###\n.###", three + four)
    n = sum(one[0] == other[0] for one in three for other in four)
    assert arc_consistent(puzzle).log_fills == pytest.approx(log10(n))


def test_a_tight_region_in_a_grid_with_room_elsewhere() -> None:
    five = [f"{a}{b}abc" for a in "abcde" for b in "abcde"]
    grid = "...#.....\n...######\n...######"
    words = sx.WordList.from_words(CYCLE + five)
    chances = arc_consistent(sx.Puzzle(grid, words, distinct=False)).chances
    region = chances.tightest_region
    # Six slots of five words, which agree in each of nine cells by a chance of one in five.
    assert region.log_fills == pytest.approx(-3 * log10(5))
    assert region.slots == ("1A", "5A", "6A", "1D", "2D", "3D")
    assert chances.log_fills == pytest.approx(-3 * log10(5) + log10(25))
    assert str(region) == "1A, 5A, 6A, 1D and 2 others"


def test_nothing_fits() -> None:
    region = chances_of([1.0, -inf], [(0, 1, -1.0)]).tightest_region
    assert region == (-inf, ("S0", "S1"))


def test_a_search_that_stops_says_that_a_fill_is_unlikely() -> None:
    puzzle = sx.Puzzle("\n".join(["." * 8] * 8), sx.WordList.builtin(min_score=30))
    fills = sx.enumerate_fills(puzzle, limit=2, time_limit_s=0.3)
    for stopped in (sx.fill(puzzle, time_limit_s=0.3), fills.run()):
        assert isinstance(stopped, sx.Stopped)
        assert str(stopped).startswith("time limit; by letter statistics 10^-")
        assert str(stopped).endswith("1A, 9A, 10A, 11A and 12 others: unlikely that there is one")


@pytest.mark.parametrize(
    ("n", "rebus"),
    [(6, ()), (8, ("IN",))],
    ids=["fills are expected", "cells that the estimate does not know"],
)
def test_no_doubt_otherwise(n: int, rebus: tuple[str, ...]) -> None:
    words = sx.WordList.builtin(min_score=30)
    puzzle = sx.Puzzle("\n".join(["." * n] * n), words, rebus=rebus)
    assert arc_consistent(puzzle).doubt() == ""
