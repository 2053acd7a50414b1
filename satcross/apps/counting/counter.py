"""The fills of a puzzle counted, and found by their numbers, without a list of them.

The join of `satcross.solve.listing` goes through all fills, cell by cell, a hundred million letters
a second. Where it cannot (a rebus, an alphabet of many letters, no extension module) the diagrams
of `diagram/` are made, which takes memory for all partial fills that differ in how they can go on.
Both are exact, and both have the fills in one order.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from satcross.extend import NEVER, Codes, Deadline, Domains, Need
from satcross.solve.listing.tables import JoinTables

if TYPE_CHECKING:
    from satcross.apps.counting.diagram.compiler import ComponentCompiler, Tries
    from satcross.apps.counting.diagram.components import Component
    from satcross.apps.counting.diagram.diagram import Diagram
    from satcross.solve.lazy.kernel._kernel import Join

SUPPORTS = frozenset({Need.ENTRIES, Need.REBUS, Need.SPELLED_APART})
"""What a counter knows of `Puzzle.needs`. Slots are compared letter by letter."""

_ROWS = 1 << 12  # fills that the join writes at once
_SLICE_S = 0.05  # between two looks at the clock
_TICK_S = 0.1  # between two calls of `on_tick`
_ALL = 1 << 62


class FillCounter:
    """Counts the fills of a puzzle, and finds those with some numbers.

    Args:
        domains: what arc consistency left; no slot may be empty.

    Fields:
        n_found: fills so far; by diagrams, 0 until the end.
        n_steps: letters tried, or edges made: what it cost.
    """

    def __init__(self, domains: Domains) -> None:
        self.n_found = self.n_steps = 0
        self._domains = domains
        self._is_joined = JoinTables.can_hold(domains.puzzle)
        self._is_done = False
        self._join: Join | None = None
        self._again: Join | None = None  # goes through them again, for `pick`
        self._wanted: tuple[int, ...] = ()
        self._picked: list[Codes] = []
        self._diagrams: list[Diagram] = []
        self._parts: list[Component] = []
        self._compiler: ComponentCompiler | None = None  # of the part that is being made
        self._tries: Tries = {}
        self._ticked_s = 0.0

    def run(
        self,
        *,
        deadline: Deadline = NEVER,
        max_steps: int = _ALL,
        on_tick: Callable[[], None] | None = None,
    ) -> bool:
        """Count on.

        Args:
            deadline: when to stop.
            max_steps: the number of steps, of all calls together, after which to stop.
            on_tick: called some ten times a second.

        Returns: whether all are counted. If not, it can be called again; diagrams that have become
            too large never end.
        """
        if self._is_joined and not self._is_done:
            join = self._join = self._join or self._new_join()
            rows = self._rows()
            while not (self._is_done or deadline.passed() or join.n_nodes >= max_steps):
                _, self._is_done = join.run(rows, max_steps - join.n_nodes, _SLICE_S)
                self.n_found, self.n_steps = join.n_found, join.n_nodes
                self._tick(on_tick)
        elif not self._is_done:
            self._is_done = self._compile(deadline, max_steps, on_tick)
        return self._is_done

    def pick(
        self,
        numbers: Sequence[int],
        *,
        deadline: Deadline = NEVER,
        on_tick: Callable[[], None] | None = None,
    ) -> list[Codes] | None:
        """The fills with some numbers, when all are counted.

        Args:
            numbers: from 0, rising; with repetition.
            deadline: when to stop.
            on_tick: called some ten times a second.

        Returns: the letter codes of each in the order of `Domains.cells`; None if the deadline
            passed. Called again with the same numbers, it goes on.
        """
        if not self._is_joined:
            return list(self._rows_of(numbers))
        if self._again is None or self._wanted != tuple(numbers):
            self._again, self._wanted, self._picked = self._new_join(), tuple(numbers), []
        join, picked, rows = self._again, self._picked, self._rows()
        while len(picked) < len(numbers):
            if deadline.passed():
                return None
            before = join.n_found
            join.run(rows, _ALL, _SLICE_S)
            while len(picked) < len(numbers) and numbers[len(picked)] < join.n_found:
                picked.append(rows[numbers[len(picked)] - before].copy())
            self._tick(on_tick)
        return picked

    def _tick(self, on_tick: Callable[[], None] | None) -> None:
        if on_tick is not None and time.monotonic() >= self._ticked_s:
            self._ticked_s = time.monotonic() + _TICK_S
            on_tick()

    def _new_join(self) -> Join:
        return JoinTables.of(self._domains, by="rows", seed=None).join()

    def _rows(self) -> Codes:
        return np.empty((_ROWS, len(self._domains.cells)), dtype=np.uint8)

    def _compile(
        self, deadline: Deadline, max_steps: int, on_tick: Callable[[], None] | None
    ) -> bool:
        """Make the diagrams; whether all are there."""
        from satcross.apps.counting.diagram.compiler import MAX_EDGES, ComponentCompiler
        from satcross.apps.counting.diagram.components import components_of

        parts = self._parts = self._parts or components_of(self._domains)
        while len(self._diagrams) < len(parts):
            compiler = self._compiler = self._compiler or ComponentCompiler(
                self._domains,
                parts[len(self._diagrams)],
                is_scored=False,
                tries=self._tries,
            )
            before = self.n_steps
            most = min(MAX_EDGES, max_steps - before)
            is_made = compiler.run(deadline, most, lambda: self._tick(on_tick))
            diagram = compiler.diagram(deadline) if is_made else None
            if diagram is None:
                return False
            self.n_steps = before + compiler.n_edges
            self._compiler = None
            self._diagrams.append(diagram)
        self.n_found = math.prod(diagram.n_rows for diagram in self._diagrams)
        return True

    def _rows_of(self, numbers: Sequence[int]) -> Codes:
        """The fills of some numbers, of all diagrams together."""
        cells = self._domains.cells
        column = {cell: at for at, cell in enumerate(cells)}
        rows = np.empty((len(numbers), len(cells)), dtype=self._domains.dtype)
        rest = list(numbers)
        for diagram in reversed(self._diagrams):
            digits = [number % diagram.n_rows for number in rest]
            rest = [number // diagram.n_rows for number in rest]
            rows[:, [column[cell] for cell in diagram.cells]] = diagram.rows(digits)
        return rows
