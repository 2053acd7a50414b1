"""A bound on the best total: prices of letters, by which crossing slots share what they are worth.

A price of a letter in a cell is added to the words that have it there in one slot, and taken from
those in the slot that crosses it. So no fill changes its total, but a slot whose best words do not
cross well is worth less, and the sum of what the slots are worth at best falls. The prices of a
cell are set so that each of its letters is worth as much in both slots at best, cell by cell, again
and again (max-sum diffusion: the dual of the linear relaxation, by block coordinates). Prices are
whole numbers, so no rounding can make the bound wrong.

Source: Werner, A linear programming approach to max-sum problem: a review, PAMI 2007.
"""

from __future__ import annotations

import numpy as np

from satcross.extend import I64
from satcross.solve.listing.parts import PartMaker

SCALE = 8  # units of a price in a point
NEVER_THERE = -(1 << 40)  # what a letter that no word of a slot has is worth


class Prices:
    """What words are worth with the prices of their letters.

    Args:
        maker: of the puzzle's parts.
    """

    def __init__(self, maker: PartMaker) -> None:
        self._maker = maker
        self._values = [values * SCALE for values in maker.values]
        self._pairs = [pair for pair in maker.through.values() if len(pair) == 2]
        self.n_letters = sum(
            maker.column(slot, at).size for pair in self._pairs for slot, at in pair
        )

    @property
    def bound(self) -> int:
        """No fill has a higher total."""
        return sum(int(values.max()) for values in self._values) // SCALE

    def shift(self) -> None:
        """Set the prices of each cell once; from the last to the first the next time."""
        for (one, i), (other, j) in self._pairs:
            here, there = self._best_with(one, i), self._best_with(other, j)
            # Half of the difference; a letter that one of them never has needs no price.
            prices = (there - here) // 2
            prices[(here == NEVER_THERE) | (there == NEVER_THERE)] = 0
            self._values[one] += prices[self._maker.column(one, i)]
            self._values[other] -= prices[self._maker.column(other, j)]
        self._pairs.reverse()

    def maker(self) -> tuple[PartMaker, int]:
        """A maker of parts with these values, none of them negative; what their totals lack.

        The total of a fill is that of its parts and what they lack, divided by `SCALE`.
        """
        least = [int(values.min()) for values in self._values]
        values = [values - n for values, n in zip(self._values, least, strict=True)]
        return self._maker.with_values(values), sum(least)

    def _best_with(self, slot: int, offset: int) -> I64:
        """By letter, the best that the words with it are worth."""
        best = np.full(self._maker.n_letters, NEVER_THERE, dtype=np.int64)
        rows, first, letters = self._maker.by_letter(slot, offset)
        best[letters] = np.maximum.reduceat(self._values[slot][rows], first)
        return best
