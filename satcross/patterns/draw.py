"""The lottery: what of a pattern is drawn before the solver decides the rest.

A solver alone gives patterns that resemble each other. So a part of the pattern is drawn by lot and
put to it as assumptions, of which those are dropped that the rules do not allow.
"""

from __future__ import annotations

import random

from satcross.patterns.rules import PatternRules
from satcross.patterns.variables import PatternVars

# The part of the free choices that is drawn where blocks make a lattice. With fewer, patterns
# resemble each other; with more, most draws break a rule.
DRAWN = 0.35
CLOSED = 0.3  # of those, so many are blocks; british grids have some 0.3 of them

# In open grids blocks are drawn apart from each other, as a constructor would spread them, and the
# solver joins them to the fingers and stairs that the rules ask for.
SEEDED = 0.65  # of the blocks that there are to be, so many are drawn
USUAL = 0.165  # the part of the cells that are blocks in published 15x15 grids
KEPT_OPEN = 0.09  # of the cells, so many are drawn to be open
LEAST_SIDE = 7  # smaller ones have no room to spread

LATTICE_KEPT = 0.85  # of the cells of a british lattice, so many are drawn


def draw(variables: PatternVars, rng: random.Random) -> list[int]:
    """Literals of different free choices, in the order in which they were drawn."""
    rules = variables.rules
    small = min(rules.n_rows, rules.n_cols) < LEAST_SIDE
    if rules.alternate and not rules.open_squares and not rules.bars and not small:
        return _lattice(variables, rng)
    if rules.bars or not rules.open_squares or not rules.all_checked or small:
        n = variables.n_free
        chosen = rng.sample(range(1, n + 1), round(DRAWN * n))
        return [-v if rng.random() < CLOSED else v for v in chosen]
    return _spread(variables, rng)


def _lattice(variables: PatternVars, rng: random.Random) -> list[int]:
    """Blocks in every second cell of every second row, and open cells between them diagonally."""
    n_cols = variables.rules.n_cols
    row_of_blocks, col_of_blocks = rng.randrange(2), rng.randrange(2)
    drawn: dict[int, None] = {}
    n = variables.rules.n_rows * n_cols
    for cell in rng.sample(range(n), n):
        row, col = divmod(cell, n_cols)
        in_row, in_col = row % 2 == row_of_blocks, col % 2 == col_of_blocks
        if in_row == in_col and rng.random() < LATTICE_KEPT:
            literal = variables.open_at(cell)
            if literal not in drawn and -literal not in drawn:
                drawn[-literal if in_row else literal] = None
    return list(drawn)


def _spread(variables: PatternVars, rng: random.Random) -> list[int]:
    rules = variables.rules
    n_rows, n_cols = rules.n_rows, rules.n_cols
    n = n_rows * n_cols
    wanted = SEEDED * _n_blocks(rules, rng)
    order = rng.sample(range(n), n)
    near: set[int] = set()
    drawn: dict[int, None] = {}
    n_drawn = 0
    for cell in order:
        if n_drawn >= wanted:
            break
        images = {move[cell] for move in variables.moves}
        if cell in near or cell in rules.open_cells:
            continue
        for image in images:
            row, col = divmod(image, n_cols)
            near.update(
                r * n_cols + c
                for r in range(max(0, row - 1), min(n_rows, row + 2))
                for c in range(max(0, col - 1), min(n_cols, col + 2))
            )
        drawn[-variables.open_at(cell)] = None
        n_drawn += len(images)
    for cell in order[n - round(KEPT_OPEN * n) :]:
        if -variables.open_at(cell) not in drawn:
            drawn[variables.open_at(cell)] = None
    return list(drawn)


def _n_blocks(rules: PatternRules, rng: random.Random) -> float:
    """How many blocks there are to be: by lot, near the usual number, within the rule's bounds."""
    usual = rng.uniform(0.9, 1.1) * USUAL * rules.n_rows * rules.n_cols
    least, most = rules.n_blocks
    return min(max(usual, least or 0), usual if most is None else most)
