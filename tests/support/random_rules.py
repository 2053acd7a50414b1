"""Random rules of patterns, from a seed."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from satcross.model.puzzle import Direction
from satcross.pattern.rules import ANY, FixedSlot, PatternRules, Range, Stack
from satcross.pattern.symmetry import Symmetry


def random_rules(
    rng: random.Random, n_rows: int, n_cols: int, *, bars: bool = False, symmetry: str | None = None
) -> PatternRules:
    """Rules for patterns of a size: each rule often left out, so that many have patterns."""
    square = n_rows == n_cols
    every = [s for s in Symmetry if square or s in ("none", "rotation", "left-right", "both")]
    longest = max(n_rows, n_cols)
    n = n_rows * n_cols
    min_length = rng.choice([2, 2, 3])

    def number(most: int) -> Range:
        a, b = sorted((rng.randint(0, most), rng.randint(0, most)))
        return rng.choice([ANY, ANY, Range(a, b), Range(None, b), Range(a, None), Range(b, b)])

    rules = PatternRules(
        n_rows,
        n_cols,
        bars=bars,
        symmetry=Symmetry(symmetry) if symmetry else rng.choice(every),
        min_length=min_length,
        max_length=rng.choice([None, None, rng.randint(min_length, longest)]),
        all_checked=rng.random() < 0.4,
        alternate=rng.random() < 0.3,
        min_checked=rng.choice([Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1, 3)]),
        open_squares=rng.random() < 0.7,
        block_squares=rng.random() < 0.6,
        max_block_run=rng.choice([None, None, 1, 2, 3]),
        cheaters=rng.random() < 0.6,
        empty_lines=rng.random() < 0.6,
        connected=rng.random() < 0.7,
        n_blocks=number(n // 2),
        n_words=number(n_rows + n_cols + 3),
        n_of_length={
            k: number(4) for k in rng.sample(range(2, longest + 1), rng.choice([0, 0, 1]))
        },
    )
    if rng.random() < 0.25:
        cells = rng.sample(range(n), 2)
        blocks = frozenset() if bars else frozenset(cells[1:])
        rules = replace(rules, open_cells=frozenset(cells[:1]), blocks=blocks)
    if rng.random() < 0.2:
        down = rng.random() < 0.5
        length = rng.randint(2, n_rows if down else n_cols)
        row = rng.randint(0, n_rows - length if down else n_rows - 1)
        col = rng.randint(0, n_cols - 1 if down else n_cols - length)
        slot = FixedSlot(Direction.DOWN if down else Direction.ACROSS, row, col, length)
        rules = replace(rules, slots=(slot,))
    if rng.random() < 0.15:
        rules = replace(rules, stacks=(Stack(2, rng.randint(2, n_cols)),))
    return rules
