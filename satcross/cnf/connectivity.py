"""Connected sets of cells in clauses, by cuts as they are needed.

A graph is given by its cells and edges. Cuts keep the formula small: a solver answers without
them, and where its answer is not connected gets a clause for each part and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Self

Edge = tuple[int, int]  # two neighbouring cells, the lower position first


class Edges(tuple[Edge, ...]):
    """The edges of a graph of cells."""

    __slots__ = ()

    @classmethod
    def of_grid(cls, n_rows: int, n_cols: int) -> Self:
        """All pairs of neighbouring cells of a grid: those in a row, then those in a column."""
        n = n_rows * n_cols
        edges = [(cell, cell + 1) for cell in range(n) if (cell + 1) % n_cols]
        return cls(edges + [(cell, cell + n_cols) for cell in range(n - n_cols)])

    def components(self, cells: Iterable[int]) -> list[frozenset[int]]:
        """The connected parts of these cells, smallest first, then by their first cell."""
        near: dict[int, list[int]] = {cell: [] for cell in cells}
        for a, b in self:
            near[a].append(b)
            near[b].append(a)
        parts: list[frozenset[int]] = []
        seen: set[int] = set()
        for start in near:
            if start in seen:
                continue
            part, todo = {start}, [start]
            while todo:
                fresh = [other for other in near[todo.pop()] if other not in part]
                part.update(fresh)
                todo += fresh
            seen |= part
            parts.append(frozenset(part))
        return sorted(parts, key=lambda part: (len(part), min(part)))

    def cuts(
        self,
        parts: Sequence[frozenset[int]],
        used: Callable[[int], int],
        joined: Callable[[Edge], int] | None = None,
    ) -> list[list[int]]:
        """Clauses that forbid `parts` to be apart: one for each part but the last.

        For a part P, a cell a in it and a cell b of the last part, with U[c], "cell c is used":

            -U[a] or -U[b] or OR { U[x] : x beside P, not in it }

        and where edges have variables J[e], OR { J[e] : e an edge that leaves P } instead. A path
        from a to b must leave P somewhere, so the clause holds for every connected set of cells.

        Args:
            parts: the components of an assignment that is not connected.
            used: the literal of a cell.
            joined: the literal of an edge, where two used neighbours need not be joined.
        """
        clauses: list[list[int]] = []
        far = min(parts[-1])
        for part in parts[:-1]:
            leaving = [edge for edge in self if (edge[0] in part) != (edge[1] in part)]
            if joined is not None:
                ways = [joined(edge) for edge in leaving]
            else:
                ways = [used(cell) for cell in sorted({b if a in part else a for a, b in leaving})]
            clauses.append([-used(min(part)), -used(far), *dict.fromkeys(ways)])
        return clauses
