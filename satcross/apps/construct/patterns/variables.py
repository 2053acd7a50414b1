"""The variables of a pattern: what is open, and which neighbours belong to one run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from satcross import PatternRules
from satcross.extend import Direction, Edges, FormulaBuilder, VarMapBuilder

if TYPE_CHECKING:
    from satcross.extend import Way


class PatternVars:
    """Literals by cell and by edge; cells and edges that mirror each other share them.

    The free choices come first among the variables, one for each orbit of the symmetry: is the
    cell open, or, with bars, are the two cells joined. They are what patterns are counted by.
    Then come a variable that is true, and, with blocks, for each orbit of edges whether both cells
    are open:

        -J or O_a,   -J or O_b,   J or -O_a or -O_b       three clauses for each orbit

    Args:
        rules: the pattern's.
        builder: receives the clauses.
        variables: receives the variables.

    Fields:
        n_free: how many free choices there are.
        true: a literal that holds.
        ways: the directions of slots.
        voids: positions that are no cells.
    """

    ways: tuple[Direction | Way, ...] = tuple(Direction)
    voids: frozenset[int] = frozenset()

    def __init__(
        self, rules: PatternRules, builder: FormulaBuilder, variables: VarMapBuilder
    ) -> None:
        self.rules = rules
        self.voids = rules.voids
        self.moves = rules.symmetry.images(rules.n_rows, rules.n_cols)
        n_rows, n_cols = rules.n_rows, rules.n_cols
        n = n_rows * n_cols
        cell_orbit = [min(move[cell] for move in self.moves) for cell in range(n)]
        self.edges = edges = Edges.of_grid(n_rows, n_cols)
        edge_orbit = {edge: min(self._moved(edge)) for edge in edges}
        self._open: list[int] = []
        self._join: dict[tuple[int, int], int] = {}
        if rules.bars:
            heads = sorted(set(edge_orbit.values()))
            first = variables.new("join", len(heads))
            of = {head: first + i for i, head in enumerate(heads)}
            self._join = {edge: of[head] for edge, head in edge_orbit.items()}
            self.n_free = len(heads)
            self.true = self._true(builder, variables)
            self._open = [self.true] * n
            return
        cells = sorted(set(cell_orbit))
        first = variables.new("open", len(cells))
        index = {cell: first + i for i, cell in enumerate(cells)}
        self._open = [index[head] for head in cell_orbit]
        self.n_free = len(cells)
        self.true = self._true(builder, variables)
        builder.begin("joins")
        made: dict[tuple[int, int], int] = {}
        for edge in edges:
            head = edge_orbit[edge]
            if head not in made:
                made[head] = join = variables.new("join")
                a, b = (self._open[cell] for cell in head)
                builder.add_all([[-join, a], [-join, b], [join, -a, -b]])
            self._join[edge] = made[head]

    def _moved(self, edge: tuple[int, int]) -> list[tuple[int, int]]:
        pairs = [(move[edge[0]], move[edge[1]]) for move in self.moves]
        return [(min(pair), max(pair)) for pair in pairs]

    @staticmethod
    def _true(builder: FormulaBuilder, variables: VarMapBuilder) -> int:
        true = variables.new("true")
        builder.begin("true")
        builder.add([true])
        return true

    def open(self, row: int, col: int) -> int:
        """The literal "this cell is open"; false outside the grid."""
        if 0 <= row < self.rules.n_rows and 0 <= col < self.rules.n_cols:
            return self._open[row * self.rules.n_cols + col]
        return -self.true

    def open_at(self, cell: int) -> int:
        """The literal "the cell at this position is open"."""
        return self._open[cell]

    def join(self, edge: tuple[int, int]) -> int:
        """The literal "a run goes from one of these cells to the other"."""
        return self._join[edge]

    def lines(self) -> list[tuple[Direction | Way, list[int], list[int]]]:
        """Every row and column, as (direction, cells, joins).

        The joins are one more than the cells: joins[i] is between cells i - 1 and i, and false at
        both ends.
        """
        rules = self.rules
        n_cols = rules.n_cols
        across = [list(range(r * n_cols, (r + 1) * n_cols)) for r in range(rules.n_rows)]
        down = [list(range(c, rules.n_rows * n_cols, n_cols)) for c in range(n_cols)]
        return [
            (direction, cells, self._joins(cells))
            for direction, lines in ((Direction.ACROSS, across), (Direction.DOWN, down))
            for cells in lines
        ]

    def _joins(self, cells: Sequence[int]) -> list[int]:
        inner = [self._join[a, b] for a, b in pairwise(cells)]
        return [-self.true, *inner, -self.true]

    def around(self, cell: int, direction: Direction | Way) -> list[int]:
        """The joins of a cell to its two neighbours in a direction; false at the edge."""
        row, col = divmod(cell, self.rules.n_cols)
        if direction is Direction.ACROSS:
            before = (cell - 1, cell) if col else None
            after = (cell, cell + 1) if col + 1 < self.rules.n_cols else None
        else:
            n = self.rules.n_cols
            before = (cell - n, cell) if row else None
            after = (cell, cell + n) if row + 1 < self.rules.n_rows else None
        return [-self.true if edge is None else self._join[edge] for edge in (before, after)]

    def slot(self, cells: Sequence[int], direction: Direction | Way) -> list[int]:
        """What makes a slot of two or more cells: a join between neighbours, a wall at each end."""
        before, after = self.around(cells[0], direction)[0], self.around(cells[-1], direction)[1]
        return [*map(self.join, pairwise(cells)), -before, -after]
