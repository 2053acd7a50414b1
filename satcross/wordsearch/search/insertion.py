"""Putting all words on a board, however tight: words in the way are ejected and put in again.

Words are first put where they fit, the longest first. Then a word that waits is put where it ejects
few others, those are put elsewhere if they fit, and annealing decides whether the change is kept.
"""

from __future__ import annotations

import math
import random

import numpy as np

from satcross.task import Deadline
from satcross.wordsearch.search.state import CLASH, CROSSING, F64, State

_LOOKED_AT = 6  # places whose ejections are counted exactly
_WAITING = 8.0  # what a word costs that stands nowhere, and for each of its letters 1
_HOT, _COLD = 3.0, 0.7
_PRESSING = 0.3  # how often a waiting word is put in, rather than some others out
_FILLED = 1.0  # what a used cell costs: words that overlap leave room


def insert_all(state: State, rng: random.Random, deadline: Deadline, tries: int) -> str | None:
    """Give every word a place.

    Args:
        state: with some words in their places, or none; it is changed.
        rng: for ties.
        deadline, tries: when to give up; a try puts one word where it ejects others.

    Returns: None when all words have a place; else why not, and the state is not to be used.
    """
    insertion = _Insertion(state, rng)
    insertion.fill()
    for number in range(tries):
        if not insertion.waiting:
            return None
        if deadline.passed():
            return deadline.reason
        insertion.move(_HOT * (_COLD / _HOT) ** (number / tries))
    if not insertion.waiting:
        return None
    return f"words left over: {len(insertion.waiting)}"


class _Insertion:
    """The words that wait, and the moves that insert them."""

    def __init__(self, state: State, rng: random.Random) -> None:
        self.state, self.rng = state, rng
        self.waiting = [word for word, place in enumerate(state.at) if place < 0]
        rng.shuffle(self.waiting)
        self.waiting.sort(key=lambda word: -len(state.words[word]))
        longest = max(len(ways) for ways in state.headings)
        self.noise = np.random.default_rng(rng.getrandbits(32)).random(2 * longest + 1)

    def fill(self) -> None:
        """Put every waiting word that fits somewhere, in the order of `waiting`."""
        self.waiting = [
            w for w in self.waiting if not self.state.put_free(w, self._chance(w, CROSSING / 2))
        ]

    def cost(self) -> float:
        """What annealing minimises."""
        words = self.state.words
        out = sum(_WAITING + len(words[word]) for word in self.waiting)
        return out + _FILLED * self.state.n_used

    def move(self, temperature: float) -> None:
        """Put one waiting word in, whatever it ejects; keep or undo that."""
        state, rng = self.state, self.rng
        before, waited, cost = list(state.at), list(self.waiting), self.cost()
        if rng.random() < _PRESSING:
            word = self.waiting.pop(rng.randrange(len(self.waiting)))
            place, gone = self._cheapest(word)
            state.take(gone)
            state.put(word, place)
        else:
            standing = [word for word, at in enumerate(state.at) if at >= 0]
            gone = rng.sample(standing, min(len(standing), rng.choice((1, 2, 3))))
            state.take(gone)
        rng.shuffle(self.waiting)
        self.waiting = [*sorted(gone, key=lambda other: -len(state.words[other])), *self.waiting]
        self.fill()
        if self.waiting and cost - self.cost() < temperature * math.log(rng.random() or 1e-9):
            changed = [w for w, place in enumerate(state.at) if place != before[w]]
            state.take([other for other in changed if state.at[other] >= 0])
            for other in changed:
                if before[other] >= 0:
                    state.put(other, before[other])
            self.waiting = waited

    def _chance(self, word: int, most: float) -> F64:
        """By place of a word, a number from 0 to `most`."""
        n = len(self.state.headings[word])
        start = self.rng.randrange(len(self.noise) - n + 1)
        return most * self.noise[start : start + n]

    def _cheapest(self, word: int) -> tuple[int, list[int]]:
        """A place that ejects little, and what it ejects."""
        state = self.state
        value = state.worth(word) + self._chance(word, 2.5 * CLASH)
        n = min(_LOOKED_AT, len(value))
        top = np.argpartition(value, len(value) - n)[len(value) - n :]
        best: tuple[float, int, list[int]] | None = None
        for place in top.tolist():
            gone = state.clashing(word, place)
            price = sum(_WAITING + len(state.words[other]) for other in gone)
            price -= value[place] / (100 * CLASH)  # among equals
            if best is None or price < best[0]:
                best = price, place, gone
        assert best is not None  # every word has a place; the caller looks
        return best[1], best[2]
