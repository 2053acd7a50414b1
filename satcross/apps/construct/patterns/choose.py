"""Random choices that vary patterns, before the solver decides the rest.

A solver alone gives patterns that resemble each other. So part of the pattern is chosen at random
and given to it as assumptions, of which those are dropped that the rules do not allow.
"""

from __future__ import annotations

import random

from satcross import PatternRules
from satcross.apps.construct.patterns.variables import PatternVars

# The share of the free cells that is chosen where blocks make a lattice. With fewer, patterns
# resemble each other; with more, most choices break a rule.
CHOSEN = 0.35
CLOSED = 0.3  # the share of blocks among those; british grids have about 0.3 of them

# In open grids blocks are chosen apart from each other, as a constructor would spread them, and the
# solver joins them to the fingers and stairs that the rules ask for.
SEEDED = 0.65  # the share of the expected blocks that is chosen
USUAL = 0.165  # the share of blocks in published 15x15 grids
KEPT_OPEN = 0.09  # the share of the cells that is chosen to be open
MIN_SIDE = 7  # smaller grids have no room to spread blocks

LATTICE_KEPT = 0.85  # the share of the cells of a british lattice that is chosen


def choose(variables: PatternVars, rng: random.Random) -> list[int]:
    """Literals of different free variables, in random order."""
    rules = variables.rules
    small = min(rules.n_rows, rules.n_cols) < MIN_SIDE
    if rules.alternate and not rules.open_squares and not rules.bars and not small:
        return _lattice(variables, rng)
    if rules.board or rules.bars or not rules.open_squares or not rules.all_checked or small:
        n = variables.n_free
        variables_chosen = rng.sample(range(1, n + 1), round(CHOSEN * n))
        return [-v if rng.random() < CLOSED else v for v in variables_chosen]
    return _spread(variables, rng)


def _lattice(variables: PatternVars, rng: random.Random) -> list[int]:
    """Blocks in every second cell of every second row, and open cells between them diagonally."""
    n_cols = variables.rules.n_cols
    row_of_blocks, col_of_blocks = rng.randrange(2), rng.randrange(2)
    chosen: dict[int, None] = {}
    n = variables.rules.n_rows * n_cols
    for cell in rng.sample(range(n), n):
        row, col = divmod(cell, n_cols)
        in_row, in_col = row % 2 == row_of_blocks, col % 2 == col_of_blocks
        if in_row == in_col and rng.random() < LATTICE_KEPT:
            literal = variables.open_at(cell)
            if literal not in chosen and -literal not in chosen:
                chosen[-literal if in_row else literal] = None
    return list(chosen)


def _spread(variables: PatternVars, rng: random.Random) -> list[int]:
    rules = variables.rules
    n_rows, n_cols = rules.n_rows, rules.n_cols
    n = n_rows * n_cols
    wanted = SEEDED * _n_blocks(rules, rng)
    order = rng.sample(range(n), n)
    near: set[int] = set()
    chosen: dict[int, None] = {}
    n_chosen = 0
    for cell in order:
        if n_chosen >= wanted:
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
        chosen[-variables.open_at(cell)] = None
        n_chosen += len(images)
    for cell in order[n - round(KEPT_OPEN * n) :]:
        if -variables.open_at(cell) not in chosen:
            chosen[variables.open_at(cell)] = None
    return list(chosen)


def _n_blocks(rules: PatternRules, rng: random.Random) -> float:
    """A random number of blocks: near the usual number, within the rule's bounds."""
    usual = rng.uniform(0.9, 1.1) * USUAL * rules.n_rows * rules.n_cols
    least, most = rules.n_blocks
    return min(max(usual, least or 0), usual if most is None else most)
