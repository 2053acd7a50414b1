"""Open cells that hang together, by cuts: clauses added where a pattern falls apart."""

from __future__ import annotations

from collections.abc import Sequence

from satcross.grid import Grid
from satcross.patterns.variables import PatternVars


def components(grid: Grid) -> list[frozenset[int]]:
    """The parts of a grid's open cells, smallest first; of equals, by their first cell."""
    n = grid.n_cols
    parts: list[frozenset[int]] = []
    seen: set[int] = set()
    for start in range(len(grid.cells)):
        if start in seen or not grid.is_square(start):
            continue
        part, todo = {start}, [start]
        while todo:
            cell = todo.pop()
            near = [cell + 1] if grid.joined_right(cell) else []
            near += [cell + n] if grid.joined_below(cell) else []
            near += [cell - 1] if cell % n and grid.joined_right(cell - 1) else []
            near += [cell - n] if cell >= n and grid.joined_below(cell - n) else []
            fresh = [other for other in near if other not in part]
            part.update(fresh)
            todo += fresh
        seen |= part
        parts.append(frozenset(part))
    return sorted(parts, key=lambda part: (len(part), min(part)))


def cuts(variables: PatternVars, parts: Sequence[frozenset[int]]) -> list[list[int]]:
    """Clauses that forbid this falling apart: one for each part but the largest.

    For a part P, a cell a in it and a cell b of the largest part, with blocks

        -O[a] or -O[b] or OR { O[x] : x beside P, not in it }

    and with bars OR { J[e] : e an edge that leaves P }: a way from a to b must leave P somewhere,
    so the clause holds for every connected pattern, whatever else becomes of P.
    """
    rules = variables.rules
    clauses: list[list[int]] = []
    far = min(parts[-1])
    for part in parts[:-1]:
        leaving = [edge for edge in variables.edges if (edge[0] in part) != (edge[1] in part)]
        ends = [-variables.open_at(min(part)), -variables.open_at(far)]
        if rules.bars:
            ways = [variables.join(edge) for edge in leaving]
        else:
            outside = sorted({b if a in part else a for a, b in leaving})
            ways = [variables.open_at(cell) for cell in outside]
        clauses.append([*ends, *dict.fromkeys(ways)])
    return clauses
