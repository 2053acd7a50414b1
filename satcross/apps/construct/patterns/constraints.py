"""The rules of a pattern as clauses, one function each.

`J[i]` is "cells i - 1 and i of the line are joined", false at both ends; `O[c]` is "cell c is
open". With a symmetry that leaves m cells or edges of an orbit together, about every m-th clause
is a repetition of another; repetitions are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING

from satcross import PatternRules
from satcross.apps.construct.patterns.counting import (
    Counts,
    count_blocks,
    count_lengths,
    count_words,
)
from satcross.apps.construct.patterns.variables import PatternVars
from satcross.extend import Direction, Formula, FormulaBuilder, VarMap, VarMapBuilder, at_least_k

if TYPE_CHECKING:
    from satcross.extend import Way

Clauses = Iterator[list[int]]
ClausesOf = Callable[[PatternVars], Clauses]


@dataclass(frozen=True, slots=True, eq=False)
class PatternEncoding:
    """A pattern's rules as a formula; all but connectedness, for which cuts are added later.

    Args:
        rules: what was encoded.
        variables: literals by cell and edge; the first `variables.n_free` variables are the
            pattern.
        formula: the clauses.
        varmap: what the variables say.
        n_by_rule: clauses by rule.
        counts: outputs of the counters, for further bounds as assumptions.
    """

    rules: PatternRules
    variables: PatternVars
    formula: Formula
    varmap: VarMap
    n_by_rule: Mapping[str, int]
    counts: Counts


def encode_pattern(
    rules: PatternRules, *, count_blocks_upto: int = 0, tick: Callable[[], None] | None = None
) -> PatternEncoding:
    """The formula of a pattern's rules, without connectedness.

    Args:
        rules: what to encode.
        count_blocks_upto: count the blocks (or bars) up to this number, whatever the rules need.
        tick: called often; an exception in it ends the work.
    """
    builder, names = FormulaBuilder(tick), VarMapBuilder(tick=tick)
    variables = (
        PatternVars(rules, builder, names) if not rules.board else _on_board(rules, builder, names)
    )
    for name, rule in _RULES.items():
        builder.begin(name)
        builder.add_all(_once(rule(variables)))
    if rules.min_checked:
        builder.begin("share checked")
        builder.add_all(share_checked(variables, lambda: names.new("checked")))
    if rules.arrows:
        builder.begin("arrows")
        builder.add_all(arrows(variables, lambda: names.new("arrow")))
    builder.begin("blocks")
    blocks = count_blocks(variables, builder, names, upto=count_blocks_upto)
    builder.begin("words")
    words = count_words(variables, builder, names)
    builder.begin("lengths")
    count_lengths(variables, builder, names)
    if rules.stacks:
        builder.begin("stacks")
        builder.add_all(stacks(variables, lambda: names.new("stack")))
    formula = builder.build(names.n_vars)
    counts = Counts(tuple(blocks), tuple(words))
    return PatternEncoding(rules, variables, formula, names.build(), builder.n_by_group, counts)


def _on_board(rules: PatternRules, builder: FormulaBuilder, names: VarMapBuilder) -> PatternVars:
    from satcross.apps.construct.patterns.board import BoardVars

    return BoardVars(rules, builder, names)


def _once(clauses: Iterable[list[int]]) -> Clauses:
    seen: set[tuple[int, ...]] = set()
    for clause in clauses:
        key = tuple(sorted(set(clause)))
        if key not in seen:
            seen.add(key)
            yield clause


def fixed_cells(variables: PatternVars) -> Clauses:
    """Cells that the rules fix, and the slots that must be there: unit clauses."""
    rules = variables.rules
    for cell in sorted(rules.open_cells):
        yield [variables.open_at(cell)]
    for cell in sorted(rules.blocks | variables.voids):
        yield [-variables.open_at(cell)]
    for slot in rules.slots:
        cells = rules.slot_cells(slot)
        for cell in cells:
            yield [variables.open_at(cell)]
        for literal in variables.slot(cells, slot.direction):
            yield [literal]


def no_short_runs(variables: PatternVars) -> Clauses:
    """No run of 2 … min_length - 1 cells.

        J[i] or -J[i+1] or … or -J[i+k-1] or J[i+k]      for k = 2 … min_length - 1

    At most one clause for each cell, direction and k. A line without an end that is shorter has a
    wall, or more.
    """
    for _, cells, joins in variables.lines():
        n = len({*cells})
        if n < len(cells) and n < variables.rules.min_length:
            yield [-join for join in joins[:n]]
        for k in range(2, variables.rules.min_length):
            for i in range(len(cells) - k + 1):
                inner = [-join for join in joins[i + 1 : i + k]]
                yield [joins[i], *inner, joins[i + k]]


def no_long_runs(variables: PatternVars) -> Clauses:
    """No run of more than max_length cells: -J[i+1] or … or -J[i+max_length]."""
    longest = variables.rules.max_length
    if longest is None:
        return
    for _, cells, joins in variables.lines():
        if len({*cells}) <= longest:
            continue
        for i in range(len(cells) - longest):
            yield [-join for join in joins[i + 1 : i + longest + 1]]


def in_slots(variables: PatternVars) -> Clauses:
    """Every open cell is in a slot: across and down (all checked), or else in one at least.

    -O[c] or J[before] or J[after]         for each direction; or one clause with all of them
    """
    rules = variables.rules
    for cell in range(rules.n_rows * rules.n_cols):
        around = [variables.around(cell, way) for way in variables.ways]
        # In two of three ways: in one, whichever is left out.
        for left_out in reversed(range(len(around))) if rules.all_checked else (None,):
            joins = (join for at, both in enumerate(around) if at != left_out for join in both)
            yield [-variables.open_at(cell), *joins]


def alternate_checking(variables: PatternVars) -> Clauses:
    """Of two joined cells one at least is in a slot the other way.

        -J[i] or any of the four joins of cells i - 1 and i the other way

    One clause for each edge. Together with slots of two cells at least this leaves at most half
    of a slot's cells, rounded up, unchecked.
    """
    if not variables.rules.alternate:
        return
    for direction, cells, joins in variables.lines():
        others = [way for way in variables.ways if way != direction]
        for i in range(1, len(cells)):
            checks = [
                join
                for cell in (cells[i - 1], cells[i])
                for other in others
                for join in variables.around(cell, other)
            ]
            yield [-joins[i], *checks]


def no_open_squares(variables: PatternVars) -> Clauses:
    """No 2x2 open cells without a wall between them: one clause for each 2x2 square."""
    if variables.rules.open_squares:
        return
    for square in _squares(variables.rules):
        if variables.rules.bars:
            a, b, c, d = square
            edges = ((a, b), (c, d), (a, c), (b, d))
            yield [-variables.join(edge) for edge in edges]
        else:
            yield [-variables.open_at(cell) for cell in square]


def no_block_squares(variables: PatternVars) -> Clauses:
    """No 2x2 blocks: one clause for each 2x2 square."""
    if variables.rules.block_squares or variables.rules.bars:
        return
    for square in _squares(variables.rules):
        if variables.voids.isdisjoint(square):
            yield [variables.open_at(cell) for cell in square]


def _squares(rules: PatternRules) -> Iterator[tuple[int, int, int, int]]:
    n = rules.n_cols
    for row in range(rules.n_rows - 1):
        for col in range(n - 1):
            a = row * n + col
            yield a, a + 1, a + n, a + n + 1


def no_long_block_runs(variables: PatternVars) -> Clauses:
    """No more than max_block_run blocks side by side in a row or column."""
    longest = variables.rules.max_block_run
    if longest is None or variables.rules.bars:
        return
    for _, cells, _ in variables.lines():
        for i in range(len(cells) - longest):
            if variables.voids.isdisjoint(run := cells[i : i + longest + 1]):
                yield [variables.open_at(cell) for cell in run]


def no_cheaters(variables: PatternVars) -> Clauses:
    """No block without which there would be as many slots.

    Such a block has exactly one open neighbour in its row and one in its column: it makes two
    slots shorter and parts none. Four clauses for each cell.
    """
    rules = variables.rules
    if rules.cheaters or rules.bars:
        return
    for row in range(rules.n_rows):
        for col in range(rules.n_cols):
            for side in (-1, 1):
                for end in (-1, 1):
                    yield [
                        variables.open(row, col),
                        -variables.open(row, col + side),
                        variables.open(row, col - side),
                        -variables.open(row + end, col),
                        variables.open(row - end, col),
                    ]


def no_empty_lines(variables: PatternVars) -> Clauses:
    """No row or column of blocks alone: one clause for each."""
    if variables.rules.empty_lines or variables.rules.bars:
        return
    for _, cells, _ in variables.lines():
        yield [variables.open_at(cell) for cell in cells]


def not_empty(variables: PatternVars) -> Clauses:
    """Some cell is open: one clause."""
    yield [
        variables.open_at(cell) for cell in range(variables.rules.n_rows * variables.rules.n_cols)
    ]


_RULES: dict[str, ClausesOf] = {
    "not empty": not_empty,
    "fixed": fixed_cells,
    "shortest": no_short_runs,
    "longest": no_long_runs,
    "in slots": in_slots,
    "alternate": alternate_checking,
    "open squares": no_open_squares,
    "block squares": no_block_squares,
    "block runs": no_long_block_runs,
    "cheaters": no_cheaters,
    "empty lines": no_empty_lines,
}


def share_checked(variables: PatternVars, new_variable: Callable[[], int]) -> Clauses:
    """At least a share of the cells of every slot is in a slot the other way.

    With C[c, d], "cell c is joined to a neighbour in direction d", and for every place of a slot
    of k cells, where `slot` stands for "there is one here" as a conjunction:

        C[c, d] = J[before] or J[after]             three clauses or fewer for each cell and d
        slot implies at least ceil(share * k) of its C

    The second by a sequential counter for each place, `at_least_k`. With alternate checking a slot
    of k cells has k // 2 checked ones anyway: where one more is asked for, that is k odd and the
    share a half, it fails only by having every second cell unchecked from the first on, and one
    clause says that it has not. Where no more is asked for there is no clause. A
    counter's auxiliaries are NOT determined by the pattern.
    """
    rules = variables.rules
    checked: dict[tuple[int, Direction | Way], int] = {}
    for way in variables.ways:
        for cell in range(rules.n_rows * rules.n_cols):
            around = variables.around(cell, way)
            checked[cell, way] = c = new_variable()
            yield [-c, *around]
            yield from ([c, -join] for join in around)
    for direction, cells, joins in variables.lines():
        other = next(way for way in variables.ways if way != direction)
        for i, k in places(rules, len(cells)):
            no_slot = [joins[i], *(-join for join in joins[i + 1 : i + k]), joins[i + k]]
            checks = [checked[cell, other] for cell in cells[i : i + k]]
            least = ceil(rules.min_checked * k)
            if rules.alternate and least <= k // 2:
                continue
            if rules.alternate and least == k // 2 + 1 and k % 2:
                yield [*no_slot, *checks[::2]]
                continue
            if least == k:
                yield from ([*no_slot, check] for check in checks)
                continue
            *counter, enough = at_least_k(checks, least, new_variable)
            yield from counter
            yield [*no_slot, *enough]


def arrows(variables: PatternVars, new_variable: Callable[[], int]) -> Clauses:
    """Each slot has its clue in a block beside its first cell, and each block has one or two.

    With A[c, d, b], "the slot that begins at cell c in direction d has its clue in block b", left
    of c or above it:

        J[before] or -J[after] or A[c, d, left] or A[c, d, above]
        A[c, d, b] implies -J[before], J[after], -O[b], and not the other one
        O[b] or one of the four A of b;   not three of them

    The A are NOT determined by the pattern.
    """
    rules = variables.rules
    n_cols = rules.n_cols
    cells = [cell for cell in range(rules.n_rows * n_cols) if cell not in variables.voids]
    clues: dict[int, list[int]] = {cell: [] for cell in cells}
    for cell in cells:
        beside = [cell - 1] if cell % n_cols else []
        beside = [block for block in (*beside, cell - n_cols) if block in clues]
        for way in variables.ways:
            before, after = variables.around(cell, way)
            chosen = [new_variable() for _ in beside]
            yield [before, -after, *chosen]
            yield from ([-one, -other] for one, other in combinations(chosen, 2))
            for arrow, block in zip(chosen, beside, strict=True):
                yield from (
                    [-arrow, holds] for holds in (-before, after, -variables.open_at(block))
                )
                clues[block].append(arrow)
    for block, some in clues.items():
        yield [variables.open_at(block), *some]
        yield from ([-arrow for arrow in three] for three in combinations(some, 3))


def places(rules: PatternRules, n: int) -> Iterator[tuple[int, int]]:
    """Where a slot can be in a line of n cells: (first cell, length)."""
    longest = n if rules.max_length is None else min(n, rules.max_length)
    for k in range(rules.min_length, longest + 1):
        for i in range(n - k + 1):
            yield i, k


def stacks(variables: PatternVars, new_variable: Callable[[], int]) -> Clauses:
    """Each stack stands somewhere: a variable for each place, one of which holds and implies it."""
    rules = variables.rules
    n = rules.n_cols
    rows = {cells[0] // n: joins for d, cells, joins in variables.lines() if d is Direction.ACROSS}
    for stack in rules.stacks:
        anywhere: list[int] = []
        for row in range(rules.n_rows - stack.n + 1):
            for col in range(n - stack.length + 1):
                anywhere.append(new_variable())
                for r in range(row, row + stack.n):
                    joins = rows[r]
                    yield [-anywhere[-1], -joins[col]]
                    yield [-anywhere[-1], -joins[col + stack.length]]
                    for i in range(col + 1, col + stack.length):
                        yield [-anywhere[-1], joins[i]]
        yield anywhere
