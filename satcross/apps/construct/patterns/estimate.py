"""How hard a pattern will be to fill with a word list, estimated from letter statistics.

If every slot held a random word, and the words at a crossing agreed by chance alone, then the
expected number of fills would be

    product over slots of (words of that length)
      * product over crossings of P(the two words agree there)
    P = sum over letters a of p(a | length, offset across) * p(a | length, offset down)

with p(a | k, i) the share of the words of k letters that have `a` in place i. That no word may
occur twice, and that the letters of a word depend on each other, is left out: the number compares
patterns under one list, it is not a count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from satcross import Grid, WordList
from satcross.extend import find_slots
from satcross.model.expected import Chances


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is expected of a pattern with a word list. More is easier.

    Args:
        chances: what they are of; they know the tightest region.
        tightest: log10 of the expected number of ways to fill the tightest slot together with its
            cells' shares of the crossing slots: a crossing slot of k cells with n words counts as
            n to the power of 1 / k.
        tightest_slot: that slot's name.
        mean_length: of the slots.
    """

    chances: Chances
    tightest: float
    tightest_slot: str
    mean_length: float

    @property
    def log_fills(self) -> float:
        """log10 of the expected number of fills; -inf when a slot's length has no words."""
        return self.chances.log_fills

    @property
    def n_words(self) -> int:
        """How many slots there are."""
        return len(self.chances.names)

    @property
    def ease(self) -> tuple[float, float]:
        """From hard to easy patterns: of their tightest region, then of the whole."""
        return self.chances.tightest_region.log_fills, self.log_fills


class Estimator:
    """Estimates patterns by one word list; its letter statistics are made once for each length.

    >>> estimate = Estimator(WordList.from_words(["cat", "cot", "oat", "tot"]))
    >>> easy, hard = (estimate(Grid.parse(t)) for t in ("...\\n.#.\\n.#.", "...\\n...\\n..."))
    >>> easy.log_fills > hard.log_fills
    True
    """

    def __init__(self, words: WordList) -> None:
        self._words = words
        self._letters: dict[int, list[list[float]]] = {}

    def __call__(self, grid: Grid, min_length: int = 2) -> Estimate:
        """The estimate for a pattern; givens count as open. A grid without a slot has one fill."""
        slots = find_slots(grid, min_length)
        if not slots:
            return Estimate(Chances([], [], []), 0.0, "", 0.0)
        n_words = [len(self._words.table(len(slot))) for slot in slots]
        chances = Chances.of(slots, n_words, [self._shares(len(slot)) for slot in slots])
        room = list(chances.words)
        for across, down, agree in chances.crossings:
            room[across] += agree + chances.words[down] / len(slots[down])
            room[down] += agree + chances.words[across] / len(slots[across])
        least = min(slots, key=lambda slot: (room[slot.index], slot.index))
        return Estimate(
            chances=chances,
            tightest=room[least.index],
            tightest_slot=least.name,
            mean_length=sum(map(len, slots)) / len(slots),
        )

    def _shares(self, length: int) -> list[list[float]]:
        """By place and letter: p(letter | length, place)."""
        if length not in self._letters:
            codes = self._words.table(length).codes
            n_letters = len(self._words.alphabet)
            counts = np.array(
                [np.bincount(codes[:, i], minlength=n_letters) for i in range(length)], float
            )
            self._letters[length] = (counts / max(1, len(codes))).tolist()
        return self._letters[length]
