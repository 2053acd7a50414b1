"""Which letter to try next, in Python."""

from __future__ import annotations

from typing import Any

from bitarray.util import count_and

from satcross.solve.lazy.order import AGEING, REASON_SHARE, RESCALE, Order
from satcross.solve.lazy.state import NOT_SET, State


class PureOrder(Order):
    """Decisions for a search in Python, which changes the weights itself."""

    def __init__(self, state: State, seed: int) -> None:
        super().__init__(state, seed)
        self._bump = 1.0
        self._first_weight = self.weight[:]

    def forget_weights(self) -> None:
        """Give the slots the weights that they had at first."""
        self.weight[:] = self._first_weight
        self._bump = 1.0

    def wiped_out(self, slot: int) -> None:
        """Remember that `slot` was left without a word."""
        self.weight[slot] += self._bump
        self._bump /= AGEING
        if self._bump > RESCALE:
            for other in range(len(self.weight)):
                self.weight[other] /= RESCALE
            self._bump /= RESCALE

    def gave_reason(self, slot: int) -> None:
        """Remember that a conflict went through a letter that `slot` had removed."""
        self.weight[slot] += self._bump * REASON_SHARE


def next_letter(state: Any, order: Order) -> int:
    """A letter variable to set true; 0 when every slot is complete.

    Args:
        state: at its fixpoint.
        order: what it goes by.
    """
    weight, noise = order.weight, order.noise
    preferred, by_score = order.hints.preferred, order.hints.by_score
    best, lowest = NOT_SET, float("inf")
    count = state.count
    for slot, n_open in enumerate(state.n_open):
        if n_open:
            rank = count[slot] / weight[slot]
            if rank < lowest:
                best, lowest = slot, rank
    if best == NOT_SET:
        return 0
    cell = min(
        (cell for cell in state.cells[best] if state.value[cell] == NOT_SET),
        key=lambda cell: state.mask[cell].bit_count(),
    )
    bits = state.mask[cell]
    slots = [
        (state.dom[slot], support, state.tables[slot].tiers) for slot, support in state.links[cell]
    ]
    choice, most = 0, -1.0
    for letter, variable in enumerate(state.ids[cell]):
        if bits >> letter & 1:
            product = noise[variable]
            if preferred is not None:
                product *= preferred[variable]
            for dom, support, tiers in slots:
                if by_score:
                    words = dom & support[letter]
                    # Not sum(): it adds up in different ways in different versions of Python.
                    worth = 0.0
                    for n, more in tiers:
                        worth += more * words.count(1, 0, n)
                    product *= worth
                else:
                    product *= count_and(dom, support[letter])
            if product > most:
                choice, most = variable, product
    return choice
