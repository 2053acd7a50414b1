"""A random division into answers of the rows and bands of boards that do not show where they end.

Every line is divided by itself, each way to divide it being as likely as another.
"""

from __future__ import annotations

import random
from math import prod

from satcross import Grid, PatternRules
from satcross.extend import BLOCK, OPEN, VOID, Geometry, Way, find_slots


class Divisions:
    """Divisions of a board one after the other, no two alike.

    Args:
        rules: the lengths of answers, and blocks.
        seed: of the draw.
    """

    def __init__(self, rules: PatternRules, seed: int) -> None:
        self._rules, self._rng = rules, random.Random(seed)
        voids = rules.outside
        self._cells = tuple(
            VOID if at in voids else BLOCK if at in rules.blocks else OPEN
            for at in range(rules.n_rows * rules.n_cols)
        )
        geometry = Geometry.of(rules.board, rules.n_rows, rules.n_cols)
        self._parts: list[tuple[Way, list[int]]] = []
        for way in geometry.ways:
            for line in geometry.lines(way) if way.lines else ():
                positions = [row * rules.n_cols + col for row, col in line]
                self._parts += [(way, part) for part in self._between_blocks(positions)]
        longest = max((len(part) for _, part in self._parts), default=0)
        self._n_ways = [1]  # by number of cells, the ways to divide them into answers
        for n in range(1, longest + 1):
            self._n_ways.append(sum(self._n_ways[n - k] for k in self._lengths(n)))
        self._seen: set[Grid] = set()
        self._n_all = prod(self._n_ways[len(part)] for _, part in self._parts)

    def next(self) -> Grid | None:
        """Another one; None when there is no other."""
        while len(self._seen) < self._n_all:
            grid = self._drawn()
            if grid in self._seen:
                continue
            self._seen.add(grid)
            lights = [light.cells for light in find_slots(grid)]
            if len({*lights}) == len(lights):  # otherwise a word would be there twice
                return grid
        return None

    def _between_blocks(self, line: list[int]) -> list[list[int]]:
        """The parts of a line, but those of one cell."""
        parts: list[list[int]] = [[]]
        for at in line:
            if self._cells[at] == OPEN:
                parts[-1].append(at)
            elif parts[-1]:
                parts.append([])
        return [part for part in parts if len(part) > 1]

    def _lengths(self, n: int) -> range:
        """Of the first answer in n cells."""
        longest = n if self._rules.max_length is None else min(n, self._rules.max_length)
        return range(self._rules.min_length, longest + 1)

    def _drawn(self) -> Grid:
        rules, n_cols = self._rules, self._rules.n_cols
        right: set[int] = set()
        more: list[str] = []
        for way, part in self._parts:
            at = 0
            while at < len(part):
                left = len(part) - at
                lengths = self._lengths(left)
                weights = [self._n_ways[left - k] for k in lengths]
                at += self._rng.choices(lengths, weights)[0]
                if at < len(part) and way.bars:
                    right.add(part[at - 1])
                elif at < len(part):
                    row, col = divmod(part[at - 1], n_cols)
                    more.append(f"r{row + 1}c{col + 1}{way.letter}")
        board = f"{rules.board}; bars {' '.join(more)}" if more else rules.board
        named = Geometry.of(board, rules.n_rows, n_cols).board
        return Grid(rules.n_rows, n_cols, self._cells, frozenset(right), board=str(named))
