"""A total that every fill must reach, as one more constraint that explains itself.

In a `ScoredSession` each slot has a cell of its own for the class of its word's score, class 0 the
best. Whatever the classes still possible leave of the total falls as the search goes on:

    U = sum over slots of the value of the best class that the slot's score cell still has

When U is below the target the search has failed; and a class whose value is more than U - target
below its slot's best can be removed. This is the propagation of a linear inequality with lazy
explanations (lazy clause generation: Ohrimenko, Stuckey, Codish, Constraints 14, 2009).
"""

from __future__ import annotations

from collections.abc import Sequence

from oracles.lazy.state import PureState
from satcross.solve.lazy.state import NOT_SET, OBJECTIVE


class Objective:
    """The inequality over the score cells of a state.

    Args:
        cells: the score cell of each slot that counts.
        values: by such slot, by class, what a word of the class adds to the total; falling.
        target: the least total wanted. It may only rise: what was learnt stays true then.
    """

    def __init__(
        self, cells: Sequence[int], values: Sequence[Sequence[int]], target: int = 0
    ) -> None:
        self.target = target
        self._pairs = list(zip(cells, values, strict=True))

    def __bool__(self) -> bool:
        """Whether any cell has values."""
        return bool(self._pairs)

    def propagate(self, state: PureState) -> tuple[bool, bool]:
        """Remove classes that are too low, from a state at its fixpoint.

        Returns: whether the target is in reach, and whether a class was removed.
        """
        mask = state.mask
        slack = -self.target
        for cell, values in self._pairs:
            bits = mask[cell]
            slack += values[(bits & -bits).bit_length() - 1]
        if slack < 0:
            return False, False
        n_before = state.n_trail
        for cell, values in self._pairs:
            bits = mask[cell]
            if bits & (bits - 1):
                least = values[(bits & -bits).bit_length() - 1] - slack
                if values[bits.bit_length() - 1] < least:
                    for class_ in state.letters_of(bits):
                        if values[class_] < least:
                            state.put(-state.ids[cell][class_], OBJECTIVE)
        return True, state.n_trail > n_before

    def reason(self, state: PureState, literal: int = 0, before: int | None = None) -> list[int]:
        """Why a class was removed, or why the target is out of reach.

        Args:
            state: whose trail it is on.
            literal: the negative literal that follows; 0 for a target out of reach.
            before: only literals at trail positions below this may be used; None for all.

        Returns: a clause with `literal` first, the others false literals of score cells. Slots that
            matter least are left out as far as the inequality stays broken without them.
        """
        if before is None:
            before = state.n_trail
        own = state.cell_of[-literal] if literal else NOT_SET
        spare = self.target - 1
        parts: list[tuple[float, int, int, list[int]]] = []
        for index, (cell, values) in enumerate(self._pairs):
            if cell == own:
                spare -= values[state.letter_of[-literal]]
                continue
            most, bound, literals = _bound(state, cell, values, before)
            spare -= bound
            if literals and most > bound:
                parts.append(((most - bound) / len(literals), index, most - bound, literals))
        if spare < 0:
            raise RuntimeError("a removed class has no reason: the objective's trail is damaged")
        clause = [literal] if literal else []
        parts.sort(key=lambda part: part[:2])
        for _, index, drop, literals in parts:
            if drop <= spare:
                spare -= drop
                continue
            if literals[0] > 0:
                # Classes were removed from the best down: do without the lowest of them.
                cell, values = self._pairs[index]
                bound = _bound(state, cell, values, before)[1]
                while spare:
                    rise = values[state.letter_of[literals[-1]]] - bound
                    if rise > spare:
                        break
                    spare -= rise
                    bound += rise
                    literals.pop()
            clause += literals
        return clause


def _bound(
    state: PureState, cell: int, values: Sequence[int], before: int
) -> tuple[int, int, list[int]]:
    """(value of the best class at the start, of the best one left, false literals that say so)."""
    ids, position = state.ids[cell], state.position
    most = next(value for value, variable in zip(values, ids, strict=False) if variable)
    true = state.set_to[cell]
    if true and position[true] < before:
        return most, values[state.letter_of[true]], [-true]
    removed: list[int] = []
    for value, variable in zip(values, ids, strict=False):
        if variable:
            if not NOT_SET < position[-variable] < before:
                return most, value, removed
            removed.append(variable)
    return most, values[state.letter_of[removed[-1]]], removed[:-1]  # an empty cell: be careful
