"""What is proved of layouts, beside a second formula of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest
from oracles.layouts import LayoutFormula, largest_boxes
from support.brute_layouts import Layout, all_layouts, box, drawn, placed, untransposed, worth
from support.seeds import split

from satcross.apps.freeform.layout import LayoutOptions
from satcross.apps.freeform.listing import Layouts
from satcross.apps.freeform.local import Limits


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


def layouts_in(words: Sequence[str], boxes: Iterable[tuple[int, int]], n: int) -> Iterator[Layout]:
    """The layouts of `n` or more of the words that fit one of the boxes."""
    for n_rows, n_cols in boxes:
        for layout in LayoutFormula(list(map(tuple, words)), n_rows, n_cols, n).layouts():
            yield Layout((words[index], "AD"[is_down], *first) for index, is_down, first in layout)


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
            assert not any(layouts_in(words, every, at_least or len(words))), seed
            continue
        found = {untransposed(placed(layout)) for layout in layouts}
        n = len(layouts[0].placements)
        (best,) = {worth(placed(layout)) for layout in layouts}
        assert n == len(words) or not any(layouts_in(words, every, n + 1)), seed
        if not best[0]:  # nothing whose longer side is longer is better
            rows, cols = (min(most or best[1], best[1]) for most in
                          (limits.max_rows, limits.max_cols))  # fmt: skip
            every = [(min(rows, cols), max(rows, cols))]
        as_good = [one for one in layouts_in(words, every, n) if worth(one) <= best]
        assert {worth(one) for one in as_good} == {best}, seed
        if task.is_exhausted:
            assert set(map(untransposed, as_good)) == found, seed
        ends.add("all" if task.is_exhausted else "best")
    assert ends == {"none", "all", "best"}
