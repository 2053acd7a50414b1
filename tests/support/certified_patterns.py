"""What certificates of patterns claim, beside all patterns that there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from support.arrow_ways import ways
from support.brute_patterns import Brute
from support.pattern_counts import brute
from support.random_rules import random_rules
from support.second_formulas import solver_of

import satcross as sx
from satcross import PatternRules
from satcross.apps.construct.claim import PatternCertificateCheck
from satcross.apps.construct.patterns.alike import Alike, alike_images
from satcross.apps.construct.patterns.certificate.formula import PatternFormula
from satcross.model.grid import BLOCK, Grid

SIZES = [
    (3, 4, "none", False),
    (4, 4, "left-right", False),
    *((5, 5, symmetry, False) for symmetry in ("rotation", "both", "diagonal", "rotation90")),
    (3, 3, "none", True),
    (3, 3, "rotation", True),
    (2, 4, "none", True),
]


def obeying(rules: PatternRules, *, connected: bool = True) -> tuple[Brute, Any]:
    """All patterns of the size and symmetry, and which of them obey the rules."""
    all_ = brute(rules.n_rows, rules.n_cols, str(rules.symmetry), rules.bars)
    obey = all_.obey(rules, connected=connected)
    for at in obey.nonzero()[0] if rules.arrows else ():
        obey[at] = ways(tuple(all_.grid(int(at)).lines())) > 0
    return all_, obey


def rules_and_size(seed: int) -> PatternRules:
    """Random rules, some of which allow no pattern."""
    rng = random.Random(f"certified {seed}")
    n_rows, n_cols, symmetry, bars = SIZES[seed % len(SIZES)]
    rules = random_rules(rng, n_rows, n_cols, bars=bars, symmetry=symmetry)
    return replace(rules, arrows=not bars and rng.random() < 0.1)


def check_formula(rules: PatternRules, most: int = 1500) -> bool:
    """The formula has the patterns of brute force, connectedness left out; False for too many."""
    all_, obey = obeying(rules, connected=False)
    if obey.sum() > most:
        return False
    formula = PatternFormula(rules)
    found: set[tuple[bool, ...]] = set()
    with solver_of(formula) as solver:
        while solver.solve():
            model = set(solver.get_model())
            image = formula.pattern(model.__contains__)
            found.add(_key(formula, *image))
            solver.add_clause([-literal for literal in {*formula.holding(image)}])
    assert found == set(all_.keys(obey)), rules
    return True


def _key(formula: PatternFormula, opened: Any, joined: Any) -> tuple[bool, ...]:
    if not formula.rules.bars:
        return tuple(place in opened for place in formula.places)
    right = [frozenset({(r, c), (r, c + 1)}) for r, c in formula.places if c + 1 < _width(formula)]
    below = [frozenset({(r, c), (r + 1, c)}) for r, c in formula.places]
    n_below = len(below) - _width(formula)
    return tuple(edge in joined for edge in chain(right, below[:n_below]))


def _width(formula: PatternFormula) -> int:
    return formula.rules.n_cols


def small_patterns(rules: PatternRules) -> Iterator[Grid] | None:
    """All patterns that obey the rules, found by trying; None for a size that takes too long."""
    n = rules.n_rows * rules.n_cols
    if n > (9 if rules.bars else 16) and (rules.bars or n > 25 or rules.symmetry == "none"):
        return None
    all_, obey = obeying(rules)
    return (all_.grid(int(at)) for at in obey.nonzero()[0])


def is_true(checked: PatternCertificateCheck) -> bool | None:
    """Whether what was certified is so; None where that cannot be tried."""
    rules = checked.rules
    patterns = small_patterns(rules)
    if patterns is None:
        return None
    if checked.claim == "no pattern":
        return next(patterns, None) is None
    if checked.claim == "no fewer blocks":
        return min(map(n_walls, patterns)) == n_walls(*checked.patterns) == checked.value
    listed = [_images(grid, checked.alike) for grid in checked.patterns]
    is_apart = sum(map(len, listed)) == len(set().union(*listed))
    return is_apart and all(any(str(grid) in some for some in listed) for grid in patterns)


def n_walls(grid: Grid) -> int:
    """How many blocks or bars it has."""
    return grid.cells.count(BLOCK) + len(grid.bars_right) + len(grid.bars_below)


def _images(grid: Grid, alike: Alike) -> set[str]:
    found: set[str] = set()
    for move in alike_images(alike, grid.n_rows, grid.n_cols):
        cells = list(grid.cells)
        for at, to in enumerate(move):
            cells[to] = grid.cells[at]
        bars = [(at, at + 1) for at in grid.bars_right]
        bars += [(at, at + grid.n_cols) for at in grid.bars_below]
        moved = [sorted((move[one], move[other])) for one, other in bars]
        right = frozenset(one for one, other in moved if other == one + 1)
        below = frozenset(one for one, other in moved if other != one + 1)
        found.add(str(replace(grid, cells=tuple(cells), bars_right=right, bars_below=below)))
    return found


def certified(rules: PatternRules, path: Path, alike: Alike, *, fewest: bool) -> object:
    """Ask for the fewest blocks, or all patterns, with a certificate; the result."""
    if fewest:
        from satcross.apps.construct.patterns.minimum import FewestBlocksTask

        with FewestBlocksTask(rules, certificate=path) as task:
            return task.run()
    listing = sx.patterns(rules, alike=alike, certificate=path)
    return len(list(listing))
