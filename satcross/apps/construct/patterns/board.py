"""Patterns of boards that are no rectangle: literals of their cells and lines.

A line without an end is written out twice, so that what is said of its parts holds past its end.
"""

from __future__ import annotations

from itertools import pairwise

from satcross import PatternRules
from satcross.apps.construct.patterns.variables import PatternVars
from satcross.extend import Direction, Edges, FormulaBuilder, Geometry, VarMapBuilder, Way


class BoardVars(PatternVars):
    """Literals of a pattern of blocks on a board: two cells are joined where both are open."""

    def __init__(
        self, rules: PatternRules, builder: FormulaBuilder, variables: VarMapBuilder
    ) -> None:
        self.rules = rules
        self.moves = rules.board_turns()
        geometry = Geometry.of(rules.board, rules.n_rows, rules.n_cols)
        n_cols = rules.n_cols
        n = rules.n_rows * n_cols
        self.voids = rules.outside
        self.ways = geometry.ways
        orbit = [min(move[cell] for move in self.moves) for cell in range(n)]
        heads = sorted({orbit[cell] for cell in range(n) if cell not in self.voids})
        first = variables.new("open", len(heads)) if heads else 1
        self.n_free = len(heads)
        self.true = self._true(builder, variables)
        index = {head: first + i for i, head in enumerate(heads)}
        self._open = [-self.true if cell in self.voids else index[orbit[cell]] for cell in range(n)]
        self._lines: list[tuple[Direction | Way, list[int], list[int]]] = []
        self._around: dict[tuple[int, Direction | Way], list[int]] = {}
        self._join = {}
        made: dict[tuple[int, int], int] = {}
        builder.begin("joins")

        def join(one: int, other: int) -> int:
            literals = sorted({self._open[one], self._open[other]})
            if -self.true in literals:
                return -self.true
            key = (literals[0], literals[-1])
            if key not in made:
                made[key] = found = variables.new("join")
                builder.add_all([-found, literal] for literal in literals)
                builder.add([found, *(-literal for literal in literals)])
            self._join[min(one, other), max(one, other)] = made[key]
            return made[key]

        for way in geometry.ways:
            for places in geometry.lines(way):
                cells = [row * n_cols + col for row, col in places]
                is_circle = geometry.after(way, *places[-1]) == places[0]
                inner = [join(a, b) for a, b in pairwise(cells)]
                ends = join(cells[-1], cells[0]) if is_circle else -self.true
                joins = [ends, *inner, ends]
                for at, cell in enumerate(cells):
                    self._around[cell, way] = joins[at : at + 2]
                if is_circle:
                    self._lines.append((way, cells * 2, [*joins, *inner, ends]))
                else:
                    self._lines.append((way, cells, joins))
        self.edges = Edges(sorted(self._join))

    def lines(self) -> list[tuple[Direction | Way, list[int], list[int]]]:
        """Every line, as (way, cells, joins); those without an end twice in a row."""
        return self._lines

    def around(self, cell: int, direction: Direction | Way) -> list[int]:
        """The joins of a cell to those before and after it."""
        return self._around.get((cell, direction), [-self.true] * 2)
