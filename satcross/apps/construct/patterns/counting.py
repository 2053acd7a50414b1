"""How many blocks and slots a pattern has, as counters whose outputs can be bounded.

Of cells, edges and lines that mirror each other one is counted, with their number as its weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from satcross import Range
from satcross.apps.construct.patterns.variables import PatternVars
from satcross.extend import FormulaBuilder, VarMapBuilder, weighted_totalizer


@dataclass(frozen=True, slots=True)
class Counts:
    """Outputs of the counters: the k-th literal (from 1) holds exactly when there are k or more.

    Args:
        blocks: of blocks, or bars; () when nothing asks for them.
        words: of slots; the same.
    """

    blocks: tuple[int, ...]
    words: tuple[int, ...]


def count_blocks(
    variables: PatternVars, builder: FormulaBuilder, names: VarMapBuilder, *, upto: int = 0
) -> list[int]:
    """The number of blocks (or bars) is in its range: a weighted totalizer and two unit clauses.

    Returns: the outputs, up to what the range or `upto` needs.
    """
    rules = variables.rules
    n = rules.n_cols
    if rules.bars:
        walls = [(edge[0] // n, -variables.join(edge)) for edge in variables.edges]
    else:
        cells = (cell for cell in range(rules.n_rows * n) if cell not in variables.voids)
        walls = [(cell // n, -variables.open_at(cell)) for cell in cells]
    weight = Counter(literal for _, literal in walls)
    rows: list[list[tuple[int, int]]] = [[] for _ in range(rules.n_rows)]
    for row, literal in walls:
        if literal in weight:
            rows[row].append((literal, weight.pop(literal)))
    return _bounded(rows, rules.n_blocks, builder, lambda: names.new("blocks"), upto)


def count_words(variables: PatternVars, builder: FormulaBuilder, names: VarMapBuilder) -> list[int]:
    """The number of slots is in its range: a totalizer over the places where one can begin.

    A slot begins at cell i of a line when it is joined to the next cell and not to the one before:

        S = -J[i] and J[i+1]           three clauses each

    Returns: the outputs, up to what the range needs.
    """
    if variables.rules.n_words == (None, None):
        return []
    groups: list[list[tuple[int, int]]] = []
    for joins, weight, is_circle in _lines(variables):
        starts: list[tuple[int, int]] = []
        if is_circle:  # a slot without a beginning
            starts.append((whole := names.new("circle"), weight))
            builder.add_all([-whole, join] for join in joins)
            builder.add([whole, *(-join for join in joins)])
        for before, after in pairwise(joins):
            if after != -variables.true:
                starts.append((start := names.new("start"), weight))
                builder.add_all([[-start, -before], [-start, after], [start, before, -after]])
        groups.append(starts)
    return _bounded(groups, variables.rules.n_words, builder, lambda: names.new("words"))


def count_lengths(variables: PatternVars, builder: FormulaBuilder, names: VarMapBuilder) -> None:
    """The numbers of slots of some lengths are in their ranges, by weighted totalizers.

    A variable for each place of a slot of k cells, which holds exactly when it is there: k + 2
    clauses each.
    """
    for k, numbers in sorted(variables.rules.n_of_length.items()):
        groups: list[list[tuple[int, int]]] = []
        for joins, weight, _ in _lines(variables):
            here: list[tuple[int, int]] = []
            for i in range(len(joins) - k):
                parts = [-joins[i], *joins[i + 1 : i + k], -joins[i + k]]
                here.append(((slot := names.new(f"length {k}")), weight))
                builder.add_all([-slot, part] for part in parts)
                builder.add([slot, *(-part for part in parts)])
            groups.append(here)
        _bounded(groups, numbers, builder, lambda: names.new("lengths"))


def _lines(variables: PatternVars) -> Iterator[tuple[list[int], int, bool]]:
    """The joins of one row or column of each orbit of the symmetry, and how many are in it.

    On a board those of each line; and whether it has no end.
    """
    if variables.rules.board:
        for _, line, joins in variables.lines():
            n = len({*line})
            yield joins[: n + 1], 1, n < len(line)
        return
    lines = {frozenset(cells): joins for _, cells, joins in variables.lines()}
    done: set[frozenset[int]] = set()
    for cells, joins in lines.items():
        if cells not in done:
            orbit = {frozenset(move[cell] for cell in cells) for move in variables.moves}
            done |= orbit
            yield joins, len(orbit), False


def _bounded(
    groups: Sequence[Sequence[tuple[int, int]]],
    numbers: Range,
    builder: FormulaBuilder,
    new_variable: Callable[[], int],
    upto: int = 0,
) -> list[int]:
    """A weighted totalizer, with the bounds of a range as unit clauses; its outputs."""
    least, most = numbers.least or 0, numbers.most
    if most is not None:
        upto = max(upto, most + 1)
    total = sum(weight for group in groups for _, weight in group)
    upto = min(max(upto, least), total)
    if least > total or (most is not None and most < 0):
        builder.add([])
        return []
    if not upto:
        return []
    outputs = weighted_totalizer(groups, upto, new_variable, builder.add)
    if least:
        builder.add([outputs[least - 1]])
    if most is not None and most < len(outputs):
        builder.add([-outputs[most]])
    return outputs
