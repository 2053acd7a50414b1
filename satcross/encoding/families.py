"""At most one slot in each family, as clauses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from satcross.cnf.cardinality import Counting
from satcross.cnf.formula import I32, FormulaBuilder
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains
from satcross.model.puzzle import Puzzle
from satcross.rules.families import Families, Int, Key, Placements, Tick

NewVariables = Callable[[int], int]
"""Allocates a number of consecutive variables and returns the first."""
Define = Callable[[list[int]], None]
"""Is told what a new variable stands for, by a clause whose first literal is of the variable: that
literal is true where all others are false, and only there."""


def families_of(domains: Domains, letters: LetterVars, tick: Tick | None = None) -> list[Families]:
    """The families of the rules between entries that a puzzle has, over the words in `domains`.

    Args: tick: as `Families.tick`.
    """
    found = [rule.families(domains, letters) for rule in domains.puzzle.pair_rules]
    if tick is not None:
        for families in found:
            families.tick = tick
    return found


def at_most_one_slot(
    puzzle: Puzzle,
    rule: Families,
    builder: FormulaBuilder,
    new_variables: NewVariables,
    keys: list[Key] | None = None,
    define: Define | None = None,
    counting: Counting | None = None,
) -> None:
    """At most one slot in each family of a rule.

    A family of a completely given slot has no other slot:

        OR { -l : l in p }                    for each other placement p

    For the others, with a variable P[p] for each placement, X[f,s] for each family f and slot s
    (P itself, if the slot has one placement), and counters S[f,i] over the n slots of a family
    with three or more, "one of the first i slots is in it":

        -P[p] or l                            for each letter l of p
        P[p] or OR { -l : l in p }
        -P[p] or X[f,s],   -X[f,s] or OR { P[p] : p of f in s }
        -X[f,1] or -X[f,2]                    when n = 2, else the sequential counter:
        -X[i] or S[i],   -S[i-1] or S[i],   -S[i] or X[i] or S[i-1],   -S[i-1] or -X[i]

    Clauses: for each placement of k letters k + 1, for each (f,s) with m > 1 placements m + 1, for
    each family 1 or 4n - 5. Variables: at most one for each placement, (f,s), and S.
    The auxiliaries are determined by the letters.

    Args:
        puzzle: the puzzle with its given slots.
        rule: has the placements.
        builder: receives the clauses, in a fixed order.
        new_variables: allocates the auxiliaries.
        keys: the families; all by default.
        define: is told of each auxiliary, in the order of their numbers.
        counting: how else to say that at most one X of a family holds.
    Source: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.
    """
    builder.begin(f"no {rule.name}")
    all_ = rule.placements(keys)
    if not len(all_):
        return
    is_given = np.array([puzzle.given_codes(slot) is not None for slot in puzzle.slots])
    by_given = is_given[all_.slot]
    n_given = np.bincount(all_.family[by_given], minlength=int(all_.family[-1]) + 1)
    if rule.compares_given and (n_given > 1).any():
        builder.add(())
        return
    has_given = n_given[all_.family] > 0
    blocked = all_.take(has_given & ~by_given)
    builder.add_ragged(-blocked.literals, blocked.lengths)
    free = all_.take(~has_given)
    if len(free):
        _at_most_one(free, builder, new_variables, rule.tick, define, counting)


def _at_most_one(
    free: Placements,
    builder: FormulaBuilder,
    new_variables: NewVariables,
    tick: Tick,
    define: Define | None,
    counting: Counting | None,
) -> None:
    n = len(free)
    first = new_variables(n)
    placed = np.arange(first, first + n, dtype=np.int32)
    builder.add_block(-np.repeat(placed, free.lengths), free.literals)
    tick()
    _either(placed, -free.literals, free.lengths, builder, define)
    tick()
    # A group is the placements of one family in one slot.
    starts = np.flatnonzero(
        np.append(True, (free.family[1:] != free.family[:-1]) | (free.slot[1:] != free.slot[:-1]))
    )
    sizes = np.diff(np.append(starts, n))
    holds = placed[starts].copy()
    several = np.flatnonzero(sizes > 1)
    if len(several):
        first = new_variables(len(several))
        holds[several] = np.arange(first, first + len(several))
        in_group = np.repeat(sizes > 1, sizes)
        builder.add_block(-placed[in_group], np.repeat(holds[several], sizes[several]))
        _either(-holds[several], placed[in_group], sizes[several], builder, define)
    tick()
    if counting is None:
        _one_of_each(free.family[starts], holds, builder, new_variables, define)
        return
    _, firsts = np.unique(free.family[starts], return_index=True)
    for lits in np.split(holds, firsts[1:]):
        builder.add_all(counting.at_most_one(lits.tolist(), partial(new_variables, 1)))


def _one_of_each(
    family: Int,
    holds: I32,
    builder: FormulaBuilder,
    new_variables: NewVariables,
    define: Define | None,
) -> None:
    """At most one of the literals of each family; `family` is ascending."""
    begins = np.flatnonzero(np.append(True, family[1:] != family[:-1]))
    sizes = np.diff(np.append(begins, len(family)))
    pairs = begins[sizes == 2]
    builder.add_block(-holds[pairs], -holds[pairs + 1])
    is_last = np.zeros(len(family), dtype=np.bool_)
    is_last[begins + sizes - 1] = True
    counted = np.repeat(sizes > 2, sizes) & ~is_last
    if not counted.any():
        return
    n = int(counted.sum())
    first = new_variables(n)
    counter = np.zeros(len(family), dtype=np.int32)
    counter[counted] = np.arange(first, first + n)
    is_first = np.zeros(len(family), dtype=np.bool_)
    is_first[begins] = True
    heads = np.flatnonzero(counted & is_first)
    later = np.flatnonzero(counted & ~is_first)
    ends = np.flatnonzero(np.repeat(sizes > 2, sizes) & is_last)
    if define is not None:
        for at in np.flatnonzero(counted).tolist():
            before = [] if is_first[at] else [int(counter[at - 1])]
            define([-int(counter[at]), int(holds[at]), *before])
    builder.add_block(-holds[counted], counter[counted])
    builder.add_block(-counter[heads], holds[heads])
    builder.add_block(-counter[later - 1], counter[later])
    builder.add_block(-counter[later], holds[later], counter[later - 1])
    after = np.sort(np.concatenate((later, ends)))
    builder.add_block(-counter[after - 1], -holds[after])


def _either(
    heads: I32, members: I32, lengths: Int, builder: FormulaBuilder, define: Define | None
) -> None:
    """For each i the clause heads[i] OR its `lengths[i]` members, which defines heads[i]."""
    at = np.cumsum(lengths) - lengths
    clauses = np.insert(members, at, heads)
    builder.add_ragged(clauses, lengths + 1)
    if define is not None:
        for clause in np.split(clauses, np.cumsum(lengths + 1)[:-1]):
            define(clause.tolist())
