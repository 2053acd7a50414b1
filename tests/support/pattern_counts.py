"""Formulas and listings of patterns beside all patterns that there are."""

from __future__ import annotations

from functools import cache
from itertools import chain

from pysat.solvers import Solver
from support.brute_patterns import Brute

from satcross.apps.construct.api import patterns
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.constraints import PatternEncoding, encode_pattern
from satcross.pattern.rules import PatternRules

brute = cache(Brute)


def free_models(encoding: PatternEncoding) -> set[tuple[bool, ...]]:
    """The free choices of all models of a formula, by a solver without anything of ours."""
    n = encoding.variables.n_free
    found: set[tuple[bool, ...]] = set()
    with Solver("glucose4", bootstrap_with=list(encoding.formula)) as solver:
        while solver.solve():
            model = solver.get_model()
            found.add(tuple(literal > 0 for literal in model[:n]))
            solver.add_clause([-literal for literal in model[:n]])
    return found


def key_of(encoding: PatternEncoding, values: tuple[bool, ...]) -> tuple[bool, ...]:
    """A pattern's key as in `Brute.keys`, from the values of its free choices."""
    variables = encoding.variables
    rules = encoding.rules
    if not rules.bars:
        return tuple(values[variables.open_at(c) - 1] for c in range(rules.n_rows * rules.n_cols))
    right = [edge for edge in variables.edges if edge[1] == edge[0] + 1]
    below = [edge for edge in variables.edges if edge[1] != edge[0] + 1]
    return tuple(values[variables.join(edge) - 1] for edge in chain(right, below))


def check_formula(rules: PatternRules) -> int:
    """Formula and brute force agree, connectedness left out; how many patterns there are."""
    all_ = brute(rules.n_rows, rules.n_cols, str(rules.symmetry), rules.bars)
    encoding = encode_pattern(rules)
    expected = set(all_.keys(all_.obey(rules, connected=False)))
    found = {key_of(encoding, values) for values in free_models(encoding)}
    assert found == expected, rules
    return len(found)


def check_listing(rules: PatternRules, most: int = 250) -> bool:
    """The listing finds as many patterns as brute force, exactly and up to symmetry."""
    all_ = brute(rules.n_rows, rules.n_cols, str(rules.symmetry), rules.bars)
    obey = all_.obey(rules)
    if obey.sum() > most:
        return False
    exactly = patterns(rules, alike=Alike.EXACTLY)
    assert len(set(map(str, exactly))) == exactly.n_found == obey.sum(), rules
    assert exactly.is_exhausted
    turned = patterns(rules, alike=Alike.TURNED, seed=3)
    assert len(list(turned)) == all_.n_up_to_symmetry(obey), rules
    return True
