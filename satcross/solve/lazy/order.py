"""Which letter to try next.

The slot with the fewest words left over its weight, which grows with the slot's wipe-outs
(dom/wdeg: Boussemart et al., ECAI 2004) and with the reasons that conflicts ask of it (as the
activity of variables does in SAT solvers: Moskewicz et al., DAC 2001), and ages; in it the cell
with the fewest letters; for that cell the letter with the largest product of the supporting words
in its slots, counted by what their scores make them worth, with seeded noise.

Here are the numbers that decisions go by. `next_letter` in `kernel/_kernel.pyx` decides, and the
search changes the weights, `wiped_out` in `kernel/_search.pxi`; `tests/oracles/lazy/` does both in
Python. Solvers of the whole formula: `satcross.solve.backends.preference`.
"""

from __future__ import annotations

import random
from array import array

from satcross.solve.lazy.state import State
from satcross.solve.protocol import OrderHints

AGEING = 0.99  # what a wipe-out is worth one wipe-out later
REASON_SHARE = 0.1  # what a reason asked for is worth, in wipe-outs; a conflict asks for dozens
RESCALE = 1e100
# A letter's product is multiplied by a number from 1 - NOISE to 1. It is chosen once for each
# letter of each cell and call of `solve`, not at every decision, so that a restart comes back to
# where the search was unless something was learnt.
NOISE = 0.5


class Order:
    """What decisions of a `State` go by, the same for the same seed.

    Fields:
        weight: by slot.
        noise: by variable, what its product is multiplied by.
        hints: what the session's owner knows of good letters.
    """

    def __init__(self, state: State, seed: int, hints: OrderHints | None = None) -> None:
        self._random = random.Random(seed)
        self.weight = array("d", [1.0 + self._random.random() / 4 for _ in state.count])
        self.hints = hints or OrderHints()
        self.noise = array("d", [1.0]) * (state.letters.n + 1)
        self.resample_noise()

    def resample_noise(self) -> None:
        """Choose new noise, so that the next fill is not the last one's neighbour."""
        random = self._random.random
        noise = self.noise
        for variable in range(len(noise)):
            noise[variable] = 1.0 - NOISE * random()
