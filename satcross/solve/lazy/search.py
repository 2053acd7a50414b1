"""The search over a state: clause learning with the slots as lazily explained tables.

The extension module has it; `tests/oracles/lazy/search.py` is the same in Python, and says what is
done and why. They give the same answers, step by step.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable
from typing import Final

from satcross.solve.lazy.order import AGEING, REASON_SHARE, RESCALE, Order
from satcross.solve.lazy.state import State
from satcross.words.table import I32, I64, Codes

FOUND: Final = 1
NONE: Final = -1
PAUSED: Final = 0

RESTART_UNIT = 400  # conflicts between restarts, times 1 1 2 1 1 2 4 ... (Luby et al., 1993)
REDUCE_FROM = 2000  # conflicts, and as many more as clauses were kept, between clearings
# When a learnt clause speaks of more than this share of the open cells, a mean of all between two
# restarts, learning prunes nothing: a chronological phase follows, which learns nothing but restart
# nogoods, of CHRONO_CONFLICTS conflicts, then twice as many.
# Not where answers come quickly one after the other: not before a restart's worth of conflicts.
CHRONO_CELLS = 0.4
CHRONO_CONFLICTS = 8000


class Search:
    """A search for letters, and other variables, that fit all slots and clauses.

    Args:
        state: at its start, made with `_kernel.Search`.
        order: for this state, who chooses letters. Its weights are changed in C.

    Fields:
        state: the slots and cells. Who calls may look at it, not change it.
        order: who chooses letters.
        activity: by slot, how many conflicts and reasons came from it.
    """

    def __init__(self, state: State, order: Order) -> None:
        self.state = state
        self.order = order
        self.activity = activity = array("q", [0]) * len(state.cells)
        from satcross.solve.lazy.kernel import _kernel

        kernel = state.kernel
        if not isinstance(kernel, _kernel.Search):
            raise TypeError("the state was not made for a search")
        self._kernel = kernel
        kernel.begin(
            order.weight,
            order.noise,
            activity,
            AGEING,
            REASON_SHARE,
            RESCALE,
            RESTART_UNIT,
            REDUCE_FROM,
            CHRONO_CONFLICTS,
            CHRONO_CELLS,
        )

    @property
    def n_conflicts(self) -> int:
        """Conflicts so far."""
        return self._kernel.n_conflicts

    @property
    def n_decisions(self) -> int:
        """Letters chosen so far."""
        return self._kernel.n_decisions

    @property
    def n_restarts(self) -> int:
        """Restarts so far."""
        return self._kernel.n_restarts

    @property
    def n_reasons(self) -> int:
        """Reasons that were asked of slots so far."""
        return self._kernel.n_reasons

    @property
    def deepest(self) -> int:
        """The most cells that were set at a conflict, or at an answer."""
        return self._kernel.deepest

    @property
    def core(self) -> list[int]:
        """After NONE, assumptions that cannot all hold."""
        return self._kernel.core

    def new_variable(self) -> int:
        """One more variable, which only clauses know."""
        return self._kernel.new_variable()

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause over known variables for good; the search goes back to its beginning."""
        self._kernel.add_clause(clause)

    def assume(self, assumptions: Iterable[int]) -> None:
        """Go back to the beginning; these literals must hold until the next call."""
        self._kernel.assume(assumptions)

    def set_objective(self, cells: I32, values: I64) -> None:
        """From now on find only what is worth the target or more.

        Args:
            cells: int32 (n,): cells whose letters have a value, rising; at least one.
            values: int64 (n, letters): by such cell, the value of each letter, falling.
        """
        self._kernel.set_objective(cells, values)

    def raise_target(self, target: int) -> None:
        """Want this total, which is not below the last one; the search goes back to its beginning.

        The first target is 0. What was learnt for a lower target is true for a higher one.
        """
        self._kernel.raise_target(target)

    def run(self, n_conflicts: int, n_decisions: int, seconds: float = math.inf) -> int:
        """Search on. Where it pauses does not influence what it finds.

        Returns: FOUND when every variable is set; NONE when nothing fits the assumptions; PAUSED
            at one of these limits: then call it again.
        """
        hints = self.order.hints
        return self._kernel.run(n_conflicts, n_decisions, seconds, hints.preferred, hints.by_score)

    def true_variables(self) -> list[int]:
        """After FOUND, the variables that are true."""
        return self._kernel.true_variables()

    def list_fills(
        self, rows: Codes, cells: I32, n_decisions: int, seconds: float
    ) -> tuple[int, bool]:
        """Search on for fill after fill, from now on only so: nothing else may be asked.

        After a fill the last choice of a letter is taken back and refuted, as are those before it
        once nothing is left; no clause keeps the fill out. Where it pauses does not influence
        what it finds.

        Args:
            rows: `Codes` (fills, columns): receives the letters of fills.
            cells: int32 (columns,): the cells of the rows.
            n_decisions, seconds: how much more to search.

        Returns: (the number of rows written, whether that was all).

        Source: enumeration without recording (M. Gebser, B. Kaufmann, A. Neumann, T. Schaub,
            Conflict-driven answer set enumeration, LPNMR 2007).
        """
        hints = self.order.hints
        return self._kernel.list_fills(
            rows, cells, n_decisions, seconds, hints.preferred, hints.by_score
        )

    def choices(self) -> list[list[int]]:
        """Where the listing is: by level, its choice (0 at the beginning) and what was refuted."""
        return self._kernel.choices()

    def resume(self, levels: list[list[int]]) -> None:
        """Go on where `choices` was made, in a search for the same fills that has not begun.

        Raises: ValueError: it was made elsewhere.
        """
        self._kernel.resume(levels)
