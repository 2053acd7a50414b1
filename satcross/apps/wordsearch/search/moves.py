"""Moves that make a layout better: words are taken out and put back where they are worth more."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

import numpy as np

from satcross.apps.wordsearch.search.state import CLASH, F64, PlacedWords
from satcross.extend import I64

_LOOKED_AT = 32  # places of a word whose parallel neighbours are counted
_EXACT = 25  # cost of a cell too many or too few, where there is a target


class Moves:
    """The moves, and what a layout is worth.

    Args:
        state: with all words in their places; the moves change it.
        rng: for every choice.
        noise: numbers from 0 to 1, twice as many as a word has places and one more.
        target: how many cells words are to stand in; None for any number.
        parallel: cost of a pair of words side by side; a crossing is worth 10 to 14.
        balance: cost of using headings unevenly; 0 to ignore it.
    """

    def __init__(
        self,
        state: PlacedWords,
        rng: random.Random,
        noise: F64,
        *,
        target: int | None,
        parallel: int,
        balance: float,
    ) -> None:
        self._state, self._rng, self._noise = state, rng, noise
        self._target, self._parallel, self._balance = target, parallel, balance

    def move(self, temperature: float) -> float:
        """Take a few words out and put them back; undo that unless it is accepted.

        Returns: by how much the score has changed.
        """
        state = self._state
        chosen = self._choose()
        before = [state.at[word] for word in chosen]
        off = self._off()
        change = 0.0
        for word in chosen:
            state.remove(word)
            change -= self._value(word)
        placed: list[int] = []
        for index, word in enumerate(chosen):
            place, value = self._best_place(word, temperature, last=index == len(chosen) - 1)
            if place < 0:
                break
            state.put(word, place)
            placed.append(word)
            change += value
        change -= self._off() - off
        if len(placed) == len(chosen) and change >= temperature * math.log(
            self._rng.random() or 1e-9
        ):
            return change
        for word in placed:
            state.remove(word)
        for word, place in zip(chosen, before, strict=True):
            state.put(word, place)
        return 0.0

    def move_one_of(self, words: Iterable[int], temperature: float) -> float:
        """Move one of some words, better or worse.

        Returns: by how much the score has changed.
        """
        state = self._state
        word = self._rng.choice(sorted(words))
        before, off = state.at[word], self._off()
        state.remove(word)
        change = -self._value(word)
        place, value = self._best_place(word, temperature, last=True, but=before)
        if place < 0:
            place, value = before, -change
        state.put(word, place)
        return change + value - (self._off() - off)

    def score(self) -> float:
        """The score of the whole state, by taking it apart and putting it together."""
        state, total = self._state, 0.0
        before = list(state.at)
        for word in range(len(before)):
            state.remove(word)
            total += self._value(word)
        for word, place in enumerate(before):
            state.put(word, place)
        return total - self._off()

    def _choose(self) -> list[int]:
        """One to four words to move: any, or words that cross each other."""
        n = len(self._state.words)
        first = self._rng.randrange(n)
        wanted = min(n, self._rng.choice((1, 1, 2, 2, 3, 4)))
        near = sorted(
            self._state.beneath(self._state.cells[first][:, self._state.at[first]].tolist())
        )
        pool = near if self._rng.random() < 0.5 and len(near) > 1 else range(n)
        others = [word for word in self._rng.sample(pool, min(wanted, len(pool))) if word != first]
        chosen = [first, *others][:wanted]
        self._rng.shuffle(chosen)
        return chosen

    def _best_place(
        self, word: int, temperature: float, *, last: bool, but: int = -1
    ) -> tuple[int, float]:
        """The place that is worth most, plus a little noise, except `but`; -1 if none is."""
        state = self._state
        worth = state.worth(word)
        start = self._rng.randrange(len(self._noise) - len(worth) + 1)
        value = worth + (temperature * self._noise[start : start + len(worth)])
        if self._balance:
            value -= self._bias()[state.headings[word]]
        if last and self._target is not None:
            value -= _EXACT * np.abs(state.n_used + state.n_fresh(word) - self._target)
        if but >= 0:
            value[but] = -np.inf
        n = min(_LOOKED_AT, len(value))
        top: I64 = np.argpartition(value, len(value) - n)[len(value) - n :]
        value_top = value[top] - self._parallel * state.parallels(word, top)
        for choice in top[np.argsort(-value_top, kind="stable")].tolist():
            if worth[choice] < -CLASH // 2 or choice == but:
                break
            if not (state.collinear and state.clashing(word, choice)):
                return choice, self._value_at(word, choice, int(worth[choice]))
        return -1, 0.0

    def _bias(self) -> F64:
        """By heading, what one more word along it costs."""
        used = np.array(self._state.by_heading)
        bias: F64 = self._balance * (2 * used + 1)
        return bias

    def _value(self, word: int) -> float:
        """What the word, just removed, was worth where it stood."""
        return self._value_at(word, self._state.at[word], self._state.worth_here(word))

    def _value_at(self, word: int, place: int, worth: int) -> float:
        state = self._state
        pairs = int(state.parallels(word, np.array([place]))[0])
        used = state.by_heading[int(state.headings[word][place])]
        return worth - self._parallel * pairs - self._balance * (2 * used + 1)

    def _off(self) -> float:
        """Cost of the difference between the number of used cells and the target."""
        return 0.0 if self._target is None else _EXACT * abs(self._state.n_used - self._target)
