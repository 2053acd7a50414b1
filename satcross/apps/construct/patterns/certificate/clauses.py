"""Clauses of formulas that checks of certificates make, without the code of any encoder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import ceil

import numpy as np

from satcross.apps.proofs.checker.certificate import Tick
from satcross.apps.proofs.checker.reading import ClauseFile


class Definitions:
    """Clauses, and variables that are defined by others. The first variable is true.

    Args: tick: called often; an exception in it ends the work.
    """

    def __init__(self, tick: Tick) -> None:
        self.n_vars = 0
        self._tick = tick
        self._flat: list[int] = []
        self._seen: set[frozenset[int]] = set()
        self._made: dict[frozenset[int], int] = {}  # by literals, "all of them hold"
        self._sums: dict[tuple[frozenset[tuple[int, int]], int], int] = {}
        self._true = self._new()
        self._add(self._true)

    @property
    def clauses(self) -> ClauseFile:
        """All clauses so far."""
        return ClauseFile(self.n_vars, np.array(self._flat, np.int32))

    def _new(self) -> int:
        self.n_vars += 1
        return self.n_vars

    def _add(self, *literals: int) -> None:
        clause = frozenset(literals or (-self._true,))
        if clause in self._seen or any(-literal in clause for literal in clause):
            return
        self._tick()
        self._seen.add(clause)
        self._flat += sorted(clause, key=abs)
        self._flat.append(0)

    def _all(self, *literals: int) -> int:
        """A literal that holds exactly where all of these do."""
        known = frozenset(literals) - {self._true}
        if -self._true in known or any(-literal in known for literal in known):
            return -self._true
        if len(known) < 2:
            return next(iter(known), self._true)
        if known not in self._made:
            self._made[known] = made = self._new()
            for literal in known:
                self._add(-made, literal)
            self._add(made, *(-literal for literal in known))
        return self._made[known]

    def _some(self, *literals: int) -> int:
        return -self._all(*(-literal for literal in literals))

    def _at_most_one(self, literals: Sequence[int]) -> None:
        """State that at most one of some literals holds."""
        left = list(literals)
        while len(left) > 5:
            # One of the first three, or a new one, which holds where one of the others does.
            more = self._new()
            for one, other in combinations([*left[:3], more], 2):
                self._add(-one, -other)
            left = [-more, *left[3:]]
        for one, other in combinations(left, 2):
            self._add(-one, -other)

    def _at_least(self, weights: Counter[int], n: int) -> int:
        """A literal that holds exactly where that sum is `n` or more."""
        n -= weights.pop(self._true, 0)
        weights.pop(-self._true, None)
        if n <= 0:
            return self._true
        key = (frozenset(weights.items()), n)
        if key not in self._sums:
            by_weight: dict[int, list[int]] = {}
            for literal, weight in weights.items():
                by_weight.setdefault(weight, []).append(literal)
            outputs: list[int] = []
            for weight, literals in by_weight.items():
                counted = self._counted(literals, ceil(n / weight))
                more = [output for output in counted for _ in range(weight)]
                outputs = self._merged(outputs, more[:n], n)
            self._sums[key] = outputs[n - 1] if n <= len(outputs) else -self._true
        return self._sums[key]

    def _counted(self, literals: Sequence[int], upto: int) -> list[int]:
        """Literals, of which the nth (from 1) holds exactly where `n` of some do, or more."""
        if len(literals) < 2:
            return list(literals)
        half = len(literals) // 2
        one, other = self._counted(literals[:half], upto), self._counted(literals[half:], upto)
        return self._merged(one, other, upto)

    def _merged(self, one: list[int], other: list[int], upto: int) -> list[int]:
        """The same of two such lists together."""
        if not one or not other:
            return one or other
        n = min(upto, len(one) + len(other))
        outputs = [self._new() for _ in range(n)]
        self._tick()
        add = self._flat.extend  # each clause is new
        for a in range(len(one) + 1):
            for b in range(len(other) + 1):
                if a + b:  # a of the one and b of the other
                    held = [-x for x in (*one[a - 1 : a], *other[b - 1 : b])]
                    add((*held, outputs[min(a + b, n) - 1], 0))
                if a + b < n:  # not more than these
                    add((*one[a : a + 1], *other[b : b + 1], -outputs[a + b], 0))
        return outputs
