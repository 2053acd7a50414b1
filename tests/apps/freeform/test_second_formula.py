"""What is proved of layouts, beside a second formula of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest
from oracles.layouts import Cell, LayoutFormula, largest_boxes
from support.brute_layouts import Layout, all_layouts, box, drawn
from support.seeds import split

from satcross.apps.freeform.layout import LayoutOptions
from satcross.apps.freeform.listing import Layouts
from satcross.apps.freeform.local import Limits
from satcross.model.grid import VOID, Grid


@cache
def layouts_of(words: tuple[str, ...], n: int) -> frozenset[Layout]:
    """All layouts of `n` of some words."""
    return frozenset(one for some in combinations(words, n) for one in all_layouts(some))


@pytest.mark.parametrize("seeds", split(range(600), 6))
def test_the_second_formula_has_the_layouts_of_brute_force(seeds: range) -> None:
    n_found = 0
    for seed in seeds:
        rng = random.Random(f"formula {seed}")
        words = drawn(rng, rng.choice([1, 2, 3, 3, 4]))
        n_rows = rng.randint(1, 4)
        n_cols = rng.randint(n_rows, 5)
        n = rng.choice([len(words), rng.randint(1, len(words))])
        longest = max(words, key=len)
        wanted = set()
        for number in range(n, len(words) + 1):
            for one in layouts_of(tuple(words), number):
                rows, cols = box(one)
                is_across = all(word != longest or way == "A" for word, way, *_ in one)
                if rows <= n_rows and cols <= n_cols and (n_rows < n_cols or is_across):
                    wanted.add(one)
        found = {
            frozenset((words[index], "AD"[is_down], *first) for index, is_down, first in layout)
            for layout in LayoutFormula(list(map(tuple, words)), n_rows, n_cols, n).layouts()
        }
        assert found == wanted, (words, n_rows, n_cols, n)
        n_found += len(found)
    assert n_found


def is_there(
    words: Sequence[str], boxes: Sequence[tuple[int, int]], n: int, but: Sequence[Grid] = ()
) -> bool:
    """Whether `n` or more of the words fit one of the boxes; in other layouts than some."""
    for n_rows, n_cols in boxes:
        formula = LayoutFormula(list(map(tuple, words)), n_rows, n_cols, n)
        for grid in but:
            for letters in _both(grid):
                formula.exclude(letters)
        if next(formula.layouts(), None) is not None:
            return True
    return False


def _both(grid: Grid) -> list[dict[Cell, str]]:
    """The letters of a layout, and of the same turned over its diagonal, by cell."""
    letters = {
        (r, c): cell
        for r, row in enumerate(grid.rows())
        for c, cell in enumerate(row)
        if cell != VOID
    }
    return [letters, {(c, r): cell for (r, c), cell in letters.items()}]


@pytest.mark.parametrize("seeds", split(range(400), 40))
def test_the_second_formula_has_no_layout_that_the_search_denies(seeds: range) -> None:
    ends = set()
    for seed in seeds:
        rng = random.Random(seed)
        words = drawn(rng, rng.choice([2, 3, 4, 5]))
        if rng.random() < 0.2:
            words[rng.randrange(len(words))] = "XY"
        limits = Limits(*rng.choice([(None, None), (None, None), (3, None), (None, 4), (4, 3)]))
        at_least = rng.choice([None, None, 1, len(words) - 1])
        wanted = LayoutOptions(limits.max_rows, limits.max_cols, at_least, rounds=100, prove=True)
        task = Layouts(words, wanted=wanted, limit=rng.choice([None, 1, 2]))
        layouts = list(task)
        every = list(largest_boxes(words, limits))
        if not layouts:
            assert task.is_exhausted
            ends.add("none")
            assert not is_there(words, every, at_least or len(words)), seed
            continue
        grids = [layout.grid for layout in layouts]
        n = len(layouts[0].placements)
        short, long = sorted((grids[0].n_rows, grids[0].n_cols))
        key = short * long, long - short
        assert n == len(words) or not is_there(words, every, n + 1), seed
        assert not is_there(words, list(largest_boxes(words, limits, key)), n), seed
        if task.is_exhausted:
            as_good = list(largest_boxes(words, limits, (key[0], key[1] + 1)))
            assert is_there(words, as_good, n), seed
            assert not is_there(words, as_good, n, grids), seed
        ends.add("all" if task.is_exhausted else "best")
    assert ends == {"none", "all", "best"}
